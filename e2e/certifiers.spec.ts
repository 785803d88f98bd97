import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share the host's database, so each creates its own records with unique names.
let made = 0;
const ownName = (what: string) => `${what}${test.info().workerIndex}${++made}${Date.now().toString(36)}`;

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });

async function makeBody(page: Page, acronym: string) {
  await page.goto("/apps/certifier/bodies/new");
  await field(page, "Acronym").fill(acronym);
  await field(page, "Name").fill(`${acronym} Halal Council`);
  await page.getByRole("combobox", { name: "Country" }).fill("bahrain");
  await page.getByRole("option", { name: "Bahrain" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: acronym, level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "a certifier's accreditations are saved with their scopes, and its number pattern can be tested while it is entered",
  inBothHosts,
  async ({ page }) => {
    const acronym = ownName("HB");
    await makeBody(page, acronym);
    await page.getByRole("button", { name: "Add an accreditation" }).click();
    await field(page, "Accredited by").fill("EIAC");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(field(page, "Scope")).toHaveAttribute("aria-invalid", "true");
    await field(page, "Scope").fill("Meat exported to the United Arab Emirates");
    await field(page, "Certificate number pattern").fill("ID\\d{17}");
    await field(page, "Registry link template").fill("https://body.example/?no={number}");
    await field(page, "Test a number").fill("ID311100813195910");
    await expect(page.getByText("Doesn’t match this body’s number format")).toBeVisible();
    await field(page, "Test a number").fill("ID31110081319591026");
    await expect(page.getByText("Matches this body’s number format")).toBeVisible();
    await expect(page.getByText("https://body.example/?no=ID31110081319591026")).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("No changes")).toBeVisible();
    await page.reload();
    await expect(field(page, "Scope")).toHaveValue("Meat exported to the United Arab Emirates");
    await expectAccessible(page);
  },
);

test("a market's list is shown by certifier and by market, and an entry is added with its period and source", async ({
  page,
}) => {
  const acronym = ownName("RB");
  await makeBody(page, acronym);
  await page.goto("/apps/certifier/recognition");
  await expect(page.getByRole("columnheader", { name: "Malaysia" })).toBeVisible();
  await page.getByRole("button", { name: `${acronym}, Malaysia: Not listed` }).click();
  await page.getByRole("button", { name: "Add period" }).click();
  await field(page, "Recognised by").fill("JAKIM");
  await page.getByLabel("First day").fill("2026-01-01");
  await page.getByLabel("Last day").fill("2025-12-31");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The last day must be on or after the first.").first()).toBeVisible();
  await page.getByLabel("Last day").fill("2099-12-31");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("by JAKIM")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("button", { name: new RegExp(`${acronym}, Malaysia: until`) })).toBeVisible();
  await page.getByRole("combobox", { name: "Add a market" }).fill("Andorra");
  await page.getByRole("option", { name: "Andorra" }).click();
  const market = page.getByRole("columnheader", { name: "Andorra" });
  // No decision about a list yet, and the screen says so.
  await expect(market).toContainText("Not yet recorded whether there’s a list");
  await expect(page.getByRole("columnheader", { name: "Malaysia" })).toContainText("List, recorded");
  await market.getByRole("button", { name: "Unknown bodies get a warning" }).click();
  await page.getByRole("radio", { name: "It has a list" }).check();
  await page.getByLabel("Recorded on").fill("2026-11-01");
  await field(page, "Source").fill("Its ministry");
  await page.getByRole("radio", { name: "Unlisted bodies get a warning" }).check();
  await expect(page.getByText("No other records are affected.")).toBeVisible();
  // The market would block by default: a weaker rule needs a reason.
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await field(page, "Reason").fill("The ministry calls it advice");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(market).toContainText("List, recorded");
  await expect(market.getByRole("button", { name: "Unlisted bodies get a warning" })).toBeVisible();
  // A row that is partly under the sticky header is checked by its visible part.
  await page.getByRole("region", { name: "Recognition" }).evaluate((table) => table.scrollTo(0, 0));
  await expectAccessible(page);
});

test("a certifier is suspended with a reason, and reinstated", async ({ page }) => {
  const acronym = ownName("SB");
  await makeBody(page, acronym);
  const step = async (button: string, confirm: string, reason: string) => {
    await page.getByRole("button", { name: "More actions", exact: true }).click();
    await page.getByRole("menuitem", { name: button }).click();
    await expect(page.getByText("No other records are affected.")).toBeVisible();
    await field(page, "Reason").fill(reason);
    await page.getByRole("dialog").getByRole("button", { name: confirm, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  await step("Suspend…", "Suspend", "Its registry closed");
  await expect(page.getByText(`${acronym} suspended`)).toBeVisible();
  await expectAccessible(page);
  await step("Reinstate…", "Reinstate", "It is open again");
  await expect(page.getByText(`${acronym} reinstated`)).toBeVisible();
});
