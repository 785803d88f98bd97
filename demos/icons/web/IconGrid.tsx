import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { CatalogueIcon } from "#demos/icons/rules.ts";
import classes from "#demos/icons/web/IconGrid.module.css";
import { MaterialIcon } from "#demos/icons/web/MaterialIcon.tsx";
import { useMessages } from "#web/useMessages.ts";

const cellPx = { width: 112, height: 96 } as const;
const estimateSize = () => cellPx.height;

type IconGridProps = {
  readonly icons: readonly CatalogueIcon[];
  readonly chosen: string | null;
  readonly favourites: ReadonlySet<string>;
  readonly onActive: (icon: CatalogueIcon) => void;
  readonly onChoose: (icon: CatalogueIcon) => void;
};

/** Only the rows in view are in the page. One tab stop; the arrow keys move, Enter chooses. */
export function IconGrid({ icons, chosen, favourites, onActive, onChoose }: IconGridProps) {
  const t = useMessages("icons");
  const { ref: sizeRef, width } = useElementSize();
  const scrollRef = useRef<HTMLDivElement>(null);
  const columns = Math.max(2, Math.floor(width / cellPx.width));
  // Until the width is known, nothing is drawn that would move.
  const count = width === 0 ? 0 : Math.ceil(icons.length / columns);
  const rows = useVirtualizer({ count, getScrollElement: () => scrollRef.current, estimateSize, overscan: 4 });
  const [at, setAt] = useState(0);
  const active = Math.min(at, icons.length - 1);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scrollRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event, { columns, count: icons.length });
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(icons.length - 1, Math.max(0, active + step));
    wantsFocus.current = true;
    setAt(next);
    rows.scrollToIndex(Math.floor(next / columns));
  };
  return (
    <div
      ref={useMergedRef(scrollRef, sizeRef)}
      role="grid"
      aria-label={t("grid")}
      aria-rowcount={count}
      aria-colcount={columns}
      className={classes.grid}
      onKeyDown={handleKeyDown}
    >
      <div role="presentation" style={{ blockSize: rows.getTotalSize(), position: "relative" }}>
        {rows.getVirtualItems().map(({ index: row, start }) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className={classes.row}
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {icons.slice(row * columns, (row + 1) * columns).map((icon, column) => {
              const index = row * columns + column;
              return (
                <div key={icon.name} role="gridcell" aria-colindex={column + 1} aria-selected={icon.name === chosen}>
                  <IconCell
                    icon={icon}
                    isActive={index === active}
                    isChosen={icon.name === chosen}
                    isFavourite={favourites.has(icon.name)}
                    onFocus={() => {
                      setAt(index);
                      onActive(icon);
                    }}
                    onChoose={() => onChoose(icon)}
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

type CellProps = {
  readonly icon: CatalogueIcon;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isFavourite: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
};

const IconCell = ({ icon, isActive, isChosen, isFavourite, onFocus, onChoose }: CellProps) => (
  <button
    type="button"
    className={classes.cell}
    tabIndex={isActive ? 0 : -1}
    data-chosen={isChosen || undefined}
    data-favourite={isFavourite || undefined}
    onFocus={onFocus}
    onClick={onChoose}
  >
    <MaterialIcon icon={icon} sizePx={32} />
    <span dir="ltr">{icon.name}</span>
  </button>
);

/** How far a key moves among the icons. */
function stepOf(
  { key, currentTarget }: KeyboardEvent<HTMLDivElement>,
  { columns, count }: { readonly columns: number; readonly count: number },
): number | undefined {
  const isRtl = getComputedStyle(currentTarget).direction === "rtl";
  const page = Math.max(1, Math.floor(currentTarget.clientHeight / cellPx.height) - 1) * columns;
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
