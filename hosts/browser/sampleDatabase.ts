import { sql } from "drizzle-orm";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Instant } from "#base/time.ts";
import type { Db } from "#api/context.ts";
import { noParcels } from "#api/noParcels.ts";
import type { Ports } from "#api/ports.ts";
import { seedOnce } from "#api/seed.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { browserFeatures, createBrowserApi } from "#hosts/browser/browserApi.ts";

/**
 * Makes of a new database what every first visit begins with: migrated, and with the sample rows as of `now`.
 *
 * Runs while the site is built (tools/snapshot.mjs), where two seconds of it cost nobody a wait.
 */
export async function fillSampleDatabase(pglite: PGlite, now: Instant): Promise<void> {
  const db = drizzle(pglite) as unknown as Db;
  await migrate(db, migrations);
  const api = createBrowserApi({ db, ports: portsAt(now), jobs: { wake: () => {} }, origin: "" });
  await seedOnce(api.systemContext(), browserFeatures);
}

/** A sample row that needed one of these would be the same secret, or a file that is not there, in every browser. */
function portsAt(now: Instant): Ports {
  const refuse = () => Promise.reject(new Error("sample rows of the browser host are made without files and secrets"));
  return {
    now: () => now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    mail: { canSend: false, send: refuse },
    files: { put: refuse, get: refuse, remove: refuse },
    pictures: { remake: refuse },
    passwords: { hash: refuse, verify: refuse },
    cipher: { seal: refuse, open: refuse },
    outbound: { canCall: false, send: refuse },
    parcels: noParcels,
    isDatabaseUnavailable: () => false,
  };
}

/**
 * Moves every date of the sample rows by the whole days since they were made, so that they are as of `now`.
 *
 * Only for a database in which nobody has worked yet: it passes by triggers, also those of logs that are never changed.
 */
export async function moveSampleDates(db: Db, now: Instant): Promise<void> {
  await db.transaction(async (transaction) => {
    const days = await daysSinceMade(transaction, now);
    if (days <= 0) return;
    await transaction.execute(sql`set local session_replication_role = replica`);
    for (const { table, columns } of await datedColumns(transaction)) {
      const moves = columns.map(({ name, type }) => {
        const by = type === "date" ? sql`${days}::int` : sql`make_interval(days => ${days}::int)`;
        return sql`${sql.identifier(name)} = ${sql.identifier(name)} + ${by}`;
      });
      await transaction.execute(sql`update ${sql.identifier(table)} set ${sql.join(moves, sql`, `)}`);
    }
  });
}

async function daysSinceMade(db: Pick<Db, "execute">, now: Instant): Promise<number> {
  const found = await db.execute(sql`
    select floor(extract(epoch from ${now}::timestamptz - at) / 86400)::int as days
      from house_facts
     where name = 'sample_data'`);
  return (found as { rows: { days: number }[] }).rows[0]?.days ?? 0;
}

type Dated = { table: string; columns: { name: string; type: string }[] };

/** Every column of ours that holds a day or an instant. When a migration ran is no sample. */
async function datedColumns(db: Pick<Db, "execute">): Promise<Dated[]> {
  const found = await db.execute(sql`
    select tables.relname as "table",
           jsonb_agg(jsonb_build_object('name', columns.attname, 'type', columns.atttypid::regtype)) as columns
      from pg_class tables join pg_attribute columns on columns.attrelid = tables.oid
     where tables.relnamespace = 'public'::regnamespace
       and tables.relkind = 'r'
       and tables.relname <> 'schema_migrations'
       and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = ''
       and columns.atttypid in ('date'::regtype, 'timestamptz'::regtype)
     group by tables.relname`);
  return (found as { rows: Dated[] }).rows;
}
