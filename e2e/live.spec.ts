import type { Page, Request } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, signIn, test } from "./fixtures.ts";
import { credentialsFor } from "./fixtures.ts";
import { openList, field, rowOf, save } from "./brandPages.ts";
import { callerOf, newId, outsideCaller, signInThrough, staffMember } from "./people.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { live } from "#features/platform/live/contract.ts";
import { call } from "#web/call.ts";

// Two people and two tabs. The second person calls the API, as another browser does.
test.use({ browserOf: "own" });

/** The heading of the record, or its link in the list. */
const showsWithinSecond = (tab: Page, name: string) =>
  tab.waitForFunction(
    (wanted) => [...document.querySelectorAll("h1, td a, th a")].some(({ textContent }) => textContent === wanted),
    name,
    { polling: 20, timeout: 1000 },
  );

test(
  "shows what others change and who is there, and keeps what one is typing",
  inBothHosts,
  async ({ page, context, host }) => {
    const outside = await outsideCaller(page, host);
    await signIn(page, credentialsFor(host, "administrator"));
    const bilal = await signInThrough(outside, await staffMember(host));
    const name = `Live ${newId().slice(-6)}`;
    const brand = await call(bilal, brands.create, { ...brandFields.empty, id: newId(), name });
    const at = { resource: "brands", id: brand.id };
    const renamed = `${name} renamed`;
    let { version } = brand;
    await page.goto(`/apps/brand/brands/${brand.id}`);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(name);
    const listTab = await context.newPage();
    await listTab.goto(`/apps/brand/brands?q=${encodeURIComponent(name)}`);
    await expect(listTab.getByRole("link", { name })).toBeVisible();

    await test.step("a change appears in every tab by itself", async () => {
      // The second one right after the first is shown. Another try for a machine that is busy at that moment.
      await expect(async () => {
        for (const newName of [`${name} renaming`, renamed]) {
          ({ version } = await call(bilal, brands.update, { id: brand.id, version, name: newName }));
          await Promise.all([page, listTab].map((tab) => showsWithinSecond(tab, newName)));
        }
      }).toPass({ timeout: 20_000 });
    });

    await test.step("who has the record open is shown", async () => {
      await page.bringToFront();
      await call(bilal, live.setPresence, { ...at, mode: "viewing" });
      const there = page.getByRole("status", { name: "Also here" });
      await expect(there).toContainText("is viewing this");
      await call(bilal, live.setPresence, { ...at, mode: "editing" });
      await expect(there).toContainText("is editing this");
      await expectAccessible(page);
      // In lists too: in one that was open before, and in one that is opened now.
      const row = (tab: Page) => tab.getByRole("row").filter({ hasText: renamed });
      await listTab.bringToFront();
      await expect(row(listTab)).toContainText("is editing this");
      await listTab.reload();
      await expect(row(listTab)).toContainText("is editing this");
      await expectAccessible(listTab);
      await listTab.setViewportSize({ width: 390, height: 844 });
      await expect(listTab.getByRole("listitem").filter({ hasText: renamed })).toContainText("is editing this");
      await expectAccessible(listTab);
      await page.bringToFront();
    });

    await test.step("unsaved input stays until one loads what the other saved", async () => {
      const story = page.getByRole("textbox", { name: "Story", exact: true });
      await story.fill("Typed and not saved");
      await expect
        .poll(async () => (await call(bilal, live.setPresence, { ...at, mode: "editing" })).people.length)
        .toBe(2);
      await call(bilal, brands.update, { id: brand.id, version, name: `${name} again` });
      await expect(page.getByText("changed Name while you were editing.")).toBeVisible();
      const nameField = page.getByRole("textbox", { name: "Name", exact: true });
      await expect(nameField).toHaveValue(renamed);
      await page.getByRole("button", { name: "Load", exact: true }).click();
      await expect(nameField).toHaveValue(`${name} again`);
      await expect(story).toHaveValue("Typed and not saved");
    });
  },
);

test("seven tabs share one stream, which another one opens when its tab is closed", async ({ page, context, host }) => {
  test.skip(host.kind === "browser", "the stream of a page is no request where there is no server");
  const open = new Map<Request, Page>();
  context.on("request", (request) => {
    if (request.url().endsWith("/api/events/stream")) open.set(request, request.frame().page());
  });
  const ended = (request: Request) => void open.delete(request);
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  const administrator = credentialsFor(host, "administrator");
  const caller = await callerOf({ url: host.url }, administrator);
  const name = `Tabs ${newId().slice(-6)}`;
  const brand = await call(caller, brands.create, { ...brandFields.empty, id: newId(), name });
  await signIn(page, administrator);
  const tabs = [page];
  while (tabs.length < 7) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto(`/apps/brand/brands?q=${encodeURIComponent(name)}`);
    await expect(rowOf(tab, name)).toBeVisible();
  }
  await expect.poll(() => open.size).toBe(1);
  const first = await call(caller, brands.update, { id: brand.id, version: brand.version, name: `${name} One` });
  for (const tab of tabs) await expect(rowOf(tab, `${name} One`)).toBeVisible();
  expect(open.size).toBe(1);

  const [closed] = [...open.values()];
  await closed!.close();
  await expect.poll(() => [...open.values()].filter((tab) => !tab.isClosed()).length).toBe(1);
  await call(caller, brands.update, { id: brand.id, version: first.version, name: `${name} Two` });
  const left = tabs.filter((tab) => tab !== closed);
  for (const tab of left) await expect(rowOf(tab, `${name} Two`)).toBeVisible();
  expect([...open.values()].filter((tab) => !tab.isClosed())).toHaveLength(1);
});

test("two users in two browsers see each other’s changes, of a record and in a list", async ({
  page,
  browser,
  baseURL,
  host,
}) => {
  test.skip(host.kind === "browser", "two browsers have a database each where there is no server");
  const administrator = credentialsFor(host, "administrator");
  const colleague = await staffMember(host);
  const name = `Shared ${newId().slice(-6)}`;
  const brand = { ...brandFields.empty, id: newId(), name };
  await call(await callerOf({ url: baseURL }, administrator), brands.create, brand);
  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(page, administrator);
  await signIn(other, colleague);
  const heading = (tab: Page) => tab.getByRole("heading", { level: 1 });

  await test.step("a record that both have open", async () => {
    for (const tab of [page, other]) {
      await tab.goto(`/apps/brand/brands/${brand.id}`);
      await expect(heading(tab)).toHaveText(name);
    }
    for (const [from, to, newName] of [
      [page, other, `${name} One`],
      [other, page, `${name} Two`],
    ] as const) {
      await field(from, "Name").fill(newName);
      await save(from).click();
      await expect(heading(from)).toHaveText(newName);
      await expect(heading(to)).toHaveText(newName);
      await expect(field(to, "Name")).toHaveValue(newName);
    }
  });

  await test.step("a list that both have open", async () => {
    for (const tab of [page, other]) {
      await openList(tab, `?q=${encodeURIComponent(name)}`);
      await expect(rowOf(tab, `${name} Two`)).toBeVisible();
    }
    for (const [from, to, newName] of [
      [page, other, `${name} Three`],
      [other, page, `${name} Four`],
    ] as const) {
      await from.keyboard.press("j");
      await from.keyboard.press("F2");
      await from
        .getByRole("dialog", { name: /^Edit / })
        .getByRole("textbox", { name: "Name" })
        .fill(newName);
      await from.keyboard.press("Enter");
      await expect(rowOf(from, newName)).toBeVisible();
      await expect(rowOf(to, newName)).toBeVisible();
    }
  });
  await other.context().close();
});
