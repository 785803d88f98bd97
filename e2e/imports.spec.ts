import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share the Node host's database, so each imports brands with unique names.
let made = 0;
const ownName = () => `Import ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const choose = (page: Page, file: ReturnType<typeof csv>) => page.getByTestId("import-file").setInputFiles(file);
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

/** Three valid rows and three invalid ones. */
const mixedFile = (own: string, website = "website") =>
  csv(
    "autumn.csv",
    [
      `name,country,${website},shelf`,
      `${own} Alpha,AE,,a`,
      `${own} Beta,UK,,b`,
      `${own} Gamma,SA,http://gamma.example,c`,
      `${own} Delta,TR,https://delta.example,d`,
      `${own} ALPHA,AE,,e`,
      `${own} خبز,JO,,f`,
    ].join("\n"),
  );

async function openCheck(page: Page, file: ReturnType<typeof csv>, rows: number) {
  await page.goto("/apps/import/brands");
  await choose(page, file);
  await expect(heading(page, "Map the columns")).toBeVisible();
  await button(page, `Check ${rows} rows`).click();
  await expect(heading(page, "Check before importing")).toBeVisible();
}

test(
  "imports a file: from the list, through mapping and dry run, to the brands",
  inBothHosts,
  async ({ page, signInAs }) => {
    await signInAs(page, "administrator");
    const own = ownName();
    await page.goto("/apps/brand/brands");
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await expect(heading(page, "Import Brands")).toBeVisible();
    const path = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(path.getByRole("listitem")).toHaveText(["Brands", "Import"]);
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link", { name: "Brands", exact: true })).toHaveAttribute("aria-current", "page");
    await expectAccessible(page);

    await choose(page, mixedFile(own));
    await expect(heading(page, "Map the columns")).toBeVisible();
    await expect(page.getByText("autumn.csv")).toBeVisible();
    await expect(page.getByText("3 of 4 columns mapped")).toBeVisible();
    await expect(page.getByLabel("Field for country")).toHaveValue("country");
    await expectAccessible(page);
    await button(page, "Check 6 rows").click();

    await expect(heading(page, "Check before importing")).toBeVisible();
    await expect(page.getByText("3 new, 0 updates")).toBeVisible();
    const problems = page.getByRole("region", { name: "All problems" }).getByRole("row");
    await expect(problems).toHaveCount(4);
    await expect(problems.nth(1)).toHaveText(/3\s*country\s*UK\s*Not an ISO country code\s*GB/);
    await expect(problems.nth(2)).toHaveText(/4\s*website\s*http:\/\/gamma\.example.*https:\/\/gamma\.example/);
    await expect(problems.nth(3)).toHaveText(/6\s*name\s*.*ALPHA\s*Same as row 2/);
    await expectAccessible(page);
    await button(page, /^website/).click();
    await expect(problems).toHaveCount(2);

    await expect(page.getByText("Nothing saved yet")).toBeVisible();
    await button(page, "Import 3 rows").click();
    await expect(page.getByRole("heading", { name: "3 rows imported" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Open Brands" }).click();
    await page.getByRole("searchbox").fill(own);
    await expect(page.getByText(`${own} Delta`)).toBeVisible();
    await expect(page.getByText(`${own} خبز`)).toBeVisible();
    await expect(page.getByText(`${own} Beta`)).toHaveCount(0);
  },
);

test("exports the invalid rows, and imports them again once they are fixed", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  const own = ownName();
  await openCheck(page, mixedFile(own), 6);
  const downloading = page.waitForEvent("download");
  await button(page, "Download rows with problems").click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("autumn-bad-rows.csv");
  const text = readFileSync(await download.path(), "utf8");
  expect(text.split("\r\n")[1]).toBe(`${own} Beta,UK,,b,country: Not an ISO country code → GB`);

  const mended = text.replace("UK", "GB").replace("http:", "https:").replace(`${own} ALPHA`, `${own} Epsilon`);
  await openCheck(page, csv("mended.csv", mended), 3);
  await expect(page.getByText("No problems found")).toBeVisible();
  await button(page, "Import 3 rows").click();
  await expect(page.getByRole("heading", { name: "3 rows imported" })).toBeVisible();
});

test("can be continued: after a reload, from the mapping, and on another day the same import is open", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  // With a header of its own: each user's mappings are remembered, and other journeys have the same user.
  await openCheck(page, mixedFile(ownName(), "url"), 6);
  await page.reload();
  await expect(heading(page, "Check before importing")).toBeVisible();
  const address = new URL(page.url()).pathname;

  await button(page, "Back to mapping").click();
  await page.getByLabel("Field for url").selectOption({ label: "Not imported" });
  await expect(page.getByText("2 of 4 columns mapped")).toBeVisible();
  await page.getByLabel("Field for name").selectOption({ label: "Not imported" });
  await expect(page.getByText("Name is required for new records. Map a column to it.")).toBeVisible();
  await expect(button(page, "Check 6 rows")).toBeDisabled();
  await page.getByLabel("Field for name").selectOption({ label: "Name (required)" });
  await button(page, "Check 6 rows").click();
  await expect(page.getByText("4 new, 0 updates")).toBeVisible();

  await page.goto("/apps/import/brands");
  await page
    .getByRole("link", { name: /autumn\.csv/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(address));
  await expect(page.getByText("4 new, 0 updates")).toBeVisible();
});

test("with “all or nothing” writes only if all rows are valid", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  const own = ownName();
  await openCheck(page, mixedFile(own), 6);
  await page.getByRole("radio", { name: "All or nothing" }).check();
  await expect(button(page, "Import 3 rows")).toBeDisabled();
  await expect(page.getByText("Nothing is imported while any row has a problem")).toBeVisible();

  await openCheck(page, csv("good.csv", `name\n${own} One\n${own} Two\n`), 2);
  await page.getByRole("radio", { name: "All or nothing" }).check();
  await button(page, "Import 2 rows").click();
  await expect(page.getByRole("heading", { name: "2 rows imported" })).toBeVisible();
});

test("reports a damaged workbook and a file that is not CSV, and asks for the encoding of an old one", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/import/brands");
  await choose(page, { name: "brands.xlsx", mimeType: "application/zip", buffer: Buffer.from("PK\u0003\u0004\0\0") });
  await expect(page.getByRole("alert")).toHaveText(/workbook is damaged/);
  await choose(page, csv("report.csv", "%PDF-1.7\n"));
  await expect(page.getByRole("alert")).toHaveText(/neither CSV nor XLSX/);
  await choose(page, csv("twice.csv", "name,name\na,b\n"));
  await expect(page.getByRole("alert")).toHaveText(/Columns 1 and 2 are both called “name”/);

  // "name\nتمور نور\n" as a spreadsheet of 2003 saved it.
  const old = Buffer.from("6e616d650acae3e6d120e4e6d10a", "hex");
  await choose(page, { name: "old.csv", mimeType: "text/csv", buffer: old });
  await expect(page.getByText("تمور نور")).toBeVisible();
  await page.getByRole("radio", { name: "Windows-1252 (Western European)" }).check();
  await expect(page.getByText("تمور نور")).toHaveCount(0);
  await expect(page.getByText("If neither does, save the sheet as CSV (UTF-8)")).toBeVisible();
  await page.getByRole("radio", { name: "Windows-1256 (Arabic)" }).check();
  await expectAccessible(page);
  await button(page, "Upload this file").click();
  await expect(page.getByText("Windows-1256")).toBeVisible();
  await expect(page.getByText("تمور نور")).toBeVisible();
});

test("is opened and used by keyboard", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/import/brands");
  await expect(heading(page, "Import Brands")).toBeVisible();
  const picker = page.waitForEvent("filechooser");
  await button(page, "Choose a file").focus();
  await page.keyboard.press("Enter");
  await (await picker).setFiles(mixedFile(ownName()));
  await expect(heading(page, "Map the columns")).toBeVisible();
  await button(page, "Check 6 rows").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Import valid rows only" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "All or nothing" })).toBeChecked();
});

test("works in Arabic, from right to left, on a phone in dark mode", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signInAs(page, "administrator");
  await openCheck(page, mixedFile(ownName()), 6);
  await page.evaluate(() => localStorage.setItem("mizan.language", "ar"));
  await page.reload();
  await expect(heading(page, "التحقق قبل الاستيراد")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByText("ليس رمز دولة وفق ISO")).toBeVisible();
  await expect(button(page, "استيراد 3 صفوف")).toBeVisible();
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  await expectAccessible(page);
});

test("hides the import from users without the permission", inBothHosts, async ({ page, host, signInAs }) => {
  test.skip(host.kind === "node", "on a server nobody but its administrator can sign in at first");
  await signInAs(page, "user");
  await page.goto("/apps/brand/brands");
  await expect(heading(page, "Brands")).toBeVisible();
  await expect(page.getByRole("link", { name: "Import", exact: true })).toHaveCount(0);
  await page.goto("/apps/import/brands");
  await expect(page.getByText("You don’t have permission to do this.")).toBeVisible();
});
