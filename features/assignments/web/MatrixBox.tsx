import { memo } from "react";
import classes from "#features/assignments/web/MatrixPane.module.css";
import type { Look } from "#features/assignments/web/useCellTexts.ts";

type MatrixBoxProps = {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly startPx: number;
  readonly widthPx: number;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly look: Look;
  readonly label: string;
};

/** One cell of the matrix. With another column in sight those beside it stay as they are. */
export const MatrixBox = memo(
  ({ id, row, column, startPx, widthPx, isChosen, isActive, look, label }: MatrixBoxProps) => (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isChosen}
      aria-label={label}
      title={label}
      className={classes.cell}
      data-look={look}
      data-place={`${row} ${column}`}
      data-active={isActive ? "" : undefined}
      style={{ insetInlineStart: startPx, inlineSize: widthPx }}
    >
      <i aria-hidden="true" />
    </div>
  ),
);
