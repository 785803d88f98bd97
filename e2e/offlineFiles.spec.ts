import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { picture } from "#api/testing/pictureBytes.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

// The network is lost, and users sign out.
test.use({ browserOf: "own" });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const details = (page: Page) => page.getByRole("complementary", { name: "Details" });
const close = (page: Page) => details(page).getByRole("button", { name: "Close" }).click();

/** The names of the files whose bytes are in this browser, of all users. */
const keptNames = (page: Page) =>
  page.evaluate(async () => {
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const database = await answer(indexedDB.open("mizan.deviceFiles"));
    if (!database.objectStoreNames.contains("files")) return [];
    const transaction = database.transaction(["files", "bytes"]);
    const files = await answer<{ name: string }[]>(transaction.objectStore("files").getAll());
    const bytes = await answer(transaction.objectStore("bytes").count());
    database.close();
    return bytes === files.length ? files.map(({ name }) => name) : [`${bytes} bytes of ${files.length} files`];
  });

async function makeAvailableOffline(page: Page, name: string) {
  await row(page, name).click();
  await details(page).getByRole("switch", { name: "Available offline" }).click();
  await expect(details(page).getByText("On this device")).toBeVisible();
  await close(page);
}

test("files that are available offline open and download without a connection, until the user signs out", async ({
  page,
  context,
  signInAs,
  host,
}) => {
  test.skip(host.kind === "browser", "the server is in the page, and needs no network");
  const stamp = Date.now().toString(36);
  const text = `month,amount\nNovember,${stamp}\n`;
  const names = { csv: `${stamp}.csv`, pdf: `${stamp}.pdf`, png: `${stamp}.png`, other: `other ${stamp}.txt` };
  await signInAs(page, "administrator");
  await page.goto("/apps/files/browse");
  await page.getByTestId("documents").setInputFiles([
    { name: names.csv, mimeType: "text/csv", buffer: Buffer.from(text) },
    { name: names.pdf, mimeType: "application/pdf", buffer: Buffer.from(pdf()) },
    { name: names.png, mimeType: "image/png", buffer: Buffer.from(await picture("png", { width: 90, height: 60 })) },
    { name: names.other, mimeType: "text/plain", buffer: Buffer.from("stays on the server") },
  ]);
  for (const name of Object.values(names)) await expect(row(page, name)).toBeVisible();
  for (const name of [names.csv, names.pdf, names.png]) await makeAvailableOffline(page, name);
  await expect.poll(() => keptNames(page)).toEqual(expect.arrayContaining([names.csv, names.pdf, names.png]));
  // What shows a PDF is loaded after its bytes.
  const isLoaded = (part: string) =>
    page.evaluate((name) => performance.getEntriesByType("resource").some((entry) => entry.name.includes(name)), part);
  for (const part of ["pdf.worker", "openjpeg"]) await expect.poll(() => isLoaded(part)).toBe(true);

  await context.setOffline(true);
  await row(page, names.csv).click();
  await expect(details(page).getByText(/^Offline copy of /)).toBeVisible();
  await expect(details(page).getByRole("table")).toContainText(stamp);
  const downloading = page.waitForEvent("download");
  await details(page).getByRole("button", { name: "Download", exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(names.csv);
  expect(await readFile(await download.path(), "utf8")).toBe(text);
  await expectAccessible(page);
  await close(page);
  await row(page, names.png).click();
  await expect(details(page).getByRole("img")).toHaveJSProperty("naturalWidth", 90);
  await close(page);
  await row(page, names.pdf).click();
  await expect(details(page).locator("canvas").first()).toBeVisible();
  await close(page);
  await row(page, names.other).click();
  await expect(details(page).getByText(/^This file isn’t on this device/)).toBeVisible();
  await close(page);

  // The view was never loaded: its rows are those of this device.
  await page.getByRole("link", { name: "Available offline" }).first().click();
  await expect(page.getByText("Showing the files on this device.")).toBeVisible();
  await expect(row(page, names.csv)).toContainText("On this device");
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText("Showing the files on this device.")).toHaveCount(0);

  await row(page, names.csv).click();
  await details(page).getByRole("switch", { name: "Available offline" }).click();
  await expect.poll(() => keptNames(page)).not.toContain(names.csv);
  expect(await keptNames(page)).toContain(names.pdf);
  // The page that signs out has loaded no files.
  await page.goto("/logout");
  await page.waitForURL("**/login");
  await expect.poll(() => keptNames(page)).toEqual([]);
});

test("all files are removed from the device and saved again", async ({ page, signInAs, host }) => {
  test.skip(host.kind === "browser", "it stores all bytes anyway");
  const name = `again ${Date.now().toString(36)}.txt`;
  await signInAs(page, "administrator");
  await page.goto("/apps/files/browse");
  await page
    .getByTestId("documents")
    .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from("kept again") }]);
  await expect(row(page, name)).toBeVisible();
  await makeAvailableOffline(page, name);
  await page.goto("/apps/files/view/offline");
  await expect(page.getByText(/\d+ files? on this device, /)).toBeVisible();
  await page.getByRole("button", { name: "Remove all from this device" }).click();
  await page.getByRole("button", { name: "Remove all", exact: true }).click();
  await expect(page.getByText("No files are saved on this device.")).toBeVisible();
  await expect(row(page, name)).toContainText("Not on this device");
  await expect.poll(() => keptNames(page)).toEqual([]);
  await page.getByRole("button", { name: "Save on this device" }).click();
  await expect(row(page, name)).toContainText("On this device");
  await expect.poll(() => keptNames(page)).toContain(name);
});
