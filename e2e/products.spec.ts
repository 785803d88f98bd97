import type { Locator, Page } from "@playwright/test";
import { checkDigit } from "#base/checkDigit.ts";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { continueAsSecond } from "./people.ts";

// Tests of a worker share the Node host's database, so each creates its own records with unique names and numbers.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;
/** An unused number of GS1's range for demonstrations. */
function ownGtin(): string {
  const digits = `9525${String(Date.now() % 10_000_000).padStart(7, "0")}${(test.info().workerIndex + ++made) % 10}`;
  return digits + String(checkDigit(digits));
}

const rows = (page: Page) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const save = (page: Page) => page.getByRole("button", { name: /^(save changes|create)$/i });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const step = (page: Page, name: string): Locator => page.getByRole("main").getByRole("button", { name, exact: true });

async function pick(page: Page, label: string, typed: string) {
  await page.getByRole("combobox", { name: label, exact: true }).fill(typed);
  await page.getByRole("option", { name: typed }).first().click();
}

/** Creates a draft through the form and stays on its page. */
async function makeProduct(page: Page, name: string, fill: () => Promise<void> = async () => {}) {
  await page.goto("/apps/brand-product/brand-products/new");
  await pick(page, "Brand", "Bustan Nour Demo Foods");
  await field(page, "Name").fill(name);
  await fill();
  await save(page).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "checks a barcode while it is entered, applies hints from the ingredients, and finds the product by its barcode",
  inBothHosts,
  async ({ page }) => {
    const name = ownName("Tamr");
    const gtin = ownGtin();
    await makeProduct(page, name, async () => {
      await field(page, "Barcode number (GTIN)").fill(gtin.slice(0, 12) + String((Number(gtin.at(-1)) + 1) % 10));
      await field(page, "Name in Arabic").fill("تمر بالجيلاتين");
      // The correct digit is not suggested: with it, the number may be another product's.
      await expect(page.getByText(/^The check digit is wrong: a digit is missing or mistyped\./)).toBeVisible();
      const arabic = [...gtin].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join("");
      await field(page, "Barcode number (GTIN)").fill(`${arabic.slice(0, 6)}-${arabic.slice(6)}`);
      await expect(page.getByText(/^Valid GTIN-13 \(check digit \d\)\.$/)).toBeVisible();
      await expect(page.getByText(/^Demo range \(952\)/)).toBeVisible();
      await page
        .getByRole("textbox", { name: "Ingredients", exact: true })
        .fill("Dates, milk powder, gelatine (E 441), E471");
      await expect(page.getByText("E-numbers: E441, E471")).toBeVisible();
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.getByRole("checkbox", { name: "Milk", exact: true })).toBeChecked();
      await expect(page.getByRole("combobox", { name: "Contains gelatine" })).toHaveValue("Yes");
      await expectAccessible(page);
    });
    await expect(field(page, "Barcode number (GTIN)")).toHaveValue(gtin);
    await page.goto(`/apps/brand-product/brand-products?q=${gtin.slice(0, 7)}%20${gtin.slice(7)}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(rowOf(page, name).getByText("No certificate")).toBeVisible();
    await page.getByRole("searchbox").fill("بالجيلاتين");
    await expect(rowOf(page, name)).toBeVisible();
  },
);

test("takes a product from draft to published and back, and lists what is missing", async ({ page, host }) => {
  const name = ownName("Life");
  await makeProduct(page, name);
  await expect(step(page, "Submit")).toBeDisabled();
  const missing = page.getByRole("listitem");
  const requirements = page.getByRole("region", { name: "To submit: 0 of 2 done" });
  await requirements.getByRole("button", { name: "Category" }).click();
  await expect(page.getByRole("combobox", { name: "Category" })).toBeFocused();
  await pick(page, "Category", "Dates");
  await field(page, "Why it has no barcode").fill("Sold loose");
  await save(page).click();
  await step(page, "Submit").click();
  await expect(step(page, "Publish")).toBeDisabled();
  await missing.filter({ hasText: "Add an image" }).getByRole("button", { name: "Complete" }).click();
  const picture = { name: "dates.png", mimeType: "image/png", buffer: await page.screenshot() };
  await page.locator("input[type=file]").first().setInputFiles(picture);
  await expect(
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator("img") })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await save(page).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await continueAsSecond(page, host);
  await step(page, "Publish").click();
  await expect(toast(page, `${name} published`)).toBeVisible();
  await page.getByRole("tab", { name: "Halal" }).click();
  await expect(page.getByText("Products in this category don’t need a certificate.")).toBeVisible();
  await expectAccessible(page);
  await step(page, "Unpublish…").click();
  const dialog = page.getByRole("dialog", { name: `Unpublish ${name}?` });
  await dialog.getByLabel("Reason").fill("A new label");
  await dialog.getByRole("button", { name: "Unpublish", exact: true }).click();
  await expect(page.getByText("A new label").first()).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText(/unpublished it/)).toBeVisible();
});

test("filters by brand and by a category's subtree, and moves many only as previewed", async ({ page }) => {
  const prefix = ownName("Move");
  await makeProduct(page, `${prefix} one`);
  await makeProduct(page, `${prefix} two`, () => pick(page, "Category", "Dried fruit"));
  await page.goto(`/apps/brand-product/brand-products?q=${encodeURIComponent(prefix)}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Category", exact: true }).click();
  await page.getByLabel("Search Category").fill("Fruit and veg");
  await page.getByRole("option", { name: /^Fruit and vegetables/ }).click();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("button", { name: /Category.*Fruit and vegetables/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Category" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select this page" }).click();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Move…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to a category" });
  await dialog.getByRole("combobox", { name: "Category" }).fill("Dried fruit");
  await page.getByRole("option", { name: /^Dried fruit/ }).click();
  await expect(dialog.getByText(/^1 won’t change\. No change needed\./)).toBeVisible();
  await dialog.getByRole("button", { name: "Move 1 product" }).click();
  await expect(toast(page, "1 product moved")).toBeVisible();
  await expect(rowOf(page, `${prefix} one`).getByText("Dried fruit")).toBeVisible();
});

test("imports products from a file, and on request creates the unknown brands in it", async ({ page }) => {
  const own = ownName("Import");
  const gtin = ownGtin();
  const lines = [
    "code,product_name,brands,categories,quantity,allergens",
    `${gtin},"${own} one","${own} Foods","Dates",500 g,"en:milk"`,
    `6.29104E+12,"${own} two","${own} Foods",,,`,
    `${gtin},"${own} three","${own} Foods",,,`,
  ].join("\n");
  await page.goto("/apps/import/products");
  const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(lines) };
  await page.getByTestId("import-file").setInputFiles(file);
  await page.getByRole("combobox", { name: "Unknown brands" }).click();
  await page.getByRole("option", { name: "Create them as drafts" }).click();
  await page.getByRole("button", { name: "Check 3 rows" }).click();
  await expect(page.getByText("1 new, 0 updates")).toBeVisible();
  await expect(page.getByText(/scientific notation/).first()).toBeVisible();
  await expect(page.getByText("Same as row 2").first()).toBeVisible();
  await page.getByRole("button", { name: /^Import 1/ }).click();
  await expect(page.getByRole("heading", { name: "1 row imported" })).toBeVisible();
  await page.goto(`/apps/brand-product/brand-products?q=${gtin}`);
  await expect(rowOf(page, `${own} one`).getByText(`${own} Foods`)).toBeVisible();
});
