import { type SQL, sql } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import type { Db } from "#api/context.ts";

/**
 * Moves every date of the sample rows by the whole days since they were created, so that they are as of `now`.
 *
 * Only for a database that no user has changed yet: it bypasses triggers, also those of append-only logs. Queries sent
 * after the call run after it, also while it still waits for `first`.
 */
export async function moveSampleDates(db: Db, now: Instant, first?: Promise<void>): Promise<void> {
  await db.transaction(async (transaction) => {
    await first;
    const days = await daysSinceMade(transaction, now);
    if (days <= 0) return;
    await transaction.execute(sql`set local session_replication_role = replica`);
    for (const dated of await datedColumns(transaction)) {
      // Moved by a few days, a row would meet the key of the next row, which has yet to move.
      const steps = dated.isKey ? [days + farDays, -farDays] : [days];
      for (const step of steps) await transaction.execute(moveRows(dated, step));
    }
    for (const { table, column } of storedTerms) await transaction.execute(moveWindow(table, column, days));
  });
}

/** More days than all samples span. */
const farDays = 36_500;

function moveRows({ table, columns }: DatedTable, days: number): SQL {
  const moves = columns.map(({ name, type }) => {
    const by = type === "date" ? sql`${days}::int` : sql`make_interval(days => ${days}::int)`;
    return sql`${sql.identifier(name)} = ${sql.identifier(name)} + ${by}`;
  });
  return sql`update ${sql.identifier(table)} set ${sql.join(moves, sql`, `)}`;
}

/** Terms of promocodes are JSON, with the first and the last instant in it. */
const storedTerms = [
  { table: "campaigns", column: "draft" },
  { table: "campaign_versions", column: "terms" },
] as const;

function moveWindow(table: string, column: string, days: number): SQL {
  const [name, terms] = [sql.identifier(table), sql.identifier(column)];
  const moved = (field: string) => sql`
    to_char((${terms} #>> ${`{window,${field}}`}::text[])::timestamptz at time zone 'UTC' + make_interval(days => ${days}::int),
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql`
    update ${name}
       set ${terms} = jsonb_set(${terms}, '{window}', (${terms} -> 'window') || jsonb_build_object(
             'startsAt', ${moved("startsAt")}, 'endsAt', ${moved("endsAt")}))`;
}

async function daysSinceMade(db: Pick<Db, "execute">, now: Instant): Promise<number> {
  const found = await db.execute(sql`
    select floor(extract(epoch from ${now}::timestamptz - at) / 86400)::int as days
      from house_facts
     where name = 'sample_data'`);
  return (found as { rows: { days: number }[] }).rows[0]?.days ?? 0;
}

type DatedTable = {
  table: string;
  columns: { name: string; type: string }[];
  /** Whether one of the columns is part of a unique key. */
  isKey: boolean;
};

/**
 * Every column of our tables with a day or an instant. Except when migrations ran, which is not a sample, and tables
 * that the build found empty: opening those takes longer than moving the rows.
 */
async function datedColumns(db: Pick<Db, "execute">): Promise<DatedTable[]> {
  const found = await db.execute(sql`
    select tables.relname as "table",
           jsonb_agg(jsonb_build_object('name', columns.attname, 'type', columns.atttypid::regtype)) as columns,
           coalesce(bool_or(exists (select from pg_index keys
                                     where keys.indrelid = tables.oid
                                       and keys.indisunique
                                       and columns.attnum = any (keys.indkey))), false) as "isKey"
      from pg_class tables join pg_attribute columns on columns.attrelid = tables.oid
     where tables.relnamespace = 'public'::regnamespace
       and tables.relkind = 'r'
       and tables.relname <> 'schema_migrations'
       and tables.reltuples <> 0
       and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = ''
       and columns.atttypid in ('date'::regtype, 'timestamptz'::regtype)
     group by tables.relname`);
  return (found as { rows: DatedTable[] }).rows;
}
