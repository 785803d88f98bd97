import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { HalalRelevance, type TreeRow } from "#features/categories/contract.ts";
import { decidingFor, narrowed, type Place } from "#features/categories/rules.ts";
import classes from "#features/categories/web/CategoryTree.module.css";
import { TreeLine } from "#features/categories/web/TreeLine.tsx";
import { useOpenRows } from "#features/categories/web/useOpenRows.ts";
import { useTreeDrag } from "#features/categories/web/useTreeDrag.ts";
import { useTreeKeys } from "#features/categories/web/useTreeKeys.ts";
import { useTreeMoves } from "#features/categories/web/useTreeMoves.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconSearch } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const MoveDialog = lazy(() =>
  import("#features/categories/web/MoveDialog.tsx").then((module) => ({ default: module.MoveDialog })),
);

type CategoryTreeProps = {
  /** In the order of the tree. */
  readonly rows: readonly TreeRow[];
  readonly search: string;
  readonly relevance: string;
  readonly withArchived: boolean;
};

/** The tree of categories: read and moved by pointer and by keys. */
export function CategoryTree({ rows, search, relevance, withArchived }: CategoryTreeProps) {
  const t = useWords("categories");
  const region = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [movedId, setMovedId] = useState<string | null>(null);
  const isNarrowed = search.trim() !== "" || relevance !== "";
  const found = useMemo(
    () => narrowed(rows, { search, relevances: HalalRelevance.options.filter((each) => each === relevance) }),
    [rows, search, relevance],
  );
  const open = useOpenRows(found, isNarrowed);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const moves = useTreeMoves(rows, withArchived);
  const handleDrop = (id: string, place: Place) => void moves.moveTo(id, place);
  const drag = useTreeDrag({ rows, region, isOpen: open.isOpen, onOpen: open.open, onDrop: handleDrop });
  const active = open.shown.some(({ row }) => row.id === activeId) ? activeId : (open.shown[0]?.row.id ?? null);
  const handleKeyDown = useTreeKeys({
    rows,
    region,
    shown: open.shown,
    activeId: active,
    onActivate: setActiveId,
    toggle: open,
    onMove: moves.mayMove ? moves.moveTo : null,
    onAskMove: setMovedId,
  });
  if (found.length === 0)
    return <EmptyState icon={<IconSearch size={32} stroke={1.5} aria-hidden />} title={t("nothingFound")} />;
  return (
    <div className={classes.region} ref={region} data-dragging={drag.draggedId !== null || undefined}>
      <TreeHead />
      <div role="tree" aria-label={t("title")} className={classes.tree} onKeyDown={handleKeyDown}>
        {open.shown.map(({ row, isMatch, hasChildren, place, siblings }) => (
          <TreeLine
            key={row.id}
            row={row}
            deciding={decidingFor(byId, row)}
            meatDeciding={decidingFor(byId, row, "containsMeat")}
            isLead={!isMatch}
            openness={hasChildren ? (open.isOpen(row.id) ? "open" : "closed") : null}
            place={place}
            siblings={siblings}
            isActive={row.id === active}
            isDragged={row.id === drag.draggedId}
            drop={drag.over?.id === row.id ? drag.over.zone : null}
            onActivate={setActiveId}
            onToggle={open.toggle}
            onGrip={moves.mayMove ? drag.start : null}
            onAskMove={setMovedId}
          />
        ))}
      </div>
      <p className="hidden-visually" role="status">
        {moves.said}
      </p>
      <Suspense>
        {movedId !== null && (
          <MoveDialog
            rows={rows}
            id={movedId}
            onMove={(place) => void moves.moveTo(movedId, place)}
            onClose={() => setMovedId(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function TreeHead() {
  const t = useWords("categories");
  return (
    <div className={classes.head} aria-hidden="true">
      <span>{t("columns.name")}</span>
      <span className={classes.figure}>{t("columns.productCount")}</span>
      <span>{t("columns.halalRelevance")}</span>
    </div>
  );
}
