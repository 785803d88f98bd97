import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";
import { firstAdministrator } from "./hosts.ts";
import { callerOf, continueAs, invite, newId, staffMember } from "./people.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const editor = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const title = "How to fold a prayer mat display";

test.describe("a text", () => {
  test.use({ browserOf: "own" });

  test("is written by an editor, published by a second person, and improved for a reader who is still stuck", async ({
    page,
    host,
  }) => {
    test.skip(host.kind === "browser", "the same API has its tests on both databases");
    const writer = await staffMember(host);
    await signIn(page, writer);
    await page.goto("/apps/knowledge-base/articles");
    await expect(heading(page, "Articles")).toBeVisible();
    await page.keyboard.press("n");
    await editor(page, "Title").fill(title);
    // Everything in the editor by keyboard: a heading from the toolbar, a bold word, a list.
    await editor(page, "Text").focus();
    await page.keyboard.press("Alt+F10");
    await expect(button(page, "Bold").first()).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Before you start");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Take the ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("blue");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(" mat.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- Fold it twice");
    const arabic = page.getByRole("textbox", { name: "Text in Arabic" });
    await arabic.focus();
    await page.keyboard.type("خذ السجادة الزرقاء.");
    await expect(arabic).toHaveAttribute("dir", "rtl");
    await expectAccessible(page);
    await page.keyboard.press("Control+s");
    await expect(heading(page, title)).toBeVisible();
    await button(page, "Submit for review").click();
    await expect(page.getByText("Next: someone else publishes it, or sends it back with a reason.")).toBeVisible();

    await continueAs(page, firstAdministrator);
    await button(page, "Publish").click();
    await expect(page.getByText(`${title} published`)).toBeVisible();
    await expectAccessible(page);

    await page.goto("/pages/knowledge-base");
    await expect(page.getByRole("link", { name: "How cashback works" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("/");
    await page.keyboard.type("prayer mat");
    await page.getByRole("link", { name: title }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article")).toContainText("Take the blue mat.");
    await expect(page.getByRole("article").locator("strong")).toHaveText("blue");
    await expect(page.getByRole("article").getByRole("heading", { name: "Before you start" })).toBeVisible();
    await button(page, "Read in Arabic").click();
    await expect(page.getByRole("article")).toContainText("خذ السجادة الزرقاء.");
    await button(page, "I’m still stuck").click();
    await page.keyboard.type("Which side is up?");
    await button(page, "Send").click();
    await expect(page.getByText("The editor has a to-do to improve this text.").first()).toBeVisible();
    await expectAccessible(page);

    await continueAs(page, writer);
    await page.goto("/apps/todo");
    await expect(page.getByRole("row").filter({ hasText: `A reader is still stuck: ${title}` })).toBeVisible();
  });
});

test.describe("the glossary", () => {
  test.use({ browserOf: "own" });

  test("is read in articles and on its page by everybody, and changed by editors, all by keyboard", async ({
    page,
    host,
  }) => {
    if (host.kind === "browser") return test.skip(true, "the same API has its tests on both databases");
    const reader = { email: `reader-${newId()}@mizan.test`, password: "quinces and almonds at dusk" };
    await invite(await callerOf(host, firstAdministrator), { ...reader, name: "Reader", role: "auditor" });
    const named = (label: string) => page.getByRole("textbox", { name: label, exact: true });
    await signIn(page, await staffMember(host));
    await page.goto("/pages/knowledge-base");
    await page.getByRole("link", { name: "See all terms" }).focus();
    await page.keyboard.press("Enter");
    await expect(heading(page, "Glossary")).toBeVisible();
    await expectAccessible(page);

    // A term that is there in another spelling is refused at its field; then both languages are entered.
    await page.keyboard.press("n");
    await named("Term in English").fill("Receipts");
    await named("Term in Arabic").fill("دفتر الاستاذ");
    await named("Definition in English").fill("What a shop prints.");
    await named("Term in English").press("Enter");
    await expect(named("Term in Arabic")).toHaveAccessibleDescription("The glossary already has this term.");
    await expect(named("Term in Arabic")).toBeFocused();
    await expectAccessible(page);
    await named("Term in English").fill("Receipt");
    await named("Term in Arabic").fill("إيصال");
    await named("Definition in Arabic").fill("ما يطبعه المتجر.");
    await button(page, "Save").click();
    await expect(page.getByText("Receipt added")).toBeVisible();
    const entry = page.getByRole("article", { name: "Receipt إيصال" });
    await expect(entry).toContainText("What a shop prints.");

    // Removed, and restored from the toast.
    await button(page, "Remove Receipt").focus();
    await page.keyboard.press("Enter");
    await expect(entry).toBeHidden();
    await button(page, "Undo").click();
    await expect(entry).toBeVisible();

    // A reader finds it in Arabic without its hamza, and has no buttons to change it.
    await continueAs(page, reader);
    await page.goto("/pages/knowledge-base/glossary");
    await expect(heading(page, "Glossary")).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("ايصال");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(entry).toBeVisible();
    await expect(button(page, "Edit Receipt")).toBeHidden();

    // In an article the first occurrence is marked. The focus shows what it means, and Esc closes that.
    await entry.locator("summary").click();
    await entry.getByRole("link", { name: "How cashback works" }).click();
    await expect(heading(page, "How cashback works")).toBeVisible();
    const mark = page.getByRole("article").getByRole("button", { name: "receipt", exact: true });
    await expect(mark).toHaveCount(1);
    await expect(mark).toHaveAccessibleDescription("What a shop prints.");
    const definition = page.getByRole("dialog", { name: "receipt" });
    await mark.focus();
    await expect(definition).toContainText("What a shop prints.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(definition).toBeHidden();
    await expect(mark).toBeFocused();
    await mark.hover();
    await expect(definition).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(definition).toBeHidden();
    // Enter goes into it, back by Esc, and on to the term itself.
    await page.keyboard.press("Enter");
    await expect(definition.getByRole("link")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(mark).toBeFocused();
    await expect(definition).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(definition.getByRole("link")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page, "Glossary")).toBeVisible();
    await expect(entry).toBeFocused();
  });
});

test("FAQ-2: an answer of the FAQ opens by its link, is found in Arabic, and by arrow keys", async ({
  page,
  signInAs,
  host,
}) => {
  test.skip(host.kind === "browser", "the page is the same");
  await signInAs(page, "administrator");
  await page.goto("/pages/faq");
  const question = page.getByRole("button", { name: "Why is my cashback still pending?" });
  await expect(question).toHaveAttribute("aria-expanded", "false");
  await question.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Why is my cashback still pending?" })).toContainText(
    "becomes available",
  );
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Why did my balance go down?" })).toBeFocused();
  await expectAccessible(page);
  const id = await question.evaluate((element) => element.closest("div[id]")!.id);
  await page.goto(`/pages/faq?search=${encodeURIComponent("معلقًا")}#${id}`);
  await expect(question).toBeFocused();
  await expect(question).toHaveAttribute("aria-expanded", "true");
  // Help for this screen, from the articles that are about it.
  await page.goto("/apps/cert/queue");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const help = page.getByRole("dialog", { name: "Help for this screen" });
  // The key is there once the page has been idle.
  await expect(async () => {
    await page.keyboard.press("F1");
    await expect(help).toBeVisible({ timeout: 1000 });
  }).toPass();
  await help.getByRole("link", { name: "Approving a certificate" }).click();
  await expect(heading(page, "Approving a certificate")).toBeVisible();
});

test("ICO-6: an icon is found by an Arabic word, moved to by arrow keys, copied and kept as a favourite", async ({
  page,
  signInAs,
  host,
}) => {
  test.skip(host.kind === "browser", "the page is the same");
  await signInAs(page, "administrator");
  await page.goto("/pages/icons");
  const cells = page.getByRole("grid", { name: "Icons" }).getByRole("button");
  await expect(cells.first()).toBeVisible();
  await expect(page.getByText("2,745 icons")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("اعدادات");
  await expect(page.getByRole("button", { name: "settings", exact: true })).toBeVisible();
  await cells.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(cells.nth(1)).toBeFocused();
  await page.keyboard.press("f");
  const name = await cells.nth(1).innerText();
  await page.keyboard.press("Enter");
  const details = page.getByRole("region", { name: `Icon ${name.replace(/^\S\n*/u, "").trim()}` });
  await expect(details.getByRole("button", { name: "Remove from favourites" })).toBeVisible();
  await details.getByRole("button", { name: "Copy SVG" }).click();
  await expect(page.locator("[data-toasts]").getByText(/SVG copied|<svg/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await button(page, "Favourites").click();
  await expect(cells).toHaveCount(1);
});
