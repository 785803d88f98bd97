import { writeSync } from "node:fs";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "#api/context.ts";
import type { Log } from "#api/ports.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { openAccount, post } from "#features/loyalty/ledger/api/service/postings.ts";
import { openDatabase } from "#hosts/node/database.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";

// A program for the kill tests: posts to the ledger of a data directory until it is killed or asked to stop. Prints every
// acknowledged posting as `row <key> <number>` before it sends the next; one whose answer was lost is sent again.

const [path = ""] = process.argv.slice(2);
const printLine = (line: string) => writeSync(1, `${line}\n`);
const write = (event: string, facts: unknown = {}) => printLine(`log ${event} ${JSON.stringify(facts)}`);
const log: Log = { info: write, warn: write, error: write };
const writers = 8;
const owner = { ownerKind: "platform", ownerId: null, currency: "USD" } as const;

async function main(): Promise<void> {
  const directory = await openDataDirectory(path, { onLost: () => process.exit(1) });
  const database = await openDatabase({ directory, engine: "postgres", log });
  await database.patiently((db) => migrate(db, migrations));
  const ctx = { db: database.db, now: new Date().toISOString(), actor: null, log } as unknown as Ctx;
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort());

  /** Every second writer posts to the same two accounts, so that they wait for each other. */
  async function writePostings(writer: number): Promise<void> {
    const bucket = writer % 2 === 0 ? 0 : writer;
    let ends: { source: string; destination: string } | null = null;
    for (let row = 0; !stopping.signal.aborted; ) {
      const dedupeKey = `${process.pid}-${writer}-${row}`;
      try {
        ends ??= {
          source: await openAccount(ctx, bucket, { ...owner, purpose: "bank" }),
          destination: await openAccount(ctx, bucket, { ...owner, purpose: "charity" }),
        };
        const postings = [{ ...ends, amountMinor: 1 + (row % 7) }];
        const { number } = await post(ctx, { bucket, kind: "test", dedupeKey, currency: "USD", postings });
        printLine(`row ${bucket} ${dedupeKey} ${number}`);
        row += 1;
        await nextTurn();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        await sleep(10);
      }
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, writer) => writePostings(writer)));
  await database.close();
  await directory.release();
  printLine("stopped");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
