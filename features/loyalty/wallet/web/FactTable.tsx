import type { ReactNode } from "react";
import stacked from "#web/ui/StackedTable.module.css";
import classes from "#features/loyalty/wallet/web/FactTable.module.css";

/** Figures are aligned at their end. */
type Column = string | { readonly figure: string };

type FactTableProps = {
  readonly label: string;
  /** Shown if there are no rows. */
  readonly none: string;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
};

const titleOf = (column: Column) => (typeof column === "string" ? column : column.figure);
const isFigure = (column: Column | undefined) => typeof column === "object" || undefined;

/** More columns than this are shown below each other on a phone. */
const columnsMax = 3;

/** A short table in a card. On a phone each row becomes a list of its cells; a long word scrolls, also by the keyboard. */
export function FactTable({ label, none, columns, rows }: FactTableProps) {
  if (rows.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={columns.length > columnsMax ? `${classes.table} ${stacked.stacked}` : classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={titleOf(column)} scope="col" data-figure={isFigure(column)}>
                {titleOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells never change places
                <td key={place} data-figure={isFigure(columns[place])} data-title={titleOf(columns[place]!)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
