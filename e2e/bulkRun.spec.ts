import { expect, expectAccessible, test } from "./fixtures.ts";

// Figures and names in texts are isolated, so there may be a character before and after each.
const own = `Run ${Date.now().toString(36)}`;
const count = 2000;

test("2,000 brands: imported, submitted in batches with a cancel, exported to Excel, listed under Jobs", async ({
  page,
  signInAs,
}) => {
  test.setTimeout(180_000);
  await signInAs(page, "administrator");
  await page.goto("/apps/import/brands");
  const lines = Array.from({ length: count }, (_, place) => `${own} ${place},AE,run@example.com`);
  const buffer = Buffer.from(`name,country,contact_email\n${lines.join("\n")}`);
  await page.getByTestId("import-file").setInputFiles({ name: "run.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: /^Check 2,000 rows/ }).click();
  await page.getByRole("button", { name: "Import 2,000 rows" }).click({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "Import another file" })).toBeVisible({ timeout: 60_000 });

  await page.goto(`/apps/brand/brands?q=${encodeURIComponent(own)}`);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("button", { name: /^Select all .?2,000/ }).click();
  await page.getByRole("button", { name: "Submit…", exact: true }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByText(/Records are changed in batches/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await panel.locator("[data-bulk-apply]").click();
  await panel.getByRole("button", { name: "Cancel run" }).click();
  await expect(panel.getByText(/^(Cancelled|Done): .?[\d,]+.? of .?2,000.? changed$/)).toBeVisible({ timeout: 60_000 });
  await panel.getByRole("button", { name: "Close", exact: true }).last().click();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export formats" }).click();
  await page.getByRole("menuitem", { name: "Export to Excel (XLSX)" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^brands-[\d-]+\.xlsx$/);
  // Read again by the import, with every row.
  await page.goto("/apps/import/brands");
  await page.getByTestId("import-file").setInputFiles(await download.path());
  await expect(page.getByRole("button", { name: /^Check 2,000 rows/ })).toBeVisible({ timeout: 30_000 });

  await page.goto("/apps/jobs?whose=own");
  await expect(page.getByRole("heading", { name: "Jobs", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Bulk change.? · .?Brands/ }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /Import.? · .?Brands/ }).first()).toBeVisible();
  await expectAccessible(page);
});
