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
  const press = async (name: string) => {
    const saved = page.waitForResponse(
      (response) => response.request().method() === "PUT" && response.url().endsWith(notifications.saveSettings.path),
    );
    await watched.getByRole("switch", { name }).press("Space");
    expect((await saved).ok()).toBe(true);
  };
  // By default this kind shows no toast, muted or not.
  await press("On screen");
  await rename("https://shown.example");
  const changeText = `Zaynab Bell changed ${brand.name}`;
  await expect
    .poll(async () => (await toast(page, changeText).count()) + (await toast(other, changeText).count()))
    .toBe(1);
  await press("Bell");
  await expect(watched.getByRole("switch", { name: "On screen" })).toBeDisabled();
  await bell(page).click();
  await panel(page).getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(panel(page).getByText("You’re all caught up")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const tab of [page, other]) {
    await expect(bell(tab)).toHaveAccessibleName("Notifications");
    await expect(tab.locator("[data-toasts] [data-depth]")).toHaveCount(0);
    await recordNotices(tab);
  }
  await rename("https://two.example");
  // The next event, of a kind that is not muted: when it has arrived, the muted one would have arrived before.
  const { version: unchanged } = await call(asking, roles.get, { id: changed.id });
  const next = await call(asking, roles.update, { id: changed.id, version: unchanged, grants: ["brands.read"] });
  const nextId = isWaiting(next) ? next.approvalId : "";
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications, 1 unread");
  await expect.poll(async () => (await toast(page, text).count()) + (await toast(other, text).count())).toBe(1);
  const [here, there] = [await noticesOf(page), await noticesOf(other)];
  expect([here.bells, there.bells]).toEqual([["Notifications, 1 unread"], ["Notifications, 1 unread"]]);
  expect([...here.toasts, ...there.toasts]).toEqual([text]);
  const { version: undecided } = await call(first, approvals.get, { id: nextId });
  await call(first, approvals.decide, { id: nextId, version: undecided, decision: "reject", comment: "Not now" });
  // Nobody has read it, but there is nothing left to do.
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications");
  await page.reload();
  await expect(watched.getByRole("switch", { name: "Bell" })).not.toBeChecked();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await press("Bell");
  await expect(watched.getByRole("switch", { name: "Bell" })).toBeChecked();
  // The settings are the user's, whom other journeys use.
  await press("On screen");
  await expect(watched.getByRole("switch", { name: "On screen" })).not.toBeChecked();
});

type Notices = { readonly toasts: readonly string[]; readonly bells: readonly string[] };

/** Records from now on what the toasts and the bell say, also what has gone again before the test looks. */
const recordNotices = (page: Page) =>
  page.evaluate(() => {
    const notices = { toasts: new Set<string>(), bells: new Set<string>() };
    Object.assign(window, { notices });
    const read = () => {
      for (const { textContent } of document.querySelectorAll("[data-toasts] [data-depth] > [dir=auto]"))
        notices.toasts.add(textContent);
      const label = document.querySelector("header button[aria-label^=Notifications]")?.getAttribute("aria-label");
      notices.bells.add(label ?? "no bell");
    };
    new MutationObserver(read).observe(document.body, { attributes: true, childList: true, subtree: true });
  });

const noticesOf = (page: Page) =>
  page.evaluate(() => {
    const { notices } = window as unknown as Readonly<Record<"notices", Record<keyof Notices, Set<string>>>>;
    return { toasts: [...notices.toasts], bells: [...notices.bells].filter((label) => label !== "Notifications") };
  });
