import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share a database, so each creates its own users with unique names.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ".")}@mizan.example`;
const password = "a long and peaceful sentence";

const rows = (page: Page) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const question = (page: Page, name: string | RegExp) =>
  page.getByRole("alertdialog", { name }).or(page.getByRole("dialog", { name }));

async function choose(page: Page, label: string, option: string) {
  await page
    .getByRole("combobox", { name: label })
    .or(page.getByRole("textbox", { name: label }))
    .first()
    .click();
  await page.getByRole("option", { name: option, exact: true }).click();
  await page.keyboard.press("Escape");
}

/** Invites a user and answers the link, which the screen shows because tests send no email. */
async function invite(page: Page, name: string, roles: readonly string[] = []): Promise<string> {
  await page.goto("/apps/user/users/new");
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(emailOf(name));
  for (const role of roles) await choose(page, "Roles", role);
  await page.getByRole("button", { name: "Create" }).click();
  const link = page.getByRole("region", { name: "Invitation link (shown once)" }).locator("code");
  await expect(link).toContainText("/reset-password?invitation=yes#");
  return (await link.textContent()) ?? "";
}

/** Invites a user and stays on their record. */
async function inviteAndOpen(page: Page, name: string, roles: readonly string[] = []) {
  await invite(page, name, roles);
  await page.getByRole("link", { name: "Open the record" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test("an invited user sets a password with the link, once, and gets the permissions of the role", async ({
  page,
  signInAs,
}) => {
  const name = ownName("Amina");
  const link = await invite(page, name, ["Support"]);
  await expectAccessible(page);
  const { pathname, search, hash } = new URL(link);
  await page.goto(`${pathname}${search}${hash}`);
  await expect(page.getByRole("heading", { name: "Welcome to Mizan" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(emailOf(name));
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL("**/home");
  await expect(page.getByRole("button", { name: "Brands", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Users", exact: true })).toHaveCount(0);
  await page.goto(`${pathname}${search}${hash}`);
  await page.getByLabel("New password").fill(`${password} again`);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText(/Ask your administrator for a new one/)).toBeVisible();
  await signInAs(page, "administrator");
  await page.goto(`/apps/user/users?q=${encodeURIComponent(name)}`);
  await expect(rows(page).filter({ hasText: "Active" })).toHaveCount(1);
});

test(
  "roles with a period and scopes are assigned and removed, and the effective permissions show their source",
  inBothHosts,
  async ({ page }) => {
    const name = ownName("Karim");
    await inviteAndOpen(page, name);
    await tab(page, "Roles and scopes").click();
    await page.getByRole("button", { name: "Assign role" }).click();
    const dialog = page.getByRole("dialog", { name: `Assign a role to ${name}` });
    await dialog
      .getByRole("combobox", { name: "Role" })
      .or(dialog.getByRole("textbox", { name: "Role" }))
      .first()
      .click();
    await page.getByRole("option", { name: "Brand manager", exact: true }).click();
    await dialog.getByLabel("From").fill("2030-02-01");
    await dialog.getByLabel("Last day").fill("2030-01-01");
    await expect(dialog.getByText("The end date must be after the start date.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Assign" })).toBeDisabled();
    await dialog.getByLabel("From").fill("");
    await dialog.getByLabel("Last day").fill("2030-12-31");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(toast(page, "Role assigned")).toBeVisible();
    await expect(page.getByText("until 31 Dec 2030")).toBeVisible();

    await page.getByRole("button", { name: "Add scopes" }).click();
    await choose(page, "Countries", "Malaysia");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(toast(page, "Scopes added")).toBeVisible();
    await expect(page.getByText("Malaysia")).toBeVisible();
    await expectAccessible(page);

    await tab(page, "Effective permissions").click();
    const brands = page.getByRole("region", { name: "Brands" });
    await expect(brands.getByText("brands.update", { exact: true })).toBeVisible();
    await expect(brands.getByText("Records in the user’s scopes").first()).toBeVisible();
    await expect(brands.getByText("through Brand manager").first()).toBeVisible();
    await expectAccessible(page);

    await tab(page, "Roles and scopes").click();
    await page.getByRole("button", { name: "Remove: Brand manager" }).click();
    await question(page, `Remove a role from ${name}?`).getByRole("button", { name: "Remove" }).click();
    await expect(toast(page, "Role removed")).toBeVisible();
    await tab(page, "Activity").click();
    await expect(page.getByText("changed roles and scopes").first()).toBeVisible();
    await expect(page.getByText(/Brand manager until/).first()).toBeVisible();
    await expectAccessible(page);
  },
);

test("users can't change their own roles, and a taken address is reported at its field", async ({ page }) => {
  const name = ownName("Huda");
  await invite(page, name);
  await page.goto("/apps/user/users/new");
  await field(page, "Name").fill("Someone Else");
  await field(page, "Email").fill(emailOf(name).toUpperCase());
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("This email is already in use.")).toBeVisible();
  await expect(field(page, "Email")).toHaveAttribute("aria-invalid", "true");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/apps/user/users?role=admin&status=active");
  await rows(page).first().getByRole("link").click();
  await tab(page, "Roles and scopes").click();
  await expect(page.getByText("You can’t change your own roles and scopes. Ask another administrator.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Assign role" })).toHaveCount(0);
  await tab(page, "Sessions").click();
  await expect(page.getByText("This session")).toBeVisible();
  await expectAccessible(page);
});

test("a profile is changed, and a user is erased only by typing their address", async ({ page }) => {
  const name = ownName("Nour");
  await inviteAndOpen(page, name);
  await choose(page, "User type", "Finance");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export user data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^person-\d+\.json$/);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Erase…" }).click();
  const requested = question(page, `Erase ${name}?`);
  await expect(requested.getByRole("button", { name: "Erase permanently" })).toBeDisabled();
  await expectAccessible(page);
  await requested.getByLabel("Type the user’s email to confirm").fill(emailOf(name));
  await requested.getByRole("button", { name: "Erase permanently" }).click();
  await expect(page.getByRole("heading", { name: /^Erased user/, level: 1 })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto(`/apps/user/users?q=${encodeURIComponent(name)}`);
  await expect(page.getByText("No results")).toBeVisible();
});

test("many users get a role together, as previewed", async ({ page }) => {
  const prefix = ownName("Bulk");
  await invite(page, `${prefix} one`);
  await invite(page, `${prefix} two`, ["Support"]);
  await page.goto(`/apps/user/users?q=${encodeURIComponent(prefix)}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select this page" }).click();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Assign role…" }).click();
  const dialog = page.getByRole("dialog", { name: "Assign a role" });
  await dialog
    .getByRole("combobox", { name: "Role" })
    .or(dialog.getByRole("textbox", { name: "Role" }))
    .first()
    .click();
  await page.getByRole("option", { name: "Support", exact: true }).click();
  await expect(dialog.getByText("1 user will get this role")).toBeVisible();
  await expect(dialog.getByText(/1 won’t change\. No change needed\./)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Assign to 1 user" }).click();
  await expect(toast(page, "Role assigned to 1 user")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Support" })).toHaveCount(2);
});

test.describe("in Arabic, in dark mode, on a phone", () => {
  test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

  test("list and record run right to left, and everything is reachable", async ({ page }) => {
    const user = ownName("Layla");
    await invite(page, user);
    await page.evaluate(() => localStorage.setItem("mizan.language", "ar"));
    // By name, since the first of all users may be one that another test is erasing.
    await page.goto(`/apps/user/users?q=${encodeURIComponent(user)}`);
    await expect(page.getByRole("heading", { name: "المستخدمون", level: 1 })).toBeVisible();
    const cards = page.getByRole("list", { name: "المستخدمون" }).getByRole("listitem");
    await expect(cards).toHaveCount(1);
    await expectAccessible(page);
    await cards.getByRole("link").click();
    await expect(tab(page, "الملف")).toBeVisible();
    for (const name of ["الأدوار والنطاقات", "الصلاحيات الفعلية", "الجلسات", "النشاط"]) {
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
      await expectAccessible(page);
    }
  });
});
