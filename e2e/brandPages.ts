import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// Tests of a worker share a database, so each creates its own records with unique names.
let made = 0;
export const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

export const rows = (page: Page) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
export const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
export const wayBack = (page: Page) =>
  page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Brands" });
export const save = (page: Page) => page.getByRole("button", { name: /^(save changes|create)$/i });
/** A blocking question is an alert dialog for screen readers. */
export const question = (page: Page, name: string | RegExp) => page.getByRole("alertdialog", { name });
export const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

export async function openList(page: Page, query = "") {
  await page.goto(`/apps/brand/brands${query}`);
  await expect(page.getByRole("heading", { name: "Brands", level: 1 })).toBeVisible();
}

export async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

/** Creates a draft through the form and stays on its page. */
export async function makeBrand(page: Page, name: string, fill: () => Promise<void> = async () => {}) {
  await page.goto("/apps/brand/brands/new");
  await field(page, "Name").fill(name);
  await fill();
  await save(page).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

export const fillForReview = (page: Page) => async () => {
  await choose(page, "Country", "Malaysia");
  await field(page, "Email").fill("halal@brand.example");
};
