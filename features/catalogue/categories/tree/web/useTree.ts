import { type RefObject, useMemo, useState } from "react";
import { HalalRelevance, type TreeRow } from "#features/catalogue/categories/contract.ts";
import { narrowed, type Place } from "#features/catalogue/categories/rules.ts";
import { useOpenRows } from "#features/catalogue/categories/tree/web/useOpenRows.ts";
import { useTicks } from "#features/catalogue/categories/tree/web/useTicks.ts";
import { useTreeDrag } from "#features/catalogue/categories/tree/web/useTreeDrag.ts";
import { useTreeKeys } from "#features/catalogue/categories/tree/web/useTreeKeys.ts";
import { useTreeMoves } from "#features/catalogue/categories/tree/web/useTreeMoves.ts";

type TreeInput = {
  readonly rows: readonly TreeRow[];
  readonly search: string;
  readonly relevance: string;
  readonly withArchived: boolean;
  readonly region: RefObject<HTMLDivElement | null>;
  readonly onAskMove: (id: string) => void;
};

/** What is shown of the tree, and how it is walked, moved and ticked. */
export function useTree({ rows, search, relevance, withArchived, region, onAskMove }: TreeInput) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const found = useMemo(
    () => narrowed(rows, { search, relevances: HalalRelevance.options.filter((each) => each === relevance) }),
    [rows, search, relevance],
  );
  const open = useOpenRows(found, search.trim() !== "" || relevance !== "");
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const moves = useTreeMoves(rows, withArchived);
  const ticks = useTicks(open.shown);
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
    onAskMove,
    ticks,
  });
  return { open, byId, moves, ticks, drag, active, handleKeyDown, activate: setActiveId };
}
