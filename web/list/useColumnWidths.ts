import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { columnWidths, type ContentWidths, contentWidths, widened } from "#web/list/columnWidths.ts";
import { nameWidth } from "#web/list/widthLimits.ts";
import type { Column, ListRow } from "#web/list/defineList.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useStored } from "#web/ui/useStored.ts";

/** The widths beside those of the columns: of the selection boxes and of the row menus. */
export const boxWidth = 48;
export const menuWidth = 52;
const cellPadding = 16;
/** Reading more rows takes longer than it is worth: 3 ms for 25 rows of ten columns. */
const measuredRowsMax = 25;

/** What was measured of a list, by column. `key` says of which columns, in which language and row height. */
type Measurement = {
  readonly key: string;
  readonly rowsCount: number;
  readonly contents: Readonly<Record<string, ContentWidths>>;
};

/**
 * The columns' widths in pixels; null until the first rows are measured. Measured before paint, once per language, row
 * height and set of columns, so that paging keeps the widths. Stored, so that the next visit's skeleton has them too.
 */
export function useColumnWidths<Row extends ListRow>(
  { list, rows, answer, memories, context, preferences }: ListModel<Row>,
  columns: readonly Column<Row>[],
  region: RefObject<HTMLElement | null>,
): readonly number[] | null {
  const [stored, store] = useStored<unknown>(`mizan.widths.${list.name}`, null);
  const key = [context.language, preferences.density, ...columns.map(({ id }) => id)].join(" ");
  const known = isMeasurement(stored) && stored.key === key ? stored : null;
  const available = useInnerWidth(region);
  const [fontsCount, setFontsCount] = useState(0);
  const isCurrent = !answer.isPlaceholderData && rows.length > 0;
  useLayoutEffect(() => {
    const table = region.current?.querySelector("table");
    if (!table || !isCurrent) return;
    const now: Measurement = {
      key,
      rowsCount: Math.min(rows.length, measuredRowsMax),
      contents: measure(table, columns),
    };
    // An empty or filtered list may have shown too few rows to measure.
    const isMeasured = known !== null && memories.measured.get(list.name) === key && known.rowsCount >= now.rowsCount;
    const next = isMeasured ? { ...known, contents: widenedBy(known.contents, now.contents, columns) } : now;
    memories.measured.set(list.name, key);
    if (JSON.stringify(next) !== JSON.stringify(known)) store(next);
    if (document.fonts.status === "loading") {
      void (async () => {
        await document.fonts.ready;
        memories.measured.delete(list.name);
        setFontsCount((count) => count + 1);
      })();
    }
    // Only other rows or columns, or letters of another font, are a reason to measure: `known` follows from it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, isCurrent, key, fontsCount]);
  const widths = useMemo(() => {
    if (known === null) return null;
    const measured = columns.map((column, index) => ({
      content: known.contents[column.id]!,
      limits: limitsOf(column, index),
      chosen: preferences.widths[column.id],
    }));
    return columnWidths(measured, available - boxWidth - menuWidth);
  }, [known, columns, available, preferences.widths]);
  useLayoutEffect(() => {
    const isWide = widths !== null && tableWidth(widths) > available;
    region.current?.toggleAttribute("data-wide", isWide);
  }, [region, widths, available]);
  return widths;
}

/** The width of all columns, with the selection boxes and the row menus. */
export const tableWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, boxWidth + menuWidth);

const limitsOf = ({ width }: Pick<Column<never>, "width">, index: number) =>
  width ?? (index === 0 ? nameWidth : undefined);

function widenedBy(
  before: Measurement["contents"],
  now: Measurement["contents"],
  columns: readonly Pick<Column<never>, "id" | "width">[],
): Measurement["contents"] {
  return Object.fromEntries(
    columns.map((column, index) => [column.id, widened(before[column.id]!, now[column.id]!, limitsOf(column, index))]),
  );
}

/** Reads all cells in one layout: while it measures, the style sheet lets them be as wide as their content. */
function measure(table: HTMLTableElement, columns: readonly { readonly id: string }[]): Record<string, ContentWidths> {
  table.dataset["measuring"] = "";
  const range = document.createRange();
  const widthOf = (cell: Element) => {
    range.selectNodeContents(cell);
    return Math.ceil(range.getBoundingClientRect().width) + cellPadding;
  };
  const drawn = [...table.querySelectorAll<HTMLTableRowElement>("tr[data-id]")].slice(0, measuredRowsMax);
  const head = table.tHead!.rows[0]!;
  const contents = columns.map(({ id }, index) => {
    // The first cell is the selection box.
    const cells = drawn.map((row) => widthOf(row.cells[index + 1]!));
    return [id, contentWidths(widthOf(head.cells[index + 1]!), cells)] as const;
  });
  delete table.dataset["measuring"];
  return Object.fromEntries(contents);
}

/** The width inside the region, without its scroll bar. */
function useInnerWidth(region: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const read = () => setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [region]);
  return width;
}

/** The stored value may come from another release. */
const isMeasurement = (value: unknown): value is Measurement =>
  typeof value === "object" &&
  value !== null &&
  "key" in value &&
  typeof value.key === "string" &&
  "rowsCount" in value &&
  typeof value.rowsCount === "number" &&
  "contents" in value &&
  typeof value.contents === "object" &&
  value.contents !== null &&
  value.key
    .split(" ")
    .slice(2)
    .every((id) => isContent((value.contents as Record<string, unknown>)[id]));

const isContent = (value: unknown): value is ContentWidths =>
  typeof value === "object" &&
  value !== null &&
  ["header", "usual", "longest"].every((part) => Number.isFinite((value as Record<string, unknown>)[part]));
