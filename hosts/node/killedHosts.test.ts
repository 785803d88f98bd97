import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { silent } from "#api/testing/testServer.ts";
import { openDatabase } from "#hosts/node/database.ts";
import { type DatabaseEngine, openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { readPostmaster } from "#hosts/node/postmaster.ts";
import { bundleProgram, type Killable, makeFolder, startProgram } from "#hosts/node/testing/killable.ts";

// Reliability R37. Ten rounds of each take minutes; three detect what a change breaks.
const rounds = Number(process.env.KILL_ROUNDS ?? 3);
const rowsBeforeKill = 300;
const nothing = { lost: [], halves: 0 };
const program = await bundleProgram(new URL("./testing/insertLoad.ts", import.meta.url));
const folders: string[] = [];
const hosts: Killable[] = [];
afterAll(() => {
  // Hosts are only left after a failed test.
  for (const host of hosts) host.process.kill("SIGKILL");
  for (const folder of folders) {
    const left = readPostmaster(join(folder, "postgres"));
    if (left !== null) process.kill(left.pid, "SIGQUIT");
  }
  for (const folder of [...folders, dirname(program)]) rmSync(folder, { recursive: true, force: true });
});

describe("a kill -9 under load loses nothing that was acknowledged", () => {
  test("of the host: the next one adopts the running server", async () => {
    const { path, acknowledged, backMs } = trial();
    let adopted = 0;
    for (let round = 0; round < rounds; round++) {
      const host = await startLoad(path);
      const before = serverOf(path);
      await kill(host, ["SIGKILL"]);
      acknowledged.push(...rowsPrintedBy(host));
      const killedAt = performance.now();
      const next = await startLoad(path, 1);
      backMs.push(performance.now() - killedAt);
      if (serverOf(path) === before) adopted += 1;
      acknowledged.push(...(await stop(next)));
    }
    expect(adopted).toBe(rounds);
    expect(await lookThrough("of the host", { path, acknowledged, backMs })).toEqual(nothing);
  });

  test("of the server: the host restarts it and continues", async () => {
    const { path, acknowledged, backMs } = trial();
    const host = await startLoad(path);
    for (let round = 0; round < rounds; round++) {
      const killedAt = performance.now();
      process.kill(serverOf(path), "SIGKILL");
      // Rows in flight may still be reported; once as many have been added again, the new server has written some.
      const heard = rowsPrintedBy(host).length;
      await host.until(
        (lines) => lines.filter((line) => line.startsWith("log database server started again")).length > round,
      );
      await host.until(() => rowsPrintedBy(host).length > heard + 16);
      backMs.push(performance.now() - killedAt);
      await host.until(() => rowsPrintedBy(host).length > heard + rowsBeforeKill);
    }
    expect(host.process.exitCode).toBeNull();
    acknowledged.push(...(await stop(host)));
    expect(await lookThrough("of the server", { path, acknowledged, backMs })).toEqual(nothing);
  });

  test("of both together", async () => {
    const { path, acknowledged, backMs } = trial();
    for (let round = 0; round < rounds; round++) {
      const host = await startLoad(path);
      await kill(host, ["SIGKILL", serverOf(path)]);
      acknowledged.push(...rowsPrintedBy(host));
      const killedAt = performance.now();
      const next = await startLoad(path, 1);
      backMs.push(performance.now() - killedAt);
      acknowledged.push(...(await stop(next)));
    }
    expect(await lookThrough("of both", { path, acknowledged, backMs })).toEqual(nothing);
  });

  test("of the host with PGlite", async () => {
    const { path, acknowledged, backMs } = trial();
    for (let round = 0; round < Math.ceil(rounds / 2); round++) {
      const host = await startLoad(path, rowsBeforeKill, "pglite");
      await kill(host, ["SIGKILL"]);
      acknowledged.push(...rowsPrintedBy(host));
      const killedAt = performance.now();
      const next = await startLoad(path, 1, "pglite");
      backMs.push(performance.now() - killedAt);
      acknowledged.push(...(await stop(next)));
    }
    expect(await lookThrough("of the host with PGlite", { path, acknowledged, backMs }, "pglite")).toEqual(nothing);
  });
});

test("a second host on the same directory is refused, with the name of the first, which is not disturbed", async () => {
  const { path } = trial();
  const first = await startLoad(path);
  const second = await startProgram(program, [path]).ended;
  expect(second.code).toBe(1);
  expect(second.errors).toContain(`DATA_DIR ${path} is in use by another Mizan (process ${first.process.pid})`);
  const heard = rowsPrintedBy(first).length;
  await first.until(() => rowsPrintedBy(first).length > heard + 16);
  await stop(first);
});

// ------------------------------------------------------------------------------------------------ helpers

type Trial = { readonly path: string; readonly acknowledged: string[]; readonly backMs: number[] };

function trial(): Trial {
  const path = makeFolder();
  folders.push(path);
  return { path, acknowledged: [], backMs: [] };
}

async function startLoad(path: string, rows = rowsBeforeKill, engine: DatabaseEngine = "postgres"): Promise<Killable> {
  const host = startProgram(program, [path, engine]);
  hosts.push(host);
  await host.until(() => rowsPrintedBy(host).length >= rows);
  return host;
}

/** Kills the host, and at the same time the server if its process id is given. */
async function kill(host: Killable, [signal, server]: [NodeJS.Signals, number?]): Promise<void> {
  if (server !== undefined) process.kill(server, signal);
  host.process.kill(signal);
  await host.ended;
}

async function stop(host: Killable): Promise<string[]> {
  host.process.kill("SIGTERM");
  await host.until((lines) => lines.includes("stopped"));
  expect((await host.ended).code).toBe(0);
  return rowsPrintedBy(host);
}

function rowsPrintedBy(host: Killable): string[] {
  return host.lines().flatMap((line) => (line.startsWith("row ") ? [line.slice("row ".length)] : []));
}

function serverOf(path: string): number {
  const running = readPostmaster(join(path, "postgres"));
  if (running === null) throw new Error(`no server runs in ${path}`);
  return running.pid;
}

/** Opens the database once more, and looks for every row that any host has acknowledged. */
async function lookThrough(what: string, { path, acknowledged, backMs }: Trial, engine: DatabaseEngine = "postgres") {
  const directory = await openDataDirectory(path, { onLost: () => {} });
  const database = await openDatabase({ directory, engine, log: silent });
  const found = await rowsOf<{ id: string }>(database.db, sql`select id from acknowledged`);
  const totals = await rowsOf<{ rows: number }>(database.db, sql`select rows from totals`);
  await database.close();
  await directory.release();
  const there = new Set(found.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !there.has(id));
  // There may be more rows: written but not yet acknowledged when the host died. There must be no half transaction.
  const halves = found.length - (totals[0]?.rows ?? 0);
  console.log(
    `kill -9 ${what}: ${backMs.length} kills, ${acknowledged.length} acknowledged, ${lost.length} lost, ` +
      `${halves} half done, back within ${Math.ceil(Math.max(...backMs))} ms`,
  );
  return { lost, halves };
}
