import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, signIn, test } from "./fixtures.ts";
import { credentialsFor } from "./fixtures.ts";
import { newId, outsideCaller, signInThrough, staffMember } from "./people.ts";
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
