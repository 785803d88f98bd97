import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import type { Change } from "#features/assignments/contract/changes.ts";
import type { Shop } from "#features/assignments/contract/rows.ts";
import { MatrixChange } from "#features/assignments/web/MatrixChange.tsx";
import { columnPx, headPx, MatrixLine, namePx, rowPx } from "#features/assignments/web/MatrixLine.tsx";
import classes from "#features/assignments/web/MatrixPane.module.css";
import { ProductFilters, useProductFilters } from "#features/assignments/web/ProductFilters.tsx";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { useMatrix } from "#features/assignments/web/useMatrix.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPackage } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type Place = { readonly row: number; readonly column: number };
type Pairs = Extract<Extract<Change, { kind: "assign" }>["target"], { pairs: unknown }>["pairs"];

const noneChosen: ReadonlyMap<string, Pairs[number]> = new Map();

/**
 * All products of a chain by all its branches. Only what is in sight is drawn and read, so a thousand by fifty scrolls as
 * one by one. Arrow keys move, the space bar chooses what would be assigned.
 */
export function MatrixPane({ shop }: { readonly shop: Shop }) {
  const t = useWords("assignments");
  const texts = useAssignTexts();
  const isRtl = useLanguage() === "ar";
  const isPhone = useIsPhone();
  const id = useId();
  const { filters, input, change } = useProductFilters();
  const [chosen, setChosen] = useState(noneChosen);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const scrollRef = useRef<HTMLDivElement>(null);
  const nameWidth = isPhone ? namePx / 2 : namePx;
  const matrix = useMatrix(shop.id, input);
  const rows = useVirtualizer({
    count: matrix.total,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    scrollPaddingStart: headPx,
    overscan: 8,
  });
  const columns = useVirtualizer({
    horizontal: true,
    isRtl,
    count: shop.branches.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => columnPx,
    scrollPaddingStart: nameWidth,
    overscan: 3,
  });
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  matrix.want(shownRows[0]?.index ?? 0, shownRows.at(-1)?.index ?? 0);
  const columnIndexes = shownColumns.map(({ index }) => index).join(",");
  const drawn = useMemo(() => (columnIndexes === "" ? [] : columnIndexes.split(",").map(Number)), [columnIndexes]);
  const toggle = ({ row, column }: Place) => {
    const line = matrix.rowAt(row);
    const cell = line?.cells[column];
    if (!line || !cell || cell.assignmentId !== null || cell.blockedBy !== null) return;
    const pair = { productId: line.product.id, retailerId: shop.branches[column]!.id };
    const key = `${pair.productId} ${pair.retailerId}`;
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(key)) after.set(key, pair);
      return after;
    });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      return toggle(active);
    }
    const next = moved(active, event.key, { rows: matrix.total, columns: shop.branches.length, isRtl });
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    rows.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };
  return (
    <section className={classes.pane} aria-label={t("tabs.matrix")}>
      <ProductFilters filters={filters} onChange={change} names={["brand", "category", "isAssigned"]} />
      {matrix.error ? (
        <ErrorState error={matrix.error} onRetry={matrix.retry} />
      ) : matrix.isPending ? (
        <SkeletonRows rows={10} rowPx={rowPx} />
      ) : matrix.total === 0 ? (
        <EmptyState icon={<IconPackage size={24} aria-hidden />} title={t("noProducts")} text={t("noProductsText")} />
      ) : (
        <div
          ref={scrollRef}
          className={classes.scroll}
          role="grid"
          tabIndex={0}
          aria-label={t("matrixLabel")}
          aria-rowcount={matrix.total + 1}
          aria-colcount={shop.branches.length + 1}
          aria-activedescendant={`${id}-${active.row}-${active.column}`}
          onKeyDown={handleKeyDown}
        >
          <div
            className={classes.all}
            style={{ blockSize: rows.getTotalSize() + headPx, inlineSize: columns.getTotalSize() + nameWidth }}
          >
            <div className={classes.head} role="row" aria-rowindex={1} style={{ blockSize: headPx }}>
              <div className={classes.corner} role="columnheader" aria-colindex={1} style={{ inlineSize: nameWidth }}>
                {t("products", { count: matrix.total, figure: texts.figure(matrix.total) })}
              </div>
              {shownColumns.map(({ index, start }) => {
                const branch = shop.branches[index]!;
                return (
                  <div
                    key={branch.id}
                    role="columnheader"
                    aria-colindex={index + 2}
                    className={classes.branch}
                    style={{ insetInlineStart: start + nameWidth, inlineSize: columnPx }}
                    title={texts.nameOf(branch)}
                  >
                    <bdi>{texts.nameOf(branch)}</bdi>
                  </div>
                );
              })}
            </div>
            {shownRows.map(({ index, start }) => (
              <MatrixLine
                key={index}
                id={id}
                index={index}
                topPx={start + headPx}
                nameWidthPx={nameWidth}
                row={matrix.rowAt(index)}
                branches={shop.branches}
                drawn={drawn}
                activeColumn={active.row === index ? active.column : null}
                chosen={chosen}
                onToggle={(column) => {
                  setActive({ row: index, column });
                  toggle({ row: index, column });
                }}
              />
            ))}
          </div>
        </div>
      )}
      {chosen.size > 0 && <MatrixChange pairs={[...chosen.values()]} onDone={() => setChosen(noneChosen)} />}
    </section>
  );
}

type Extent = { readonly rows: number; readonly columns: number; readonly isRtl: boolean };

/** Where a key leads; null for a key that leads nowhere. */
function moved({ row, column }: Place, key: string, { rows, columns, isRtl }: Extent): Place | null {
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
