import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// The journeys share a database, so each uses retailers and products of the sample that the others do not change.

const pane = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

/** Opens the products of a sample retailer through its list. */
async function openProducts(page: Page, retailer: string, tab = "") {
  await page.goto(`/apps/retailer/retailers?q=${encodeURIComponent(retailer)}`);
  const href = await page.getByRole("link", { name: retailer }).first().getAttribute("href");
  await page.goto(`/apps/retailer/assign-products/${href!.split("/").at(-1)!.split("?")[0]}${tab}`);
  await expect(page.getByRole("heading", { name: "Assign products", level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test("products are selected, previewed with their blockers, and assigned", inBothHosts, async ({ page }) => {
  await openProducts(page, "Demo Souk Whitechapel", "?filter=isAssigned:no");
  const catalogue = pane(page, "Catalogue");
  const free = catalogue.getByRole("listitem");
  await expect(free.first()).toBeVisible();
  await expectAccessible(page);
  await catalogue.getByRole("checkbox", { name: "Select all shown" }).check();
  const selection = pane(page, "Selection");
  const selected = selection.getByRole("button", { name: /^Remove / });
  await expect(selected.first()).toBeVisible();
  const selectedCount = await selected.count();
  // A blocked product can't be selected. It has its reason, with a link to the solution.
  const blocked = free.filter({ has: page.locator("input[type=checkbox]:disabled") });
  await blocked.getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Assign products", level: 1 })).toHaveCount(0);
  // After going back, the others are still selected.
  await page.goBack();
  await expect(blocked.first()).toBeVisible();
  await expect(selected).toHaveCount(selectedCount);
  await free.last().scrollIntoViewIfNeeded();
  await expect(selection.getByRole("heading", { name: "Selection" })).toBeInViewport();
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

test("an assigned product is paused with a reason, activated and given its own price", async ({ page }) => {
  await openProducts(page, "Demo Souk Birmingham", "?tab=assigned");
  const assigned = pane(page, "Assigned");
  const active = assigned.getByRole("listitem").filter({ hasText: "Active" }).first();
  const name = (await active.getByRole("checkbox").getAttribute("aria-label"))!.replace("Select ", "");
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
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Set cap", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Maximum cashback per purchase" }).fill("3.50");
  await dialog.locator("[data-change-apply]").click();
  await expect(row.getByText(/Up to .?GBP.3\.50.? per purchase/)).toBeVisible();
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Price" }).fill("12.34");
  await page.getByRole("dialog").locator("[data-terms-save]").click();
  await expect(row.getByText("12.34")).toBeVisible();
});

test("products are assigned to one location from a date on, shown as scheduled, and their history can be read", async ({
  page,
}) => {
  await openProducts(page, "Demo Souk Birmingham", "?filter=isAssigned:no~isBlocked:no");
  const free = pane(page, "Catalogue").getByRole("listitem").first();
  const name = (await free.getByRole("checkbox").getAttribute("aria-label"))!.replace("Select ", "");
  await free.getByRole("checkbox").check();
  await pane(page, "Selection").getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From", { exact: true }).fill("2030-01-05");
  await dialog.getByLabel("Until (inclusive)").fill("2030-01-04");
  await expect(dialog.getByText("The end date can’t be before the start date.")).toBeVisible();
  await dialog.getByLabel("Until (inclusive)").fill("2030-02-02");
  await expect(dialog.getByText("1 Ramadan 1451")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Location" }).click();
  await page.getByRole("option").last().click();
  const place = await dialog.getByRole("combobox", { name: "Location" }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Assign 1 product" }).click();
  await expect(toast(page, "1 product assigned")).toBeVisible();
  await page.getByRole("tab", { name: /Assigned/ }).click();
  const row = pane(page, "Assigned").getByRole("listitem").filter({ hasText: name }).filter({ hasText: place });
  await expect(row.getByText("Scheduled")).toBeVisible();
  await expect(row.getByText("From 5 Jan 2030 · 1 Ramadan 1451")).toBeVisible();
  // An error in the terms is shown at its field, and nothing typed is lost.
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  await dialog.getByRole("textbox", { name: "Price" }).fill("5.00");
  await dialog.getByText("Amount", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Cashback as an amount" }).fill("4.99");
  await dialog.locator("[data-terms-save]").click();
  await expect(dialog.getByText("Exceeds the maximum for this retailer type.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Cashback as an amount" }).fill("0.05");
  await dialog.getByRole("textbox", { name: "Maximum cashback per purchase" }).fill("1.00");
  await dialog.locator("[data-terms-save]").click();
  await expect(row.getByText(/Up to .?GBP.1\.00.? per purchase/)).toBeVisible();
  await row.getByRole("button", { name: `History of ${name}` }).click();
  await expect(dialog.getByText("assigned the product")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByRole("tabpanel")).toBeVisible();
  await expectAccessible(page);
});

test("a chain's products and branches are navigated by keyboard, and products are assigned to selected retailers", async ({
  page,
}) => {
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
  // The selected cell stays visible, wherever the keys lead.
  const cell = async () => page.locator(`[id="${await grid.getAttribute("aria-activedescendant")}"]`);
  for (const key of ["PageDown", "PageDown", "PageDown", "PageUp", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect(await cell()).toBeInViewport({ ratio: 0.9 });
  }
  await page.goto("/apps/retailer/retailers?q=Demo+Souk");
  const ticks = page.getByRole("row").getByRole("checkbox");
  await expect(ticks).toHaveCount(3);
  await ticks.nth(1).check();
  await ticks.nth(2).check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Assign products" }).click();
  await expect(page.getByText("2 retailers")).toBeVisible();
  const catalogue = pane(page, "Catalogue");
  await expect(catalogue.getByRole("listitem").first()).toBeVisible();
  await catalogue.getByRole("checkbox", { name: "Select all shown" }).check();
  // The blocked products, and their retailers.
  const blocked = pane(page, "Selection").getByRole("region", { name: "Blocked" });
  await expect(blocked.getByText("Demo Souk Birmingham").first()).toBeVisible();
  await expectAccessible(page);
});
