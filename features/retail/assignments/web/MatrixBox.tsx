import { memo } from "react";
import classes from "#features/retail/assignments/web/MatrixPane.module.css";
import type { Look } from "#features/retail/assignments/web/useCellTexts.ts";

type MatrixBoxProps = {
  /** Of the one that is meant; the others have none. */
  readonly id: string | undefined;
  readonly column: number;
  readonly startPx: number;
  readonly isChosen: boolean;
  readonly look: Look;
  readonly label: string;
};

/**
 * One cell of the matrix: a single element, as hundreds come into sight in a second. With another column in sight those
 * beside it stay as they are.
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
