import { assertBudget } from "#benches/assertBudget.ts";
import { type LoadResult, type RawRequest, runLoad } from "#benches/load.ts";

/** Paths of each scenario, used in turn. */
export type Scenarios = Readonly<Record<string, readonly string[]>>;
export type Timings = Readonly<Record<string, LoadResult>>;

type Caller = { readonly port: number; readonly headers: Record<string, string> };

/** The times of each scenario, one request after the other. */
export async function measureCalls({ port, headers }: Caller, scenarios: Scenarios): Promise<Timings> {
  const measured: Record<string, LoadResult> = {};
  for (const [name, paths] of Object.entries(scenarios)) {
    const requests = paths.map((path): RawRequest => ({ method: "GET", path, headers, body: "" }));
    const load = { port, connections: 1, requests };
    await runLoad({ ...load, durationMs: 500 });
    measured[name] = await runLoad({ ...load, durationMs: 3000 });
  }
  return measured;
}

type Growth = { readonly small: Timings; readonly large: Timings; readonly few: string; readonly ratioMax: number };

/** Prints how each scenario grew, and asserts that its median did not grow beyond the ratio. */
export function assertGrowth({ small, large, few, ratioMax }: Growth): void {
  for (const [name, { p50Ms, p99Ms }] of Object.entries(large)) {
    const ratio = p50Ms / small[name]!.p50Ms;
    console.log(
      `${name.padEnd(24)} median ${p50Ms.toFixed(1)} ms, 99% ${p99Ms.toFixed(1)} ms, ${ratio.toFixed(2)} × that of ${few}`,
    );
    assertBudget(ratio <= ratioMax, `${name}: at most ${ratioMax} × that of ${few}`);
  }
}
