import { memo } from "react";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { columnPx, headPx } from "#features/retail/assignments/matrix/web/MatrixLine.tsx";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useMessages } from "#web/useMessages.ts";

type MatrixHeadProps = {
  readonly total: number;
  readonly branches: RetailerSettings["branches"];
  /** The visible columns, with the index of the first. */
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly nameWidthPx: number;
};

/** The branches above the matrix. Renders only when other branches become visible. */
export const MatrixHead = memo(DrawnHead);

function DrawnHead({ total, branches, shown, nameWidthPx }: MatrixHeadProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  return (
    <div className={classes.head} role="row" aria-rowindex={1} style={{ blockSize: headPx }}>
      <div className={classes.corner} role="columnheader" aria-colindex={1} style={{ inlineSize: nameWidthPx }}>
        {t("products", { count: total, figure: texts.figure(total) })}
      </div>
      {shown.map(({ index, start }) => {
        const name = texts.nameOf(branches[index]!);
        return (
          <div
            key={branches[index]!.id}
            role="columnheader"
            aria-colindex={index + 2}
            className={classes.branch}
            style={{ insetInlineStart: start + nameWidthPx, inlineSize: columnPx }}
            title={name}
          >
            <bdi>{name}</bdi>
          </div>
        );
      })}
    </div>
  );
}
