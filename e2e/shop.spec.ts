import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const panel = (page: Page) => page.getByRole("dialog");

test("ECO-12: a product’s price follows its tax while it is typed, and is stored", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/e-commerce/products?q=Prayer+mat");
  await page.getByRole("link", { name: "Prayer mat, travel size" }).click();
  await expect(heading(page)).toHaveText("Prayer mat, travel size");
  await field(page, "Tax rate").fill("7.5");
  await field(page, "Price without tax").fill("9.99");
  await expect(field(page, "Price with tax")).toHaveValue("10.74");
  // The other way around: the price without tax follows.
  await field(page, "Price with tax").fill("43.00");
  await expect(field(page, "Price without tax")).toHaveValue("40.00");
  await field(page, "Price before reduction").fill("50");
  await expect(page.getByText("Members save")).toContainText("7.00");
  await expectAccessible(page);
  await page.keyboard.press("Control+s");
  await expect(
    page.getByRole("status").filter({ hasText: "saved" }).or(page.getByText(/saved/i)).first(),
  ).toBeVisible();
  await page.reload();
  await expect(field(page, "Price with tax")).toHaveValue("43.00");
});

test("ECO-12: an order is paid, prepared, shipped, delivered, and refunded in part", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/e-commerce/orders?status=awaiting_bank_wire");
  await expectAccessible(page);
  await page.getByRole("link", { name: /^MZ-/ }).first().click();
  await button(page, "Accept payment").click();
  await button(page, "Prepare").click();
  await button(page, "Ship…").click();
  await panel(page).getByRole("textbox", { name: "Tracking number" }).fill("TRK 1447");
  await panel(page).getByRole("button", { name: "Mark as shipped" }).click();
  await expect(panel(page)).toBeHidden();
  await button(page, "Mark as delivered").click();
  await expect(page.getByText("TRK 1447").first()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Refund…" }).click();
  await panel(page).getByRole("textbox", { name: "Amount" }).fill("1.50");
  await panel(page)
    .getByRole("textbox", { name: /Reason/ })
    .fill("A lid was broken");
  await panel(page).getByRole("button", { name: "Refund", exact: true }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.getByText("A lid was broken").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Packing slip" }).click();
  await expect(page.getByText("قائمة التعبئة")).toBeVisible();
  await expectAccessible(page);
});
