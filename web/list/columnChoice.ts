import type { Column } from "#web/list/defineList.ts";
import type { ColumnChoice } from "#web/list/preferences.ts";

/** More would leave no room for the columns that scroll. */
export const pinnedMax = 2;

export type AnyColumn = Pick<Column<never>, "id" | "isHidden">;

/**
 * All columns in the chosen order, pinned ones first. The first declared column is the name: it stays first and is
 * always shown.
 */
export function orderedColumns<C extends AnyColumn>(columns: readonly C[], choice: ColumnChoice): C[] {
  const unpinned = choice.order.length + columns.length;
  const place = (column: C, index: number) => {
    if (index === 0) return -1;
    const chosen = choice.order.indexOf(column.id);
    return (isPinned(column, choice) ? 0 : unpinned) + (chosen < 0 ? choice.order.length + index : chosen);
  };
  const places = new Map(columns.map((column, index) => [column, place(column, index)]));
  return [...columns].sort((one, other) => places.get(one)! - places.get(other)!);
}

export const isPinned = ({ id }: AnyColumn, choice: ColumnChoice) => choice.pinned.includes(id);

export const isShown = (column: AnyColumn, choice: ColumnChoice) => choice.shown[column.id] ?? column.isHidden !== true;

type FilteredColumn = Pick<Column<never>, "sort"> & {
  readonly under?: string;
  readonly sortUnder?: readonly string[];
};

/** The columns that exist under these filters, with their sort orders that do. */
export const columnsUnder = <C extends FilteredColumn>(
  columns: readonly C[],
  filters: Readonly<Record<string, unknown>>,
): Omit<C, "under" | "sortUnder">[] =>
  columns
    .filter(({ under }) => under === undefined || under in filters)
    .map((column) => {
      if (column.sortUnder === undefined || column.sortUnder.some((name) => name in filters)) return column;
      const { sort: _, ...unsorted } = column;
      return unsorted as C;
    });

export function shownColumns<C extends AnyColumn>(columns: readonly C[], choice: ColumnChoice): C[] {
  return orderedColumns(columns, choice).filter((column, index) => index === 0 || isShown(column, choice));
}

export const showColumn = (choice: ColumnChoice, id: string, isNowShown: boolean): ColumnChoice => ({
  ...choice,
  shown: { ...choice.shown, [id]: isNowShown },
});

/** Pins a column, in place of the first one if there are too many, or unpins it. */
export const pinColumn = (choice: ColumnChoice, id: string, isNowPinned: boolean): ColumnChoice => {
  const others = choice.pinned.filter((one) => one !== id);
  return { ...choice, pinned: isNowPinned ? [...others, id].slice(-pinnedMax) : others };
};

/** Moves a column by one position, past hidden columns too, and never before the name or out of the pinned ones. */
export function moveColumn(
  columns: readonly AnyColumn[],
  choice: ColumnChoice,
  { id, by }: { id: string; by: -1 | 1 },
): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const next = order[order.indexOf(id) + by];
  return next === undefined ? choice : moveColumnTo(columns, choice, { id, to: next });
}

/** Moves a column to the place of another one. */
export function moveColumnTo(
  columns: readonly AnyColumn[],
  choice: ColumnChoice,
  { id, to }: { id: string; to: string },
): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const place = order.indexOf(to);
  if (order.indexOf(id) < 1 || place < 1 || choice.pinned.includes(id) !== choice.pinned.includes(to)) return choice;
  const others = order.filter((one) => one !== id);
  return { ...choice, order: others.toSpliced(place, 0, id) };
}
