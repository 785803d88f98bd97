import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { firstAdministrator, type Person, startNodeHost } from "./hosts.ts";
import { callerOf, invite, newId } from "./people.ts";
import { isWaiting } from "#base/approvals.ts";
import { approvals } from "#features/approvals/contract.ts";
import { roles } from "#features/roles/contract.ts";
import { call } from "#web/call.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

const second: Person = { email: "second@mizan.test", password: "another long enough phrase for tests" };

/** The clock of a server that is started with it, and of its PGlite. No spaces: the setting would end at one. */
const twoDaysAgo = `--import=data:text/javascript,${encodeURIComponent(
  `const earlier = 2 * 86_400_000; const Now = Date;
   globalThis.Date = class extends Now {
     constructor(...given) { if (given.length === 0) super(Now.now() - earlier); else super(...given); }
     static now() { return Now.now() - earlier; }
   };`,
)}`;

test.describe("two people", () => {
  test.use({ browserOf: "own" });

  test("change what a role may do: one asks, the other finds it in the inbox, sees what it is and decides", async ({
    page,
    host,
  }) => {
    test.skip(host.kind === "browser", "nobody can be invited where no letter leaves the browser");
    // A house of its own: in one that is shared, no journey after this could change a role alone.
    const dataDir = join(mkdtempSync(join(tmpdir(), "mizan-e2e-")), "data");
    // Of the two databases the one that has the clock of its process.
    const environment = { SAMPLE_DATA: "none", DATABASE: "pglite" };
    const title = "Clerks";
    const id = newId();
    // Somebody who was just invited approves nothing for a day, so that begins two days ago.
    const earlier = await startNodeHost({ dataDir, environment: { ...environment, NODE_OPTIONS: twoDaysAgo } });
    try {
      const first = await callerOf(earlier, firstAdministrator);
      await call(first, roles.create, { id, title, grants: ["brands.read@scope"] });
      // The last thing that a lone administrator does alone.
      await invite(first, { ...second, name: "Second Administrator", role: "admin" });
    } finally {
      await earlier.stop();
    }
    const own = await startNodeHost({ dataDir, environment });
    try {
      const first = await callerOf(own, firstAdministrator);
      const role = await call(first, roles.get, { id });
      const ask = async (grants: string[]) => {
        const answer = await call(first, roles.update, { id: role.id, version: role.version, grants });
        if (!isWaiting(answer)) throw new Error("it was done at once");
        return answer.approvalId;
      };
      const rejected = await ask(["brands.read@scope", "brands.export"]);

      await page.goto(`${own.url}/login`);
      await page.getByRole("textbox", { name: /e-?mail/i }).fill(second.email);
      await page.getByLabel(/^password$/i).fill(second.password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.waitForURL("**/home");
      const menu = page.getByRole("navigation", { name: "Main menu" });
      await menu.getByRole("button", { name: "Permissions" }).click();
      const entry = menu.getByRole("link", { name: /Approvals/ });
      await expect(entry).toContainText("1");
      await entry.click();
      await expect(heading(page, "Approvals")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: title }).click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByText("brands.export")).toBeVisible();
      await expect(page.getByText("Next: your decision.")).toBeVisible();
      await expectAccessible(page);

      await page.getByRole("textbox", { name: "Your comment" }).fill("Why do clerks need files?");
      await button(page, "Send").click();
      await expect(page.getByText("Why do clerks need files?")).toBeVisible();
      await button(page, "Reject…").click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("Clerks take no files home");
      await expectAccessible(page);
      await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
      await expect(page.getByText("Clerks take no files home")).toBeVisible();
      await expect(entry).not.toContainText("1");
      expect((await call(first, approvals.get, { id: rejected })).state).toBe("rejected");

      const approved = await ask(["brands.read"]);
      await page.goto(`${own.url}/apps/approval/approvals/${approved}`);
      await button(page, "Approve").click();
      await expectAccessible(page);
      await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
      await expect(toast(page, `${title} is changed`)).toBeVisible();
      expect((await call(first, roles.get, { id: role.id })).grants).toEqual(["brands.read"]);
      await page.goto(`${own.url}/apps/approval/approvals?view=everything&box=everything`);
      await expect(page.getByText("Approved", { exact: true })).toBeVisible();
      await expect(page.getByText("Rejected", { exact: true })).toBeVisible();

      await page.goto(`${own.url}/apps/approval/approvals/rules`);
      await expect(page.getByText("Your changes wait for somebody else.").first()).toBeVisible();
      await expectAccessible(page);
    } finally {
      await own.stop();
      rmSync(dirname(dataDir), { recursive: true, force: true });
    }
  });
});

test(
  "a lone administrator finds the inbox empty and the rules asking for nobody",
  inBothHosts,
  async ({ page, signInAs }) => {
    await signInAs(page, "administrator");
    await page.goto("/apps/approval");
    await expect(page).toHaveURL(/\/apps\/approval\/approvals$/);
    await expect(page.getByText("Nothing waits for you")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Rules" }).click();
    await expect(heading(page, "Rules")).toBeVisible();
    await expect(page.getByText("Change what a role may do")).toBeVisible();
    await expect(page.getByText("Your changes are made at once.").first()).toBeVisible();
    await expectAccessible(page);
  },
);
