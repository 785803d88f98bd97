import { memo } from "react";
import type { MatrixRow, RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { MatrixBox } from "#features/retail/assignments/matrix/web/MatrixBox.tsx";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";
import type { CellTexts } from "#features/retail/assignments/matrix/web/useCellTexts.ts";

export const rowPx = 40;
export const headPx = 56;
export const namePx = 280;
export const columnPx = 112;

type MatrixLineProps = {
  /** Id of the grid: cell ids begin with it. */
  readonly id: string;
  readonly index: number;
  readonly topPx: number;
  readonly nameWidthPx: number;
  /** Null while it loads. */
  readonly row: MatrixRow | null;
  /** Of the product. */
  readonly name: string;
  readonly branches: RetailerSettings["branches"];
  /** The visible columns. */
  readonly drawn: readonly number[];
  readonly activeColumn: number | null;
  readonly chosen: ReadonlyMap<string, unknown>;
  readonly texts: CellTexts;
};

/** One product of the matrix. Renders only when it or the visible columns change, not with each pixel of scrolling. */
export const MatrixLine = memo(DrawnLine);

// Without hooks, because dozens of lines scroll into view in a second.
function DrawnLine(props: MatrixLineProps) {
  const { id, index, topPx, nameWidthPx, row, name, branches, drawn, activeColumn, chosen, texts } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ insetBlockStart: topPx, blockSize: rowPx }}
    >
      {/* Drawn outside the row (MatrixNames.tsx); here for screen readers. */}
      <div role="rowheader" aria-colindex={1} aria-label={name} className={classes.told} />
      {row &&
        drawn.map((column) => {
          const cell = row.cells[column] ?? null;
          const isChosen = chosen.has(`${row.product.id} ${branches[column]!.id}`);
          return (
            <MatrixBox
              key={column}
              id={column === activeColumn ? `${id}-${index}-${column}` : undefined}
              column={column}
              startPx={column * columnPx + nameWidthPx}
              isChosen={isChosen}
              look={texts.lookOf(cell, isChosen)}
              label={texts.labelOf(cell, isChosen)}
            />
          );
        })}
    </div>
  );
}
