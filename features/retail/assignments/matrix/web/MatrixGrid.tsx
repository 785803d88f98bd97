import { useDirection } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { MatrixHead } from "#features/retail/assignments/matrix/web/MatrixHead.tsx";
import { columnPx, headPx, MatrixLine, namePx, rowPx } from "#features/retail/assignments/matrix/web/MatrixLine.tsx";
import { MatrixNames } from "#features/retail/assignments/matrix/web/MatrixNames.tsx";
import { useCellTexts } from "#features/retail/assignments/matrix/web/useCellTexts.ts";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";
import type { useMatrix } from "#features/retail/assignments/matrix/web/useMatrix.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

export type Place = { readonly row: number; readonly column: number };

type MatrixGridProps = {
  readonly matrix: ReturnType<typeof useMatrix>;
  readonly branches: RetailerSettings["branches"];
  readonly chosen: ReadonlyMap<string, unknown>;
  readonly onToggle: (place: Place) => void;
};

/** The visible cells. The grid itself has the focus and names the active cell. */
export function MatrixGrid({ matrix, branches, chosen, onToggle }: MatrixGridProps) {
  const t = useMessages("assignments");
  const id = useId();
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const scrollRef = useRef<HTMLDivElement>(null);
  const nameWidth = useIsPhone() ? namePx / 2 : namePx;
  const language = useLanguage();
  const texts = useCellTexts();
  const extent = { rows: matrix.total, columns: branches.length, isRtl: useDirection().dir === "rtl" };
  const { rows, columns } = useVisibleCells(scrollRef, { ...extent, nameWidth });
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  useWanted(matrix.want, [shownRows[0]?.index ?? 0, shownRows.at(-1)?.index ?? 0]);
  const drawn = useSteady(shownColumns.map(({ index }) => index));
  const handleClick = ({ target }: MouseEvent) => {
    const place = placeAt(target);
    if (place === null) return;
    setActive(place);
    onToggle(place);
  };
  const nameAt = (index: number) => {
    const product = matrix.rowAt(index)?.product;
    return product ? (product.nameI18n[language] ?? product.name) : "";
  };
  const go = (next: Place) => {
    setActive(next);
    rows.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };
  return (
    <div
      ref={scrollRef}
      className={classes.scroll}
      role="grid"
      tabIndex={0}
      aria-label={t("matrixLabel")}
      aria-rowcount={matrix.total + 1}
      aria-colcount={branches.length + 1}
      aria-activedescendant={`${id}-${active.row}-${active.column}`}
      onKeyDown={(event) => press(event.key, { active, extent, onToggle, go }) && event.preventDefault()}
      onClick={handleClick}
      onPointerOver={showCellTitle}
    >
      <div
        className={classes.all}
        style={{ blockSize: rows.getTotalSize() + headPx, inlineSize: columns.getTotalSize() + nameWidth }}
      >
        <MatrixHead total={matrix.total} branches={branches} shown={shownColumns} nameWidthPx={nameWidth} />
        <MatrixNames widthPx={nameWidth} heightPx={rows.getTotalSize()} shown={shownRows} nameAt={nameAt} />
        {shownRows.map(({ index, start }) => (
          <MatrixLine
            key={index}
            id={id}
            index={index}
            topPx={start + headPx}
            nameWidthPx={nameWidth}
            row={matrix.rowAt(index)}
            name={nameAt(index)}
            branches={branches}
            drawn={drawn}
            activeColumn={active.row === index ? active.column : null}
            chosen={chosen}
            texts={texts}
          />
        ))}
      </div>
    </div>
  );
}

/** Called with the visible rows, to load them. */
function useWanted(want: MatrixGridProps["matrix"]["want"], [first, last]: readonly [number, number]) {
  useEffect(() => want(first, last), [want, first, last]);
}

const cellAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[role="gridcell"]');

/** The tooltip of a cell, created on hover: most cells are never hovered. */
function showCellTitle({ target }: PointerEvent) {
  const cell = cellAt(target);
  if (cell) cell.title = cell.getAttribute("aria-label") ?? "";
}

/** The cell below the pointer; null outside the cells. */
function placeAt(target: EventTarget): Place | null {
  const cell = cellAt(target);
  if (cell === null) return null;
  const { ariaColIndex, parentElement } = cell;
  // The first row and the first column are headers.
  return { row: Number(parentElement!.ariaRowIndex) - 2, column: Number(ariaColIndex) - 2 };
}

/** Returns the same array while the values are the same, to avoid renders. */
function useSteady(indexes: readonly number[]): readonly number[] {
  const text = indexes.join(",");
  return useMemo(() => (text === "" ? [] : text.split(",").map(Number)), [text]);
}

/** The visible rows and columns. */
function useVisibleCells(
  scrollRef: RefObject<HTMLDivElement | null>,
  extent: GridSize & { readonly nameWidth: number },
) {
  // Updates in the next frame, because work in a scroll event would delay the scrolling.
  const useFlushSync = false;
  const rows = useVirtualizer({
    useFlushSync,
    count: extent.rows,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    // The header is above all rows and covers none: it only reduces the visible height.
    scrollPaddingEnd: headPx,
    overscan: 5,
  });
  const columns = useVirtualizer({
    useFlushSync,
    horizontal: true,
    isRtl: extent.isRtl,
    count: extent.columns,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => columnPx,
    // The same for the names column.
    scrollPaddingEnd: extent.nameWidth,
    overscan: 2,
  });
  return { rows, columns };
}

type GridSize = { readonly rows: number; readonly columns: number; readonly isRtl: boolean };

type Pressed = {
  readonly active: Place;
  readonly extent: GridSize;
  readonly onToggle: (place: Place) => void;
  readonly go: (place: Place) => void;
};

/** Handles a key; returns whether it has a meaning. */
function press(key: string, { active, extent, onToggle, go }: Pressed): boolean {
  if (key === " " || key === "Enter") {
    onToggle(active);
    return true;
  }
  const next = moved(active, key, extent);
  if (next) go(next);
  return next !== null;
}

/** The cell that a key moves to; null for other keys. */
function moved({ row, column }: Place, key: string, { rows, columns, isRtl }: GridSize): Place | null {
  const [forward, backward] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  switch (key) {
    case "ArrowDown":
      return { row: within(row + 1, rows), column };
    case "ArrowUp":
      return { row: within(row - 1, rows), column };
    case "PageDown":
      return { row: within(row + 10, rows), column };
    case "PageUp":
      return { row: within(row - 10, rows), column };
    case "Home":
      return { row, column: 0 };
    case "End":
      return { row, column: columns - 1 };
    case forward:
      return { row, column: within(column + 1, columns) };
    case backward:
      return { row, column: within(column - 1, columns) };
    default:
      return null;
  }
}
