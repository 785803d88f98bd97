import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const rows = (page: Page) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

async function openLog(page: Page, query = "") {
  await page.goto(`/apps/audit/entries${query}`);
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
}

/** Creates a brand and renames it, so that the log has entries. */
async function changeBrand(page: Page, name: string): Promise<string> {
  await page.goto("/apps/brand/brands/new");
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  await field.fill(name);
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await field.fill(`${name} of Basra`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: `${name} of Basra`, level: 1 })).toBeVisible();
  return page.url().split("/").at(-1)!;
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test("the log shows who changed what, from what to what, and links to the record", inBothHosts, async ({ page }) => {
  const name = ownName("Dates");
  const id = await changeBrand(page, name);
  await page.getByRole("button", { name: "Permissions", exact: true }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("searchbox").fill(id);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("Updated");
  await expect(rows(page).nth(1)).toContainText("Created");
  await expectAccessible(page);
  await rows(page).first().getByRole("rowheader").click();
  const changes = page.getByRole("table", { name: "What changed" });
  await expect(changes.getByRole("row", { name: /^Name/ })).toContainText(`${name} of Basra`);
  await expect(changes.locator("ins")).toHaveText("of Basra");
  await expectAccessible(page);
  // People read the name; the ID is in the link.
  await expect(page.getByRole("main").getByText(id)).toHaveCount(0);
  await page.getByRole("link", { name: `${name} of Basra`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/apps/brand/brands/${id}$`));
});

test("the log is filtered, and the export contains exactly the matching entries", async ({ page }) => {
  const id = await changeBrand(page, ownName("Honey"));
  await openLog(page, `?resourceId=${id}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Action" }).click();
  // Checkboxes while the log has few actions, a searchable list when it has many.
  const changed = { name: "Updated", exact: true };
  await page.getByRole("checkbox", changed).or(page.getByRole("option", changed)).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/action=update/);
  await expect(rows(page)).toHaveCount(1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(file.trim().split("\r\n")).toHaveLength(2);
  expect(file).toContain("of Basra");
  // The export is audited, too.
  await openLog(page, "?action=export&resource=audit");
  await expect(rows(page).first()).toContainText("Exported");
});

test("a filter accepts one pasted word", async ({ page }) => {
  const id = await changeBrand(page, ownName("Saffron"));
  await openLog(page);
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Object ID" }).click();
  await page.getByRole("textbox", { name: "Object ID" }).fill(id);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`resourceId=${id}`));
  await expect(rows(page)).toHaveCount(2);
});

test("the whole log is verified, and the verification is audited", async ({ page }) => {
  await openLog(page);
  await page.getByRole("button", { name: "Verify" }).click();
  const dialog = page.getByRole("dialog", { name: "Verify log integrity" });
  await expect(dialog.getByText(/^The log is intact/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await openLog(page, "?action=verify");
  await expect(rows(page).first()).toContainText("Verified the log");
});

test("a phone shows the log as cards, in Arabic too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLog(page);
  await expect(page.getByRole("list", { name: "Audit log" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem("mizan.language", "ar"));
  await page.reload();
  await expect(page.getByRole("heading", { name: "سجل التدقيق", level: 1 })).toBeVisible();
  await page.getByRole("list", { name: "سجل التدقيق" }).getByRole("listitem").first().click();
  await expect(page.getByRole("heading", { name: "السياق" })).toBeVisible();
  await expectAccessible(page);
});
