import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { comingPaths } from "#web/layout/comingPaths.ts";
import { KnownScreensContext, knownScreensOf } from "#web/layout/knownScreens.ts";
import { MenuBarEntry } from "#web/layout/MenuBarEntry.tsx";
import { MenuItems } from "#web/layout/MenuList.tsx";
import { navigationItem } from "#web/layout/navigation.ts";
import { usePeek } from "#web/layout/usePeek.ts";
import { withLayoutMessages } from "#web/layout/withLayoutMessages.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await withLayoutMessages(Promise.resolve(null));
});
let root: Root;
afterEach(async () => {
  vi.useRealTimers();
  await act(async () => root.unmount());
});

async function show(shown: ReactNode): Promise<HTMLElement> {
  document.body.innerHTML = "<main></main>";
  const main = document.querySelector("main")!;
  root = createRoot(main);
  const transport = async () => new Response("{}");
  await act(async () => root.render(<TransportContext value={transport}>{shown}</TransportContext>));
  return main;
}

/** As a pointer does it: React makes `pointerenter` and `pointerleave` of these. */
const point = (element: Element, type: "over" | "out" | "up", pointerType = "mouse") =>
  act(async () => element.dispatchEvent(new PointerEvent(`pointer${type}`, { pointerType, bubbles: true })));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

describe("an item that is no page of this site", () => {
  const link = navigationItem({ title: "Spec", url: "https://spec.example/", type: "link", target: "_blank" });
  const divider = navigationItem({ title: "", url: "", id: "line", type: "divider" });
  const shared = { active: null, isOpen: () => false, isWide: true, onToggle: () => {} };
  const bar = { active: null, isFirst: true, isOpen: false, onOpen: () => {} };

  test.each([
    ["list", <MenuItems key="list" items={[link, divider]} {...shared} />, null],
    ["bar", [link, divider].map((item) => <MenuBarEntry key={item.id} item={item} {...bar} />), "menuitem"],
  ] as const)("is a link that leaves the site, or a line, in the menu %s", async (_, menu, role) => {
    const main = await show(<ul>{menu}</ul>);
    const anchor = main.querySelector("a")!;
    expect([anchor.textContent, anchor.getAttribute("role")]).toEqual(["Spec", role]);
    expect(["href", "target", "rel"].map((name) => anchor.getAttribute(name))).toEqual([
      "https://spec.example/",
      "_blank",
      "noreferrer",
    ]);
    const lines = main.querySelectorAll("li[role=separator]");
    expect([lines.length, lines[0]!.textContent, main.querySelectorAll("a").length]).toEqual([1, "", 1]);
  });
});

describe("an entry without a screen yet", () => {
  const [soon] = comingPaths;
  const built = "/apps/reports/sales";
  const screens = (paths: readonly `/${string}`[]) => {
    const routes = paths.map((path) => ({ path, needs: "session", load: async () => () => null }) as const);
    return knownScreensOf([
      { name: "reports", messages: { en: async () => ({ default: {} }), ar: async () => ({ default: {} }) }, routes },
    ]);
  };
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const items = [
    navigationItem({ title: "Events", url: soon! }),
    navigationItem({ title: "Sales", url: built }),
    // Neither built nor announced: the test of all screens refuses it, and no mark may hide it.
    navigationItem({ title: "Nowhere", url: "/apps/reports/nowhere" }),
  ];
  const section = navigationItem({ title: "Reports", url: "/apps/reports", children: items.slice(0, 1) });
  const list = { active: null, isOpen: () => true, isWide: true, onToggle: () => {} };
  const bar = { active: null, isFirst: true, isOpen: true, onOpen: () => {} };

  test.each([
    ["list", <MenuItems key="list" items={[section, ...items]} {...list} />],
    ["bar", [section, ...items].map((item) => <MenuBarEntry key={item.id} item={item} {...bar} />)],
  ] as const)("says Soon in the menu %s, and no other does", async (_, menu) => {
    const texts = async (paths: readonly `/${string}`[]) => {
      const main = await show(
        <RouterContextProvider router={router as never}>
          <KnownScreensContext value={screens(paths)}>
            <ul>{menu}</ul>
          </KnownScreensContext>
        </RouterContextProvider>,
      );
      const links = Array.from(main.querySelectorAll("a"), ({ textContent }) => textContent);
      return { links, whole: main.textContent };
    };
    const { links } = await texts([built]);
    expect(links).toEqual(["Events Soon", "Events Soon", "Sales", "Nowhere"]);
    await act(async () => root.unmount());
    // Once it is built, the mark is gone although the list of coming ones still has it.
    const { whole } = await texts([built, soon!]);
    expect(whole).toContain("Events");
    expect(whole).not.toContain("Soon");
  });

  test("marks a section with nothing else, if it can be opened", async () => {
    const main = await show(
      <KnownScreensContext value={screens([built])}>
        <MenuItems items={[section]} {...list} isOpen={() => false} />
      </KnownScreensContext>,
    );
    expect(main.querySelector("button")!.textContent).toBe("Reports Soon");
  });
});

describe("a menu that opens under the pointer", () => {
  function Folded() {
    const { isPeeking, peekProps } = usePeek();
    return (
      <nav data-open={isPeeking} {...peekProps}>
        Menu
      </nav>
    );
  }
  const folded = async () => {
    vi.useFakeTimers();
    const nav = (await show(<Folded />)).querySelector("nav")!;
    return { nav, isOpen: () => nav.dataset["open"] === "true" };
  };

  test("the folded menu opens after 150 ms, and closes as long after the pointer has left", async () => {
    const { nav, isOpen } = await folded();
    await point(nav, "over");
    await pass(149);
    expect(isOpen()).toBe(false);
    await pass(1);
    expect(isOpen()).toBe(true);
    await point(nav, "out");
    await pass(149);
    expect(isOpen()).toBe(true);
    await pass(1);
    expect(isOpen()).toBe(false);
  });

  test("a pointer that only passes opens nothing", async () => {
    const { nav, isOpen } = await folded();
    await point(nav, "over");
    await pass(149);
    await point(nav, "out");
    await pass(1000);
    expect(isOpen()).toBe(false);
  });

  test("a finger opens it at once", async () => {
    const { nav, isOpen } = await folded();
    await point(nav, "over", "touch");
    await pass(1000);
    expect(isOpen()).toBe(false);
    await point(nav, "up", "touch");
    await pass(0);
    expect(isOpen()).toBe(true);
  });

  test("a section of the menu bar opens after 150 ms, and by a click at once", async () => {
    vi.useFakeTimers();
    const item = navigationItem({
      title: "Reports",
      url: "/apps/reports",
      children: [navigationItem({ title: "Sales", url: "/apps/reports/sales" })],
    });
    const opened: boolean[] = [];
    const entry = { active: null, isFirst: true, isOpen: false, onOpen: (isOpen: boolean) => void opened.push(isOpen) };
    const main = await show(<MenuBarEntry item={item} {...entry} />);
    const button = main.querySelector("button")!;
    await point(button, "over");
    await pass(149);
    expect(opened).toEqual([]);
    await pass(1);
    expect(opened).toEqual([true]);
    await point(button, "out");
    await pass(149);
    expect(opened).toEqual([true]);
    await pass(1);
    expect(opened).toEqual([true, false]);
    await act(async () => button.click());
    expect(opened).toEqual([true, false, true]);
  });
});
