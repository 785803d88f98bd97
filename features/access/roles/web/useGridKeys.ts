import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from "react";
import type { RowLimit } from "#base/grants.ts";
import type { Grantable } from "#features/access/roles/contract.ts";
import { type MatrixRow, nextLimits } from "#features/access/roles/rules.ts";

type GridKeysInput = {
  readonly rows: readonly MatrixRow[];
  readonly actions: readonly string[];
  readonly limitsOf: (cell: Grantable) => readonly RowLimit[];
  /** Null: nothing can be set. */
  readonly onAsk: ((cell: Grantable, at: HTMLElement) => void) | null;
  readonly onCycle: ((cell: Grantable, limits: readonly RowLimit[]) => void) | null;
};

const ways: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The keys and clicks of a matrix: one listener for all its cells, and one of them the tab stop. */
export function useGridKeys({ rows, actions, limitsOf, onAsk, onCycle }: GridKeysInput) {
  const [active, setActive] = useState<string | null>(null);
  const cells = rows.flatMap((row) => [...row.cells.values()]);
  const first = rows.flatMap((row) => actions.flatMap((action) => row.cells.get(action) ?? []))[0];
  const stop = cells.find(({ permission }) => permission === active) ?? first;
  const cellAt = (target: EventTarget) => {
    const element = (target as HTMLElement).closest<HTMLElement>("[data-cell]");
    const cell = cells.find(({ permission }) => permission === element?.dataset.cell);
    return element && cell ? { element, cell } : null;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = cellAt(event.target);
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const grid = event.currentTarget;
    if (event.key === " ") onCycle?.(at.cell, nextLimits(at.cell, limitsOf(at.cell)));
    // After this key press: a menu listens from the moment it is there, and would take its own opening for a choice.
    else if (event.key === "Enter") setTimeout(() => onAsk?.(at.cell, at.element));
    else {
      const isRtl = getComputedStyle(grid).direction === "rtl";
      const next = cellBeside({ rows, actions }, at.cell, event.key, isRtl);
      if (next === null) return;
      grid.querySelector<HTMLElement>(`[data-cell="${next.permission}"]`)?.focus();
    }
    event.preventDefault();
  };
  return {
    isTabStop: (cell: Grantable) => cell === stop,
    props: {
      onKeyDown: handleKeyDown,
      // Firefox clicks a button, as the chips are, when the space bar is released.
      onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === " " && cellAt(event.target)) event.preventDefault();
      },
      onFocus: (event: FocusEvent<HTMLElement>) => setActive(cellAt(event.target)?.cell.permission ?? active),
      onClick: (event: MouseEvent<HTMLElement>) => {
        const at = cellAt(event.target);
        if (at) onAsk?.(at.cell, at.element);
      },
    },
  };
}

type Places = Pick<GridKeysInput, "rows" | "actions">;

/** The next cell that is there, in the direction of a key; Home and End lead to the ends of the row. Null: none, or no such key. */
export function cellBeside({ rows, actions }: Places, from: Grantable, key: string, isRtl: boolean): Grantable | null {
  const row = rows.find(({ resource }) => resource === from.resource);
  if (key === "Home" || key === "End") {
    const there = actions.flatMap((action) => row?.cells.get(action) ?? []);
    return (key === "Home" ? there[0] : there.at(-1)) ?? null;
  }
  const way = ways[key];
  if (way === undefined || row === undefined) return null;
  const step = { row: way.row, column: isRtl ? -way.column : way.column };
  let place = { row: rows.indexOf(row) + step.row, column: actions.indexOf(from.action) + step.column };
  while (rows[place.row] !== undefined && actions[place.column] !== undefined) {
    const found = rows[place.row]!.cells.get(actions[place.column]!);
    if (found) return found;
    place = { row: place.row + step.row, column: place.column + step.column };
  }
  return null;
}
