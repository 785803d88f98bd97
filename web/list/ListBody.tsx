import { type MouseEvent, type ReactNode, useCallback } from "react";
import type { RowsProps } from "#web/list/rowsProps.ts";
import type { ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/ListTable.module.css";
import { ListRowView } from "#web/list/ListRowView.tsx";
import { rowIdOf } from "#web/list/rowIdOf.ts";
import { isSelected } from "#web/list/selection.ts";
import { useMessages } from "#web/useMessages.ts";

type ListBodyProps<Row extends ListRow> = RowsProps<Row> & {
  /** The visible rows, by their index on the page. */
  readonly drawn: readonly number[];
  /** Spacers for the rows above and below that are not drawn. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
};

/** The rows, with a single click listener for all of them. */
export function ListBody<Row extends ListRow>(props: ListBodyProps<Row>) {
  const { list, columns, rows, selection, activeId, from, context, drawn, before, after } = props;
  const { onOpen, onToggle, onMenu, onApproach, isStale, isOutdated } = props;
  const messages = useMessages("list");
  const hasActive = rows.some(({ id }) => id === activeId);
  const handleClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const id = rowIdOf(target);
      if (id === null) return;
      const more = target.closest<HTMLElement>("[data-more]");
      if (more) return onMenu(id, more);
      if (target.closest("td")?.cellIndex === 0) return onToggle(id, event);
      // A user who selects text wants to copy it, not open the row.
      if (target.closest("a") === null && getSelection()?.type === "Range") return;
      onOpen(id, event);
    },
    [onOpen, onToggle, onMenu],
  );
  return (
    // The table handles keys for all rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tbody
      className={classes.body}
      data-stale={(isStale && !isOutdated) || undefined}
      data-outdated={isOutdated || undefined}
      onClick={handleClick}
      onPointerOver={(event) => {
        const id = rowIdOf(event.target as HTMLElement);
        if (id !== null && event.pointerType === "mouse") onApproach(id);
      }}
    >
      {before}
      {drawn.map((index) => {
        const row = rows[index]!;
        return (
          <ListRowView
            key={row.id}
            list={list}
            columns={columns}
            row={row}
            ariaIndex={from + index + 1}
            isSelected={isSelected(selection, row.id)}
            isActive={row.id === activeId}
            isTabStop={hasActive ? row.id === activeId : index === 0}
            context={context}
            listWords={messages}
          />
        );
      })}
      {after}
    </tbody>
  );
}
