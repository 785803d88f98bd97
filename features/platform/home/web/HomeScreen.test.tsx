import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Output } from "#base/contract.ts";
import { figureNames, queueNames } from "#features/platform/home/rules.ts";
import type { home } from "#features/platform/home/contract.ts";
import { HomeScreen } from "#features/platform/home/web/HomeScreen.tsx";
import { NextStep } from "#features/platform/home/web/NextStep.tsx";
import { homeScreens } from "#features/platform/home/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { queryClientOf } from "#web/operations.ts";
import { SessionContext } from "#web/session.tsx";
import { aisyah, signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Home = Output<typeof home.read>;

beforeAll(async () => {
  await startMessages();
  await loadMessages(homeScreens);
  // The screen loads it on demand; a test does not wait for the network.
  await import("#features/platform/home/web/Board.tsx");
});
beforeEach(() => localStorage.clear());

const steps = [
  { name: "brand", isDone: true },
  { name: "product", isDone: false },
] as const;

const answer = (shown: Partial<Home> = {}): Home => ({
  queues: queueNames.map((name) => ({
    name,
    total: { count: 1, isCapped: false },
    rows: [{ id: "r1", title: `First of ${name}`, code: "C-1", by: "HFA", change: null, at: null, daysLeft: 7 }],
  })),
  figures: figureNames.slice(0, 6).map((name) => ({
    name,
    total: { count: 1204, isCapped: false },
    before: 1200,
    days: [
      { day: "2026-11-19", value: 1200, previous: null },
      { day: "2026-11-20", value: 1204, previous: 1100 },
    ],
  })),
  activity: [],
  firstSteps: { steps: [], isDismissed: false },
  ...shown,
});

/** The screen of a user with these permissions, whose home call waits until `release`. */
async function openHome(permissions: readonly string[], shown: Home, path = "/home") {
  const calls: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const transport = async (request: Request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    if (request.url.includes("/home/first-steps")) return Response.json(shown.firstSteps);
    await released;
    return Response.json(shown);
  };
  const session = await signedIn(transport, { ...aisyah, permissions });
  const top = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => top, path: "/home", component: HomeScreen }),
    createRoute({ getParentRoute: () => top, path: "$", component: NextStep }),
  ];
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: top.addChildren(routes), history });
  const screen = document.createElement("div");
  document.body.append(screen);
  const root = createRoot(screen);
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <QueryClientProvider client={queryClientOf(transport)}>
          <ToastsContext value={createToasts()}>
            <TransportContext value={transport}>
              <MantineProvider>
                <RouterProvider router={router} />
              </MantineProvider>
            </TransportContext>
          </ToastsContext>
        </QueryClientProvider>
      </SessionContext>,
    ),
  );
  await waitForEffects();
  const boxes = () =>
    [...screen.querySelectorAll("section[aria-label], li.tile, section[aria-labelledby]")].map(nameOf);
  return {
    screen,
    boxes,
    calls,
    history,
    answered: async () => {
      release();
      await waitForEffects();
    },
    leave: () => act(async () => root.unmount()),
  };
}

const nameOf = (box: Element) => box.getAttribute("aria-label") ?? box.querySelector("a, h2")?.textContent;

test("before the answer every widget has its box, and the answer adds none: one call", async () => {
  const permissions = ["approvals.read", "certificates.read", "brands.read", "products.read", "retailers.read"];
  const { boxes, calls, answered, screen, leave } = await openHome(permissions, answer());
  const before = boxes();
  expect(before).toEqual([
    "Needs your attention today",
    "Approvals waiting for me",
    "Expiring certificates",
    "Active brands",
    "Published products",
    "Certified products",
    "Active retailers",
    "Valid certificates",
    "Active brands per day",
    "Your recent activity",
  ]);
  await answered();
  expect(boxes()).toEqual(before);
  expect(calls).toEqual(["GET /api/v1/home"]);
  expect(screen.textContent).toContain("1,204");
  await leave();
});

test("a figure links to its list and says how it has changed; the chart is also a table", async () => {
  const { screen, answered, leave } = await openHome(["brands.read"], answer());
  await answered();
  const tile = screen.querySelector("li.tile")!;
  expect(tile.querySelector("a")?.getAttribute("href")).toBe("/apps/brand/brands?status=active");
  expect(tile.textContent).toContain("Up 4");
  expect(screen.querySelector("[role=img]")?.getAttribute("aria-label")).toBe(
    "From 1,200 on 19 Nov 2026 to 1,204 on 20 Nov 2026.",
  );
  const button = [...screen.querySelectorAll("button")].find(({ textContent }) => textContent === "View as table")!;
  await act(async () => button.click());
  const cells = [...screen.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ["20 Nov 2026", "1,204", "1,100"],
    ["19 Nov 2026", "1,200", "–"],
  ]);
  await leave();
});

test("the period is kept in the address", async () => {
  const { screen, answered, history, leave } = await openHome(["brands.read"], answer(), "/home?period=7d");
  await answered();
  const pressed = () => screen.querySelector("[aria-pressed=true]")?.textContent;
  expect(pressed()).toBe("7 days");
  const quarter = [...screen.querySelectorAll("button")].find(({ textContent }) => textContent === "Quarter")!;
  await act(async () => quarter.click());
  await waitForEffects();
  expect([pressed(), history.location.search]).toEqual(["Quarter", "?period=quarter"]);
  await leave();
});

test("first steps lead to the next one; nothing is drawn before it is known whether there are any", async () => {
  const shown = answer({ firstSteps: { steps: [...steps], isDismissed: false } });
  const { boxes, screen, answered, leave } = await openHome(["brands.read", "brands.create"], shown);
  expect(boxes()).toEqual([]);
  await answered();
  expect(boxes()[0]).toBe("Set up Mizan");
  expect(screen.textContent).toContain("1 of 2 done");
  const start = [...screen.querySelectorAll("a")].find(({ textContent }) => textContent === "Start")!;
  expect(start.getAttribute("href")).toBe("/apps/brand-product/brand-products/new");
  await act(async () => start.click());
  await waitForEffects();
  await leave();
  // The next visit knows it before the answer.
  const next = await openHome(["brands.read", "brands.create"], shown);
  expect(next.boxes()[0]).toBe("Set up Mizan");
  await next.leave();
});

test("a user who follows the steps sees the next one on other screens, and can leave", async () => {
  const shown = answer({ firstSteps: { steps: [...steps], isDismissed: false } });
  const quiet = await openHome([], shown, "/apps/brand/brands/1");
  expect([quiet.screen.querySelector("article"), quiet.calls]).toEqual([null, []]);
  await quiet.leave();
  localStorage.setItem("mizan.firstSteps.isLed", "true");
  const { screen, leave } = await openHome([], shown, "/apps/brand/brands/1");
  expect([...screen.querySelectorAll("a")].map(({ textContent }) => textContent)).toEqual([
    "Next: Add a product",
    "All steps",
  ]);
  await act(async () => screen.querySelector("button")!.click());
  expect(screen.querySelector("article")).toBeNull();
  await leave();
});

test("the step to assign a product opens with the retailer of the record that is open", async () => {
  localStorage.setItem("mizan.firstSteps.isLed", "true");
  const shown = answer({ firstSteps: { steps: [{ name: "assignment", isDone: false }], isDismissed: false } });
  const retailerId = "0198b2a0-0000-7000-8000-000000000001";
  const hrefs = async (path: string) => {
    const { screen, leave } = await openHome([], shown, path);
    const found = [...screen.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    await leave();
    return found;
  };
  expect(await hrefs(`/apps/retailer/retailers/${retailerId}`)).toEqual([
    `/apps/retailer/assign-products/${retailerId}`,
    "/home",
  ]);
  expect(await hrefs("/apps/retailer/retailers")).toEqual(["/apps/retailer/assign-products", "/home"]);
  expect(await hrefs(`/apps/retailer/assign-products/${retailerId}`)).toEqual(["/home"]);
});
