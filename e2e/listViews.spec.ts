import type { Locator, Page } from "@playwright/test";
import { openList, ownName, rowOf, rows, toast } from "./brandPages.ts";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";
import { firstAdministrator } from "./hosts.ts";
import { callerOf, invite, newId } from "./people.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { call, type Transport } from "#web/call.ts";

// Saved views, groups of filters, edits in place and the preview, on a list of brands.
test.use({ browserOf: "own" });

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: new RegExp(name) });
const editor = (page: Page) => page.getByRole("dialog", { name: /^Edit / });
const names = (page: Page) => rows(page).getByRole("rowheader").getByRole("link").allInnerTexts();

/** Two brands whose names begin alike, in Malaysia and in the United Kingdom. */
async function makePair(administrator: Transport, prefix: string) {
  const made = [
    { id: newId(), name: `${prefix} Malaysia`, country: "MY" },
    { id: newId(), name: `${prefix} Britain`, country: "GB" },
  ] as const;
  for (const brand of made) await call(administrator, brands.create, brand);
  return made;
}

test("a view is in another browser, and shows other readers only their rows", async ({
  page,
  browser,
  baseURL,
  host,
}) => {
  test.skip(host.kind === "browser", "two browsers have a database each where there is no server");
  const prefix = ownName("Ardent");
  const administrator = await callerOf({ url: baseURL }, firstAdministrator);
  await makePair(administrator, prefix);
  const reader = { email: `reader.${newId()}@mizan.example`, password: "quinces and almonds at dusk" };
  const scopes = [{ kind: "country", target: "MY" }] as const;
  await invite(administrator, { ...reader, name: "Reader", role: "brand_manager", scopes });
  const viewName = `Drafts ${Date.now().toString(36)}`;

  await test.step("save, share and open by default", async () => {
    await signIn(page, firstAdministrator);
    await openList(page, `?q=${encodeURIComponent(prefix)}&status=draft`);
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Pin Country" }).click();
    await page.getByRole("checkbox", { name: "Code" }).uncheck();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByLabel("View name").fill(viewName);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(tab(page, viewName)).toHaveAttribute("aria-current", "page");
    await page.getByRole("button", { name: "Actions for this view" }).click();
    await page.getByRole("menuitem", { name: "Rename and share…" }).click();
    await page.getByRole("radio", { name: "Everyone" }).check();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Actions for this view" }).click();
    const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
    await page.getByRole("menuitemcheckbox", { name: "Open the list with this view" }).click();
    await saved;
  });

  await test.step("the same user in another browser", async () => {
    const other = await (await browser.newContext({ baseURL })).newPage();
    await signIn(other, firstAdministrator);
    await openList(other);
    await expect(tab(other, viewName)).toHaveAttribute("aria-current", "page");
    await expect(rows(other)).toHaveCount(2);
    await expect(other.getByRole("columnheader", { name: "Code" })).toHaveCount(0);
    await tab(other, "^All").click();
    await expect(other).toHaveURL(/view=all/);
    await other.context().close();
  });

  await test.step("another user, with the rows of one country", async () => {
    const other = await (await browser.newContext({ baseURL })).newPage();
    await signIn(other, reader);
    await openList(other);
    await tab(other, viewName).click();
    await expect(rows(other)).toHaveCount(1);
    expect(await names(other)).toEqual([`${prefix} Malaysia`]);
    await other.getByRole("button", { name: "Actions for this view" }).click();
    await expect(other.getByRole("menuitem", { name: "Rename and share…" })).toHaveCount(0);
    await other.context().close();
  });
});

test("filters by and/or, edits in place and previews by keyboard", async ({ page, baseURL, host }) => {
  test.skip(host.kind === "browser", "the records are created through the API of the server");
  const prefix = ownName("Bramble");
  const administrator = await callerOf({ url: baseURL }, firstAdministrator);
  const [malaysian, british] = await makePair(administrator, prefix);
  await signIn(page, firstAdministrator);
  await openList(page, `?q=${encodeURIComponent(prefix)}`);
  await expect(rows(page)).toHaveCount(2);

  await test.step("records of either group", async () => {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Match any of several…" }).click();
    const builder = page.getByRole("dialog", { name: "Match any of these" });
    const add = async (group: string, filter: string) => {
      await builder.getByRole("group", { name: group }).getByRole("button", { name: "Add condition" }).click();
      await page.getByRole("menuitem", { name: filter }).click();
    };
    const chooseStatus = async (group: string, status: string) => {
      await add(group, "Status");
      await page.getByRole("checkbox", { name: status, exact: true }).check();
      await page.keyboard.press("Escape");
    };
    await chooseStatus("Group 1", "Active");
    await builder.getByRole("button", { name: "Add group" }).click();
    await chooseStatus("Group 2", "Draft");
    await add("Group 2", "Country");
    await page.getByLabel("Search Country").fill("Malaysia");
    await page.getByRole("option", { name: "Malaysia" }).click();
    await page.keyboard.press("Escape");
    await expect(builder).toContainText(
      "Show records where Status is Active or (Status is Draft and Country is Malaysia)",
    );
    await expectAccessible(page);
    await builder.getByRole("button", { name: /^Show \W*1\W* brand$/ }).click();
    await expect(rows(page)).toHaveCount(1);
    expect(await names(page)).toEqual([malaysian.name]);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Remove the filter Match any of these" }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step("preview, and the next row", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    const preview = page.getByRole("complementary", { name: /Preview of/ });
    await expect(preview.getByRole("heading", { name: british.name })).toBeVisible();
    await page.keyboard.press("j");
    await expect(preview.getByRole("heading", { name: malaysian.name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`preview=${malaysian.id}`));
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(preview).toHaveCount(0);
    await expect(rowOf(page, malaysian.name)).toBeFocused();
  });

  await test.step("edit a name, and undo it", async () => {
    await page.keyboard.press("F2");
    const field = editor(page).getByRole("textbox", { name: "Name" });
    await expect(field).toBeFocused();
    await field.fill(`${prefix} Renamed`);
    await page.keyboard.press("Enter");
    await expect(rowOf(page, `${prefix} Renamed`)).toBeFocused();
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    await page.keyboard.press("z");
    await expect(rowOf(page, malaysian.name)).toBeFocused();
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await page.keyboard.press("z");
    await expect(toast(page, "Nothing to undo")).toBeVisible();
    await page.keyboard.press("F2");
    await field.fill("Never saved");
    await page.keyboard.press("Escape");
    await expect(editor(page)).toHaveCount(0);
    await expect(rowOf(page, malaysian.name)).toBeVisible();
  });

  await test.step("another user changes it meanwhile", async () => {
    await page.keyboard.press("F2");
    const field = editor(page).getByRole("textbox", { name: "Name" });
    await expect(field).toBeFocused();
    await field.fill(`${prefix} Mine`);
    const { version } = await call(administrator, brands.get, { id: malaysian.id });
    await call(administrator, brands.update, { id: malaysian.id, version, name: `${prefix} Theirs` });
    await page.keyboard.press("Enter");
    const conflict = page.getByRole("dialog", { name: /saved this while you were editing/ });
    await expect(conflict).toContainText(`${prefix} Theirs`);
    await pressTabUntilFocused(page, conflict.locator("[data-decide]"));
    await page.keyboard.press("Enter");
    await expect(toast(page, "Saved")).toBeVisible();
    await expect(rowOf(page, `${prefix} Mine`)).toBeVisible();
  });
});

/** As a user without a mouse reaches it. A dialog keeps the focus, so Tab comes round to each of its controls. */
async function pressTabUntilFocused(page: Page, control: Locator) {
  await expect(async () => {
    await page.keyboard.press("Tab");
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [50] });
}

test("without a network a list keeps its rows and their time, and is current again by itself", async ({
  page,
  context,
  baseURL,
  host,
}) => {
  test.skip(host.kind === "browser", "the server is in the page, and needs no network");
  const prefix = ownName("Cinder");
  const administrator = await callerOf({ url: baseURL }, firstAdministrator);
  const [malaysian, british] = await makePair(administrator, prefix);
  await signIn(page, firstAdministrator);
  await openList(page, `?q=${encodeURIComponent(prefix)}`);
  await expect(rows(page)).toHaveCount(2);
  const shown = await names(page);
  expect(shown).toEqual([british.name, malaysian.name]);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await context.setOffline(true);
  const { version } = await call(administrator, brands.get, { id: malaysian.id });
  const renamed = `${prefix} Another`;
  await call(administrator, brands.update, { id: malaysian.id, version, name: renamed });
  // The order can only be read from the server.
  await page.getByRole("columnheader", { name: "Country" }).getByRole("button").click();
  const banner = page.getByRole("alert").filter({ hasText: "Can’t reach the server." });
  await expect(banner).toContainText(/Showing data from \W?\d/);
  const text = (await banner.textContent())!;
  expect(await names(page)).toEqual(shown);
  const attempt = page.waitForEvent("requestfailed");
  await banner.getByRole("button", { name: "Try again" }).click();
  await attempt;
  await expect(banner).toHaveText(text);
  expect(await names(page)).toEqual(shown);

  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect.poll(() => names(page)).toEqual([british.name, renamed]);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
