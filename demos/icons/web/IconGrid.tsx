import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CatalogueIcon } from "#demos/icons/rules.ts";
import classes from "#demos/icons/web/IconGrid.module.css";
import { MaterialIcon } from "#demos/icons/web/MaterialIcon.tsx";
import { useMessages } from "#web/useMessages.ts";

const cellPx = { width: 112, height: 96 } as const;
const compactPx = 44;
/** Of a compact grid, which has no names below the icons and thus needs no measuring. */
const compactColumns = 7;

type IconGridProps = {
  readonly icons: readonly CatalogueIcon[];
  readonly chosen: string | null;
  readonly favourites: ReadonlySet<string>;
  /** Icons alone, as they will look where one is chosen for something. */
  readonly isCompact?: boolean;
  readonly onActive?: (icon: CatalogueIcon) => void;
  readonly onChoose: (icon: CatalogueIcon) => void;
};

/** Only the rows in view are in the page. One tab stop; the arrow keys move, Enter chooses. */
export function IconGrid({ icons, chosen, favourites, isCompact = false, onActive, onChoose }: IconGridProps) {
  const t = useMessages("icons");
  const { ref: sizeRef, width } = useElementSize();
  const scrollRef = useRef<HTMLDivElement>(null);
  const rowPx = isCompact ? compactPx : cellPx.height;
  const columns = isCompact ? compactColumns : Math.max(2, Math.floor(width / cellPx.width));
  // Until the width is known, nothing is drawn that would move.
  const count = width === 0 && !isCompact ? 0 : Math.ceil(icons.length / columns);
  const getScrollElement = () => scrollRef.current;
  const rows = useVirtualizer({ count, getScrollElement, estimateSize: () => rowPx, overscan: 4 });
  const { active, setActive, handleKeyDown } = useActiveCell(scrollRef, {
    columns,
    count: icons.length,
    rowPx,
    onRow: (row) => rows.scrollToIndex(row),
  });
  return (
    <div
      ref={useMergedRef(scrollRef, sizeRef)}
      role="grid"
      aria-label={t("grid")}
      aria-rowcount={count}
      aria-colcount={columns}
      className={classes.grid}
      data-compact={isCompact || undefined}
      onKeyDown={handleKeyDown}
    >
      <div role="presentation" style={{ blockSize: rows.getTotalSize(), position: "relative" }}>
        {rows.getVirtualItems().map(({ index: row, start }) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className={classes.row}
            style={{
              blockSize: rowPx,
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {icons.slice(row * columns, (row + 1) * columns).map((icon, column) => {
              const index = row * columns + column;
              const isChosen = icon.name === chosen;
              return (
                <div key={icon.name} role="gridcell" aria-colindex={column + 1} aria-selected={isChosen}>
                  <IconCell
                    {...{ icon, isChosen, isCompact, onChoose }}
                    isActive={index === active}
                    isFavourite={favourites.has(icon.name)}
                    onFocus={() => {
                      setActive(index);
                      onActive?.(icon);
                    }}
                  />
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

type Cells = {
  readonly columns: number;
  readonly count: number;
  readonly rowPx: number;
  /** Brings a row into view, so that its cell can get the focus. */
  readonly onRow: (row: number) => void;
};

/** The one cell that Tab reaches, and the keys that move from it. */
function useActiveCell(gridRef: RefObject<HTMLElement | null>, { onRow, ...cells }: Cells) {
  const [at, setActive] = useState(0);
  const active = Math.min(at, cells.count - 1);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    gridRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event, cells);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(cells.count - 1, Math.max(0, active + step));
    wantsFocus.current = true;
    setActive(next);
    onRow(Math.floor(next / cells.columns));
  };
  return { active, setActive, handleKeyDown };
}

type CellProps = {
  readonly icon: CatalogueIcon;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isFavourite: boolean;
  readonly isCompact: boolean;
  readonly onFocus: () => void;
  readonly onChoose: (icon: CatalogueIcon) => void;
};

const IconCell = ({ icon, isActive, isChosen, isFavourite, isCompact, onFocus, onChoose }: CellProps) => (
  <button
    type="button"
    className={classes.cell}
    tabIndex={isActive ? 0 : -1}
    data-chosen={isChosen || undefined}
    data-favourite={isFavourite || undefined}
    // A dialog around the grid doesn't close on Esc, which is the picker's.
    data-mantine-stop-propagation={isCompact || undefined}
    {...(isCompact && { "aria-label": icon.name.replaceAll("_", " "), title: icon.name })}
    onFocus={onFocus}
    onClick={() => onChoose(icon)}
  >
    {isCompact ? (
      <span className={icon.isMirrored ? "flip" : undefined}>
        <MaterialIcon icon={icon} sizePx={24} />
      </span>
    ) : (
      <>
        <MaterialIcon icon={icon} sizePx={32} />
        <span dir="ltr">{icon.name}</span>
      </>
    )}
  </button>
);

/** How far a key moves among the icons. */
function stepOf(
  { key, currentTarget }: KeyboardEvent<HTMLDivElement>,
  { columns, count, rowPx }: Omit<Cells, "onRow">,
): number | undefined {
  const isRtl = getComputedStyle(currentTarget).direction === "rtl";
  const page = Math.max(1, Math.floor(currentTarget.clientHeight / rowPx) - 1) * columns;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  return steps[key];
}
