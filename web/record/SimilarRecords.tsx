import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "#web/record/SimilarRecords.module.css";
import { IconAlertTriangle } from "#web/ui/icons.ts";

type SimilarRecord = { readonly id: string; readonly name: string };

type SimilarRecordsProps<Row extends SimilarRecord> = {
  readonly rows: readonly Row[];
  /** One of them is identical, so this record will be refused. */
  readonly isSame: boolean;
  readonly title: string;
  /** Path of the list: a record is at `<path>/<id>`. */
  readonly path: `/${string}`;
  /** Distinguishes similar records. */
  readonly children: (row: Row) => ReactNode;
};

/** Records similar to the one being created, to avoid duplicates. */
export const SimilarRecords = <Row extends SimilarRecord>(props: SimilarRecordsProps<Row>) => {
  const { rows, isSame, title, path, children } = props;
  return (
    <div role="status" className={classes.place}>
      {rows.length > 0 && (
        <div className={classes.note} data-same={isSame || undefined}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            <p>{title}</p>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <Link to={`${path}/${row.id}`} target="_blank">
                    <bdi>{row.name}</bdi>
                  </Link>{" "}
                  <span>{children(row)}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
};
