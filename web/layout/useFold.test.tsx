import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { useFold } from "#web/layout/useFold.ts";
import { SessionContext } from "#web/session.tsx";
import { readLayoutSettings } from "#web/settings/useLayoutSettings.ts";
import { signedIn } from "#web/testing/signedIn.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

/** Shows the fold in a window of this width, as a page that is loaded now. */
async function open(widthPx: number) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: widthPx / 16 <= Number(/([\d.]+)em/.exec(query)![1]),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const seen: { fold: ReturnType<typeof useFold> | null } = { fold: null };
  function Probe() {
    const fold = useFold();
    seen.fold = fold;
    return null;
  }
  const session = await signedIn(async () => new Response("{}"));
  const root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <ToastsContext value={createToasts()}>
          <Probe />
        </ToastsContext>
      </SessionContext>,
    ),
  );
  return {
    isFolded: () => seen.fold!.isFolded,
    fold: (isFolded: boolean) => act(async () => seen.fold!.fold(isFolded)),
    leave: () => act(async () => root.unmount()),
  };
}

test("the menu is folded below 1280 px", async () => {
  for (const [widthPx, isFolded] of [
    [1024, true],
    [1279, true],
    [1280, false],
  ] as const) {
    const page = await open(widthPx);
    expect([widthPx, page.isFolded()]).toEqual([widthPx, isFolded]);
    await page.leave();
  }
});

test("unfolding below 1280 px lasts for the tab, and is no preference for wider windows", async () => {
  const page = await open(1024);
  await page.fold(false);
  expect(page.isFolded()).toBe(false);
  await page.leave();
  const reloaded = await open(1024);
  expect(reloaded.isFolded()).toBe(false);
  await reloaded.fold(true);
  await reloaded.leave();
  expect((await open(1024)).isFolded()).toBe(true);
  expect(readLayoutSettings().layout.config.navbar.folded).toBe(false);
});

test("folding in a wider window is a setting of the user", async () => {
  const page = await open(1440);
  await page.fold(true);
  expect(page.isFolded()).toBe(true);
  expect(readLayoutSettings().layout.config.navbar.folded).toBe(true);
  await page.leave();
});
