import type { MouseEvent, ReactNode } from "react";
import type { RowHandlers } from "#web/panes/useRows.ts";

type PaneRowProps<Row> = {
  readonly row: Row;
  readonly className: string | undefined;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** On a phone the boxes come when something is to be selected; a click then selects. */
  readonly isSelecting: boolean;
  readonly isDone?: boolean;
  readonly handlers: RowHandlers<Row>;
  readonly children: ReactNode;
};

/** A row of a list pane. Only the one where the keyboard is can be reached with Tab, and from there its buttons. */
export function PaneRow<Row extends { readonly id: string }>(props: PaneRowProps<Row>) {
  const { row, className, isActive, isOpen, isSelected, isSelecting, isDone, handlers, children } = props;
  const handleClick = (event: MouseEvent) => {
    if ((event.target as Element).closest("button, input")) return;
    if (isSelecting || event.shiftKey || event.ctrlKey || event.metaKey) handlers.onToggle(row.id, event);
    else handlers.onOpen(row);
  };
  return (
    // What the pointer does here the keyboard does in the list around it (useListKeys).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      className={className}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      data-id={row.id}
      data-open={isOpen || undefined}
      data-done={isDone || undefined}
      data-selecting={isSelecting || undefined}
      onClick={handleClick}
      onFocus={() => handlers.onFocus(row.id)}
      // Shift and a click select rows; the browser would mark their text as well.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      {children}
    </div>
  );
}
