import { setTimeout as delay } from "node:timers/promises";
import type { Page, Request, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** Screens without a record of their own. */
const screens = [
  "/home",
  "/apps/approval/approvals",
  "/apps/approval/approvals/rules",
  "/apps/audit/entries",
  "/apps/permission/permissions",
  "/apps/permission/why",
  "/apps/role/compare",
  "/apps/role/roles/new",
  "/apps/user/users/new",
  "/apps/category/categories/new",
  "/apps/cert/queue",
  "/apps/cert/calendar",
  "/apps/cert/certs/new",
  "/apps/certifier/recognition",
  "/apps/retailer/hijri-months",
  "/apps/retailer/assign-products",
  "/apps/brand/brands/new",
  "/apps/brand-product/brand-products/new",
  "/apps/retailer/retailers/new",
  "/apps/change-password",
  "/apps/account/identities",
  "/apps/jobs",
  "/apps/e-wallet",
  "/apps/e-wallet/statements",
  "/apps/e-wallet/proof",
  "/apps/e-wallet/settings",
  "/apps/todo/folder/all",
  "/apps/todo/filter/deleted",
  "/apps/contacts/people/all",
  "/apps/academy/courses",
  "/apps/academy/report",
  "/apps/files/browse",
  "/pages/icons",
  "/pages/faq",
  "/pages/knowledge-base",
];

/** Lists, whose first record is opened too. */
const lists = [
  "/apps/brand/brands",
  "/apps/brand-product/brand-products",
  "/apps/category/categories",
  "/apps/cert/certs",
  "/apps/certifier/bodies",
  "/apps/certifier/standards",
  "/apps/retailer/retailers",
  "/apps/retailer-type/types",
  "/apps/role/roles",
  "/apps/user/users",
  "/apps/user/api-keys",
  "/apps/user/webhooks",
  "/apps/promocode/promocodes",
  "/apps/promocode/redemptions",
  "/apps/promocode/members",
  "/apps/e-wallet/wallets",
  "/apps/e-wallet/cashback",
  "/apps/e-wallet/payouts",
  "/apps/e-wallet/ledger",
  "/apps/e-commerce/products",
  "/apps/e-commerce/orders",
  "/apps/knowledge-base/articles",
  "/apps/faq/answers",
];

type Shift = { readonly value: number; readonly nodes: readonly string[] };
declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

/** Records every shift of the layout that no input caused, from the first paint on. */
const recordShifts = () => {
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources?: readonly { readonly node: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      const nodes = (entry.sources ?? []).map(({ node }) =>
        node instanceof Element ? `${node.tagName}.${node.className} “${node.textContent?.slice(0, 40)}”` : "text",
      );
      window.layoutShifts.push({ value: entry.value, nodes });
    }
  }).observe({ type: "layout-shift", buffered: true });
};

/** Every second and third answer comes late, as on a slow network: parts of a screen arrive one after the other. */
function answerLate() {
  let requests = 0;
  return async (route: Route) => {
    await delay((requests++ % 3) * 150);
    await route.continue();
  };
}

/** Waits until nothing has been requested for half a second. The event stream stays open and doesn’t count. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = Date.now();
  const change = (alter: (request: Request) => void) => (request: Request) => {
    if (request.url().includes("/events/stream")) return;
    alter(request);
    changedAt = Date.now();
  };
  page.on(
    "request",
    change((request) => open.add(request)),
  );
  for (const ended of ["requestfinished", "requestfailed"] as const)
    page.on(
      ended as "requestfinished",
      change((request) => open.delete(request)),
    );
  return () => expect.poll(() => open.size === 0 && Date.now() - changedAt >= 500, { timeout: 60_000 }).toBe(true);
}

/** What moved on this screen while it loaded; empty when nothing did. */
async function shiftsOf(page: Page, path: string, isQuiet: () => Promise<void>): Promise<readonly string[]> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await isQuiet();
  await expect(page.locator("[aria-busy=true], [data-stale]")).toHaveCount(0);
  const shifts = await page.evaluate(() => window.layoutShifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  // A hundredth of the screen is a pixel or two of a badge; people notice more than that. Home is seen most:
  // less than 0.0005, which browsers report as 0.
  return sum > (path === "/home" ? 0.0005 : 0.01)
    ? [`${path}: ${sum.toFixed(3)} by ${shifts.flatMap(({ nodes }) => nodes).join(", ")}`]
    : [];
}

for (const [size, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}))
  test.describe(size, () => {
    test.setTimeout(600_000);
    test.use({ viewport });
    let shifts: (path: string) => Promise<readonly string[]>;
    test.beforeEach(async ({ page, signInAs }) => {
      await signInAs(page, "administrator");
      await page.addInitScript(recordShifts);
      // What is routed is not cached: every screen fetches its fonts.
      await page.route(/\/api\/|\.woff2$/, answerLate());
      const isQuiet = watchRequests(page);
      shifts = (path) => shiftsOf(page, path, isQuiet);
    });

    test("no screen moves while it loads", async () => {
      const moved: string[] = [];
      for (const path of screens) moved.push(...(await shifts(path)));
      expect(moved).toEqual([]);
    });

    test("no list moves while it loads, and no record", async ({ page }) => {
      const moved: string[] = [];
      for (const list of lists) {
        moved.push(...(await shifts(list)));
        const record = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first();
        if ((await record.count()) > 0) moved.push(...(await shifts((await record.getAttribute("href"))!)));
      }
      expect(moved).toEqual([]);
    });
  });
