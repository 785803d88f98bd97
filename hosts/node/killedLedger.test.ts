import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { silent } from "#api/testing/testServer.ts";
import { checkLaws } from "#features/loyalty/ledger/api/service/proof.ts";
import { openDatabase } from "#hosts/node/database.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { readPostmaster } from "#hosts/node/postmaster.ts";
import { bundleProgram, type Killable, makeFolder, startProgram } from "#hosts/node/testing/killable.ts";

const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const postingsBeforeKill = 200;
const program = await bundleProgram(new URL("./testing/ledgerLoad.ts", import.meta.url));
const path = makeFolder();
const hosts: Killable[] = [];
afterAll(() => {
  for (const host of hosts) host.process.kill("SIGKILL");
  const left = readPostmaster(join(path, "postgres"));
  if (left !== null) process.kill(left.pid, "SIGQUIT");
  for (const folder of [path, dirname(program)]) rmSync(folder, { recursive: true, force: true });
});

test("after kill -9 of hosts and servers no acknowledged posting is lost or doubled, and every law holds", async () => {
  const acknowledged: Posted[] = [];
  for (let round = 0; round < rounds; round++) {
    const host = await startLoad();
    // The host starts the server again, and sends what was not answered once more.
    const heard = postedBy(host).length;
    process.kill(readPostmaster(join(path, "postgres"))!.pid, "SIGKILL");
    await host.until(() => postedBy(host).length > heard + postingsBeforeKill);
    host.process.kill("SIGKILL");
    if (round % 2 === 1) process.kill(readPostmaster(join(path, "postgres"))!.pid, "SIGKILL");
    await host.ended;
    acknowledged.push(...postedBy(host));
  }
  const last = await startLoad();
  last.process.kill("SIGTERM");
  await last.until((lines) => lines.includes("stopped"));
  acknowledged.push(...postedBy(last));

  const directory = await openDataDirectory(path, { onLost: () => {} });
  const database = await openDatabase({ directory, engine: "postgres", log: silent });
  try {
    const found = await rowsOf<{ key: string; number: number }>(
      database.db,
      sql`select dedupe_key as key, number::int from ledger_transactions`,
    );
    const numbers = new Map(found.map(({ key, number }) => [key, number]));
    expect(numbers.size).toBe(found.length);
    expect(acknowledged.filter(({ key, number }) => numbers.get(key) !== number)).toEqual([]);
    // One more for each writer at each kill: committed, but its answer was lost.
    expect(found.length - acknowledged.length).toBeLessThanOrEqual(8 * rounds);
    expect((await checkLaws(database.db, [])).broken).toEqual([]);
    console.log(
      `kill -9: ${rounds} hosts and more servers, ${acknowledged.length} acknowledged, ${found.length} posted`,
    );
  } finally {
    await database.close();
    await directory.release();
  }
});

type Posted = { readonly key: string; readonly number: number };

async function startLoad(): Promise<Killable> {
  const host = startProgram(program, [path]);
  hosts.push(host);
  await host.until(() => postedBy(host).length >= postingsBeforeKill);
  return host;
}

const postedBy = (host: Killable): Posted[] =>
  host.lines().flatMap((line) => {
    const [, , key, number] = /^row (\d+) (\S+) (\d+)$/.exec(line) ?? [];
    return key === undefined ? [] : [{ key, number: Number(number) }];
  });
