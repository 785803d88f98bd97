import { type ChildProcess, fork } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { type BenchDatabase, createBenchDatabase } from "#benches/benchDatabase.ts";
import { serveBaseline } from "#benches/baseline.ts";
import { coldStarts, memoryOf, type RunningHost, signIn, startHost } from "#benches/host.ts";
import { assertBudget } from "#benches/assertBudget.ts";
import { type Load, type LoadResult, type RawRequest, runLoad } from "#benches/load.ts";
import { brandScenarios, type Scenario } from "#benches/brandScenarios.ts";

// Issue 2 §8. Ratios within one run: an absolute figure says more about the machine than about the program.
const mustOf = { p50RatioMax: 3, rpsRatioMin: 0.5, coldStartMaxMs: 400, memoryMaxMb: 150, deepRatioMax: 1.2 };
const mustOfTotal = { p50MaxMs: 4, perSecondMin: 1000 };

async function bench(rows: number): Promise<void> {
  const benchDatabase = await createBenchDatabase(rows);
  const children: ChildProcess[] = [];
  try {
    const startMs = await coldStarts(benchDatabase);
    const host = await startHost(benchDatabase);
    children.push(host.process);
    const floor = startRole("floor", benchDatabase.url);
    const load = startRole("load");
    children.push(floor, load);
    const floorPort = await messageFrom<number>(floor);
    const scenarios = await brandScenarios(benchDatabase, await signIn(host.port));
    for (const scenario of scenarios) await requireSameAnswer(scenario, { host, floorPort });
    const results = [];
    for (const scenario of scenarios) results.push(await measure(scenario, { load, host, floorPort }));
    report(results, { startMs, memoryMb: memoryOf(host), rows, database: benchDatabase.version });
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await benchDatabase.close();
  }
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

type Parts = { readonly load: ChildProcess; readonly host: RunningHost; readonly floorPort: number };

/** A baseline with other responses would be meaningless. Responses that differ in every call can't be compared. */
async function requireSameAnswer(
  { name, ours, floor, isRepeatable }: Scenario,
  { host, floorPort }: Omit<Parts, "load">,
) {
  const answers = await Promise.all([ask(host.port, ours[0]!), ask(floorPort, floor[0]!)]);
  if (isRepeatable && !isDeepStrictEqual(answers[0], answers[1])) {
    console.error(JSON.stringify(answers, null, 2).slice(0, 4000));
    throw new Error(`“${name}” is not answered alike`);
  }
}

async function ask(port: number, { method, path, headers, body }: RawRequest): Promise<unknown> {
  const fresh = (text: string) => text.replaceAll(/\{(uuid|n)\}/g, () => crypto.randomUUID());
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: fresh(body) || null });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const rounds = 4;
const roundMs = 1_500;

type Sides = { ours: LoadResult; floor: LoadResult };
type Result = { name: string; one: Sides; ten: Sides };

/** Alternating, so that other load on the machine affects both; the fastest round counts. */
async function measure({ name, ours, floor }: Scenario, { load, host, floorPort }: Parts): Promise<Result> {
  const sides = async (connections: number): Promise<Sides> => {
    const seen: { ours: LoadResult[]; floor: LoadResult[] } = { ours: [], floor: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const [side, port, requests] of [
        ["floor", floorPort, floor],
        ["ours", host.port, ours],
      ] as const) {
        load.send({ port, connections, durationMs: roundMs, requests } satisfies Load);
        const measured = await messageFrom<LoadResult>(load);
        // The first round warms up the compilers, the caches and the prepared statements.
        if (round > 0) seen[side].push(measured);
      }
    }
    return { ours: best(seen.ours), floor: best(seen.floor) };
  };
  const result = { name, one: await sides(1), ten: await sides(10) };
  console.log(lineOf(result));
  return result;
}

const best = (seen: readonly LoadResult[]): LoadResult => ({
  p50Ms: Math.min(...seen.map(({ p50Ms }) => p50Ms)),
  p95Ms: Math.min(...seen.map(({ p95Ms }) => p95Ms)),
  p99Ms: Math.min(...seen.map(({ p99Ms }) => p99Ms)),
  perSecond: Math.max(...seen.map(({ perSecond }) => perSecond)),
});

const p50Ratio = ({ one }: Result) => one.ours.p50Ms / one.floor.p50Ms;
const rpsRatio = ({ ten }: Result) => ten.ours.perSecond / ten.floor.perSecond;

function lineOf(result: Result): string {
  const side = ({ p50Ms, p99Ms }: LoadResult) => `${p50Ms.toFixed(2).padStart(6)} / ${p99Ms.toFixed(2).padStart(6)}`;
  const rate = ({ perSecond }: LoadResult) => perSecond.toFixed(0).padStart(6);
  const { one, ten } = result;
  return [
    result.name.padEnd(30),
    `floor ${side(one.floor)} ms`,
    `ours ${side(one.ours)} ms`,
    `× ${p50Ratio(result).toFixed(2)}`,
    ` at 10: floor ${rate(ten.floor)}/s`,
    `ours ${rate(ten.ours)}/s`,
    `× ${rpsRatio(result).toFixed(2)}`,
  ].join("  ");
}

type Facts = { startMs: number; memoryMb: number; rows: number; database: BenchDatabase["version"] };

function report(results: readonly Result[], { startMs, memoryMb, rows, database }: Facts): void {
  const one = (name: string) => results.find((result) => result.name === name)!;
  const total = one("first page, with total");
  const deep = one("900,000 deep").one.ours.p50Ms / one("first page").one.ours.p50Ms;
  const musts: [what: string, isMet: boolean][] = [
    ...results.map((result): [string, boolean] => [
      `${result.name}: at most ${mustOf.p50RatioMax} × the floor's median, at least ${mustOf.rpsRatioMin} × its rate`,
      p50Ratio(result) <= mustOf.p50RatioMax && rpsRatio(result) >= mustOf.rpsRatioMin,
    ]),
    [
      `page with total: ≤ ${mustOfTotal.p50MaxMs} ms and ≥ ${mustOfTotal.perSecondMin}/s at ten connections`,
      total.one.ours.p50Ms <= mustOfTotal.p50MaxMs && total.ten.ours.perSecond >= mustOfTotal.perSecondMin,
    ],
    [`deep page: ${deep.toFixed(2)} × the first, at most ${mustOf.deepRatioMax}`, deep <= mustOf.deepRatioMax],
    [`cold start: ${startMs.toFixed(0)} ms, at most ${mustOf.coldStartMaxMs}`, startMs <= mustOf.coldStartMaxMs],
    [`memory at its peak: ${memoryMb.toFixed(0)} MB, at most ${mustOf.memoryMaxMb}`, memoryMb <= mustOf.memoryMaxMb],
  ];
  console.log(`\n${rows.toLocaleString("en")} brands on PostgreSQL ${database}; Node ${process.version}`);
  for (const [what, isMet] of musts) assertBudget(isMet, what);
}

// At the end, when everything above is defined: this file is both the benchmark and its child processes.
const role = process.argv[2];
if (role === "floor") {
  process.send!(await serveBaseline(process.argv[3]!));
} else if (role === "load") {
  process.on("message", (load: Load) => void runLoad(load).then((measured) => process.send!(measured)));
} else {
  await bench(Number(role ?? 1_000_000));
}
