import { memo } from "react";
import { rowPx } from "#features/retail/assignments/web/MatrixLine.tsx";
import classes from "#features/retail/assignments/web/MatrixPane.module.css";

type MatrixNamesProps = {
  readonly widthPx: number;
  /** Of all rows. */
  readonly heightPx: number;
  /** The rows in sight, with where they begin. */
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly nameAt: (index: number) => string;
};

/**
 * The products beside the matrix: one part that stays in sight, as the browser moves each such part by itself. The rows
 * tell the names to those who do not see them.
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
