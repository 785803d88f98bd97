import { picture } from "#api/testing/pictureBytes.ts";
import { field, makeBrand, openList, ownName, rowOf, rows, save, toast } from "./brandPages.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

// Related records of other areas, and the brand's logo. The brand itself is tested in e2e/brands.spec.ts.

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test("its products are counted in the list, and its record links to related records", async ({ page }) => {
  await openList(page, "?q=crescent+vale");
  const row = rowOf(page, "Crescent Vale Demo Butchers Co");
  await expect(row.getByRole("gridcell", { name: /^\d+%$/ })).toBeVisible();
  await row.getByRole("link", { name: /^\d+$/ }).click();
  await expect(page).toHaveURL(/brand-products\?brand=/);
  await expect(page.getByRole("button", { name: /Brand.*Crescent Vale/ }).first()).toBeVisible();
  await page.goBack();
  await rowOf(page, "Crescent Vale").getByRole("link", { name: "Crescent Vale Demo Butchers Co" }).click();
  for (const [tab, link, address] of [
    ["Certificates", /^View (?:all \d+ )?certificates?$/, /certs\?.*brandId=/],
    ["Retailers", /^View (?:all \d+ )?retailers?$/, /retailers\?brand=/],
  ] as const) {
    await expect(page.getByRole("tab", { name: new RegExp(`^${tab} ?[1-9]`) })).toBeVisible();
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
    await page.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(address);
    await expect(rows(page).first()).toBeVisible();
    await page.goBack();
  }
  await page.getByRole("tab", { name: "Users in scope" }).click();
  await expect(page.getByText("No users limited to this brand")).toBeVisible();
  await expectAccessible(page);
});

test("its logo is shown on its page, in the list and in pickers", async ({ page }) => {
  const name = ownName("Logo");
  await makeBrand(page, name);
  const logo = {
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from(await picture("png", { width: 200, height: 200 })),
  };
  await page.locator("input[type=file]").setInputFiles(logo);
  await field(page, "Logo alt text").fill("A date palm");
  await save(page).click();
  await expect(toast(page, /^Saved$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: "A date palm" })).toBeVisible();
  await openList(page, `?q=${encodeURIComponent(name)}`);
  await expect(rowOf(page, name).locator("img")).toBeVisible();
  await page.goto("/apps/brand-product/brand-products/new");
  await page.getByRole("combobox", { name: "Brand", exact: true }).fill(name);
  await expect(page.getByRole("option", { name }).locator("img")).toBeVisible();
});
