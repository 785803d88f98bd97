import { memo } from "react";
import type { MatrixCell, MatrixRow, Shop } from "#features/assignments/contract/rows.ts";
import classes from "#features/assignments/web/MatrixPane.module.css";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { useWords, type Wording } from "#web/useWords.ts";

export const rowPx = 40;
export const headPx = 56;
export const namePx = 280;
export const columnPx = 112;

type MatrixLineProps = {
  /** Of the grid: cells are named after it. */
  readonly id: string;
  readonly index: number;
  readonly topPx: number;
  readonly nameWidthPx: number;
  /** Null while it is being read. */
  readonly row: MatrixRow | null;
  readonly branches: Shop["branches"];
  /** The columns in sight. */
  readonly drawn: readonly number[];
  readonly activeColumn: number | null;
  readonly chosen: ReadonlyMap<string, unknown>;
};

/** One product of the matrix. Drawn anew only when it or the columns in sight change, not with each pixel of scrolling. */
export const MatrixLine = memo(DrawnLine);

function DrawnLine({ id, index, topPx, nameWidthPx, row, branches, drawn, activeColumn, chosen }: MatrixLineProps) {
  const t = useWords("assignments");
  const texts = useAssignTexts();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ insetBlockStart: topPx, blockSize: rowPx }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.name} style={{ inlineSize: nameWidthPx }}>
        {row && <bdi>{texts.nameOf(row.product)}</bdi>}
      </div>
      {row &&
        drawn.map((column) => {
          const branch = branches[column]!;
          const cell = row.cells[column] ?? null;
          const isChosen = chosen.has(`${row.product.id} ${branch.id}`);
          const look = lookOf(cell, isChosen);
          return (
            <div
              key={branch.id}
              id={`${id}-${index}-${column}`}
              role="gridcell"
              aria-colindex={column + 2}
              aria-selected={isChosen}
              aria-label={labelOf(cell, isChosen, t)}
              title={labelOf(cell, isChosen, t)}
              className={classes.cell}
              data-look={look}
              data-place={`${index} ${column}`}
              data-active={column === activeColumn ? "" : undefined}
              style={{ insetInlineStart: column * columnPx + nameWidthPx, inlineSize: columnPx }}
            >
              <i aria-hidden="true" />
            </div>
          );
        })}
    </div>
  );
}

type Look = "active" | "scheduled" | "places" | "troubled" | "paused" | "proposed" | "chosen" | "blocked" | "free";

function lookOf(cell: MatrixCell | null, isChosen: boolean): Look {
  if (cell === null) return "free";
  if (cell.status === "active" && cell.isScheduled) return "scheduled";
  if (cell.status === "active") return cell.blockedBy === null ? "active" : "troubled";
  if (cell.status === "paused" || cell.status === "proposed") return cell.status;
  if (isChosen) return "chosen";
  if (cell.placesCount > 0) return "places";
  return cell.blockedBy === null ? "free" : "blocked";
}

/** What a cell says to somebody who does not see it. */
function labelOf(cell: MatrixCell | null, isChosen: boolean, t: Wording): string {
  const shown = cell?.status === "active" && cell.isScheduled ? "scheduled" : cell?.status;
  const status = shown ? t(`status.${shown}`) : isChosen ? t("cell.chosen") : t("cell.free");
  const told = cell?.blockedBy ? `${status}: ${t(`plainReasons.${cell.blockedBy}`)}` : status;
  const count = cell?.placesCount ?? 0;
  return count > 0 ? `${told}. ${t("elsewhere.places", { count, figure: String(count) })}` : told;
}
