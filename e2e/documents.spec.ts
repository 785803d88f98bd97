import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const active = (page: Page) => page.locator('[role="row"]:focus');

async function openNewFolder(page: Page, name: string): Promise<void> {
  await page.goto("/apps/files");
  await expect(page).toHaveURL(/\/apps\/files\/browse$/);
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
  await row(page, name).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

/** As a user drops it from the desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!, { type: "text/csv", lastModified: 1_700_000_000_000 }));
      return transfer;
    },
    [name, text],
  );
  const list = page.getByRole("region", { name: "Files" }).first();
  await list.dispatchEvent("dragover", { dataTransfer: files });
  await list.dispatchEvent("drop", { dataTransfer: files });
}

test("a dropped file breaks off, continues after a reload, and is shown as a table", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await openNewFolder(page, `Drop ${Date.now()}`);
  // Three parts; the network is lost after the first.
  const text = `month,amount\n${"November,1250.50\n".repeat(150_000)}`;
  let parts = 0;
  let isBroken = true;
  await page.route("**/x/uploads/*", (route) =>
    route.request().method() === "PUT" && isBroken && ++parts > 1 ? route.abort() : route.continue(),
  );
  await drop(page, "figures.csv", text);
  await expect.poll(() => parts).toBeGreaterThan(1);
  await page.reload();
  // The route stays: removing it while the page starts leaves requests without an answer.
  isBroken = false;
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText(/Stopped at 4\d%/);
  await expect(row(page, "figures.csv")).toHaveCount(0);
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(Number(new URL(request.url()).searchParams.get("offset")));
  });
  await drop(page, "figures.csv", text);
  await expect(row(page, "figures.csv")).toBeVisible();
  // Only the parts that were missing.
  expect(sent).toEqual([1_048_576, 2_097_152]);
  await row(page, "figures.csv").click();
  await expect(page.getByRole("table")).toContainText("1250.50");
  await expectAccessible(page);
});

test("FIL-3: files are found, renamed, moved and deleted by keyboard, and come back by Undo", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  await openNewFolder(page, `Keys ${Date.now()}`);
  await page.getByTestId("documents").setInputFiles(
    ["alpha.txt", "beta.txt", "gamma.txt"].map((name) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(`The text of ${name}`),
    })),
  );
  for (const name of ["alpha", "beta", "gamma"]) await expect(row(page, `${name}.txt`)).toBeVisible();
  await row(page, "alpha.txt").focus();
  // Type-ahead.
  await page.keyboard.press("g");
  await expect(active(page)).toContainText("gamma.txt");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search files" })).toBeFocused();
  await row(page, "gamma.txt").focus();
  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("delta");
  await page.keyboard.press("Enter");
  await expect(row(page, "delta.txt")).toBeVisible();
  await row(page, "beta.txt").focus();
  await page.keyboard.press("Delete");
  await expect(row(page, "beta.txt")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row(page, "beta.txt")).toBeVisible();
  // Cut here, paste in a folder inside.
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Inside");
  await page.keyboard.press("Enter");
  await row(page, "alpha.txt").focus();
  await page.keyboard.press("Control+x");
  await row(page, "Inside").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inside");
  await page.getByRole("button", { name: /^Paste/ }).click();
  await expect(row(page, "alpha.txt")).toBeVisible();
  await row(page, "alpha.txt").focus();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Keys");
  await expect(row(page, "alpha.txt")).toHaveCount(0);
  await expectAccessible(page);
});
