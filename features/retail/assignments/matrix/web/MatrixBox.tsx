import { memo } from "react";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";
import type { Look } from "#features/retail/assignments/matrix/web/useCellTexts.ts";

type MatrixBoxProps = {
  /** Set for the active cell; the others have no id. */
  readonly id: string | undefined;
  readonly column: number;
  readonly startPx: number;
  readonly isChosen: boolean;
  readonly look: Look;
  readonly label: string;
};

/**
 * One cell of the matrix: a single element, because hundreds scroll into view in a second. Cells in unchanged columns
 * don't render again.
 */
export const MatrixBox = memo(({ id, column, startPx, isChosen, look, label }: MatrixBoxProps) => (
  <div
    id={id}
    role="gridcell"
    aria-colindex={column + 2}
    aria-selected={isChosen}
    aria-label={label}
    className={classes.cell}
    data-look={look}
    style={{ insetInlineStart: startPx }}
  />
));
