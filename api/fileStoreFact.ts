import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";

// Where the files of this database are, as the processes that use them say: `<id> <place>`, and when one last said so.
// By the database's clock, as they may run on several machines.

const factName = "file_store";

/** The store that is known, and whether a process has said within `freshMs` that it uses it. */
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

/** Says again that the store is in use. Answers false where another one is by now. */
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
