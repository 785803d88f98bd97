import type { CDPSession, Page } from "@playwright/test";
import { assertBudget } from "#benches/assertBudget.ts";
import { percentile } from "#benches/percentile.ts";
import { readFrames, type TraceEvent } from "#benches/traceFrames.ts";

/** A scroll over the page's grid, in pixels; `speed` in pixels per second. */
export type Gesture = {
  readonly name: string;
  readonly xDistance: number;
  readonly yDistance: number;
  readonly speed: number;
};

export type GestureFrames = {
  readonly gesture: string;
  readonly frames: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly mostMs: number;
  readonly gapP95Ms: number;
};

const frameMs = 1000 / 60;

/** Prints the frames of each gesture, and asserts that 95 of 100 leave the page's thread time for 60 a second. */
export function assertFrames(rows: readonly GestureFrames[]): void {
  console.table(rows);
  for (const { gesture, p95Ms } of rows)
    assertBudget(
      p95Ms <= frameMs,
      `${gesture}: 95 of 100 frames take the page's thread at most ${frameMs.toFixed(1)} ms`,
    );
}

/** The CPU time of the page's thread for each frame, which does not include other load on the machine. */
export async function measureGesture(page: Page, cdp: CDPSession, gesture: Gesture): Promise<GestureFrames> {
  const { name, speed, xDistance, yDistance } = gesture;
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  cdp.on("Tracing.dataCollected", collect);
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: [
        "toplevel",
        "devtools.timeline",
        "devtools.timeline.frame",
        "disabled-by-default-devtools.timeline",
      ],
    },
  });
  const gaps = watchGaps(page);
  await cdp.send("Input.synthesizeScrollGesture", {
    ...(await visibleCenter(page)),
    xDistance,
    yDistance,
    speed,
    preventFling: true,
    gestureSourceType: "mouse",
  });
  const done = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await done;
  cdp.off("Tracing.dataCollected", collect);
  const worked = readFrames(events).map(({ cpuMs }) => cpuMs);
  const at = (share: number) => rounded(percentile(worked, share));
  const gapP95Ms = rounded(percentile(await gaps(), 0.95));
  return { gesture: name, frames: worked.length, medianMs: at(0.5), p95Ms: at(0.95), mostMs: at(1), gapP95Ms };
}

const rounded = (ms: number) => Number(ms.toFixed(2));

/** Of the part of the grid that is in the window: a long one ends far below. */
async function visibleCenter(page: Page) {
  const { x, y, width, height } = (await page.getByRole("grid").boundingBox())!;
  const size = page.viewportSize()!;
  const middle = (from: number, until: number, most: number) => (Math.max(from, 0) + Math.min(until, most)) / 2;
  return { x: middle(x, x + width, size.width), y: middle(y, y + height, size.height) };
}

/** Records the time between the page's frames until the result is requested. */
function watchGaps(page: Page): () => Promise<number[]> {
  const started = page.evaluate(() => {
    const kept = globalThis as unknown as { frameGaps: number[] };
    const gaps: number[] = (kept.frameGaps = []);
    let last = performance.now();
    const step = (now: number) => {
      if (kept.frameGaps !== gaps) return;
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return async () => {
    await started;
    return page.evaluate(() => {
      const kept = globalThis as unknown as { frameGaps: number[] };
      const gaps = kept.frameGaps;
      kept.frameGaps = [];
      return gaps;
    });
  };
}
