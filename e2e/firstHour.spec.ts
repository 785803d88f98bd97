import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { checkDigit } from "#base/checkDigit.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { certifiers, standards } from "#features/halal/certifiers/contract.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { emptyRetailerType } from "#features/retail/retailer-types/rules.ts";
import { call } from "#web/call.ts";
import { ownName } from "./brandPages.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { firstAdministrator, type NodeHost, startNodeHost } from "./hosts.ts";
import { callerOf, invite, newId } from "./people.ts";

// What a new user does first, with the number of clicks that it may take. A click is a press of the pointer; typing,
// Tab and Enter are none.

/** Counts the clicks on a page from now on. */
async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction("reportClick", () => void count++);
  const report = () =>
    addEventListener("pointerdown", () => void Reflect.apply(Reflect.get(window, "reportClick"), window, []), {
      capture: true,
    });
  await page.addInitScript(report);
  await page.evaluate(report);
  return () => count;
}

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

/** Types into a field with choices; Enter takes the first one found. */
async function pick(page: Page, label: string, typed: string) {
  await page.getByRole("combobox", { name: label, exact: true }).focus();
  await page.keyboard.type(typed);
  await expect(page.locator("[data-combobox-selected]").filter({ hasText: typed })).toBeVisible();
  await page.keyboard.press("Enter");
}

/** Clicks what opens the system's file dialog, and chooses a file in it. */
async function chooseFile(
  page: Page,
  opener: ReturnType<typeof button>,
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const opening = page.waitForEvent("filechooser");
  await opener.click();
  await (await opening).setFiles(file);
}

const brandName = "First Foods";
const productName = "First Dates";
const retailerName = "First Market";
const certificateNo = "NEW-2026-1";
const gtin = "952500000001";

test.describe("in a new installation", () => {
  test.use({ browserOf: "own" });
  let host: NodeHost;
  test.beforeAll(async () => {
    host = await startNodeHost({ environment: { SAMPLE_DATA: "none" } });
  });
  test.afterAll(() => host.stop());

  test("the first sign-in leads to the first steps without a click", async ({ page }) => {
    // A small laptop. On a lower screen the card of the first steps lies over the end of a record's page.
    await page.setViewportSize({ width: 1440, height: 900 });
    const clicks = await countClicks(page);
    await page.goto(`${host.url}/login`);
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await page.keyboard.type(firstAdministrator.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(firstAdministrator.password);
    await page.keyboard.press("Enter");
    const steps = page.getByRole("region", { name: "Set up Mizan" });
    await expect(steps.getByRole("link", { name: "Start" })).toBeVisible();
    expect(clicks()).toBe(0);
  });

  test("a new brand leads to an assigned product in 30 clicks of two users", async ({ page, browser }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${host.url}/login`);
    await page.getByRole("textbox", { name: "Email" }).fill(firstAdministrator.email);
    await page.getByLabel("Password", { exact: true }).fill(firstAdministrator.password);
    await page.keyboard.press("Enter");
    const steps = page.getByRole("region", { name: "Set up Mizan" });
    await expect(steps).toBeVisible();
    const clicks = await countClicks(page);
    const second = await prepare(host);
    const reviewer = await openReviewer(browser, host, second);
    await page.reload();

    // A brand.
    await steps.getByRole("link", { name: "Start" }).click();
    await field(page, "Name").fill(brandName);
    await pick(page, "Country", "Malaysia");
    await pick(page, "Currency", "MYR");
    await field(page, "Email").fill("halal@first.example");
    await page.keyboard.press("Enter");
    await expect(heading(page, brandName)).toBeVisible();
    await button(page, "Submit").click();
    await reviewer.approve(brandName, "Approve");

    // A product, with a picture.
    await page.getByRole("link", { name: "Next: Add a product" }).click();
    await pick(page, "Brand", brandName);
    await pick(page, "Category", "Dates");
    await field(page, "Name").fill(productName);
    await field(page, "Barcode number (GTIN)").fill(gtin + checkDigit(gtin));
    const picture = { name: "dates.png", mimeType: "image/png", buffer: await page.screenshot() };
    await chooseFile(page, button(page, "Choose a file"), picture);
    await expect(
      page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ has: page.locator("img") }),
    ).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(heading(page, productName)).toBeVisible();
    await button(page, "Submit").click();
    await reviewer.approve(productName, "Publish");

    // Its certificate.
    await page.getByRole("tab", { name: "Halal" }).click();
    await page.getByRole("link", { name: "Add certificate" }).click();
    const document = { name: "certificate.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf()) };
    await chooseFile(page, button(page, "Choose a file"), document);
    await expect(page.getByRole("toolbar", { name: "Document tools" })).toContainText("certificate.pdf");
    await pick(page, "Certifying body", "TCB");
    await field(page, "Certificate number").fill(certificateNo);
    await pick(page, "Standards", "TST 1");
    for (const [label, day] of [
      ["Issued on", "2026-01-10"],
      ["Valid from", "2026-01-10"],
      ["Expires on", "2030-01-09"],
    ] as const)
      await page.getByLabel(label).fill(day);
    await page.keyboard.press("Enter");
    await expect(heading(page, certificateNo)).toBeVisible();
    await button(page, "Submit for review").click();
    await expect(toast(page, /submitted for review/)).toBeVisible();
    await reviewer.approve(certificateNo, "Verify…", "Verify");

    // A retailer.
    await page.getByRole("link", { name: "Next: Add a retailer" }).click();
    await field(page, "Name").fill(retailerName);
    await pick(page, "Type", "Market");
    await pick(page, "Country", "Malaysia");
    await pick(page, "Time zone", "Kuala");
    await field(page, "Name").press("Enter");
    await expect(heading(page, retailerName)).toBeVisible();
    // Each requirement opens the form that meets it.
    const next = (requirement: string) =>
      page.getByRole("listitem").filter({ hasText: requirement }).getByRole("button", { name: "Complete" }).click();
    const nameInDialog = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
    await next("Add a location");
    await nameInDialog.fill("Old town");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Old town saved")).toBeVisible();
    await next("Add a contact");
    await nameInDialog.fill("Amina Sample");
    await field(page, "Email").fill("amina@first.example");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Amina Sample saved")).toBeVisible();
    await page.getByRole("tab", { name: "KYC documents" }).click();
    await button(page, "Add document").click();
    await field(page, "Number").fill("LIC-1");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Document added")).toBeVisible();
    await button(page, "Submit").click();
    await expect(toast(page, /submitted/)).toBeVisible();
    // Nobody accepts documents of their own.
    await reviewer.approve(retailerName, "KYC documents", "Accept", "Verify", "Approve");

    // The assignment.
    await page.getByRole("link", { name: "Next: Assign a product" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: retailerName })).toBeVisible();
    await page.getByRole("checkbox", { name: `Select ${productName}` }).check();
    await button(page, "Assign 1 product").click();
    await expect(toast(page, "1 product assigned")).toBeVisible();
    expect(clicks() + reviewer.clicks()).toBeLessThanOrEqual(30);
    await reviewer.close();
  });
});

test.describe("in an installation with records", () => {
  test.beforeEach(async ({ page, signInAs }) => {
    await signInAs(page, "administrator");
    await page.goto("/home");
    await expect(heading(page, /^Good /)).toBeVisible();
  });
  const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });

  test("products whose certificate expires within 30 days are exported in 4 clicks", async ({ page }) => {
    const clicks = await countClicks(page);
    await menu(page).getByRole("button", { name: "Brand Products" }).click();
    await menu(page).getByRole("link", { name: "Products", exact: true }).click();
    await page
      .getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: /^Expiring/ })
      .click();
    const rows = page
      .getByRole("grid")
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader") });
    await expect(page).toHaveURL(/expiringWithin=30/);
    await expect(rows.first()).toBeVisible();
    await expect(page.locator("[aria-busy=true], [data-stale]")).toHaveCount(0);
    const count = await rows.count();
    expect(count).toBeGreaterThan(0);
    const downloading = page.waitForEvent("download");
    await button(page, "Export").click();
    const file = readFileSync(await (await downloading).path(), "utf8");
    const [, ...lines] = file.trim().split(/\r?\n/);
    expect(lines).toHaveLength(count);
    for (const line of lines) expect(line).toContain(",Expiring,");
    expect(clicks()).toBeLessThanOrEqual(4);
  });

  test("a file is imported in 4 clicks from the list", async ({ page }) => {
    await page.goto("/apps/brand/brands");
    const clicks = await countClicks(page);
    const name = ownName("First");
    await page.getByRole("link", { name: "Import", exact: true }).click();
    const file = { name: "brands.csv", mimeType: "text/csv", buffer: Buffer.from(`name,country\n${name},MY\n`) };
    await chooseFile(page, button(page, "Choose a file"), file);
    await button(page, "Check 1 row").click();
    await button(page, "Import 1 row").click();
    await expect(page.getByRole("heading", { name: "1 row imported" })).toBeVisible();
    expect(clicks()).toBe(4);
  });

  test("a day of to-dos takes no click: found, added, starred, deleted, restored and done", async ({ page }) => {
    const clicks = await countClicks(page);
    const own = ownName("Day");
    const row = (title: string) => page.getByRole("row").filter({ hasText: `${own} ${title}` });
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search", exact: true }).getByRole("combobox")).toBeFocused();
    await page.keyboard.type("to-do");
    await expect(page.getByRole("option", { name: /To-do/i, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/apps\/todo/);
    await expect(page.getByRole("combobox", { name: "New to-do" })).toBeVisible();
    await page.keyboard.press("n");
    for (const title of ["third", "second", "first"]) {
      await page.keyboard.type(`${own} ${title} today`);
      await page.keyboard.press("Enter");
      await expect(row(title)).toBeVisible();
    }
    await page.keyboard.press("Escape");
    const current = row("first");
    await expect(current).toBeFocused();
    await page.keyboard.press("s");
    await expect(current.getByRole("button", { name: "Starred" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("#");
    await expect(current).toHaveCount(0);
    await page.keyboard.press("z");
    await expect(current).toBeVisible();
    await page.keyboard.press("d");
    await expect(toast(page, "1 to-do completed")).toBeVisible();
    expect(clicks()).toBe(0);
  });
});

/** What an administrator imports before: a certifying body, a standard, a category, a type. And a second user. */
async function prepare(host: NodeHost) {
  const transport = await callerOf(host, firstAdministrator);
  await call(transport, certifiers.create, {
    id: newId(),
    acronym: "TCB",
    name: "Test Certifying Body",
    country: "MY",
    kind: "private",
  });
  await call(transport, standards.create, {
    id: newId(),
    code: "TST 1",
    edition: "2026",
    title: "Halal food",
    titleI18n: {},
    owner: "TCB",
    scope: null,
    sourceUrl: null,
  });
  await call(transport, categories.create, { id: newId(), parentId: null, name: "Dates" });
  await call(transport, retailerTypes.create, { ...emptyRetailerType, id: newId(), code: "MARKET", name: "Market" });
  const second = { email: "second@mizan.test", password: "quinces and almonds at dusk" };
  await invite(transport, { ...second, name: "Second Person", role: "admin" });
  return second;
}

/** A second user, in a browser of their own. */
async function openReviewer(browser: Browser, host: NodeHost, user: { email: string; password: string }) {
  const page = await (await browser.newContext({ baseURL: host.url })).newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, user);
  const clicks = await countClicks(page);
  const approve = async (name: string, ...buttons: readonly string[]) => {
    await page.getByRole("button", { name: /^Search menu and records/ }).click();
    const palette = page.getByRole("dialog", { name: "Search", exact: true });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(name);
    await expect(palette.getByRole("option", { name, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(heading(page, name)).toBeVisible();
    for (const each of buttons)
      await button(page, each)
        .or(page.getByRole("tab", { name: each }))
        .last()
        .click();
    await expect(page.locator("[data-toasts]").getByText(/ is active| published| verified/)).toBeVisible();
  };
  return { clicks, approve, close: () => page.context().close() };
}
