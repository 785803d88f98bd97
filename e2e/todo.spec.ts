import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

const quickAdd = (page: Page) => page.getByRole("combobox", { name: "New to-do" });
const row = (page: Page, title: string) =>
  page.getByRole("row").filter({ hasText: title, has: page.getByRole("gridcell") });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected to-dos" });
const panel = (page: Page) => page.getByRole("complementary", { name: "To-do" });
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).last();
const view = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Folders, filters and labels" }).getByRole("link", { name });

/** A separate folder for the test: on the Node host all tests of a worker share one user. */
async function openFolder(page: Page, title: string, todos: readonly string[]): Promise<void> {
  await page.goto("/apps/todo");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(title);
  await page.keyboard.press("Enter");
  await view(page, title).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  for (const todo of todos) {
    await add(page, todo);
    // The text field is cleared just before the row is drawn, and an action on all rows would miss it.
    await expect(row(page, todo)).toBeVisible();
  }
}

async function add(page: Page, line: string): Promise<void> {
  await quickAdd(page).fill(line);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(quickAdd(page)).toHaveValue("");
}

test(
  "one line of text becomes a to-do with its day, time, label and folder",
  inBothHosts,
  async ({ page, signInAs }) => {
    await signInAs(page, "administrator");
    await page.goto("/apps/todo");
    await expect(page).toHaveURL(/\/apps\/todo\/folder\/all$/);
    await quickAdd(page).fill("Call Baqala tomorrow 10:00 #Suppliers +Ramadan-1448 !");
    await expect(page.getByText("New label “Suppliers”")).toBeVisible();
    await expect(page.getByText("New folder “Ramadan 1448”")).toBeVisible();
    await page.keyboard.press("Enter");
    await view(page, "Ramadan 1448").click();
    await expect(row(page, "Call Baqala")).toContainText("Suppliers");
    await expect(row(page, "Call Baqala")).toContainText("Tomorrow");
    await expect(row(page, "Call Baqala").getByRole("button", { name: "Important" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.reload();
    await expect(row(page, "Call Baqala")).toHaveCount(1);
    await row(page, "Call Baqala").click();
    await expect(panel(page)).toContainText("Tomorrow, 10:00");
  },
);

test("a line in Arabic is parsed too, with its day in both calendars", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await page.evaluate(() => localStorage.setItem("mizan.language", "ar"));
  await page.goto("/apps/todo/label/issue");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const field = page.getByRole("combobox", { name: "مهمة جديدة" });
  await field.fill("مراجعة دوام الفروع ١ رمضان !");
  await expect(page.getByText(/^1 رمضان \d{4}/)).toBeVisible();
  await page.getByRole("button", { name: "إضافة", exact: true }).click();
  await expect(row(page, "مراجعة دوام الفروع")).toContainText("مشكلة");
});

test("many are completed, moved and labelled together, and each action can be undone", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await openFolder(page, "Many", ["Fig", "Date", "Olive", "Grape"]);
  await row(page, "Grape").getByRole("checkbox", { name: "Select Grape" }).click();
  await row(page, "Date")
    .getByRole("checkbox", { name: "Select Date" })
    .click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");

  await bar(page).getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Done" })).toContainText("3");
  await undo(page).click();
  await expect(page.getByRole("row").filter({ hasText: "Done" })).toHaveCount(0);

  await page.keyboard.press("a");
  await bar(page).getByRole("button", { name: "Label" }).click();
  await page.getByRole("dialog", { name: "Label" }).getByRole("checkbox", { name: "Backend" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row").filter({ hasText: "Backend" })).toHaveCount(4);
  await page.keyboard.press("z");
  await expect(page.getByRole("row").filter({ hasText: "Backend" })).toHaveCount(0);

  await bar(page).getByRole("button", { name: "Move" }).click();
  await page.getByRole("button", { name: "No folder" }).click();
  await expect(page.getByText("No to-dos yet")).toBeVisible();
  await undo(page).click();
  await expect(row(page, "Olive")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: /Fig|Date|Olive|Grape/ })).toHaveCount(4);
});

test("deleted to-dos can be restored, and are deleted permanently only after a confirmation", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  await openFolder(page, "Bin", ["Kept paper", "Lost paper"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await bar(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No to-dos yet")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Folders, filters and labels" })
    .getByRole("link", { name: "Deleted" })
    .click();
  await row(page, "Kept paper").click();
  await panel(page).getByRole("button", { name: "Restore" }).click();
  await expect(row(page, "Kept paper")).toHaveCount(0);

  const deleteLost = async () => {
    await row(page, "Lost paper").getByRole("checkbox", { name: "Select Lost paper" }).click();
    await bar(page).getByRole("button", { name: "Delete permanently" }).click();
    await expect(page.getByLabel("Are you sure?")).toContainText("Lost paper");
    await page.getByLabel("Are you sure?").getByRole("button", { name: "Delete permanently" }).click();
    await expect(row(page, "Lost paper")).toHaveCount(0);
  };
  await deleteLost();
  await undo(page).click();
  await expect(row(page, "Lost paper")).toHaveCount(1);
  await deleteLost();
  await page.getByRole("button", { name: "Dismiss" }).last().click();
  // The call is sent with the toast, and nothing on this screen shows that it has arrived.
  const another = await page.context().newPage();
  await expect(async () => {
    await another.goto("/apps/todo/filter/deleted");
    await expect(row(another, "Order stickers")).toBeVisible();
    await expect(row(another, "Lost paper")).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deleted");
  await expect(row(page, "Order stickers")).toBeVisible();
  await expect(row(page, "Lost paper")).toHaveCount(0);
  await view(page, "Bin").click();
  await expect(row(page, "Kept paper")).toBeVisible();
});

test("every field of a to-do is saved while it is typed", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await openFolder(page, "Details", ["Write to the dairy"]);
  await row(page, "Write to the dairy").click();
  await panel(page).getByRole("textbox", { name: "Title" }).fill("Write to the dairy again");
  await panel(page).getByRole("textbox", { name: "Notes" }).fill("The audit was on the 12th.");
  for (const step of ["Find the address", "Send it"]) {
    await panel(page).getByRole("textbox", { name: "Add a subtask" }).fill(step);
    await page.keyboard.press("Enter");
  }
  await panel(page).getByRole("checkbox", { name: "Find the address" }).click();
  await panel(page).getByRole("button", { name: "Add a date" }).first().click();
  await page.getByRole("textbox", { name: "Type a date" }).fill("24 Nov 2031 14:00");
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("24 Nov 2031, 14:00");
  await panel(page).getByRole("button", { name: "Add a reminder" }).click();
  await page.getByRole("button", { name: "1 hour before" }).click();
  await expect(panel(page)).toContainText("24 Nov 2031, 13:00");
  await panel(page).getByRole("button", { name: "Doesn’t repeat" }).click();
  await page.getByRole("button", { name: /^Every Hijri year on 9 / }).click();
  await panel(page).getByRole("button", { name: "Add a date" }).click();
  await page.getByRole("textbox", { name: "Type a date" }).fill("25 Nov 2031");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The start date can’t be later" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, "Write to the dairy again")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.reload();
  await expect(panel(page).getByRole("textbox", { name: "Title" })).toHaveValue("Write to the dairy again");
  await expect(panel(page).getByRole("textbox", { name: "Notes" })).toHaveValue("The audit was on the 12th.");
  await expect(panel(page).getByRole("heading", { name: "Subtasks, 1 of 2" })).toBeVisible();
  await expect(panel(page)).toContainText("24 Nov 2031, 14:00");
});

test.describe("with a clock that is behind the server's", () => {
  test.use({ browserOf: "own" });

  test("a reminder rings on every screen until it is answered, and a repeating to-do comes again", async ({
    page,
    signInAs,
  }) => {
    // What is due in two minutes here is already due on the server, so the test need not wait.
    await page.clock.install({ time: Date.now() - 300_000 });
    await signInAs(page, "administrator");
    await page.goto("/apps/todo/folder/all");
    await add(page, "Weigh the figs every friday remind in 2 min");
    await expect(row(page, "Weigh the figs")).toContainText("Repeats");
    // By the menu: reloading the page could cancel the to-do's request.
    await page.getByRole("link", { name: "Home", exact: true }).first().click();
    const card = page.getByRole("article").filter({ hasText: "Weigh the figs" });
    const rings = async () => {
      await page.clock.fastForward(60_000);
      await expect(card).toBeVisible({ timeout: 2000 });
    };
    await expect(rings).toPass();
    await card.getByRole("button", { name: "1 hour" }).click();
    await expect(card).toHaveCount(0);
    await undo(page).click();
    await expect(rings).toPass();
    await card.getByRole("button", { name: "Done" }).click();
    await expect(card).toHaveCount(0);
    await page.goBack();
    await expect(row(page, "Weigh the figs")).toHaveCount(2);
    await expect(row(page, "Weigh the figs").getByRole("checkbox", { name: "Done", checked: true })).toHaveCount(1);
  });
});

test("everything can be done by keyboard", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  await openFolder(page, "Keys", []);
  await page.keyboard.press("n");
  await expect(quickAdd(page)).toBeFocused();
  for (const title of ["Third", "Second", "First"]) {
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(row(page, title)).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(row(page, "First")).toBeFocused();
  await page.keyboard.press("j");
  await expect(row(page, "Second")).toBeFocused();
  await page.keyboard.press("s");
  await page.keyboard.press("!");
  await expect(row(page, "Second").getByRole("button", { name: "Starred" })).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, "Second").getByRole("button", { name: "Important" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row(page, "Second")).toBeFocused();
  await page.keyboard.press("e");
  await expect(panel(page).getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" of all");
  await page.keyboard.press("Enter");
  await expect(row(page, "Second of all")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect(row(page, "Third")).toBeFocused();
  await expect(
    row(page, "Second of all").getByRole("checkbox", { name: "Mark “Second of all” as done" }),
  ).toBeChecked();
  await page.keyboard.press("#");
  await expect(row(page, "Third")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(page, "Third")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("thi");
  await expect(row(page, "First")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(row(page, "First")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Complete or reopen");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The current order is announced to users who can't see its mark.
  await page.getByRole("button", { name: "Sort by" }).click();
  await page.getByRole("menuitemradio", { name: "Title" }).click();
  await page.getByRole("button", { name: "Sort by" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Title" })).toBeChecked();
  await expect(page.getByRole("menuitemradio", { name: "Due date" })).not.toBeChecked();
  await page.getByRole("menuitemradio", { name: "Due date" }).click();
});

test("text typed while the server is unavailable is marked as unsaved, stays, and is sent in its order, also after a reload", async ({
  page,
  host,
  signInAs,
}) => {
  test.skip(host.kind === "browser", "there is no network between the page and the API");
  await signInAs(page, "administrator");
  await openFolder(page, "Away", ["Answer the audit"]);
  await page.route("**/api/todo-app/x/todos", (route) => route.abort());
  await add(page, "Print the labels");
  await row(page, "Answer the audit").click();
  await panel(page).getByRole("textbox", { name: "Notes" }).fill("By letter, on the 12th.");
  await page.getByRole("heading", { level: 1 }).click();
  const card = page.getByRole("article").filter({ hasText: "not saved yet" });
  await expect(card).toContainText("2 changes");
  await expect(row(page, "Print the labels")).toBeVisible();
  await quickAdd(page).fill("Half a line");
  await page.reload();
  await expect(quickAdd(page)).toHaveValue("Half a line");
  await expect(card).toContainText("2 changes");
  await page.unroute("**/api/todo-app/x/todos");
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(row(page, "Print the labels")).toHaveCount(1);
  await expect(panel(page).getByRole("textbox", { name: "Notes" })).toHaveValue("By letter, on the 12th.");
});

test("on a phone the list and the to-do are shown in turn", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "administrator");
  await page.goto("/apps/todo/folder/all");
  await add(page, "Weigh the dates");
  await row(page, "Weigh the dates").click();
  await expect(panel(page)).toBeVisible();
  await expect(row(page, "Weigh the dates")).toBeHidden();
  await page.goBack();
  await expect(row(page, "Weigh the dates")).toBeVisible();
  await row(page, "Weigh the dates").getByRole("checkbox", { name: "Mark “Weigh the dates” as done" }).click();
  await expect(page.getByText("1 to-do completed")).toBeVisible();
  await page.getByRole("button", { name: "Select to-dos" }).click();
  await row(page, "Weigh the dates").click();
  await expect(bar(page)).toContainText("1 selected");
});

for (const { language, scheme } of [
  { language: "en", scheme: "light" },
  { language: "ar", scheme: "dark" },
] as const) {
  for (const width of [1440, 390]) {
    test(`is accessible in ${language} and ${scheme}, ${width} px wide`, async ({ page, host, signInAs }) => {
      test.skip(host.kind === "browser", "the same code, judged against the other host");
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await signInAs(page, "administrator");
      await page.evaluate((chosen) => localStorage.setItem("mizan.language", chosen), language);
      await page.goto("/apps/todo/folder/all");
      await page.getByRole("row").nth(1).waitFor();
      await expectAccessible(page);
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.getByRole("combobox").fill("x tomorrow #backend");
      await expectAccessible(page);
      await page.getByRole("combobox").press("Escape");
      await page.getByRole("row").nth(1).getByRole("gridcell").nth(2).click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.getByRole("complementary").last().waitFor();
      await expectAccessible(page);
    });
  }
}
