import type { Page } from "@playwright/test";
import { Client } from "pg";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { firstAdministrator, type NodeHost, type Credentials, startNodeHost } from "./hosts.ts";
import { callerOf, invite, newId } from "./people.ts";
import { isWaiting } from "#base/approvals.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { roles } from "#features/access/roles/contract.ts";
import { runningAddress } from "#hosts/node/postgresCluster.ts";
import { call } from "#web/call.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

const second: Credentials = { email: "second@mizan.test", password: "another long enough phrase for tests" };

/**
 * A newly invited user can't approve anything for a day. The database has its own clock, so the end of that day is
 * moved.
 */
async function letADayPass({ dataDir }: NodeHost): Promise<void> {
  const { password, ...address } = runningAddress(dataDir)!;
  const client = new Client({ ...address, ...(password === undefined ? {} : { password }) });
  await client.connect();
  await client.query("update users set approvals_paused_until = approvals_paused_until - interval '24 hours'");
  await client.end();
}

test.describe("two users", () => {
  test.use({ browserOf: "own" });

  test("change a role's permissions: one requests it, the other finds it in the inbox, sees what it is and decides", async ({
    page,
    host,
  }) => {
    test.skip(host.kind === "browser", "nobody can be invited where no letter leaves the browser");
    // A separate host: on a shared one, no later test could change a role without an approval.
    const own = await startNodeHost({ environment: { SAMPLE_DATA: "none" } });
    const title = "Clerks";
    const id = newId();
    try {
      const first = await callerOf(own, firstAdministrator);
      await call(first, roles.create, { id, title, grants: ["brands.read@scope"] });
      // The last change that a single administrator can make without an approval.
      await invite(first, { ...second, name: "Second Administrator", role: "admin" });
      await letADayPass(own);
      const { version } = await call(first, roles.get, { id });
      const ask = async (grants: string[]) => {
        const answer = await call(first, roles.update, { id, version, grants });
        if (!isWaiting(answer)) throw new Error("it was done at once");
        return answer.approvalId;
      };
      const rejected = await ask(["brands.read@scope", "brands.export"]);

      await page.goto(`${own.url}/login`);
      await page.getByRole("textbox", { name: /e-?mail/i }).fill(second.email);
      await page.getByLabel(/^password$/i).fill(second.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
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
      await expect(toast(page, `${title} updated`)).toBeVisible();
      expect((await call(first, roles.get, { id })).grants).toEqual(["brands.read"]);
      await page.goto(`${own.url}/apps/approval/approvals?view=everything&box=everything`);
      await expect(page.getByText("Approved", { exact: true })).toBeVisible();
      await expect(page.getByText("Rejected", { exact: true })).toBeVisible();

      await page.goto(`${own.url}/apps/approval/approvals/rules`);
      await expect(page.getByText("Your changes need someone else’s approval.").first()).toBeVisible();
      await expectAccessible(page);
    } finally {
      await own.stop();
    }
  });
});

test(
  "a single administrator finds an empty inbox, and rules that require no second person",
  inBothHosts,
  async ({ page, signInAs }) => {
    await signInAs(page, "administrator");
    await page.goto("/apps/approval");
    await expect(page).toHaveURL(/\/apps\/approval\/approvals$/);
    await expect(page.getByText("Nothing to review")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Approval rules" }).click();
    await expect(heading(page, "Approval rules")).toBeVisible();
    await expect(page.getByText("Change a role’s permissions")).toBeVisible();
    await expect(page.getByText("Your changes apply immediately.").first()).toBeVisible();
    await expectAccessible(page);
  },
);
