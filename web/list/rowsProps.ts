import type { MouseEvent, RefObject } from "react";
import type { Present } from "#base/live.ts";
import type { CellContext, Column, ListDefinition, ListRow } from "#web/list/defineList.ts";
import type { Selection } from "#web/list/selection.ts";

/** Row actions. `row` events pass the id, and the table finds the row, so that rows need no handlers of their own. */
export type RowEvents = {
  readonly onOpen: (id: string, event: MouseEvent) => void;
  readonly onToggle: (id: string, event: { readonly shiftKey: boolean }) => void;
  /** A double click on a cell that can be changed in place. */
  readonly onEditCell: ((id: string, columnId: string) => void) | null;
  readonly onMenu: (id: string, button: HTMLElement) => void;
  /** The pointer rests on the row: it may be opened next. */
  readonly onApproach: (id: string) => void;
};

export type RowsProps<Row extends ListRow> = RowEvents & {
  readonly list: ListDefinition<Row>;
  readonly columns: readonly Column<Row>[];
  /** How many columns after the name are pinned. */
  readonly pinnedCount: number;
  readonly rows: readonly Row[];
  /** Who has a record open. */
  readonly peopleAt: (id: string) => readonly Present[];
  /** The rows are still those of the previous query. */
  readonly isStale: boolean;
  /** The server can't be reached, so the rows may no longer be current. */
  readonly isOutdated: boolean;
  readonly selection: Selection;
  readonly activeId: string | null;
  /** Number of the first row in the whole list, from 1. */
  readonly from: number;
  readonly regionRef: RefObject<HTMLDivElement | null>;
  readonly context: CellContext;
};

/** The place of a column among the pinned ones after the name, from 1. */
export const pinOf = (index: number, pinnedCount: number) => (index > 0 && index <= pinnedCount ? index : undefined);
