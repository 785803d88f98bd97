import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { firstAdministrator } from "./hosts.ts";
import { callerOf, invite, newId } from "./people.ts";
import { isWaiting } from "#base/approvals.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { roles } from "#features/access/roles/contract.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { call } from "#web/call.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Quick panel" });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

test("a colleague’s request reaches the bell, by keyboard and in two tabs; a muted kind is silent", async ({
  page,
  context,
  host,
  signInAs,
}) => {
  test.skip(host.kind === "browser", "nobody can be invited where no email leaves the browser");
  const first = await callerOf(host, firstAdministrator);
  await call(first, notifications.markAllRead, { until: new Date().toISOString() });
  const own = `Clerks ${newId().slice(-6)}`;
  const id = newId();
  const grants = ["roles.read", "roles.update", "approvals.read@own", "brands.read", "brands.update"];
  await call(first, roles.create, { id, title: own, grants });
  const changed = { id: newId(), title: `Scribes ${newId().slice(-6)}`, grants: ["brands.read", "brands.update"] };
  await call(first, roles.create, changed);
  const colleague = { email: `bell-${newId()}@mizan.test`, password: "quiet bells ring at dawn" };
  const { code } = await call(first, roles.get, { id });
  await invite(first, { ...colleague, name: "Zaynab Bell", role: code });
  const asking = await callerOf(host, colleague);

  await signInAs(page, "administrator");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  const other = await context.newPage();
  await other.goto("/home");
  await expect(bell(other)).toHaveAccessibleName("Notifications");

  // The colleague asks, and both tabs know.
  const { version } = await call(asking, roles.get, { id: changed.id });
  const answer = await call(asking, roles.update, { id: changed.id, version, grants: ["brands.read"] });
  const approvalId = isWaiting(answer) ? answer.approvalId : "";
  const text = "Zaynab Bell requests your approval: Change a role’s permissions";
  await page.bringToFront();
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(bell(other)).toHaveAccessibleName("Notifications, 1 unread");
  // It appears once, in one of the tabs.
  await expect.poll(async () => (await toast(page, text).count()) + (await toast(other, text).count())).toBe(1);

  // By keyboard: opened, walked, closed, opened again, and to the record.
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole("link", { name: text })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await bell(page).focus();
  await page.keyboard.press("Enter");
  const entry = panel(page).getByRole("link", { name: text });
  await entry.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: changed.title, level: 1 })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(bell(other)).toHaveAccessibleName("Notifications");
  const { version: waiting } = await call(first, approvals.get, { id: approvalId });
  await call(first, approvals.decide, { id: approvalId, version: waiting, decision: "reject", comment: "Not now" });

  // A watched brand that the colleague changes, until its kind is muted.
  const brand = { id: newId(), name: `Bell Foods ${newId().slice(-6)}` };
  await call(first, brands.create, { ...brand, country: "MY", contactEmail: "a@b.example" });
  await page.goto(`/apps/brand/brands/${brand.id}`);
  await page.getByRole("button", { name: "Watch, or set a reminder" }).click();
  await page.getByRole("menuitem", { name: "Watch" }).click();
  await expect(toast(page, "You’ll be notified of changes")).toBeVisible();
  const rename = async (website: string) => {
    const current = await call(asking, brands.get, { id: brand.id });
    await call(asking, brands.update, { id: brand.id, version: current.version, website });
  };
  await rename("https://one.example");
  await page.goto("/apps/account/notifications");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await expectAccessible(page);
  const watched = page.getByRole("group", { name: /Watched record/ });
  await watched.getByRole("switch", { name: "Bell" }).press("Space");
  await expect(watched.getByRole("switch", { name: "On screen" })).toBeDisabled();
  await bell(page).click();
  await panel(page).getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(panel(page).getByText("You’re all caught up")).toBeVisible();
  await rename("https://two.example");
  await page.reload();
  await expect(watched.getByRole("switch", { name: "Bell" })).not.toBeChecked();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await watched.getByRole("switch", { name: "Bell" }).press("Space");
  await expect(watched.getByRole("switch", { name: "Bell" })).toBeChecked();
});
