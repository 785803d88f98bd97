import { expect, expectAccessible, test } from "./fixtures.ts";

// Figures and names in texts are isolated, so there may be a character before and after each.
const own = `Undo ${Date.now().toString(36)}`;
const count = 1200;
const all = ".?1,200.?";

test("1,200 brands: submitted in batches, undone in the panel, submitted again, and undone under Jobs", async ({
  page,
  signInAs,
}) => {
  test.setTimeout(240_000);
  await signInAs(page, "administrator");
  await page.goto("/apps/import/brands");
  const lines = Array.from({ length: count }, (_, place) => `${own} ${place},AE,undo@example.com`);
  const buffer = Buffer.from(`name,country,contact_email\n${lines.join("\n")}`);
  await page.getByTestId("import-file").setInputFiles({ name: "undo.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: /^Check 1,200 rows/ }).click();
  await page.getByRole("button", { name: "Import 1,200 rows" }).click({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "Import another file" })).toBeVisible({ timeout: 60_000 });

  const list = `/apps/brand/brands?q=${encodeURIComponent(own)}`;
  const statuses = (status: string) => page.getByRole("row").filter({ hasText: own }).filter({ hasText: status });
  const panel = page.getByRole("dialog");
  const close = () => panel.getByRole("button", { name: "Close", exact: true }).last().click();
  const submitAll = async () => {
    await page.goto(list);
    await page.getByRole("checkbox", { name: "Select this page" }).check();
    await page.getByRole("button", { name: /^Select all .?1,200/ }).click();
    await page.getByRole("button", { name: "Submit…", exact: true }).click();
    await panel.locator("[data-bulk-apply]").click({ timeout: 30_000 });
    const done = new RegExp(`^Done: ${all} of ${all} changed$`);
    await expect(panel.getByText(done)).toBeVisible({ timeout: 60_000 });
  };

  await submitAll();
  await expect(panel.getByText(/You can undo this within 24 hours/)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  const restored = new RegExp(`^Undone: ${all} of ${all} restored$`);
  await expect(panel.getByText(restored)).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByRole("button", { name: "Undo", exact: true })).toBeHidden();
  await close();
  await expect(statuses("Draft").first()).toBeVisible();
  await expect(statuses("Submitted")).toHaveCount(0);

  await submitAll();
  await close();
  await expect(statuses("Submitted").first()).toBeVisible();
  await page.goto("/apps/jobs?whose=own&kind=bulk");
  const entries = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
  await entries
    .first()
    .getByRole("button", { name: /^Undo: / })
    .click();
  await expect(page.getByText(/^Undo started/)).toBeVisible();
  const undo = entries.filter({ has: page.getByRole("heading", { name: /^Undo of a bulk change.? · .?Brands/ }) });
  await expect(undo.first().getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(undo.first().getByText(new RegExp(`^${all} of ${all}$`))).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo: / })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(list);
  await expect(statuses("Draft").first()).toBeVisible();
  await expect(statuses("Submitted")).toHaveCount(0);
  await page
    .getByRole("link", { name: new RegExp(`^${own} `) })
    .first()
    .click();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("undid a bulk change to it").first()).toBeVisible();
});
