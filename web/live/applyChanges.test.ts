import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createRefetcher } from "#web/live/applyChanges.ts";

const change = { resource: "figs", ids: ["one"], isGone: false, actorId: null, requestId: "elsewhere" };
/** What is left of a second after the server and the read have had their part. */
const limitMs = 700;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** With the longest jitter. */
function arrange() {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.9999);
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  return { refetcher: createRefetcher(queryClient), reads: () => invalidate.mock.calls.length };
}

test("a change right after another is read within 700 ms as well", () => {
  const { refetcher, reads } = arrange();
  refetcher.note(change);
  vi.advanceTimersToNextTimer();
  expect(reads()).toBe(1);
  refetcher.note(change);
  vi.advanceTimersByTime(limitMs);
  expect(reads()).toBe(2);
});

test("changes without a pause are read twice a second, and not after the page is left", () => {
  const { refetcher, reads } = arrange();
  for (let ms = 0; ms < 10_000; ms += 10) {
    refetcher.note(change);
    vi.advanceTimersByTime(10);
  }
  expect(reads()).toBeGreaterThanOrEqual(14);
  expect(reads()).toBeLessThanOrEqual(20);
  refetcher.note(change);
  refetcher.stop();
  const before = reads();
  vi.advanceTimersByTime(limitMs);
  expect(reads()).toBe(before);
});
