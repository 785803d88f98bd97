import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";

// The file store of this database as its processes last reported it: `<id> <location>`, and when. By the database's
// clock, as the processes may run on several machines.

const factName = "file_store";

/** The known store, and whether a process has reported within `freshMs` that it uses it. */
export async function readFileStore(
  db: Db,
  freshMs: number,
): Promise<{ readonly value: string; readonly isInUse: boolean } | undefined> {
  const found = await db.execute(sql`
    select value, at > clock_timestamp() - ${`${freshMs} ms`}::interval as "isInUse"
      from house_facts where name = ${factName}`);
  return (found as { rows: { value: string; isInUse: boolean }[] }).rows[0];
}

export async function writeFileStore(db: Db, value: string): Promise<void> {
  await db.execute(sql`
    insert into house_facts (name, value, at) values (${factName}, ${value}, clock_timestamp())
    on conflict (name) do update set value = excluded.value, at = excluded.at`);
}

/** Reports that the store is still in use. Answers false if another store has replaced it. */
export async function renewFileStore(db: Db, id: string): Promise<boolean> {
  const renewed = await db.execute(sql`
    update house_facts set at = clock_timestamp()
     where name = ${factName} and split_part(value, ' ', 1) = ${id}
    returning name`);
  return (renewed as { rows: unknown[] }).rows.length > 0;
}

/** Marks the store as unused from now on, until another process claims it. */
export async function releaseFileStore(db: Db, value: string): Promise<void> {
  await db.execute(sql`update house_facts set at = to_timestamp(0) where name = ${factName} and value = ${value}`);
}
