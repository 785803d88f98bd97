import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, signIn, test } from "./fixtures.ts";
import { firstAdministrator } from "./hosts.ts";
import { callerOf, invite, newId } from "./people.ts";
import { roles } from "#features/access/roles/contract.ts";
import { call } from "#web/call.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
/** Signs in and waits until the home screen can be used. */
async function enter(page: Page, signInAs: (page: Page, role: "administrator") => Promise<void>) {
  await signInAs(page, "administrator");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good /);
}

/** Opens the menu search as `open` does, and types once it has the focus. */
async function search(page: Page, open: () => Promise<void>, text: string) {
  await open();
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
}

const phone = { width: 390, height: 844 };

test(
  "a section opens, stays open after a reload, and marks the current page",
  inBothHosts,
  async ({ page, signInAs }) => {
    await enter(page, signInAs);
    const section = page.getByRole("navigation", { name: "Main menu" }).getByRole("button", { name: "Promocode" });
    await expect(section).toHaveAttribute("aria-expanded", "false");
    await section.click();
    await expect(section).toHaveAttribute("aria-expanded", "true");
    await page.reload();
    await expect(section).toHaveAttribute("aria-expanded", "true");
    await page.getByRole("link", { name: "New Promocode" }).click();
    await expect(page).toHaveURL(/\/apps\/promocode\/promocodes\/new$/);
    await expect(page.getByRole("link", { name: "New Promocode" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New promocode");
  },
);

test("the folded menu opens under the pointer and folds again when it leaves", async ({ page, signInAs }) => {
  await enter(page, signInAs);
  // Move the pointer away: over the menu it would open it.
  await page.getByRole("main").hover({ position: { x: 600, y: 400 } });
  const saved = () => page.waitForResponse((response) => response.url().endsWith("/api/auth/user/update"));
  const folding = saved();
  await page.keyboard.press("[");
  await folding;
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const width = async () => (await menu.boundingBox())?.width;
  await expect.poll(width).toBe(64);
  await menu.hover({ position: { x: 20, y: 200 } });
  await expect.poll(width).toBe(280);
  await page.getByRole("main").hover({ position: { x: 600, y: 400 } });
  await expect.poll(width).toBe(64);
  // The user's settings are on the server, where the next journey would find the menu folded.
  const unfolding = saved();
  await page.keyboard.press("[");
  await unfolding;
  await expect.poll(width).toBe(280);
});

test("the menu search finds beginnings of words, opens the selected page, and returns the focus", async ({
  page,
  signInAs,
}) => {
  await enter(page, signInAs);
  const opener = page.getByRole("button", { name: /^Search menu and records/ });
  await search(page, () => opener.click(), "zzz");
  await expect(palette(page).getByText("No results..").last()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await search(page, () => page.keyboard.press("Control+k"), "ret new");
  await expect(palette(page).getByRole("option")).toHaveText([/New Retailer/, /New Type/]);
  await page.keyboard.press("ArrowDown");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText(/New Type/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/apps\/retailer-type\/types\/new$/);
});

test("the palette finds records below the menu, offers the last one again, and `/` opens it", async ({
  page,
  signInAs,
}) => {
  await enter(page, signInAs);
  await page.goto("/apps/brand/brands");
  const brand = (await page.getByRole("grid").getByRole("link").first().textContent())?.trim() ?? "";
  expect(brand).not.toBe("");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await search(page, () => page.keyboard.press("/"), brand.toUpperCase());
  const record = palette(page).getByRole("group", { name: "Records" }).getByRole("option", { name: brand }).first();
  await expect(record).toBeVisible();
  await expectAccessible(page);
  await record.click();
  await expect(page.getByRole("heading", { level: 1, name: brand })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Recent records" }).getByRole("option").first()).toContainText(
    brand,
  );
});

test("a starred page is among the shortcuts, also tomorrow", async ({ page, signInAs }) => {
  await enter(page, signInAs);
  await page.goto("/apps/change-password");
  await page.getByRole("button", { name: /^Add .* to shortcuts$/ }).click();
  await expect(page.getByRole("button", { name: /^Remove .* from shortcuts$/ })).toBeVisible();
  // Immediately, whether or not the server has received it.
  await page.reload();
  await page.getByRole("button", { name: "Shortcuts", exact: true }).click();
  const stars = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(stars.getByRole("link", { name: /^Events/ })).toBeVisible();
  await stars.getByRole("searchbox").fill("new retailer");
  await stars.getByRole("button", { name: "Add New Retailer to shortcuts" }).click();
  await stars.getByRole("searchbox").fill("");
  await expect(stars.getByRole("link", { name: "New Retailer" })).toBeVisible();
  await stars.getByRole("button", { name: "Remove New Retailer from shortcuts" }).click();
  await stars.getByRole("link", { name: /^Change password$/i }).click();
  await expect(page).toHaveURL(/\/apps\/change-password$/);
  await expect(page.getByRole("button", { name: /^Remove .* from shortcuts$/ })).toBeVisible();
});

test("the language changes without a reload, mirrors the page, and stays", async ({ page, signInAs }) => {
  await enter(page, signInAs);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("button", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("link", { name: "المحفظة الإلكترونية" })).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  const menu = await page.getByRole("navigation", { name: "القائمة الرئيسية" }).boundingBox();
  expect(menu?.x).toBeGreaterThan(600);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
});

test("light and dark mode change immediately and stay", async ({ page, signInAs }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await enter(page, signInAs);
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(25, 30, 35)");
  await page.reload();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(25, 30, 35)");
});

test("keyboard shortcuts work, are explained, and do nothing while the user types", async ({ page, signInAs }) => {
  await enter(page, signInAs);
  await page.goto("/apps/e-wallet");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Go to Home")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  // A key sequence times out after a second, which a busy machine may need for two keys.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page).toHaveURL(/\/home$/, { timeout: 1000 });
  }).toPass();

  await page.goto("/apps/change-password");
  await page.getByLabel("Current password").pressSequentially("g h?[");
  await expect(page).toHaveURL(/\/apps\/change-password$/);
  await expect(help).toBeHidden();
});

test("opening a screen moves the focus to its heading, and Tab starts with the link that skips the menu", async ({
  page,
  signInAs,
}) => {
  await enter(page, signInAs);
  await page.getByRole("link", { name: "E-Wallet" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("an unknown path shows a “not found” screen to every user", async ({ page, signInAs }) => {
  await page.goto("/no/such/place");
  await expect(page.locator("#splash")).toBeHidden();
  await expect(page).toHaveURL(/\/pages\/errors\/error-404$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Login", "Register"]);
  await enter(page, signInAs);
  await page.goto("/apps/no/such/place");
  await expect(page).toHaveURL(/\/pages\/errors\/error-404$/);
});

test("a phone has the menu in a drawer and no horizontal scrolling", async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await enter(page, signInAs);
  const opener = page.getByRole("button", { name: "Open the menu" });
  await opener.click();
  const drawer = page.getByRole("dialog", { name: "Main menu" });
  await expect(drawer).toBeVisible();
  await expectAccessible(page, { hosts: "both" });
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await drawer.getByRole("link", { name: "E-Wallet" }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/apps\/e-wallet$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

for (const { language, scheme } of [
  { language: "en", scheme: "light" },
  { language: "ar", scheme: "dark" },
] as const) {
  test(`home, the menu search and the keyboard help are accessible: ${language}, ${scheme}`, async ({
    page,
    signInAs,
  }) => {
    await enter(page, signInAs);
    await page.evaluate(
      ([l, s]) => [localStorage.setItem("mizan.language", l), localStorage.setItem("mizan.colorScheme", s)],
      [language, scheme] as const,
    );
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, { hosts: "both" });
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(language === "en" ? "re" : "مت");
    await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog").getByText("[", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
}

test("each figure on the home screen opens a list with the same number", async ({ page, signInAs }) => {
  await enter(page, signInAs);
  for (const [name, things] of [
    ["Active brands", "brands"],
    ["Published products", "products"],
    ["Certified products", "products"],
    ["Active retailers", "retailers"],
    ["Redemptions today", "redemptions?"],
    ["Live promocodes", "promocodes?"],
  ] as const) {
    await expectSameNumber(page, name, things);
    await page.goBack();
  }
});

test("the seventh figure, of a user who sees only certificates, opens a list with the same number", async ({
  page,
  host,
}) => {
  test.skip(host.kind === "browser", "nobody can be invited where no email leaves the browser");
  const first = await callerOf(host, firstAdministrator);
  const id = newId();
  await call(first, roles.create, { id, title: `Readers ${id.slice(-6)}`, grants: ["certificates.read"] });
  const { code } = await call(first, roles.get, { id });
  const reader = { email: `certificates-${id}@mizan.test`, password: "seven figures on a page" };
  await invite(first, { ...reader, name: "Certificate Reader", role: code });
  await signIn(page, reader);
  await expect(figures(page).getByRole("listitem")).toHaveCount(1);
  await expectSameNumber(page, "Valid certificates", "certificates");
});

const figures = (page: Page) => page.getByRole("list", { name: "Figures" });

/** Follows a figure of the home screen to its list, and compares the number with the list's total. */
async function expectSameNumber(page: Page, name: string, things: string) {
  const tile = figures(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name }) });
  await expect(tile.locator("strong")).toHaveText(/\d/);
  const number = await tile.locator("strong").textContent();
  await tile.getByRole("link", { name }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveText(
    new RegExp(`(^|of )\\W?${number}\\W? ${things}`),
  );
}
