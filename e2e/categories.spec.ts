import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share the host's database, so each creates its own records with unique names.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const line = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);

async function openTree(page: Page, query = "") {
  await page.goto(`/apps/category/categories${query}`);
  await expect(page.getByRole("tree")).toBeVisible();
}

/** Creates a category through the form, below the one with this path. */
async function makeCategory(page: Page, name: string, below?: string) {
  await page.goto("/apps/category/categories/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  if (below !== undefined) {
    await page.getByRole("combobox", { name: "Parent category" }).fill(below);
    await page.getByRole("option", { name: below, exact: true }).click();
  }
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "the tree is used and changed with the keyboard, and a search keeps the parents of its matches",
  inBothHosts,
  async ({ page }) => {
    const [top, first, second] = [ownName("Herbs"), ownName("Mint"), ownName("Sage")];
    await makeCategory(page, top);
    await makeCategory(page, first, top);
    await makeCategory(page, second, top);
    await openTree(page);
    await page.keyboard.press("/");
    await page.keyboard.type(first);
    await expect(line(page, first)).toBeVisible();
    await expect(line(page, top)).toHaveAttribute("aria-expanded", "true");
    await expect(line(page, second)).toHaveCount(0);
    await openTree(page);
    await line(page, second).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(line(page, second)).toHaveAttribute("aria-posinset", "1");
    await expect(line(page, second)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(line(page, first)).toBeFocused();
    await page.keyboard.press("Alt+ArrowRight");
    await expect(line(page, first)).toHaveAttribute("aria-level", "3");
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(line(page, first)).toHaveAttribute("aria-level", "2");
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(line(page, first)).toHaveAttribute("aria-level", "1");
    // The move is shown immediately; this message says that it is saved.
    await expect(page.getByText(`${first} is now in Top level`)).toBeAttached();
    await page.reload();
    await expect(line(page, first)).toHaveAttribute("aria-level", "1");
    await line(page, top).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(line(page, second)).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await expect(line(page, second)).toBeVisible();
    await expectAccessible(page);
  },
);

test("a category is dragged into another, and moved by name where it can't be dragged", async ({ page }) => {
  const [target, moved] = [ownName("Bread"), ownName("Buns")];
  await makeCategory(page, target);
  await makeCategory(page, moved);
  await openTree(page);
  // Wait until both are visible before reading their positions.
  await line(page, moved).hover();
  const grip = await line(page, moved).locator("svg").first().boundingBox();
  const onto = await line(page, target).boundingBox();
  await page.mouse.move(grip!.x + 8, grip!.y + 8);
  await page.mouse.down();
  await page.mouse.move(onto!.x + 120, onto!.y + onto!.height / 2, { steps: 8 });
  await expect(line(page, target)).toHaveAttribute("data-drop", "into");
  await page.mouse.up();
  await expect(line(page, moved)).toHaveAttribute("aria-level", "2");
  await line(page, moved).focus();
  await page.keyboard.press("m");
  await page.getByRole("combobox", { name: "Parent category" }).click();
  await page.getByRole("option", { name: "Top level" }).click();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(line(page, moved)).toHaveAttribute("aria-level", "1");
  // The message says that it is saved.
  await expect(page.getByText(`${moved} is now in Top level`)).toBeAttached();
  await line(page, moved).focus();
  await page.keyboard.press("Space");
  await expect(line(page, moved)).toHaveAttribute("aria-selected", "true");
  await line(page, target).getByRole("checkbox").check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Archive…" }).click();
  await expect(page.getByText("2 categories will be archived.", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Archive 2 categories" }).click();
  await expect(toast(page, "2 categories archived")).toBeVisible();
  await expect(line(page, moved)).toHaveCount(0);
});

test("a category shows its settings with their source, and one in use is merged instead of archived", async ({
  page,
}) => {
  const [documents, pens, pencils] = [ownName("Document"), ownName("Pens"), ownName("Pencils")];
  await makeCategory(page, documents);
  await page.getByRole("combobox", { name: "Halal requirement" }).click();
  await page.getByRole("option", { name: "Not applicable" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, /saved/i)).toBeVisible();
  await makeCategory(page, pens, documents);
  await expect(page.getByText(`from ${documents}`)).toBeVisible();
  await makeCategory(page, pencils, `${documents} / ${pens}`);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Categories" }).click();
  await line(page, pens).getByRole("link").click();
  // Every line of the tree has such a button.
  await expect(page.getByRole("heading", { name: pens, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(toast(page, /Still in use/)).toBeVisible();
  await page.getByRole("button", { name: "Merge into…" }).click();
  await page.getByRole("combobox", { name: "Merge into" }).fill(documents);
  await page.getByRole("option", { name: documents, exact: true }).click();
  await expect(page.getByText("1 category")).toBeVisible();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("heading", { name: documents, level: 1 })).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Categories" }).click();
  await expect(line(page, pencils)).toHaveAttribute("aria-level", "2");
  await expect(line(page, pens)).toHaveCount(0);
  await expectAccessible(page);
});
