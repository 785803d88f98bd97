import { type SQL, sql } from "drizzle-orm";
import type { RunKind, RunState } from "#base/runs.ts";
import type { Ctx } from "#api/context.ts";

/** Work that an area does in the background, for the page that lists it (features/platform/jobs). */
export type RunSource = {
  readonly kind: RunKind;
  /** A row for each run, with the columns of `runRow`. */
  readonly rows: (ctx: Ctx) => SQL;
  /**
   * Asks a run to stop, or starts one that ended early again. False if its state does not allow that. The caller may do it
   * with this run.
   */
  readonly cancel?: (ctx: Ctx, id: string) => Promise<boolean>;
  readonly retry?: (ctx: Ctx, id: string) => Promise<boolean>;
};

type RunColumns = {
  readonly id: SQL;
  /** The area whose records it is about: `brands`. */
  readonly area: SQL;
  /** Such as the name of a file; null if there is nothing to say. */
  readonly detail: SQL;
  readonly ownerId: SQL;
  readonly state: SQL;
  readonly notice: SQL;
  readonly processed: SQL;
  readonly total: SQL;
  readonly createdAt: SQL;
  readonly finishedAt: SQL;
  readonly nextAt?: SQL;
  /** How many records it left as they were, because they had changed meanwhile. */
  readonly moved?: SQL;
  /** An `UndoState`. */
  readonly undo?: SQL;
  readonly from: SQL;
};

/** One shape for all sources, so that the page reads them as one list. */
export const runRow = (kind: RunKind, columns: RunColumns): SQL => sql`
  select ${kind}::text as kind, ${columns.id}::text as id, ${columns.area}::text as area,
         ${columns.detail}::text as detail, ${columns.ownerId}::uuid as owner_id, ${columns.state}::text as state,
         ${columns.notice}::text as notice, ${columns.processed}::int as processed, ${columns.total}::int as total,
         ${columns.createdAt}::timestamptz as created_at, ${columns.finishedAt}::timestamptz as finished_at,
         ${columns.nextAt ?? sql`null`}::timestamptz as next_at, ${columns.moved ?? sql`null`}::int as moved,
         ${columns.undo ?? sql`null`}::text as undo
    from ${columns.from}`;

/** The area of an operation: `brands` of `/api/v1/brands/export.csv`. */
export const areaOfPath = (path: SQL): SQL => sql`split_part(${path}, '/', 4)`;

/** Maps the states of a table to those of runs. States that are not named are the same. */
export const stateCase = (state: SQL, states: Readonly<Record<string, RunState>>): SQL => sql`
  case ${state} ${sql.join(
    Object.entries(states).map(([from, to]) => sql`when ${from}::text then ${to}::text`),
    sql` `,
  )} else ${state} end`;
