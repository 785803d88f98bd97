import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  ownName,
  rows,
  rowOf,
  field,
  wayBack,
  save,
  question,
  toast,
  openList,
  choose,
  makeBrand,
  fillForReview,
} from "./brandPages.ts";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test.describe("the list of brands", () => {
  test(
    "finds a brand however its name is spelled, and the URL contains the search text",
    inBothHosts,
    async ({ page }) => {
      const name = ownName("Şeker Pınarı");
      await makeBrand(page, name, async () => {
        await field(page, "Name in Arabic").fill("مُحَمَّد كراچي");
        await page.getByRole("button", { name: "Add language: Name" }).click();
        await page.getByRole("menuitem", { name: "Urdu" }).click();
        await expect(field(page, "Name in Urdu")).toBeFocused();
        await expect(field(page, "Name in Urdu")).toHaveCSS("direction", "rtl");
        await page.keyboard.type("شکر چشمہ");
      });
      await expect(field(page, "Name in Urdu")).toHaveValue("شکر چشمہ");
      await openList(page);
      await page.keyboard.press("/");
      await page.keyboard.type(`seker pinari ${name.split(" ")[2]}`);
      await expect(rows(page)).toHaveCount(1);
      await expect(page).toHaveURL(/q=seker/);
      await page.reload();
      await expect(rowOf(page, name)).toBeVisible();
      await page.getByRole("searchbox").fill("محمد کراچی");
      await expect(rowOf(page, name)).toBeVisible();
    },
  );

  test("filters by chips, goes back step by step, and offers to reset an empty result", async ({ page }) => {
    await openList(page);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Country" }).click();
    await expect(page.getByLabel("Search Country")).toBeFocused();
    await page.keyboard.type("turk");
    await page.getByRole("option", { name: "Türkiye" }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/country=TR/);
    await expect(page.getByRole("gridcell", { name: "Türkiye" }).first()).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "Malaysia" })).toHaveCount(0);
    await page.getByRole("searchbox").fill("nothing is called like this");
    await expect(page.getByText("No results")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(/\/brands$/);
    await expect(rows(page)).toHaveCount(25);
    await page.goBack();
    await expect(page.getByText("No results")).toBeVisible();
  });

  test("sorts, pages and counts", async ({ page }) => {
    await openList(page);
    await expect(page.getByRole("columnheader", { name: "Brand" })).toHaveAttribute("aria-sort", "ascending");
    await page.getByRole("button", { name: "Created" }).click();
    await expect(page).toHaveURL(/sort=-createdAt/);
    await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    const first = await rows(page).first().getAttribute("data-id");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(/^.?26–\d+/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^.?26–\d+/)).toBeVisible();
    await page.getByRole("button", { name: "Previous" }).click();
    await expect(rows(page).first()).toHaveAttribute("data-id", first!);
    await expect(page).not.toHaveURL(/at=/);
    await page.getByLabel("Rows").selectOption("50");
    await expect(page).toHaveURL(/rows=50/);
    await expect.poll(() => rows(page).count()).toBeGreaterThan(25);
  });

  test("is used by keyboard, and opening and leaving a record loses nothing", async ({ page }) => {
    await openList(page, "?status=active");
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await expect(rows(page).nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "Details" })).toBeVisible();
    const third = page.url();
    await page.getByRole("button", { name: "Next record" }).click();
    await expect(page).not.toHaveURL(third);
    await page.getByRole("button", { name: "Previous record" }).click();
    await expect(page).toHaveURL(third);
    await wayBack(page).click();
    await expect(page).toHaveURL(/status=active/);
    await expect(page.getByText("1 selected")).toBeVisible();
    // Escape closes the top layer, and keeps the selection.
    for (const layer of ["Columns", "Suspend…"]) {
      await page.getByRole("button", { name: layer }).click();
      // Before the dialog has the focus, Escape goes to what is below it.
      await expect(page.locator("[role=dialog] :focus")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("button", { name: layer })).toBeFocused();
      await expect(page.getByText("1 selected")).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await expect(page.getByText("1 selected")).toHaveCount(0);
    await page.keyboard.press("?");
    await page.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
    await page.keyboard.press("Escape");
    for (const keys of ["g", "u", "Control+/"]) await page.keyboard.press(keys);
    await expect(page.getByText("Go to User")).toHaveCount(0);
    await page.getByRole("switch", { name: "Single-key shortcuts" }).check();
    await expect(page.getByText("Go to User")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/apps\/brand\/brands/);
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await expect(page).toHaveURL(/\/apps\/user\/users/);
  });

  test("saves a view under a name, and shows when it has been changed", async ({ page }) => {
    await openList(page, "?country=MY.ID&sort=-createdAt");
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByLabel("View name").fill("Archipelago");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const tab = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /Archipelago/ });
    await expect(tab).toHaveAttribute("aria-current", "page");
    await page.getByRole("button", { name: "Remove the filter Country" }).click();
    await expect(tab).toHaveText(/Edited/);
    await page.reload();
    await tab.click();
    await expect(page).toHaveURL(/country=ID\.MY/);
    await expect(tab).not.toHaveText(/Edited/);
  });

  test("shows the selected columns in the selected order, and exports exactly those", async ({ page }) => {
    await openList(page, "?country=TR");
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Muslim-owned" }).uncheck();
    await page.getByRole("button", { name: "Move Country up" }).click();
    await page.keyboard.press("Escape");
    const shown = rows(page);
    const names = await shown.getByRole("rowheader").getByRole("link").allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    const [head = "", ...lines] = readFileSync(await download.path(), "utf8")
      .replace("\uFEFF", "")
      .trim()
      .split(/\r?\n/);
    expect(head.split(",")).toEqual(["name", "country", "code", "status", "products", "certified", "createdAt"]);
    expect(lines).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(lines[index]).toContain(name);
  });

  test("changes many brands only as previewed, and shows which stay unchanged and why", async ({ page }) => {
    const prefix = ownName("Bulk");
    await makeBrand(page, `${prefix} complete`, fillForReview(page));
    await makeBrand(page, `${prefix} bare`);
    await openList(page, `?q=${encodeURIComponent(prefix)}`);
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Select this page" }).click();
    await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Submit…" }).click();
    const dialog = page.getByRole("dialog", { name: "Submit for review" });
    await expect(dialog.getByText("1 brand will be submitted.")).toBeVisible();
    await expect(dialog.getByText(/^1 won’t change\. Country is missing\./)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Submit 1 brand" }).click();
    await expect(toast(page, "1 brand submitted")).toBeVisible();
    await expect(rowOf(page, `${prefix} complete`).getByText("Submitted")).toBeVisible();
    await expect(rowOf(page, `${prefix} bare`).getByText("Draft")).toBeVisible();

    await expect(dialog).toBeHidden();
    await page.keyboard.press("j");
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press("#");
    await question(page, "Are you sure?").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Item has been deleted!")).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });

  test("becomes cards with a sheet of filters on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openList(page);
    const cards = page.getByRole("list", { name: "Brands" }).getByRole("listitem");
    await expect(cards).toHaveCount(25);
    await page.getByRole("button", { name: "Filters" }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("button", { name: "Suspended" }).click();
    await expect(sheet.getByRole("heading", { name: "Import", exact: true })).toHaveCount(0); // only links use this filter
    const show = sheet.getByRole("button", { name: /^Show .*\d+.* brands?$/ });
    await expectAccessible(page);
    await show.click();
    await expect(page).toHaveURL(/status=suspended/);
    await expect(cards.filter({ hasText: "Suspended" }).first()).toBeVisible();
    await expect(cards.filter({ hasText: "Active" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "New brand" })).toBeVisible();

    await page.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("link", { name: "Import" })).toBeVisible();
    await page.getByRole("menuitem", { name: "Select…" }).click();
    await page.getByRole("checkbox").first().click();
    await expect(page.getByText("1 selected")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Archive…" }).click();
    await expect(page.getByRole("dialog", { name: "Archive brands" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  });
});

test.describe("the form of a brand", () => {
  test("validates like the server, warns of a similar name, and creates a draft", async ({ page }) => {
    const name = ownName("Tayyib");
    await makeBrand(page, name);
    await page.goto("/apps/brand/brands/new");
    await field(page, "Name").fill(name.toUpperCase());
    await expect(page.getByText("Another brand already has this name.")).toBeVisible();
    await field(page, "Website").fill("http://brand.example");
    await field(page, "GS1 company prefix").fill("62910");
    // A decimal comma is an error, and not read as ten times the amount.
    await field(page, "Cashback").fill("2,5");
    await save(page).click();
    await expect(page.getByText("Enter a link that starts with https://.")).toBeVisible();
    await expect(page.getByText("Enter 6 to 12 digits, for example 629104.")).toBeVisible();
    await expect(page.getByText(/^Enter a percentage from 0 to 100/)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "3 to fix" })).toBeVisible();
    await expectAccessible(page);
    await field(page, "Cashback").fill("101");
    await expect(page.getByText(/^Enter a percentage from 0 to 100/)).toBeVisible();
    await field(page, "Cashback").fill("2.5");
    await field(page, "Website").fill("https://brand.example");
    await field(page, "GS1 company prefix").fill("629104");
    await save(page).click();
    // Only the server refuses the name, and the error is shown at its field.
    await expect(field(page, "Name")).toHaveAttribute("aria-invalid", "true");
    await field(page, "Name").fill(`${name} two`);
    await save(page).click();
    await expect(page.getByRole("heading", { name: `${name} two`, level: 1 })).toBeVisible();
    await expect(page.getByText(/created this brand/)).toBeVisible();
  });

  test("asks before typed text is lost, and restores it after a reload", async ({ page }) => {
    await makeBrand(page, ownName("Draft"));
    await field(page, "Contact person").fill("Somebody Typed");
    await wayBack(page).click();
    const leaving = question(page, "Leave without saving?");
    await leaving.getByRole("button", { name: "Stay" }).click();
    await expect(field(page, "Contact person")).toHaveValue("Somebody Typed");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(field(page, "Contact person")).toHaveValue("Somebody Typed");
    await page.keyboard.press("Control+s");
    await expect(toast(page, "Saved")).toBeVisible();
    await page.reload();
    await expect(field(page, "Contact person")).toHaveValue("Somebody Typed");
    await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
    await wayBack(page).click();
    await expect(page.getByRole("grid")).toBeVisible();
  });

  test("merges changes of different fields, and asks if both changed the same one", async ({ page, context }) => {
    const name = ownName("Conflict");
    await makeBrand(page, name, async () => {
      await field(page, "Story").first().fill("Family dates and honey from the valley since 1987.");
    });
    const colleague = await context.newPage();
    await colleague.goto(page.url());
    // Typed before the colleague saves: a form without changes shows what others save.
    await field(page, "Contact person").fill("Mine");
    await field(colleague, "Website").fill("https://brand.example");
    await save(colleague).click();
    await expect(toast(colleague, "Saved")).toBeVisible();

    await save(page).click();
    await expect(toast(page, /Saved together.*Website/)).toBeVisible();
    await expect(field(page, "Website")).toHaveValue("https://brand.example");

    const story = (where: Page) => where.getByRole("textbox", { name: "Story", exact: true });
    await story(page).fill("Family-grown dates and honey from Wadi Nour since 1987.");
    await field(page, "Contact person").fill("Mine again");
    await colleague.reload();
    await story(colleague).fill("Family dates, honey and rose water from the valley since 1987.");
    await save(colleague).click();
    await expect(toast(colleague, "Saved")).toBeVisible();
    await save(page).click();
    const dialog = page.getByRole("dialog", { name: /saved this while you were editing/ });
    await expect(dialog.locator("ins").filter({ hasText: "Wadi Nour" })).toBeVisible();
    await expect(dialog.locator("ins").filter({ hasText: "rose water" })).toBeVisible();
    await expect(dialog.getByText(/Contact person \(yours\)/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: /^Combine/ }).check();
    await dialog.getByRole("button", { name: "Save combined version" }).click();
    await expect(dialog).toHaveCount(0);
    const combined = "Family-grown dates, honey and rose water from Wadi Nour since 1987.";
    await expect(story(page)).toHaveValue(combined);
    await page.reload();
    await expect(story(page)).toHaveValue(combined);
    await expect(field(page, "Contact person")).toHaveValue("Mine again");
  });

  test("keeps the number of an amount when its currency changes", async ({ page }) => {
    await makeBrand(page, ownName("Amount"), async () => {
      await choose(page, "Currency", "AED – United Arab Emirates Dirham");
      await field(page, "Low-balance alert").fill("١٢٬٥٠٠٫٥");
    });
    await expect(field(page, "Low-balance alert")).toHaveValue("12,500.50");
    await choose(page, "Currency", "JOD – Jordanian Dinar");
    await expect(field(page, "Low-balance alert")).toHaveValue("12,500.500");
  });
});

test.describe("in Arabic and dark mode", () => {
  test.use({ colorScheme: "dark" });

  test("list and form run right to left, numbers stay on the right, and everything is reachable", async ({ page }) => {
    await page.evaluate(() => localStorage.setItem("mizan.language", "ar"));
    await page.goto("/apps/brand/brands");
    await expect(page.getByRole("heading", { name: "العلامات التجارية", level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
    await rows(page).first().getByRole("link").click();
    await expect(page.getByRole("tab", { name: "التفاصيل" })).toBeVisible();
    await expect(page.locator("[data-activity] li").first()).toBeVisible();
    await expectAccessible(page);
  });
});
