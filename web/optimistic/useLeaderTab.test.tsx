import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { useLeaderTab } from "#web/optimistic/useLeaderTab.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** As a browser does for all tabs of one origin: each caller waits for those before it. */
function lockOfOneOrigin() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const mine = last.then(() => (signal.aborted ? undefined : work()));
    last = mine;
    return mine;
  };
  return { request };
}

const unmounts: (() => void)[] = [];
afterEach(() => {
  act(() => unmounts.splice(0).forEach((unmount) => unmount()));
  vi.unstubAllGlobals();
});

/** A separate tab, as far as the lock knows. */
async function openTab() {
  const seen = { isLeader: false };
  const Probe = () => {
    seen.isLeader = useLeaderTab("mail");
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const close = () => act(async () => root.unmount());
  unmounts.push(() => root.unmount());
  await act(async () => root.render(<Probe />));
  return { seen, close };
}

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));

it("makes the first visible tab the leader, and the next one when that is closed", async () => {
  vi.stubGlobal("navigator", { locks: lockOfOneOrigin() });
  const tabs = [await openTab(), await openTab(), await openTab()];
  const leading = () => tabs.map(({ seen }) => seen.isLeader);
  await settled();
  expect(leading()).toEqual([true, false, false]);
  await tabs[0]!.close();
  await settled();
  expect(leading().slice(1)).toEqual([true, false]);
});

it("does not lead while it is hidden", async () => {
  vi.stubGlobal("navigator", { locks: lockOfOneOrigin() });
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const tab = await openTab();
  await settled();
  visibility.mockReturnValue("hidden");
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  expect(tab.seen.isLeader).toBe(false);
  visibility.mockReturnValue("visible");
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  await settled();
  expect(tab.seen.isLeader).toBe(true);
  visibility.mockRestore();
});

it("leads where locks are not available", async () => {
  vi.stubGlobal("navigator", {});
  expect((await openTab()).seen.isLeader).toBe(true);
});
