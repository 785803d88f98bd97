import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// Two browsers: a user changes the rights of another, and the other's screen follows.
test.use({ browserOf: "own" });

const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
const cell = (page: Page, permission: string) => page.locator(`[data-cell="${permission}"]`);

/** Resolves when it is saved: later calls of the other browser have the changed role. */
async function save(page: Page) {
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await page.getByRole("button", { name: /^save changes$/i }).click();
  await saved;
}

test("a changed role is in the other browser's menu and rights, also while nobody types there", async ({
  page,
  browser,
  baseURL,
  host,
  signInAs,
}) => {
  test.skip(host.kind === "browser", "two browsers have a database each where there is no server");
  const own = `${test.info().workerIndex}-${Date.now().toString(36)}`;
  const [title, email] = [`Buyer ${own}`, `buyer.${own}@mizan.example`];
  await signInAs(page, "administrator");

  await test.step("create a role that may read and create brands", async () => {
    await page.goto("/apps/role/roles/new");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
    for (const permission of ["brands.read", "brands.create"]) {
      await cell(page, permission).focus();
      await page.keyboard.press("Space");
    }
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  });
  const roleUrl = page.url();

  const password = "a long and peaceful sentence";
  const link = await test.step("create a user with this role", async () => {
    await page.goto("/apps/user/users/new");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Amina Numuna");
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
    await page
      .getByRole("combobox", { name: "Roles" })
      .or(page.getByRole("textbox", { name: "Roles" }))
      .first()
      .click();
    await page.getByRole("option", { name: title, exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create" }).click();
    const shown = page.getByRole("region", { name: "Invitation link (shown once)" }).locator("code");
    await expect(shown).toContainText("/reset-password");
    return new URL((await shown.textContent()) ?? "");
  });
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await other.goto(`${link.pathname}${link.search}${link.hash}`);
  await other.getByLabel("New password").fill(password);
  await other.getByRole("button", { name: "Set password" }).click();
  await other.waitForURL("**/home");
  await other.goto("/apps/brand/brands");
  await expect(menu(other).getByRole("link", { name: "New Brand" })).toBeVisible();
  await expect(other.getByRole("grid")).toBeVisible();

  await test.step("the user may no longer create brands", async () => {
    await page.goto(roleUrl);
    await cell(page, "brands.create").click();
    await page.getByRole("menuitemradio", { name: "Not granted" }).click();
    await save(page);
    await other.getByRole("searchbox").fill("noor");
    await expect(menu(other).getByRole("link", { name: "New Brand" })).toHaveCount(0);
    await expect(menu(other).getByRole("link", { name: "Brands", exact: true })).toBeVisible();
  });

  await test.step("then the user may not even see them", async () => {
    await cell(page, "brands.read").click();
    await page.getByRole("menuitemradio", { name: "Not granted" }).click();
    await save(page);
    // Nothing is typed: an event reloads the rights, and the page may be left before a key is pressed.
    await expect(menu(other).getByRole("link", { name: "Brands", exact: true })).toHaveCount(0);
    await other.waitForURL("**/home");
  });
  await elsewhere.close();
});
