import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share the Node host's database, so each creates its own records with unique names.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const save = (page: Page) => page.getByRole("button", { name: /^(save changes|create)$/i });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const cell = (page: Page, permission: string) => page.locator(`[data-cell="${permission}"]`);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const banner = (page: Page) => page.locator("[data-viewed-as]");

async function openRole(page: Page, title: string) {
  await page.goto(`/apps/role/roles?q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(heading(page, title)).toBeVisible();
}

async function makeRole(page: Page, title: string) {
  await page.goto("/apps/role/roles/new");
  await field(page, "Title").fill(title);
  await cell(page, "brands.read").focus();
  await page.keyboard.press("Space");
  await save(page).click();
  await expect(heading(page, title)).toBeVisible();
}

async function choose(page: Page, label: string, typed: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: label }).fill(typed);
  await page.getByRole("option", { name: option }).first().click();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test.describe("roles", () => {
  test("are in the menu with the permissions and the comparison, and are listed", async ({ page }) => {
    await page.goto("/apps/role");
    await expect(page).toHaveURL(/\/apps\/role\/roles$/);
    await expect(heading(page, "Roles")).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Main menu" });
    for (const entry of ["Roles", "Permissions", "Compare roles"])
      await expect(menu.getByRole("link", { name: entry, exact: true })).toBeVisible();
    await page.getByRole("searchbox").fill("مدقق");
    await expect(page.getByRole("link", { name: "Auditor" })).toBeVisible();
    await expectAccessible(page);
  });

  test("that are built in are read-only; a copy can be changed", inBothHosts, async ({ page }) => {
    await openRole(page, "Auditor");
    await expect(page.getByText("System role").first()).toBeVisible();
    await expect(page.getByRole("grid", { name: "Permissions of this role" })).toHaveAttribute("aria-readonly", "true");
    await expect(cell(page, "brands.read")).toHaveText("All");
    await page.getByRole("textbox", { name: "Filter resources" }).fill("brand");
    await expect(cell(page, "roles.read")).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole("link", { name: "Duplicate" }).click();
    const title = ownName("Reader");
    await field(page, "Title").fill(title);
    await expect(cell(page, "brands.read")).toHaveText("All");
    await save(page).click();
    await expect(toast(page, `${title} created`)).toBeVisible();
    await expect(heading(page, title)).toBeVisible();
    await expect(cell(page, "brands.export")).toHaveText("All");
  });

  test("are edited by keyboard, in reading direction, and by a menu", async ({ page }) => {
    await makeRole(page, ownName("Keys"));
    await cell(page, "brands.read").focus();
    await page.keyboard.press("Space");
    await expect(cell(page, "brands.read")).toHaveText("Scope");
    await page.keyboard.press("ArrowRight");
    await expect(cell(page, "brands.create")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "Records the user created" }).click();
    await expect(cell(page, "brands.create")).toHaveText("Own");
    await expect(cell(page, "brands.create")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(cell(page, "brands.read")).toBeFocused();
    await cell(page, "roles.update").click();
    await expect(page.getByRole("menuitemradio")).toHaveCount(2);
    await page.getByRole("menuitemradio", { name: "All records" }).click();
    await expect(cell(page, "roles.update")).toHaveAccessibleName("Update roles: All records, High risk");
    await expect(page.getByText(/unsaved/i)).toBeVisible();
    await expectAccessible(page);
    await save(page).click();
    await expect(toast(page, /applies from each user’s next request/)).toBeVisible();
    await page.reload();
    await expect(cell(page, "brands.create")).toHaveText("Own");
    await page.getByRole("tab", { name: "Activity" }).click();
    await expect(page.getByText("created this role")).toBeVisible();
  });

  test("that two users change are merged where the cells differ, and ask where they do not", async ({
    page,
    context,
  }) => {
    await makeRole(page, ownName("Both"));
    // Before the other saves: a page without changes of its own shows those of others at once.
    await cell(page, "brands.update").focus();
    await page.keyboard.press("Space");
    await cell(page, "brands.read").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Space");

    const other = await context.newPage();
    await other.goto(page.url());
    await cell(other, "brands.export").focus();
    await other.keyboard.press("Space");
    await cell(other, "brands.read").focus();
    await other.keyboard.press("Space");
    await save(other).click();
    await expect(toast(other, /applies from each user’s next request/)).toBeVisible();

    await save(page).click();
    const dialog = page.getByRole("dialog", { name: /while you were editing/ });
    await expect(dialog.getByText("View brands")).toBeVisible();
    await dialog.getByText("Theirs", { exact: false }).first().click();
    await dialog.getByRole("button", { name: "Keep theirs" }).click();
    await expect(cell(page, "brands.read")).toHaveText("Scope");
    await expect(cell(page, "brands.export")).toHaveText("All");
    await expect(cell(page, "brands.update")).toHaveText("All");
  });

  test("are compared, with only the differences or with everything", async ({ page }) => {
    await page.goto("/apps/role/compare");
    await choose(page, "First role", "Audit", "Auditor");
    await choose(page, "Second role", "Brand m", "Brand manager");
    const table = page.getByRole("table");
    await expect(table.getByRole("row", { name: /View brands/ })).toHaveText(/All\s*Scope/);
    await expect(page.getByText(/\d+ differences/)).toBeVisible();
    const short = await table.getByRole("row").count();
    await page.getByRole("switch", { name: "Differences only" }).uncheck();
    await expect.poll(() => table.getByRole("row").count()).toBeGreaterThan(short);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Swap the roles" }).click();
    await expect(table.getByRole("row", { name: /View brands/ })).toHaveText(/Scope\s*All/);
  });

  test("can be viewed as: nothing can be changed, a banner says so, and it can be ended", async ({ page }) => {
    await openRole(page, "Staff");
    await page.getByRole("button", { name: "Preview as role" }).click();
    await expect(banner(page)).toContainText("Viewing as Staff");
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole("navigation", { name: "Main menu" }).getByText("Permissions")).toHaveCount(0);
    await page.goto("/apps/brand/brands");
    await expect(heading(page, "Brands")).toBeVisible();
    await expect(page.getByRole("link", { name: "New brand", exact: true })).toHaveCount(0);
    await expect(banner(page)).toBeVisible();
    await expectAccessible(page);
    await banner(page).getByRole("button", { name: "Stop viewing" }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect(heading(page, "Staff")).toBeVisible();
  });

  test("without users are deleted", async ({ page }) => {
    const title = ownName("Gone");
    await makeRole(page, title);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(/\/apps\/role\/roles$/);
    await page.getByRole("searchbox").fill(title);
    await expect(page.getByText("No results")).toBeVisible();
  });
});

test.describe("permissions", () => {
  test("are listed with their titles and show the operations that require them, the roles that grant them and the users who have them", async ({
    page,
  }) => {
    await page.goto("/apps/permission");
    await expect(page).toHaveURL(/\/apps\/permission\/permissions$/);
    await page.getByRole("searchbox").fill("update roles");
    await expect(page).toHaveURL(/q=update/);
    await page.getByRole("link", { name: "Update roles" }).click();
    await expect(heading(page, "Update roles")).toBeVisible();
    await expect(page.getByText("/api/v1/roles/{id}")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Roles" }).click();
    await expect(page.getByRole("link", { name: "Administrator" })).toBeVisible();
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("link", { name: "Why?" }).first().click();
    await expect(page).toHaveURL(/\/apps\/permission\/why\?/);
    await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
  });

  test("are explained for a user and a record, and the link shows the same", async ({ page }) => {
    await page.goto("/apps/permission/why");
    await choose(page, "User", "aisyah", /Aisyah/);
    await choose(page, "Action", "update brand", /Update brands/);
    await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
    await expect(page.getByText("Has the role Staff")).toBeVisible();
    await expectAccessible(page);
    await choose(page, "Action", "delete roles", /Delete roles/);
    await expect(page.getByText("Not allowed")).toBeVisible();
    await expect(page.getByText("Roles that would grant it")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Not allowed")).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a role is a list of resources, each with its actions", async ({ page }) => {
    const title = ownName("Phone");
    await page.goto("/apps/role/roles/new");
    await field(page, "Title").fill(title);
    await page.getByRole("button", { name: /^Brands/ }).click();
    await page.getByRole("combobox", { name: "Update" }).selectOption({ label: "All records" });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: /^Brands Update/ })).toBeVisible();
    await save(page).click();
    await expect(heading(page, title)).toBeVisible();
  });
});
