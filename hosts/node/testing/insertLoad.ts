import { writeSync } from "node:fs";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Log } from "#api/ports.ts";
import { openDatabase } from "#hosts/node/database.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import { type DatabaseEngine, openDataDirectory } from "#hosts/node/dataDirectory.ts";

// A program for the kill tests: opens a data directory like the host, and writes rows until it is killed or asked to
// stop. Prints every acknowledged row on standard output, one line each, before it starts the next.

const [path = "", engine = "postgres", writers = "8"] = process.argv.slice(2);
const printLine = (line: string) => writeSync(1, `${line}\n`);
const write = (event: string, facts: unknown = {}) => printLine(`log ${event} ${JSON.stringify(facts)}`);
const log: Log = { info: write, warn: write, error: write };

async function main(): Promise<void> {
  const directory = await openDataDirectory(path, { onLost: () => process.exit(1) });
  const database = await openDatabase({ directory, engine: engine as DatabaseEngine, log });
  await database.patiently(async (db) => {
    await db.execute(sql`create table if not exists acknowledged (id text primary key)`);
    await db.execute(sql`create table if not exists totals (id int primary key, rows int not null)`);
    await db.execute(sql`insert into totals values (1, 0) on conflict do nothing`);
  });
  printLine("ready");
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort());

  async function writeRows(writer: number): Promise<void> {
    for (let row = 0; !stopping.signal.aborted; ) {
      const id = `${process.pid}-${writer}-${row}`;
      try {
        // Two statements that belong together: a row, and the number of rows.
        await database.db.transaction(async (db) => {
          const { rows } = (await db.execute(sql`
            insert into acknowledged values (${id}) on conflict do nothing returning id`)) as { rows: unknown[] };
          if (rows.length === 1) await db.execute(sql`update totals set rows = rows + 1 where id = 1`);
        });
        printLine(`row ${id}`);
        row += 1;
        // PGlite answers within this turn of the event loop, so without this no signal would be handled.
        await nextTurn();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        await sleep(10);
      }
    }
  }

  await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => writeRows(writer)));
  await database.close();
  await directory.release();
  printLine("stopped");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
