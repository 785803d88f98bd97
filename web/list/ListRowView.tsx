import { memo } from "react";
import type { Present } from "#base/live.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { addressOf, type CellContext, type Column, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/ListTable.module.css";
import { RowPeople } from "#web/list/RowPeople.tsx";
import { pinOf } from "#web/list/rowsProps.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { IconDots } from "#web/ui/icons.ts";

type ListRowViewProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  readonly columns: readonly Column<Row>[];
  readonly pinnedCount: number;
  readonly row: Row;
  /** Who has it open, perhaps this user too. */
  readonly people: readonly Present[];
  /** The row's position in the whole list; the header is 1. */
  readonly ariaIndex: number;
  /** Columns with `edit` can be changed in place by this user. */
  readonly isEditable: boolean;
  readonly isSelected: boolean;
  /** Whether it has the keyboard focus. */
  readonly isActive: boolean;
  /** The only tab stop in the list. */
  readonly isTabStop: boolean;
  readonly context: CellContext;
  readonly listWords: Translate<MessageKey<"list">>;
};

/** One row. Renders only when its own values change; the table handles its clicks and keys. */
export const ListRowView = memo(function ListRowView<Row extends ListRow>(props: ListRowViewProps<Row>) {
  const { list, columns, row, ariaIndex, isEditable, isSelected, isActive, isTabStop, context, listWords } = props;
  const name = list.nameOf(row, context.language);
  return (
    <tr
      className={classes.row}
      data-id={row.id}
      data-active={isActive || undefined}
      aria-rowindex={ariaIndex}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
    >
      <td className={classes.box}>
        <CheckMark label={listWords("selectRow", { name })} isChecked={isSelected} tabIndex={-1} />
      </td>
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.id} scope="row" className={classes.name}>
            <span className={classes.title}>
              {list.picture?.(row, "small")}
              <a className={classes.link} href={addressOf(list, row.id)} tabIndex={-1}>
                {column.cell(row, context)}
              </a>
              <RowPeople people={props.people} />
            </span>
          </th>
        ) : (
          <td
            key={column.id}
            className={cellClass(column)}
            data-pin={pinOf(index, props.pinnedCount)}
            data-edit={isEditable && column.edit ? column.id : undefined}
            title={isEditable && column.edit ? listWords("editCell") : undefined}
          >
            {column.cell(row, context) ?? <span className={classes.nothing}>–</span>}
          </td>
        ),
      )}
      <td className={classes.menu}>
        <button
          type="button"
          className={classes.more}
          data-more
          aria-label={listWords("moreFor", { name })}
          aria-haspopup="menu"
          tabIndex={-1}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </button>
      </td>
    </tr>
  );
}) as <Row extends ListRow>(props: ListRowViewProps<Row>) => React.JSX.Element;

const cellClass = ({ isFigure, isQuiet }: Pick<Column<never>, "isFigure" | "isQuiet">) =>
  [isFigure && classes.figure, isQuiet && classes.quiet].filter(Boolean).join(" ") || undefined;
