import { type ChildProcess, fork } from "node:child_process";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type BenchDatabase, createBenchDatabase } from "#benches/benchDatabase.ts";
import { administrator, signIn } from "#benches/host.ts";
import { assertBudget } from "#benches/assertBudget.ts";
import { type Load, type LoadResult, type RawRequest, runLoad } from "#benches/load.ts";
import type { Authenticate } from "#api/app.ts";
import { authenticate } from "#features/access/session/api/service/authenticate.ts";
import { readConfig } from "#hosts/node/config.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { openApp } from "#hosts/node/app.ts";
import { keepHeapSmall } from "#hosts/node/memory.ts";
import { openMetrics } from "#hosts/node/metrics.ts";
import { createNodeServer } from "#hosts/node/server.ts";

// Issue 3, speed: how much the session and permission check adds to the median of a call, on PostgreSQL.
const addedMaxMs = 0.15;

const sides = ["with", "without"] as const;
type Side = (typeof sides)[number];

/** The same calls to two hosts that differ only in whether they read the caller from the database. */
async function bench(rows: number): Promise<void> {
  const database = await createBenchDatabase(rows);
  const children: ChildProcess[] = [];
  try {
    const ports = { with: 0, without: 0 };
    for (const side of sides) {
      const host = startRole(side, database.url, join(database.folder, side));
      children.push(host);
      ports[side] = await messageFrom<number>(host);
    }
    const load = startRole("load");
    children.push(load);
    const headers = await signIn(ports.with);
    let isMet = true;
    for (const call of await callsOf(database, headers)) isMet = (await compare(call, { ports, load })) && isMet;
    console.log(`\n${rows.toLocaleString("en")} brands on PostgreSQL ${database.version}; Node ${process.version}`);
    assertBudget(isMet, `session and permissions add at most ${addedMaxMs} ms to each median`);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await database.close();
  }
}

type Call = { readonly name: string; readonly requests: readonly RawRequest[] };

async function callsOf({ client }: BenchDatabase, headers: Record<string, string>): Promise<Call[]> {
  const get = (path: string): RawRequest => ({ method: "GET", path, headers, body: "" });
  const { rows } = await client.query<{ id: string }>("select id from brands where status = 'active' limit 1000");
  return [
    { name: "by id", requests: rows.map(({ id }) => get(`/api/v1/brands/${id}`)) },
    { name: "first page", requests: [get("/api/v1/brands?status=active&count=none")] },
  ];
}

const rounds = 8;
const roundMs = 1_000;

/** Alternating, so that other load on the machine affects both; the fastest round counts. */
async function compare({ name, requests }: Call, { ports, load }: { ports: Record<Side, number>; load: ChildProcess }) {
  const medians = { with: Infinity, without: Infinity };
  for (let round = 0; round <= rounds; round++) {
    for (const side of sides) {
      load.send({ port: ports[side], connections: 1, durationMs: roundMs, requests } satisfies Load);
      const { p50Ms } = await messageFrom<LoadResult>(load);
      // The first round warms up the compilers, the caches and the prepared statements.
      if (round > 0) medians[side] = Math.min(medians[side], p50Ms);
    }
  }
  const addedMs = medians.with - medians.without;
  console.log(
    `${name.padEnd(12)} without ${medians.without.toFixed(3)} ms  with ${medians.with.toFixed(3)} ms  added ${addedMs.toFixed(3)} ms`,
  );
  return addedMs <= addedMaxMs;
}

/** A host as `hosts/node/main.ts` starts it. Without the check it reads the caller once and remembers the result. */
async function startHost(side: Side, url: string, folder: string): Promise<number> {
  keepHeapSmall();
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: url,
    SAMPLE_DATA: "none",
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    // Both sides share a database, and so must share a key and a file store. Neither stores any file.
    CIPHER_KEY: "5e".repeat(32),
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "mizan",
    S3_ACCESS_KEY_ID: "bench",
    S3_SECRET_ACCESS_KEY: "bench",
  });
  const directory = await openDataDirectory(config.dataDir, { onLost: () => process.exit(1) });
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const metrics = openMetrics();
  const app = await openApp({
    config,
    directory,
    log,
    metrics,
    ...(side === "with" ? {} : { authenticate: authenticateOnce() }),
  });
  const { server } = createNodeServer({
    endStreams: () => {},
    api: app.api,
    config,
    metrics,
    readiness: app.readiness,
    webDir: folder,
    referenceDir: folder,
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return (server.address() as AddressInfo).port;
}

function authenticateOnce(): Authenticate {
  let requested: ReturnType<Authenticate> | null = null;
  return (ctx, request) => (requested ??= authenticate(ctx, request));
}

function startRole(...args: string[]): ChildProcess {
  return fork(process.argv[1]!, args, { stdio: "inherit" });
}

const messageFrom = <Message>(child: ChildProcess) =>
  new Promise<Message>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a part of the bench ended with ${code}`));
    child.once("exit", fail);
    child.once("message", (message) => {
      child.off("exit", fail);
      resolve(message as Message);
    });
  });

// At the end, when everything above is defined: this file is both the benchmark and its child processes.
const [role, url, folder] = process.argv.slice(2);
if (role === "load") {
  process.on("message", (load: Load) => void runLoad(load).then((measured) => process.send!(measured)));
} else if (role === "with" || role === "without") {
  process.send!(await startHost(role, url!, folder!));
} else {
  await bench(Number(role ?? 20_000));
}
