import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

const picker = (page: Page) => page.getByRole("button", { name: /^Icon/ });
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${Date.now().toString(36)}`;

test(
  "an icon is chosen by keyboard for a to-do folder and for a folder of files, and the catalogue knows both",
  inBothHosts,
  async ({ page, signInAs }) => {
    await signInAs(page, "administrator");
    const [list, folder] = [ownName("Trips"), ownName("Journeys")];

    await page.goto("/apps/todo");
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(list);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    const search = page.getByRole("textbox", { name: /Search by name or meaning/ });
    await expect(search).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(search).toHaveCount(0);
    // The dialog stays open.
    await expect(picker(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await search.fill("طائرة");
    await expect(
      page.getByRole("grid", { name: "Icons" }).getByRole("button", { name: "flight", exact: true }),
    ).toBeVisible();
    await search.fill("flight takeoff");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(picker(page)).toHaveAccessibleName("Icon: flight takeoff");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const pane = page.getByRole("navigation", { name: "Folders, filters and labels" });
    await expect(pane.getByRole("link", { name: list })).toBeVisible();

    await page.goto("/apps/files");
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(folder);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("row").filter({ hasText: folder }).focus();
    await page.keyboard.press("F2");
    await picker(page).click();
    await search.fill("flight takeoff");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.reload();
    await page.getByRole("row").filter({ hasText: folder }).focus();
    await page.keyboard.press("F2");
    await expect(picker(page)).toHaveAccessibleName("Icon: flight takeoff");

    await page.goto("/pages/icons?icon=flight_takeoff");
    await expect(page.getByRole("listitem").filter({ hasText: `To-do folder: ${list}` })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: `Folder in Files: ${folder}` })).toBeVisible();
  },
);
