import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share the Node host's database, so each creates its own records with unique names and codes.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const save = (page: Page) => page.getByRole("button", { name: /^(save changes|create)$/i });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const step = (page: Page, name: string): Locator => page.getByRole("main").getByRole("button", { name, exact: true });

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test("is built, read back as a sentence, approved, and paused with a reason", inBothHosts, async ({ page }) => {
  const name = ownName("Dates week");
  await page.goto("/apps/promocode/promocodes/new");
  await field(page, "Name").fill(name);
  await field(page, "Code").fill(`week-${Date.now().toString(36)}`);
  await choose(page, "Kind", "Amount off");
  await field(page, "Amount off").fill("3.50");
  const sentence = page.getByRole("region", { name: "In one sentence" });
  await expect(sentence).toContainText("GBP 3.50 off all products");
  await page.getByRole("button", { name: "Add a condition" }).click();
  await choose(page, "Condition", "Order total");
  await field(page, "At least").fill("20");
  await expect(sentence).toContainText("on orders of GBP 20.00 or more");
  await page.getByRole("checkbox", { name: "Only in a Hijri period" }).check();
  await expect(sentence).toContainText("1–30 Ramadan every year");
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await step(page, "Submit").click();
  await expect(toast(page, `${name} submitted for approval`)).toBeVisible();
  await step(page, "Approve").click();
  await expect(toast(page, `${name} approved`)).toBeVisible();
  await expect(field(page, "Name")).toBeDisabled();
  await page.getByRole("tab", { name: "Live version" }).click();
  await expect(page.getByRole("heading", { name: "Version 1" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Version 1" })).toContainText("GBP 3.50 off all products");
  await step(page, "Pause…").click();
  const dialog = page.getByRole("dialog", { name: `Pause ${name}?` });
  await dialog.getByLabel("Reason").fill("Out of stock");
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("Out of stock").first()).toBeVisible();
  await page.goto(`/apps/promocode/promocodes?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("grid").getByText("Paused", { exact: true })).toBeVisible();
});

test("generates a batch of unique codes and says when it is complete", async ({ page }) => {
  const name = ownName("Letters");
  await page.goto("/apps/promocode/promocodes/new");
  await field(page, "Name").fill(name);
  await choose(page, "Codes", "Unique codes");
  await save(page).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("tab", { name: "Codes" }).click();
  await step(page, "Generate codes").click();
  const dialog = page.getByRole("dialog", { name: "Generate codes" });
  await dialog.getByRole("textbox", { name: "Number of codes" }).fill("120");
  await dialog.getByRole("textbox", { name: "Pattern" }).fill("E2E-########");
  await dialog.getByRole("button", { name: "Generate codes" }).click();
  await expect(page.getByText(/120 of 120 codes/)).toBeVisible();
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await expectAccessible(page);
});
