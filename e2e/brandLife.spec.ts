import type { Locator, Page } from "@playwright/test";
import { ownName, field, save, question, toast, choose, makeBrand, fillForReview } from "./brandPages.ts";
import { expect, test } from "./fixtures.ts";
import { continueAsSecond } from "./people.ts";

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test.describe("the lifecycle of a brand", () => {
  const step = (page: Page, name: string): Locator => page.getByRole("main").getByRole("button", { name, exact: true });

  test("goes from draft to archived, each transition with its reason in the history", async ({ page, host }) => {
    const name = ownName("Life");
    await makeBrand(page, name);
    await expect(step(page, "Submit")).toBeDisabled();
    // What blocks the transition is also announced to users of keyboards and touch screens.
    await expect(step(page, "Submit")).toHaveAccessibleDescription(/^Add a country · Add an email address/);
    await step(page, "Submit").press("Enter");
    await expect(toast(page, /^Add a country · Add an email address/)).toBeVisible();
    const requirements = page.getByRole("region", { name: "To submit: 0 of 2 done" });
    await requirements.getByRole("button", { name: "Country" }).click();
    await expect(page.getByRole("combobox", { name: "Country" })).toBeFocused();
    await fillForReview(page)();
    await choose(page, "Currency", "MYR – Malaysian Ringgit");
    await save(page).click();
    await step(page, "Submit").click();
    await expect(step(page, "Approve")).toHaveAccessibleDescription(
      "You submitted it, so someone else must approve it",
    );
    await continueAsSecond(page, host);
    await step(page, "Approve").click();
    await expect(page.getByRole("main").getByText("Active", { exact: true }).first()).toBeVisible();
    await step(page, "Suspend…").click();
    const dialog = page.getByRole("dialog", { name: `Suspend ${name}?` });
    await expect(dialog.getByRole("button", { name: "Suspend", exact: true })).toBeDisabled();
    await dialog.getByLabel("Reason").fill("Certificate under review");
    await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
    await expect(page.getByText("Certificate under review").first()).toBeVisible();
    await step(page, "Reactivate").click();
    await expect(step(page, "Suspend…")).toBeVisible();
    await step(page, "Suspend…").click();
    await page.getByLabel("Reason").fill("Permanently closed");
    await page.getByRole("dialog").getByRole("button", { name: "Suspend", exact: true }).click();
    await step(page, "Archive…").click();
    const archiving = page.getByRole("dialog", { name: `Archive ${name}?` });
    await expect(archiving.getByText("No other records are affected.")).toBeVisible();
    await archiving.getByRole("button", { name: "Archive" }).click();
    await expect(page.getByRole("main").getByText("Archived", { exact: true }).first()).toBeVisible();
    await expect(field(page, "Name")).toBeDisabled();
    await page.getByRole("tab", { name: "History" }).click();
    for (const verb of [
      "created this brand",
      "submitted it for review",
      "approved it",
      "reactivated it",
      "archived it",
    ])
      await expect(page.getByText(new RegExp(verb))).toBeVisible();
  });

  test("deletes a draft, and says why anything else stays", async ({ page }) => {
    const name = ownName("Gone");
    await makeBrand(page, name);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByText("Are you sure?")).toBeVisible();
    await question(page, "Are you sure?").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Item has been deleted!")).toBeVisible();
    await expect(page).toHaveURL(/\/brands$/);

    await makeBrand(page, `${name} stays`, fillForReview(page));
    await step(page, "Submit").click();
    await expect(step(page, "Approve")).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await question(page, "Are you sure?").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Only drafts can be deleted. Archive this one instead.")).toBeVisible();
  });

  test("is copied without the values that identify the original", async ({ page }) => {
    const name = ownName("Original");
    await makeBrand(page, name, async () => {
      await field(page, "Legal entity").fill("Original Trading LLC");
      await field(page, "Wikidata ID").fill(`Q1${Date.now().toString().slice(-8)}`);
    });
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await expect(field(page, "Name")).toHaveValue(`${name} (copy)`);
    await expect(field(page, "Legal entity")).toHaveValue("Original Trading LLC");
    await expect(field(page, "Wikidata ID")).toHaveValue("");
    await save(page).click();
    await expect(page.getByRole("heading", { name: `${name} (copy)`, level: 1 })).toBeVisible();
  });
});
