import type { Column } from "#web/list/defineList.ts";

/**
 * The columns that a user chose, in their order. Stored by id, so that the choice survives releases with other columns.
 */
export type ColumnChoice = {
  /** Ids in the chosen order. Columns that were added later come last. */
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
};

export const initialChoice: ColumnChoice = { order: [], shown: {} };

type AnyColumn = Pick<Column<never>, "id" | "isHidden">;

/** All columns in the chosen order. The first declared column is the name: it stays first and is always shown. */
export function orderedColumns<C extends AnyColumn>(columns: readonly C[], choice: ColumnChoice): C[] {
  const place = (column: C, index: number) => {
    if (index === 0) return -1;
    const chosen = choice.order.indexOf(column.id);
    return chosen < 0 ? choice.order.length + index : chosen;
  };
  const places = new Map(columns.map((column, index) => [column, place(column, index)]));
  return [...columns].sort((one, other) => places.get(one)! - places.get(other)!);
}

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

/** Moves a column by one position, past hidden columns too, and never before the name. */
export function moveColumn(
  columns: readonly AnyColumn[],
  choice: ColumnChoice,
  { id, by }: { id: string; by: -1 | 1 },
): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 1 || to < 1 || to >= order.length) return choice;
  order.splice(from, 1);
  order.splice(to, 0, id);
  return { ...choice, order };
}
