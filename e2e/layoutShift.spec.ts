import type { Page } from "@playwright/test";
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
  "/apps/cert/certificates/new",
  "/apps/certifier/recognition",
  "/apps/retailer/hijri-months",
  "/apps/retailer/assign-products",
  "/apps/brand/brands/new",
  "/apps/brand-product/brand-products/new",
  "/apps/retailer/retailers/new",
  "/apps/change-password",
  "/apps/account/identities",
  "/apps/todo/folder/all",
];

/** Lists, whose first record is opened too. */
const lists = [
  "/apps/brand/brands",
  "/apps/brand-product/brand-products",
  "/apps/category/categories",
  "/apps/cert/certificates",
  "/apps/certifier/bodies",
  "/apps/certifier/standards",
  "/apps/retailer/retailers",
  "/apps/retailer-type/types",
  "/apps/role/roles",
  "/apps/user/users",
  "/apps/user/api-keys",
  "/apps/user/webhooks",
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

/** What moved on this screen while it loaded; empty when nothing did. */
async function shiftsOf(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[aria-busy=true], [data-stale]")).toHaveCount(0);
  const shifts = await page.evaluate(() => window.layoutShifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  // A hundredth of the screen is a pixel or two of a badge; people notice more than that.
  return sum > 0.01 ? [`${path}: ${sum.toFixed(3)} by ${shifts.flatMap(({ nodes }) => nodes).join(", ")}`] : [];
}

for (const [size, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}))
  test(`no screen moves while it loads: ${size}`, async ({ page, signInAs }) => {
    test.setTimeout(300_000);
    await signInAs(page, "administrator");
    await page.setViewportSize(viewport);
    await page.addInitScript(recordShifts);
    const moved: string[] = [];
    for (const path of screens) moved.push(...(await shiftsOf(page, path)));
    for (const list of lists) {
      moved.push(...(await shiftsOf(page, list)));
      const record = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first();
      if ((await record.count()) === 0) continue;
      moved.push(...(await shiftsOf(page, (await record.getAttribute("href"))!)));
    }
    expect(moved).toEqual([]);
  });
