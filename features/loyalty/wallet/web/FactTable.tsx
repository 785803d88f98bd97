import type { ReactNode } from "react";
import classes from "#features/loyalty/wallet/web/FactTable.module.css";

type FactTableProps = {
  readonly label: string;
  /** Shown if there are no rows. */
  readonly none: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
};

/** A short table in a card. It scrolls on a phone, also by the keyboard. */
export function FactTable({ label, none, columns, rows }: FactTableProps) {
  if (rows.length === 0) return <p>{none}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells never change places
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
