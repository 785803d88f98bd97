import { lazy, Suspense, useRef, useState } from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import { decidingFor } from "#features/catalogue/categories/rules.ts";
import classes from "#features/catalogue/categories/tree/web/CategoryTree.module.css";
import { TreeLine } from "#features/catalogue/categories/tree/web/TreeLine.tsx";
import { useTree } from "#features/catalogue/categories/tree/web/useTree.ts";
import { loadListMessages } from "#web/list/withListMessages.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconSearch } from "#web/ui/icons.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";
import { useMessages } from "#web/useMessages.ts";

const TreeBulk = lazy(async () => {
  const [{ TreeBulk: component }] = await Promise.all([
    import("#features/catalogue/categories/tree/web/TreeBulk.tsx"),
    loadListMessages(),
  ]);
  return { default: component };
});
const MoveDialog = lazy(() =>
  import("#features/catalogue/categories/tree/web/MoveDialog.tsx").then((module) => ({ default: module.MoveDialog })),
);

type CategoryTreeProps = {
  /** In the order of the tree. */
  readonly rows: readonly TreeRow[];
  readonly search: string;
  readonly relevance: string;
  readonly withArchived: boolean;
};

/** The tree of categories: read, moved and ticked by pointer and by keys. */
export function CategoryTree(props: CategoryTreeProps) {
  const t = useMessages("categories");
  const region = useRef<HTMLDivElement>(null);
  const [movedId, setMovedId] = useState<string | null>(null);
  const tree = useTree({ ...props, region, onAskMove: setMovedId });
  const { open, byId, moves, ticks, drag, active } = tree;
  if (open.shown.length === 0)
    return <EmptyState icon={<IconSearch size={32} stroke={1.5} aria-hidden />} title={t("nothingFound")} />;
  return (
    <>
      <div className={classes.region} ref={region} data-dragging={drag.draggedId !== null || undefined}>
        <TreeHead />
        <div
          role="tree"
          aria-label={t("title")}
          aria-multiselectable={ticks.mayTick}
          className={classes.tree}
          onKeyDown={tree.handleKeyDown}
        >
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
              onActivate={tree.activate}
              onToggle={open.toggle}
              onGrip={moves.mayMove ? drag.start : null}
              onAskMove={setMovedId}
              isTicked={ticks.has(row.id)}
              onTick={ticks.mayTick ? ticks.toggle : null}
            />
          ))}
        </div>
        <p className="hidden-visually" role="status">
          {moves.said}
        </p>
      </div>
      <Suspense>
        {ticks.ids.length > 0 && <TreeBulk ids={ticks.ids} onClear={ticks.clear} />}
        {movedId !== null && (
          <MoveDialog
            rows={props.rows}
            id={movedId}
            onMove={(place) => void moves.moveTo(movedId, place)}
            onClose={() => setMovedId(null)}
          />
        )}
      </Suspense>
      <ImpactConfirmation impact={moves.impactPreview} />
    </>
  );
}

function TreeHead() {
  const t = useMessages("categories");
  return (
    <div className={classes.head} aria-hidden="true">
      <span>{t("columns.name")}</span>
      <span className={classes.figure}>{t("columns.productCount")}</span>
      <span>{t("columns.halalRelevance")}</span>
    </div>
  );
}
