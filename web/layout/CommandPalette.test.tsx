import { MantineProvider } from "@mantine/core";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { CommandPalette } from "#web/layout/CommandPalette.tsx";
import { type FindRecords, FindRecordsContext, type FoundRecord } from "#web/layout/findRecords.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { withLayoutMessages } from "#web/layout/withLayoutMessages.ts";
import { type PermissionRow, SessionContext } from "#web/session.tsx";
import { aisyah, signedIn } from "#web/testing/signedIn.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await withLayoutMessages(Promise.resolve(null));
});

let root: Root | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => act(() => root?.unmount()));

const rowFor = (title: string, path: string): PermissionRow => ({
  ad_main_id: 3,
  ad_main_title: "Brands",
  ad_main_link: "/apps/brand",
  ad_sub_id: 31,
  ad_sub_title: title,
  ad_sub_link: path,
});
const brandMenu = [
  rowFor("Brands", "/apps/brand/brands"),
  ...Array.from({ length: 11 }, (_, place) => rowFor(`Brand report ${place + 1}`, `/apps/brand/reports/${place}`)),
  rowFor("To-do", "/apps/todo/all"),
];
const recordOf = (name: string): FoundRecord => ({
  id: name,
  title: name,
  titleI18n: {},
  subtitle: "BR-00001",
  url: `/apps/brand/brands/${name}`,
});

/** Opens the palette with a search that answers when the test says so. */
async function openPalette(answer: (wanted: Parameters<FindRecords>[1]) => readonly FoundRecord[]) {
  const calls: { wanted: Parameters<FindRecords>[1]; signal: AbortSignal; finish: () => void }[] = [];
  const findRecords: FindRecords = (_transport, wanted, signal) =>
    new Promise((resolve) => {
      calls.push({ wanted, signal, finish: () => resolve(answer(wanted)) });
    });
  const session = await signedIn(async () => new Response("{}"), aisyah, brandMenu);
  const closed: true[] = [];
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CommandPalette onClose={() => closed.push(true)} /> }),
    history: createMemoryHistory(),
  });
  const known = {
    menuTitles: { "To-do": { ar: "المهام" } },
    navigation: [],
    menuCounts: {},
    words: new Map(),
    history: new Map(),
    companions: [],
    accountParts: [],
    recordTools: [],
    panelAreas: [],
  };
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main")!);
  await act(async () =>
    root?.render(
      <MantineProvider>
        <SessionContext value={session}>
          <TransportContext value={session.transport}>
            <KnownScreensContext value={{ ...known, paths: new Set(["/home"]) }}>
              <ToastsContext value={createToasts()}>
                <FindRecordsContext value={findRecords}>
                  <RouterProvider router={router as never} />
                </FindRecordsContext>
              </ToastsContext>
            </KnownScreensContext>
          </TransportContext>
        </SessionContext>
      </MantineProvider>,
    ),
  );
  const field = document.querySelector<HTMLInputElement>("[role=combobox]")!;
  const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 120)));
  return {
    calls,
    closed,
    router,
    type: async (text: string) => {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await pause();
    },
    press: (key: string) =>
      act(async () => void field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))),
    finish: async () => {
      await act(async () => calls.at(-1)?.finish());
      await pause();
    },
  };
}
const options = () => Array.from(document.querySelectorAll("[role=option]"), ({ textContent }) => textContent);
const selected = () => document.querySelector("[aria-selected=true]")?.textContent;

test("suggests ten at most: menu entries first, then six records", async () => {
  const { type, finish } = await openPalette(() => ["a", "b", "c", "d", "e", "f"].map(recordOf));
  await type("brand");
  expect(options()).toHaveLength(10);
  expect(options().every((text) => text.startsWith("Brands"))).toBe(true);
  await finish();
  expect(options()).toHaveLength(10);
  expect(options().slice(4)).toEqual(["a", "b", "c", "d", "e", "f"].map((name) => `${name}BR-00001Brands`));
});

test("asks for records from two letters on, once typing pauses, and aborts the older call", async () => {
  const { type, calls } = await openPalette(() => []);
  await type("z");
  expect(calls).toEqual([]);
  await type("ze");
  await type("zel");
  expect(calls.map(({ wanted, signal }) => [wanted, signal.aborted])).toEqual([
    [{ q: "ze" }, true],
    [{ q: "zel" }, false],
  ]);
});

test("says that there are no results once neither the menu nor the records have any", async () => {
  const { type, finish } = await openPalette(() => []);
  await type("zzz");
  expect(document.body.textContent).not.toContain("No results..");
  await finish();
  expect(document.body.textContent).toContain("No results..");
});

test("opens the record that the arrow keys chose", async () => {
  const { type, finish, press, router, closed } = await openPalette(() => [recordOf("zelkova")]);
  await type("zel");
  await finish();
  expect(selected()).toContain("zelkova");
  await press("ArrowDown");
  await press("Enter");
  expect(closed).toEqual([true]);
  expect(router.latestLocation.pathname).toBe("/apps/brand/brands/zelkova");
});

test("shows the records opened last while the field is empty, in the order of the server", async () => {
  localStorage.setItem("mizan.recentRecords", JSON.stringify({ userId: aisyah.userId, ids: ["one", "two"] }));
  const { calls, finish } = await openPalette(() => [recordOf("one")]);
  expect(calls.map(({ wanted }) => wanted)).toEqual([{ ids: ["one", "two"] }]);
  await finish();
  expect(options().slice(0, 2)).toEqual(["oneBR-00001Brands", "Layout and themes"]);
  expect(options()).toHaveLength(9);
});

test("shows nothing of another user's records", async () => {
  localStorage.setItem("mizan.recentRecords", JSON.stringify({ userId: "another", ids: ["one"] }));
  const { calls } = await openPalette(() => [recordOf("one")]);
  expect(calls).toEqual([]);
  expect(options()[0]).toBe("Layout and themes");
});

test.each(["todo", "to-do", "TO DO", "المهام", "مهام"])("finds To-do as %s, in any language", async (typed) => {
  const { type } = await openPalette(() => []);
  await type(typed);
  expect(options()).toEqual(["BrandsTo-do"]);
});

test("does not find entries that only announce what is coming", async () => {
  const { type, finish } = await openPalette(() => []);
  await type("events");
  await finish();
  expect(options()).toEqual([]);
});

test("finds actions after >, and neither entries nor records", async () => {
  const { type, calls, closed, press } = await openPalette(() => [recordOf("dark")]);
  await type("> dark");
  expect([options(), calls]).toEqual([["Switch to dark mode"], []]);
  await type(">");
  expect(options()).toContain("Log out");
  await type(">zzz");
  expect(document.body.textContent).toContain("No results..");
  await type(">keyboard");
  await press("Enter");
  expect(closed).toEqual([true]);
});
