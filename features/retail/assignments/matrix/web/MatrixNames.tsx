import { memo } from "react";
import { rowPx } from "#features/retail/assignments/matrix/web/MatrixLine.tsx";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";

type MatrixNamesProps = {
  readonly widthPx: number;
  /** Number of all rows. */
  readonly heightPx: number;
  /** The visible rows, with the index of the first. */
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly nameAt: (index: number) => string;
};

/**
 * The products beside the matrix, as a single sticky element, because the browser moves each sticky element by itself.
 * Hidden from screen readers, which read the names in the rows.
 */
export const MatrixNames = ({ widthPx, heightPx, shown, nameAt }: MatrixNamesProps) => (
  <div aria-hidden="true" className={classes.names} style={{ inlineSize: widthPx, blockSize: heightPx }}>
    {shown.map(({ index, start }) => (
      <MatrixName key={index} name={nameAt(index)} topPx={start} />
    ))}
  </div>
);

type MatrixNameProps = { readonly name: string; readonly topPx: number };

const MatrixName = memo(({ name, topPx }: MatrixNameProps) => (
  <div className={classes.name} style={{ insetBlockStart: topPx, blockSize: rowPx }}>
    <bdi>{name}</bdi>
  </div>
));
