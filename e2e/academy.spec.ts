import { expect, expectAccessible, test } from "./fixtures.ts";

test("ACA-7: a course is resumed, read by keyboard, done with Undo, and its question is answered @node", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  await page.goto("/apps/academy");
  await expect(page).toHaveURL(/\/apps\/academy\/courses$/);
  await expectAccessible(page);
  await page.getByRole("group", { name: "Category" }).getByRole("button", { name: "Consumer app" }).click();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search courses" })).toBeFocused();
  await page.keyboard.type("halal");
  await page.getByRole("link", { name: "Start Check a halal certificate" }).click();

  const steps = page.getByRole("navigation", { name: "Steps" });
  const current = steps.locator("[aria-current=step]");
  await expect(current).toContainText("Four questions");
  await expectAccessible(page);
  await page.keyboard.press("d");
  await expect(current).toContainText("Who issued it");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(steps.getByRole("button", { name: "Four questions" })).not.toContainText("done");
  await steps.getByRole("button", { name: "Four questions" }).click();
  await page.getByRole("button", { name: "Done, next" }).click();

  await expect(page.getByRole("button", { name: "Done, next" })).toBeDisabled();
  await page.getByRole("radio", { name: "Take the similar name" }).check();
  await page.getByRole("button", { name: "Check answer" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Not quite" })).toBeVisible();
  await page.getByRole("radio", { name: "Ask before entering anything" }).check();
  await page.getByRole("button", { name: "Check answer" }).click();
  await expect(page.getByText("Correct.")).toBeVisible();
  await page.getByRole("button", { name: "Done, next" }).click();
  await expect(current).toContainText("Ask the registry");
  await page.getByRole("main").getByRole("button", { name: "العربية" }).click();
  await expect(page.getByRole("heading", { name: "اسأل السجل" })).toBeVisible();

  await page.goto("/apps/academy/courses");
  await page.getByRole("searchbox", { name: "Search courses" }).fill("halal");
  await page.getByRole("link", { name: "Resume Check a halal certificate" }).click();
  await expect(current).toContainText("Ask the registry");

  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Assign to roles" });
  await dialog.getByRole("combobox", { name: "Role" }).selectOption({ index: 1 });
  await dialog.getByRole("textbox", { name: "Due date" }).fill("31 Dec 2099");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("listitem")).toContainText("Due 31 Dec 2099");
  await dialog.getByRole("button", { name: /^End the assignment/ }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
});
