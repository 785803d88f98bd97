import { type MouseEvent, useCallback, useRef } from "react";
import type { RowsProps } from "#web/list/rowsProps.ts";
import type { ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/ListTable.module.css";
import { ListRowView } from "#web/list/ListRowView.tsx";
import { rowIdOf } from "#web/list/rowIdOf.ts";
import { isSelected } from "#web/list/selection.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * The rows, with a single click listener for all of them. All of a page are drawn: scrolling a hundred costs the browser
 * less than drawing those that come into view.
 */
export function ListBody<Row extends ListRow>(props: RowsProps<Row>) {
  const { list, columns, rows, selection, activeId, from, context } = props;
  const { onOpen, onToggle, onMenu, onEditCell, onApproach, isStale, isOutdated } = props;
  const messages = useMessages("list");
  const hasActive = rows.some(({ id }) => id === activeId);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
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
      clearTimeout(opening.current);
      // A second click edits the cell.
      if (onEditCell === null || columnOf(target) === undefined) return onOpen(id, event);
      if (event.detail === 1) opening.current = setTimeout(() => onOpen(id, event), doubleClickMs);
    },
    [onOpen, onToggle, onMenu, onEditCell],
  );
  const handleDoubleClick = ({ target }: MouseEvent<HTMLElement>) => {
    const id = rowIdOf(target as HTMLElement);
    const columnId = columnOf(target as HTMLElement);
    if (id === null || columnId === undefined) return;
    clearTimeout(opening.current);
    getSelection()?.removeAllRanges();
    onEditCell?.(id, columnId);
  };
  return (
    // The table handles keys for all rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tbody
      className={classes.body}
      data-stale={(isStale && !isOutdated) || undefined}
      data-outdated={isOutdated || undefined}
      onClick={handleClick}
      onDoubleClick={onEditCell === null ? undefined : handleDoubleClick}
      onPointerOver={(event) => {
        const id = rowIdOf(event.target as HTMLElement);
        if (id !== null && event.pointerType === "mouse") onApproach(id);
      }}
    >
      {rows.map((row, index) => (
        <ListRowView
          key={row.id}
          list={list}
          columns={columns}
          pinnedCount={props.pinnedCount}
          row={row}
          people={props.peopleAt(row.id)}
          ariaIndex={from + index + 1}
          isEditable={onEditCell !== null}
          isSelected={isSelected(selection, row.id)}
          isActive={row.id === activeId}
          isTabStop={hasActive ? row.id === activeId : index === 0}
          context={context}
          listWords={messages}
        />
      ))}
    </tbody>
  );
}

/** The column of a cell that can be changed in place, outside of its links. */
const columnOf = (target: HTMLElement): string | undefined =>
  target.closest("a") === null ? target.closest<HTMLElement>("td[data-edit]")?.dataset["edit"] : undefined;

const doubleClickMs = 220;
