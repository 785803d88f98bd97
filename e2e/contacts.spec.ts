import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ hasText: name, has: page.getByRole("gridcell") });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected contacts" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Contact" });
const lists = (page: Page) => page.getByRole("navigation", { name: "Contact lists" });
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).last();

const cards = `BEGIN:VCARD\r\nVERSION:3.0\r\nN:Mirza;Wanda;;;\r\nFN:Wanda Mirza\r\nEMAIL:wanda@journey.example\r\nTEL:+44 1632 960171\r\nEND:VCARD\r
BEGIN:VCARD\r\nVERSION:3.0\r\nN:Mirza;W.;;;\r\nFN:W. Mirza\r\nORG:Journey Foods\r\nTEL:01632 960171\r\nEND:VCARD\r
BEGIN:VCARD\r\nVERSION:3.0\r\nN:Broken;Bea;;;\r\nFN:Bea Broken\r\nEMAIL:not an address\r\nEND:VCARD\r\n`;

test("a phone’s contacts are imported with bad rows explained, merged with Undo, starred and grouped by keyboard @node", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/contacts");
  await expect(page).toHaveURL(/\/apps\/contacts\/people\/all$/);
  await expect(row(page, "Bilal Rahimi")).toBeVisible();
  await expectAccessible(page);

  await page.getByTestId("vcard-file").setInputFiles({
    name: "phone.vcf",
    mimeType: "text/vcard",
    buffer: Buffer.from(cards),
  });
  await expect(page).toHaveURL(/\/apps\/import\/contacts\//);
  await page.getByRole("button", { name: /^Check/ }).click();
  await expect(page.getByText("not an address").first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Import/ })
    .first()
    .click();
  await page.goto("/apps/contacts/people/all?search=mirza");
  await expect(row(page, "Wanda Mirza")).toBeVisible();

  await row(page, "Wanda Mirza").click();
  await expect(panel(page).getByText("Possible duplicates")).toBeVisible();
  await expect(panel(page).getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    "https://wa.me/441632960171",
  );
  await panel(page).getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge contacts" });
  await expect(dialog).toContainText("01632 960171");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(row(page, "W. Mirza")).toHaveCount(0);
  await expect(panel(page)).toContainText("Journey Foods");
  await undo(page).click();
  await expect(row(page, "W. Mirza")).toBeVisible();
  await page.keyboard.press("Escape");

  await row(page, "Wanda Mirza").focus();
  await page.keyboard.press("s");
  await expect(row(page, "Wanda Mirza").getByRole("button", { name: "Star Wanda Mirza" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await row(page, "W. Mirza").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("g");
  await page.getByRole("textbox", { name: "Find or create a group" }).fill("Journey");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await lists(page).getByRole("link", { name: "Journey" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Journey");
  await expect(row(page, "Mirza")).toHaveCount(2);
  await page.reload();
  await expect(row(page, "Mirza")).toHaveCount(2);
});

test("`/` moves the focus to the search box", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/contacts");
  await expect(row(page, "Bilal Rahimi")).toBeVisible();
  const box = page.getByRole("searchbox", { name: "Search name, company, phone or email" });
  await expect(box).not.toBeFocused();
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type("bilal");
  await expect(box).toHaveValue("bilal");
  await expect(row(page, "Bilal Rahimi")).toBeVisible();
});
