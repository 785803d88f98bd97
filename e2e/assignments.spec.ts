import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

// The journeys share a database, so each takes retailers and products of the sample that the others leave alone.

const pane = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

/** Opens the products of a sample retailer, by the way people take. */
async function openProducts(page: Page, retailer: string, tab = "") {
  await page.goto(`/apps/retailer/retailers?q=${encodeURIComponent(retailer)}`);
  const href = await page.getByRole("link", { name: retailer }).first().getAttribute("href");
  await page.goto(`/apps/retailer/assign-products/${href!.split("/").at(-1)!.split("?")[0]}${tab}`);
  await expect(page.getByRole("heading", { name: "Assign products", level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test("products are chosen, previewed with what blocks them, and assigned", async ({ page }) => {
  await openProducts(page, "Demo Souk Whitechapel", "?filter=isAssigned:no");
  const catalogue = pane(page, "Catalogue");
  const free = catalogue.getByRole("listitem");
  await expect(free.first()).toBeVisible();
  await expectAccessible(page);
  await catalogue.getByRole("checkbox", { name: "Choose all that are shown" }).check();
  const selection = pane(page, "Selection");
  await expect(selection.getByRole("region", { name: "Blocked" })).toBeVisible();
  // Every reason is told with a way out of it.
  await expect(selection.getByRole("region", { name: "Blocked" }).getByRole("link").first()).toBeVisible();
  const assign = page.getByRole("button", { name: /^Assign \d+ products?$/ });
  const count = Number(/\d+/.exec((await assign.textContent())!)![0]);
  await assign.click();
  await expect(toast(page, /products? assigned$/)).toBeVisible();
  await page.getByRole("tab", { name: /Assigned/ }).click();
  await expect(
    pane(page, "Assigned")
      .getByRole("listitem")
      .nth(count - 1),
  ).toBeVisible();
});

test("what is assigned is paused with a reason, activated and given its own price", async ({ page }) => {
  await openProducts(page, "Demo Souk Birmingham", "?tab=assigned");
  const assigned = pane(page, "Assigned");
  const active = assigned.getByRole("listitem").filter({ hasText: "Active" }).first();
  const name = (await active.getByRole("checkbox").getAttribute("aria-label"))!.replace("Choose ", "");
  const row = assigned.getByRole("listitem").filter({ hasText: name });
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The shelf is empty");
  await dialog.locator("[data-change-apply]").click();
  await expect(row.getByText("The shelf is empty")).toBeVisible();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByRole("dialog").locator("[data-change-apply]").click();
  await expect(row.getByText("Active")).toBeVisible();
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Price" }).fill("12.34");
  await page.getByRole("dialog").locator("[data-terms-save]").click();
  await expect(row.getByText("12.34")).toBeVisible();
});

test("a chain's products and branches are walked by keys", async ({ page }) => {
  await openProducts(page, "Demo Souk Whitechapel", "?tab=matrix");
  const grid = page.getByRole("grid", { name: "Products by branches" });
  await expect(grid.getByRole("gridcell").first()).toBeVisible();
  await expectAccessible(page);
  await grid.focus();
  const active = () =>
    grid.evaluate((element) => element.getAttribute("aria-activedescendant")!.split("-").slice(-2).join("-"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  expect(await active()).toBe("1-1");
  await page.keyboard.press("Home");
  expect(await active()).toBe("1-0");
});
