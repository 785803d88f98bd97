import { memo } from "react";
import type { MatrixRow } from "#features/assignments/contract/rows.ts";
import { nameId, rowPx } from "#features/assignments/web/MatrixLine.tsx";
import classes from "#features/assignments/web/MatrixPane.module.css";
import type { Language } from "#web/screens.ts";

type MatrixNamesProps = {
  /** Of the grid. */
  readonly id: string;
  readonly widthPx: number;
  /** Of all rows. */
  readonly heightPx: number;
  /** The rows in sight, with where they begin. */
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly rowAt: (index: number) => MatrixRow | null;
  readonly language: Language;
};

/** The products beside the matrix: one part that stays in sight, as the browser moves each such part by itself. */
export function MatrixNames({ id, widthPx, heightPx, shown, rowAt, language }: MatrixNamesProps) {
  return (
    <div role="presentation" className={classes.names} style={{ inlineSize: widthPx, blockSize: heightPx }}>
      {shown.map(({ index, start }) => {
        const product = rowAt(index)?.product;
        const name = product ? (product.nameI18n[language] ?? product.name) : "";
        return <MatrixName key={index} id={nameId(id, index)} name={name} topPx={start} />;
      })}
    </div>
  );
}

type MatrixNameProps = { readonly id: string; readonly name: string; readonly topPx: number };

const MatrixName = memo(({ id, name, topPx }: MatrixNameProps) => (
  <div
    id={id}
    role="rowheader"
    aria-colindex={1}
    className={classes.name}
    style={{ insetBlockStart: topPx, blockSize: rowPx }}
  >
    <bdi>{name}</bdi>
  </div>
));
