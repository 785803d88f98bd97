import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect } from "react";
import styles from "#web/panes/RowList.module.css";

const VirtualRows = lazy(() =>
  import("#web/panes/VirtualRows.tsx").then((module) => ({ default: module.VirtualRows })),
);

/** More than this many lines and only those near the window are drawn (ui.md, Budgets). */
const drawnLinesMax = 100;

type RowListProps = {
  readonly label: string;
  /** One key a line, whether a row or the heading of a group. */
  readonly lineKeys: readonly string[];
  /** A line's height before it is drawn. */
  readonly heightPx: (index: number) => number;
  /** A row has `data-id`, and a `tabIndex` of 0 only where the keyboard is. */
  readonly renderLine: (index: number) => ReactNode;
  /** Of `useRows`. */
  readonly rows: { readonly region: RefObject<HTMLDivElement | null>; readonly focusPending: () => void };
  /** Of `useListKeys`. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** Rows in groups as one stop of the Tab key, with arrows from row to row. As long as one likes. */
export function RowList({ label, lineKeys, heightPx, renderLine, rows, onKeyDown }: RowListProps) {
  const { region, focusPending } = rows;
  const drawn = lineKeys.slice(0, drawnLinesMax).map((_, index) => renderLine(index));
  useLayoutEffect(focusPending);
  return (
    <div ref={region} className={styles.region} data-list>
      <div role="grid" aria-label={label} aria-multiselectable="true" onKeyDown={onKeyDown}>
        {lineKeys.length > drawnLinesMax ? (
          <Suspense fallback={drawn}>
            <VirtualRows
              lineKeys={lineKeys}
              heightPx={heightPx}
              region={region}
              onDrawn={focusPending}
              renderLine={renderLine}
            />
          </Suspense>
        ) : (
          drawn
        )}
      </div>
    </div>
  );
}
