import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, type UIEvent, useCallback } from "react";
import type { Total } from "#base/list.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { ColumnHeader } from "#web/list/ColumnHeader.tsx";
import type { CellContext, Column, ListDefinition, ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/ListTable.module.css";
import { ListRowView } from "#web/list/ListRowView.tsx";
import type { Order } from "#web/list/listUrl.ts";
import { rowIdOf } from "#web/list/rowIdOf.ts";
import { isSelected, pageState, type Selection } from "#web/list/selection.ts";
import { useWords, type Wording } from "#web/useWords.ts";

/** What a row was asked to do. `row` events carry the id; the table finds it, so that rows need no handlers. */
export type RowEvents = {
  readonly onOpen: (id: string, event: MouseEvent) => void;
  readonly onToggle: (id: string, event: { readonly shiftKey: boolean }) => void;
  readonly onMenu: (id: string, button: HTMLElement) => void;
  /** The pointer rests on the row: it may be opened next. */
  readonly onApproach: (id: string) => void;
};

type ListTableProps<Row extends ListRow> = RowEvents & {
  readonly list: ListDefinition<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The rows are those of the question before. */
  readonly isBusy: boolean;
  /** They have been for long enough to show it. */
  readonly isStale: boolean;
  /** The first rows are being read. */
  readonly isWaiting: boolean;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly selection: Selection;
  readonly onTogglePage: () => void;
  readonly activeId: string | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Number of the first row in the whole list, from 1. */
  readonly from: number;
  readonly total: Total | null;
  readonly rowHeight: number;
  readonly regionRef: RefObject<HTMLDivElement | null>;
  readonly context: CellContext;
};

/** Rows beyond this are drawn only where they can be seen. */
const drawnMax = 50;

/** The rows as a grid with one stop of the Tab key: header and name stay in sight, the rest scrolls both ways. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const words = useWords("list");
  const { list, columns, rows, selection, order, onOrder, onTogglePage, total, regionRef, context } = props;
  const width = columns.reduce((sum, column) => sum + column.width, boxWidth + menuWidth);
  const { t } = context;
  const ticked = pageState(
    selection,
    rows.map((row) => row.id),
  );
  return (
    <div className={classes.region} ref={regionRef} onScroll={markScrolled}>
      <table
        className={classes.table}
        style={{ minInlineSize: width }}
        role="grid"
        aria-label={t("title")}
        aria-rowcount={total === null || total.isCapped ? -1 : total.count + 1}
        aria-busy={props.isBusy}
        aria-multiselectable={list.bulk !== undefined || undefined}
        onKeyDown={props.onKeyDown}
      >
        <colgroup>
          <col style={{ inlineSize: boxWidth }} />
          {columns.map((column, index) => (
            <col key={column.id} style={index === 0 ? {} : { inlineSize: column.width }} />
          ))}
          <col style={{ inlineSize: menuWidth }} />
        </colgroup>
        <thead className={classes.head}>
          <tr aria-rowindex={1}>
            <th className={classes.box}>
              <CheckMark
                label={words("selectPage")}
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
                order={order}
                onOrder={onOrder}
              />
            ))}
            <th className={classes.menu}>
              <span className="hidden-visually">{words("rowActions")}</span>
            </th>
          </tr>
        </thead>
        {props.isWaiting ? (
          <WaitingBody columns={columns} />
        ) : rows.length > drawnMax ? (
          <VirtualBody {...props} />
        ) : (
          <PlainBody {...props} />
        )}
      </table>
    </div>
  );
}

const boxWidth = 48;
const menuWidth = 52;

function PlainBody<Row extends ListRow>(props: ListTableProps<Row>) {
  const words = useWords("list");
  return <Body {...props}>{props.rows.map((_, index) => rowAt(props, index, words))}</Body>;
}

/** Draws what can be seen and a little around it; two empty rows stand for the rest. */
function VirtualBody<Row extends ListRow>(props: ListTableProps<Row>) {
  const words = useWords("list");
  const { rows, regionRef, rowHeight, columns } = props;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => regionRef.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: 36,
    overscan: 10,
  });
  const drawn = virtualizer.getVirtualItems();
  const before = drawn[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <Body {...props}>
      <Spacer height={before} span={columns.length + 2} />
      {drawn.map(({ index }) => rowAt(props, index, words))}
      <Spacer height={after} span={columns.length + 2} />
    </Body>
  );
}

function rowAt<Row extends ListRow>(props: ListTableProps<Row>, index: number, words: Wording) {
  const { list, columns, rows, selection, activeId, from, context } = props;
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
      isTabStop={activeId === null || !rows.some(({ id }) => id === activeId) ? index === 0 : row.id === activeId}
      context={context}
      listWords={words}
    />
  );
}

function Body<Row extends ListRow>(props: ListTableProps<Row> & { readonly children: ReactNode }) {
  const { onOpen, onToggle, onMenu, onApproach, isStale, children } = props;
  const handleClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const id = rowIdOf(target);
      if (id === null) return;
      const more = target.closest<HTMLElement>("[data-more]");
      if (more) return onMenu(id, more);
      if (target.closest("td")?.cellIndex === 0) return onToggle(id, event);
      // Somebody who marks text wants to copy it.
      if (target.closest("a") === null && getSelection()?.type === "Range") return;
      onOpen(id, event);
    },
    [onOpen, onToggle, onMenu],
  );
  return (
    // Keys are answered by the table, for all rows alike.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tbody
      className={classes.body}
      data-stale={isStale || undefined}
      onClick={handleClick}
      onPointerOver={(event) => {
        const id = rowIdOf(event.target as HTMLElement);
        if (id !== null && event.pointerType === "mouse") onApproach(id);
      }}
    >
      {children}
    </tbody>
  );
}

const waitingRows = 12;
const waitingWidths = [58, 74, 46, 66, 52];

/** Rows to come, as high as they will be. */
const WaitingBody = ({ columns }: { readonly columns: readonly { readonly id: string }[] }) => (
  <tbody aria-hidden="true">
    {Array.from({ length: waitingRows }, (_, index) => (
      <tr key={`waiting ${index}`} className={classes.waiting}>
        <td />
        {columns.map(({ id }, place) => (
          <td key={id}>
            <span style={{ inlineSize: `${waitingWidths[(index + place) % waitingWidths.length]}%` }} />
          </td>
        ))}
        <td />
      </tr>
    ))}
  </tbody>
);

const Spacer = ({ height, span }: { readonly height: number; readonly span: number }) => (
  <tr className={classes.spacer} aria-hidden="true">
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
);

/** Only while the table is moved sideways does the name need an edge. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>) {
  if (currentTarget.scrollLeft === 0) delete currentTarget.dataset.scrolled;
  else currentTarget.dataset.scrolled = "";
}
