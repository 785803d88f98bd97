import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { checkDigit } from "#base/checkDigit.ts";
import { newId } from "#web/newId.ts";
import { createBenchDatabase } from "#benches/benchDatabase.ts";
import { memoryOf, type RunningHost, signIn, startHost } from "#benches/host.ts";
import { assertBudget } from "#benches/assertBudget.ts";
import { type Load, type LoadResult, type RawRequest, runLoad } from "#benches/load.ts";
import { fillProducts } from "#benches/millionProducts.ts";

// Issue 4, speed: product search compared with the bare index, in the same run; and the import of a whole file of
// products.
const mustOf = { searchRatioMax: 3, importSecondsMax: 20, allSecondsMax: 30, memoryMaxMb: 150 };
const importedRows = 100_000;
const brandRows = 5000;
/**
 * Words that match three products in a thousand, two words that match one in ten thousand together, and one that
 * matches every thirtieth.
 */
const searches = [
  ["Latin", "ramadan"],
  ["Arabic", "رمضان"],
  ["two words", "ramadan honey"],
  ["two Arabic words", "عسل رمضان"],
  ["a common word", "honey"],
] as const;

async function bench(rows: number): Promise<void> {
  const database = await createBenchDatabase(brandRows);
  const children: ChildProcess[] = [];
  try {
    console.log(`making ${rows.toLocaleString("en")} products …`);
    await fillProducts(database.client, rows);
    const host = await startHost(database);
    children.push(host.process);
    const headers = await signIn(host.port);
    const musts: [what: string, isMet: boolean][] = [];

    const restMb = memoryOf(host);
    const imported = await importFile(host, headers);
    const memoryMb = memoryOf(host) - restMb;
    const perSecond = importedRows / imported.writeSeconds;
    musts.push([
      `${importedRows.toLocaleString("en")} products written in ${imported.writeSeconds.toFixed(1)} s: ${perSecond.toFixed(0)} a second`,
      imported.writeSeconds <= mustOf.importSecondsMax,
    ]);
    musts.push([
      `uploaded, judged and written in ${imported.allSeconds.toFixed(1)} s (judged in ${imported.checkSeconds.toFixed(1)} s)`,
      imported.allSeconds <= mustOf.allSecondsMax,
    ]);
    musts.push([
      `memory of the file: ${memoryMb.toFixed(0)} MB more, at most ${mustOf.memoryMaxMb}`,
      memoryMb <= mustOf.memoryMaxMb,
    ]);

    const floor = startRole("floor", database.url);
    const load = startRole("load");
    children.push(floor, load);
    const floorPort = await messageFrom<number>(floor);
    for (const [name, word] of searches) {
      const ours = get(`/api/v1/products?search=${encodeURIComponent(word)}&count=none`, headers);
      const bare = get(`/${encodeURIComponent(word)}`, {});
      await requireSameRows({ port: host.port, request: ours }, { port: floorPort, request: bare });
      const [one, other] = await measure(load, [
        { port: floorPort, request: bare },
        { port: host.port, request: ours },
      ]);
      const ratio = other!.p50Ms / one!.p50Ms;
      musts.push([
        `search, ${name}: ${other!.p50Ms.toFixed(2)} ms, the index alone ${one!.p50Ms.toFixed(2)} ms: × ${ratio.toFixed(2)}`,
        ratio <= mustOf.searchRatioMax,
      ]);
    }
    console.log(`\n${rows.toLocaleString("en")} products on PostgreSQL ${database.version}; Node ${process.version}`);
    for (const [what, isMet] of musts) assertBudget(isMet, what);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await database.close();
  }
}

type Headers = Record<string, string>;
const get = (path: string, headers: Headers): RawRequest => ({ method: "GET", path, headers, body: "" });

/** A generated file like a user's: brands by name, categories by name, quantities in words. */
async function importFile({ port }: RunningHost, headers: Headers) {
  const ask = async (method: string, path: string, body: string | null = null, type = "application/json") => {
    const address = `http://127.0.0.1:${port}/api/v1${path}`;
    const response = await fetch(address, { method, headers: { ...headers, "content-type": type }, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as {
      state: string;
      columns: { field: string | null }[];
      report: { newCount: number };
    };
  };
  const until = async (state: string) => {
    for (;;) {
      const found = await ask("GET", `/imports/${id}`);
      if (found.state === state) return found;
      if (found.state === "failed") throw new Error("the import failed");
      // Seldom enough that polling does not affect the measurement.
      await sleep(200);
    }
  };
  const id = newId();
  const brands = await fetch(`http://127.0.0.1:${port}/api/v1/brands?limit=100&count=none`, { headers });
  const { rows } = (await brands.json()) as { rows: { name: string }[] };
  const text = madeFile(rows.map(({ name }) => name));
  const startedAt = performance.now();
  const uploaded = await ask("POST", `/imports?importId=${id}&resource=products&fileName=made.csv`, text, "text/csv");
  const mapping = uploaded.columns.map(({ field }) => field);
  const checkStartedAt = performance.now();
  await ask("PUT", `/imports/${id}/mapping`, JSON.stringify({ mapping }));
  await until("checked");
  const writeStartedAt = performance.now();
  await ask("POST", `/imports/${id}/commit`, JSON.stringify({ mode: "good_rows" }));
  const { report } = await until("imported");
  const endedAt = performance.now();
  if (report.newCount !== importedRows) throw new Error(`${report.newCount} rows were written`);
  return {
    checkSeconds: (writeStartedAt - checkStartedAt) / 1000,
    writeSeconds: (endedAt - writeStartedAt) / 1000,
    allSeconds: (endedAt - startedAt) / 1000,
  };
}

function madeFile(brands: readonly string[]): string {
  const lines = ["code,product_name,product_name_ar,brands,categories,quantity,ingredients_text,allergens,labels"];
  for (let row = 0; row < importedRows; row++) {
    const digits = `9527${String(row).padStart(8, "0")}`;
    const gtin = digits + String(checkDigit(digits));
    const brand = brands[row % brands.length]!;
    lines.push(
      `${gtin},Imported thing ${row},شيء مستورد ${row},${brand},Category ${1 + (row % 200)},500 g,"Sugar, milk, E471",en:milk,en:halal`,
    );
  }
  return lines.join("\n");
}

type Target = { readonly port: number; readonly request: RawRequest };

/** A baseline that finds other rows would be meaningless. */
async function requireSameRows(ours: Target, floor: Target): Promise<void> {
  const idsOf = async ({ port, request: { path, headers } }: Target) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const { rows } = (await response.json()) as { rows: { id: string }[] };
    return rows.map(({ id }) => id).join();
  };
  const [one, other] = await Promise.all([idsOf(ours), idsOf(floor)]);
  if (one !== other || one === "") throw new Error(`“${floor.request.path}” finds other rows`);
}

const rounds = 5;
const roundMs = 1_000;

/** Alternating, so that other load on the machine affects all; the fastest round counts. */
async function measure(load: ChildProcess, targets: readonly Target[]): Promise<LoadResult[]> {
  const best: LoadResult[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { port, request }] of targets.entries()) {
      load.send({ port, connections: 1, durationMs: roundMs, requests: [request] } satisfies Load);
      const measured = await messageFrom<LoadResult>(load);
      // The first round warms up.
      if (round > 0 && measured.p50Ms < (best[index]?.p50Ms ?? Infinity)) best[index] = measured;
    }
  }
  return best;
}

/** Only the index: one prepared statement, whose rows are sent unchanged. */
async function serveSearchBaseline(connectionString: string): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const server = createServer((request, response) => {
    const found = decodeURIComponent(request.url!.slice(1)).split(" ");
    const conditions = found.map((_, place) => `search_key like $${place + 1}`).join(" and ");
    const text = `select id, code, name, name_i18n, gtin, sku, net_content, net_unit, pack_of, status, version, created_at, updated_at
                    from products where status <> 'archived' and ${conditions} order by sort_key, id limit 25`;
    pool.query({ name: `search${found.length}`, text, values: found.map((word) => `%${word}%`) }).then(
      ({ rows }) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ rows })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
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
const role = process.argv[2];
if (role === "floor") {
  process.send!(await serveSearchBaseline(process.argv[3]!));
} else if (role === "load") {
  process.on("message", (load: Load) => void runLoad(load).then((measured) => process.send!(measured)));
} else {
  await bench(Number(role ?? 1_000_000));
}
