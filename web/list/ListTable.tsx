import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent, UIEvent } from "react";
import type { Total } from "#base/list.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import type { HeaderActions } from "#web/list/columnGestures.ts";
import { ColumnHeader } from "#web/list/ColumnHeader.tsx";
import type { ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/ListTable.module.css";
import { ListBody } from "#web/list/ListBody.tsx";
import type { Order } from "#web/list/listUrl.ts";
import { pinOf, type RowsProps } from "#web/list/rowsProps.ts";
import { pageState } from "#web/list/selection.ts";
import { boxWidth, menuWidth, tableWidth } from "#web/list/useColumnWidths.ts";
import { WaitingBody } from "#web/list/WaitingBody.tsx";
import { useMessages } from "#web/useMessages.ts";

type ListTableProps<Row extends ListRow> = RowsProps<Row> & {
  /** The first rows are loading. */
  readonly isWaiting: boolean;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  /** Of the columns; null until they are measured. */
  readonly widths: readonly number[] | null;
  readonly header: HeaderActions;
  readonly onTogglePage: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly total: Total | null;
};

/** The rows as a grid with one tab stop: header and name stay visible, the rest scrolls both ways. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const messages = useMessages("list");
  const { list, columns, widths, rows, selection, order, onOrder, onTogglePage, total, regionRef, context } = props;
  const { t } = context;
  const ticked = pageState(
    selection,
    rows.map((row) => row.id),
  );
  return (
    <div className={classes.region} ref={regionRef} onScroll={markScrolled}>
      <table
        className={classes.table}
        style={widths ? tableStyle(widths) : {}}
        data-unmeasured={widths === null || undefined}
        role="grid"
        aria-label={t("title")}
        aria-rowcount={total === null || total.isCapped ? -1 : total.count + 1}
        aria-busy={props.isStale}
        aria-multiselectable={list.bulk !== undefined || undefined}
        onKeyDown={props.onKeyDown}
      >
        <colgroup>
          <col style={{ inlineSize: boxWidth }} />
          {columns.map((column, index) => (
            <col key={column.id} data-column={column.id} style={{ inlineSize: widths?.[index] }} />
          ))}
          <col style={{ inlineSize: menuWidth }} />
        </colgroup>
        <thead className={classes.head} {...headerEvents(props.header)}>
          <tr aria-rowindex={1}>
            <th className={classes.box}>
              <CheckMark
                label={messages("selectPage")}
                isChecked={ticked === "all"}
                isMixed={ticked === "mixed"}
                onChange={onTogglePage}
              />
            </th>
            {columns.map((column, index) => (
              <ColumnHeader
                key={column.id}
                column={column}
                title={t(`columns.${column.id}`)}
                isName={index === 0}
                pin={pinOf(index, props.pinnedCount)}
                order={order}
                onOrder={onOrder}
              />
            ))}
            <th className={classes.menu}>
              <span className="hidden-visually">{messages("rowActions")}</span>
            </th>
          </tr>
        </thead>
        {props.isWaiting ? <WaitingBody columns={columns} /> : <ListBody {...props} />}
      </table>
    </div>
  );
}

/** Pinned columns stay where they begin. */
function tableStyle(widths: readonly number[]): CSSProperties {
  const [name = 0, first = 0] = widths;
  return {
    inlineSize: tableWidth(widths),
    "--pin-1": `${boxWidth + name}px`,
    "--pin-2": `${boxWidth + name + first}px`,
  } as CSSProperties;
}

// Few users change columns, so the code for it comes when the pointer is near.
const gestures = () => import("#web/list/columnGestures.ts");

const headerEvents = (actions: HeaderActions) => ({
  onPointerEnter: () => void gestures(),
  onPointerDown: ({ nativeEvent }: PointerEvent) => void gestures().then((g) => g.startGesture(nativeEvent, actions)),
  onDoubleClick: ({ target }: MouseEvent) => void gestures().then((g) => g.fitColumn(target as Element, actions)),
  onKeyDown: (event: KeyboardEvent) => {
    if (!event.altKey || !/^Arrow(Left|Right)$/.test(event.key)) return;
    // Browsers go back and forward with these keys.
    event.preventDefault();
    void gestures().then((g) => g.handleHeaderKey(event.nativeEvent, actions));
  },
});

/** The name column needs an edge only while the table is scrolled sideways. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>) {
  if (currentTarget.scrollLeft === 0) delete currentTarget.dataset.scrolled;
  else currentTarget.dataset.scrolled = "";
}
