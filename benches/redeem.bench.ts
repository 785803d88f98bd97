import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { assertBudget } from "#benches/assertBudget.ts";
import { type BenchDatabase, createBenchDatabase } from "#benches/benchDatabase.ts";
import { signIn, startHost } from "#benches/host.ts";
import { type Load, type LoadResult, type RawRequest, runLoad } from "#benches/load.ts";
import { type PacedLoad, type PacedResult, runPacedLoad } from "#benches/pacedLoad.ts";
import { type Floor, type FloorResult, runFloor } from "#benches/redeemFloor.ts";
import { percentile } from "#benches/percentile.ts";
import { type BenchMarket, fillMarket, fillRedemptions } from "#benches/redemptionMarket.ts";

// Issue 14, speed. The floor sends the same statements over as many connections, without the program: what pgbench would
// reach. It is a driver of its own, as pgbench isn't part of the embedded PostgreSQL.

const must = { ratioMin: 0.5, validateP95MaxMs: 30, redeemP95MaxMs: 50, codesMaxMs: 10_000, growthMax: 1.2 };
const campaigns = 200;
const connections = 8;
const perSecond = 200;
const fewPast = 10_000;
const rounds = 3;
const growthRounds = 8;
const roundMs = 3_000;

async function bench(past: number, isGrowthOnly: boolean): Promise<void> {
  const load = fork(process.argv[1]!, ["child"], { stdio: "inherit" });
  const ask = <Answer>(message: Work) => messageFrom<Answer>(load, message);
  const few = await openMarket(fewPast, ask);
  try {
    if (!isGrowthOnly) await measureSpeed(few);
    const many = await openMarket(past, ask);
    console.log(`load of the machine ${loadavg().join(" ")}`);
    try {
      await measureGrowth(few, many);
    } finally {
      await many.close();
    }
  } finally {
    load.kill("SIGKILL");
    await few.close();
  }
}

/** A market with past redemptions, and a host for it. */
async function openMarket(past: number, ask: Bench["ask"]): Promise<Bench & { readonly close: () => Promise<void> }> {
  const database = await createBenchDatabase(100);
  try {
    const market = await fillMarket(database.client, campaigns);
    await fillRedemptions(database.client, market, past);
    const host = await startHost(database);
    const close = async () => {
      host.process.kill("SIGKILL");
      await database.close();
    };
    const session = await signIn(host.port);
    const headers = await createKey(host.port, session, market);
    return { past, database, market, port: host.port, session, headers, ask, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Work =
  | { readonly kind: "load"; readonly load: Load }
  | { readonly kind: "paced"; readonly load: PacedLoad }
  | { readonly kind: "floor"; readonly load: Floor };

type Bench = {
  readonly past: number;
  readonly database: BenchDatabase;
  readonly market: BenchMarket;
  readonly port: number;
  readonly session: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly ask: <Answer>(message: Work) => Promise<Answer>;
};

async function measureSpeed(all: Bench): Promise<void> {
  const { market, port, headers, database } = all;
  const spread = await ratioOf(all, market.codes);
  await database.client.query(
    "update campaigns set spread = 1 where id = (select campaign_id from codes where code_key = $1)",
    [market.codes[0]],
  );
  const hot = await ratioOf(all, [market.codes[0]!]);
  console.table({ spread, hot });
  const paced = (path: "validate" | "redeem") =>
    all.ask<PacedResult>({
      kind: "paced",
      load: { port, perSecond, durationMs: 10_000, requests: requestsFor(path, all, market.codes) },
    });
  const [validated, redeemed] = [await paced("validate"), await paced("redeem")];
  const codesMs = await generateCodes(all);
  console.log(
    `key ${Object.keys(headers).length > 0 ? "of a till" : ""}; PostgreSQL ${database.version}; Node ${process.version}`,
  );
  console.table({ validated, redeemed });
  assertBudget(
    spread.ratio >= must.ratioMin,
    `redeem over ${campaigns} campaigns: ${spread.ratio.toFixed(2)} of the same statements, at least ${must.ratioMin}`,
  );
  assertBudget(
    hot.ratio >= must.ratioMin,
    `one hot code: ${hot.ratio.toFixed(2)} of the same on one row, at least ${must.ratioMin}`,
  );
  assertBudget(
    validated.p95Ms <= must.validateP95MaxMs,
    `validate at ${perSecond}/s: p95 ${validated.p95Ms.toFixed(1)} ms, at most ${must.validateP95MaxMs}`,
  );
  assertBudget(
    redeemed.p95Ms <= must.redeemP95MaxMs,
    `redeem at ${perSecond}/s: p95 ${redeemed.p95Ms.toFixed(1)} ms, at most ${must.redeemP95MaxMs}`,
  );
  assertBudget(codesMs <= must.codesMaxMs, `100,000 unique codes: ${(codesMs / 1000).toFixed(1)} s, at most 10`);
}

/** In turns, each first as often as the other, so that other load on the machine affects both; the median ratio counts. */
async function measureGrowth(few: Bench, many: Bench): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round <= growthRounds; round++) {
    const taken = new Map<Bench, number>();
    for (const each of round % 2 === 0 ? [few, many] : [many, few]) taken.set(each, await medianOf(each));
    console.log(`${taken.get(few)!.toFixed(1)} ms, ${taken.get(many)!.toFixed(1)} ms`);
    // The first round warms up.
    if (round > 0) ratios.push(taken.get(many)! / taken.get(few)!);
  }
  const growth = percentile(ratios, 0.5);
  const [past, fewest] = [many.past, few.past].map((count) => count.toLocaleString("en"));
  assertBudget(
    growth <= must.growthMax,
    `with ${past} past redemptions ${growth.toFixed(2)} × as long as with ${fewest}, at most ${must.growthMax}`,
  );
}

/** Alternating, so that other load on the machine affects all; the fastest round counts. */
async function ratioOf({ ask, port, database, ...all }: Bench, codes: readonly string[]) {
  const { rows } = await database.client.query<{ id: string }>(
    "select campaign_id as id from codes where code_key = any($1) order by code_key",
    [codes],
  );
  const campaignIds = rows.map(({ id }) => id);
  const best = { ours: 0, call: 0, function: 0 };
  for (let round = 0; round <= rounds; round++) {
    const requests = requestsFor("redeem", all, codes);
    const load: Load = { port, connections, durationMs: roundMs, requests };
    const ours = await ask<LoadResult>({ kind: "load", load });
    // The first round warms up the compilers, the caches and the prepared statements.
    if (round > 0) best.ours = Math.max(best.ours, ours.perSecond);
    for (const kind of ["call", "function"] as const) {
      const floor: Floor = { url: database.url, kind, connections, durationMs: roundMs, campaignIds };
      const { perSecond: reached } = await ask<FloorResult>({ kind: "floor", load: floor });
      if (round > 0) best[kind] = Math.max(best[kind], reached);
    }
  }
  const rounded = Object.fromEntries(Object.entries(best).map(([name, value]) => [name, Math.round(value)]));
  return { ...rounded, ratio: best.ours / best.call, ofFunction: best.ours / best.function };
}

/** Of calls one after the other. */
async function medianOf({ ask, port, market, headers }: Bench): Promise<number> {
  const requests = requestsFor("redeem", { market, headers }, market.codes.slice(1));
  const load: Load = { port, connections: 1, durationMs: roundMs, requests };
  return (await ask<LoadResult>({ kind: "load", load })).p50Ms;
}

function requestsFor(
  path: "validate" | "redeem",
  { market, headers }: Pick<Bench, "market" | "headers">,
  codes: readonly string[],
): RawRequest[] {
  return codes.map((code) => ({
    method: "POST",
    path: `/api/v1/promocodes/${path}`,
    headers: {
      ...headers,
      "content-type": "application/json",
      ...(path === "redeem" ? { "idempotency-key": "{uuid}" } : {}),
    },
    body: JSON.stringify({
      codes: [code],
      retailerId: market.shop,
      order: { ref: "{uuid}", currency: "GBP", lines: [{ productId: market.product, quantity: 2, unitMinor: 500 }] },
    }),
  }));
}

const messageFrom = <Answer>(child: ChildProcess, message: Work) =>
  new Promise<Answer>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a part of the bench ended with ${code}`));
    child.once("exit", fail);
    child.once("message", (answer) => {
      child.off("exit", fail);
      resolve(answer as Answer);
    });
    child.send(message);
  });

async function post(port: number, path: string, { headers, body }: { headers: Record<string, string>; body: object }) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** The headers of a till's key, which may call as often as keys may. */
async function createKey(port: number, session: Record<string, string>, { shop }: BenchMarket) {
  const key = {
    id: randomUUID(),
    title: "Till",
    kind: "till",
    grants: ["redemptions.validate", "redemptions.create"].map((permission) => ({ permission, limit: "scope" })),
    scopes: [{ kind: "retailer", target: shop }],
    callsPerMinute: 60_000,
    lastDay: new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10),
  };
  const { secret } = await post(port, "api-keys", { headers: session, body: key });
  return { authorization: `Bearer ${String(secret)}` };
}

/** From the call to the last code, by the host's own job. */
async function generateCodes({ port, session, database }: Bench): Promise<number> {
  const id = randomUUID();
  const { rows: drafts } = await database.client.query<{ draft: object }>("select draft from campaigns limit 1");
  await post(port, "promocodes", {
    headers: session,
    body: {
      id,
      name: "Codes",
      nameI18n: {},
      ownerBrandId: null,
      codeMode: "unique",
      sharedCode: null,
      terms: drafts[0]!.draft,
    },
  });
  const startedAt = performance.now();
  const batch = {
    batchId: randomUUID(),
    quantity: 100_000,
    pattern: "PEN-##########",
    usesMax: 1,
    validFrom: null,
    validTo: null,
  };
  await post(port, `promocodes/${id}/batches`, { headers: session, body: batch });
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/promocodes/${id}/batches`, { headers: session });
    const { rows } = (await response.json()) as { rows: { status: string }[] };
    if (rows[0]?.status === "done") return performance.now() - startedAt;
    await sleep(50);
  }
}

if (process.argv[2] === "child") {
  process.on("message", (work: Work) => {
    const run = { load: runLoad, paced: runPacedLoad, floor: runFloor }[work.kind] as (
      load: unknown,
    ) => Promise<unknown>;
    void run(work.load).then((answer) => process.send!(answer));
  });
} else {
  await bench(Number(process.argv[2] ?? 1_000_000), process.argv[3] === "growth");
}
