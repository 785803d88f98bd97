import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "the first day of Ramadan is confirmed one day later in a market, and reset with a reason",
  inBothHosts,
  async ({ page }) => {
    await page.goto("/apps/retailer/hijri-months?market=OM");
    const ramadan = page.getByRole("row", { name: /^Ramadan \d{4}/ });
    await expect(ramadan).toContainText("Computed, not confirmed");
    await expectAccessible(page);
    await ramadan.getByRole("button", { name: /^Confirm/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { description: "1 day later than computed" }).click();
    await expect(dialog.getByText(/^The first day moves from/)).toBeVisible();
    await expect(dialog.getByText(/regular hours apply instead of Ramadan hours/)).toBeVisible();
    await dialog.getByRole("textbox", { name: "Source" }).fill("Ministry of Endowments");
    await dialog.getByRole("button", { name: "Confirm first day" }).click();
    await expect(ramadan).toContainText("Confirmed");
    await expect(ramadan).toContainText("1 day later than computed");
    await expect(ramadan).toContainText("Ministry of Endowments");
    await ramadan.getByRole("button", { name: /^Change/ }).click();
    await dialog.getByRole("radio", { name: /Reset to computed/ }).click();
    const save = dialog.getByRole("button", { name: "Reset to computed" });
    await expect(save).toBeDisabled();
    await dialog.getByRole("textbox", { name: "Reason for the change" }).fill("Confirmed for the wrong market");
    await save.click();
    await expect(ramadan).toContainText("Computed, not confirmed");
  },
);
