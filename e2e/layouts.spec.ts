import type { Locator, Page } from "@playwright/test";
import { credentialsFor, expect, expectAccessible, signIn, test } from "./fixtures.ts";
import { frameOf } from "./frames.ts";

const desktop = { width: 1440, height: 900 };
const at = (path: string, settings: object) =>
  `${path}?defaultSettings=${encodeURIComponent(JSON.stringify(settings))}`;
const menuBar = (page: Page) => page.getByRole("menubar", { name: "Main menu" });
const sideMenu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });

/** The settings that the page has saved, the latest last: changes within half a second are saved together. */
function savedSettings(page: Page): unknown[] {
  const saved: unknown[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/auth/user/update")) saved.push(response.request().postDataJSON());
  });
  return saved;
}

async function openPanel(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search", exact: true }).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("> layout");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Layout and themes" });
  await expect(panel.getByRole("radio", { name: "Side menu" })).toBeAttached();
  return panel;
}

test("layout and theme apply at once, and are there after a reload and in a second browser", async ({
  page,
  browser,
  host,
  signInAs,
}) => {
  await page.setViewportSize(desktop);
  await signInAs(page, "administrator");
  // Until the home screen is there, no key is heard.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good /);
  const panel = await openPanel(page);
  await expectAccessible(page);
  const saved = savedSettings(page);
  await panel.getByText("Menu bar", { exact: true }).click();
  await expect(menuBar(page)).toBeVisible();
  await panel.getByText("Slate", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await panel.getByRole("group", { name: "Footer" }).getByRole("switch", { name: "Show" }).click({ force: true });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect
    .poll(() => saved.at(-1))
    .toEqual({
      user: {
        data: {
          settings: {
            layout: { style: "layout2", config: { footer: { display: true } } },
            theme: { main: "slate", navbar: "slate", toolbar: "slate", footer: "slate" },
          },
        },
      },
    });
  await expectAccessible(page);

  const second = await browser.newContext({ baseURL: host.url, viewport: desktop });
  const other = await second.newPage();
  await signIn(other, credentialsFor(host, "administrator"));
  await expect(menuBar(other)).toBeVisible();
  await expect(other.getByRole("contentinfo")).toBeVisible();
  await second.close();

  await page.reload();
  await expect(menuBar(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good /);
  const again = await openPanel(page);
  await again.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(menuBar(page)).toHaveCount(0);
  await expect(sideMenu(page)).toBeVisible();
  await expect.poll(() => saved.at(-1)).toEqual({ user: { data: { settings: {} } } });
});

for (const layout of ["Side menu", "Menu bar", "Compact menu bar"]) {
  test(`every option of the ${layout.toLowerCase()} shows at once, and can be undone`, async ({ page, signInAs }) => {
    await page.setViewportSize(desktop);
    await signInAs(page, "administrator");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good /);
    const panel = await openPanel(page);
    const saved = savedSettings(page);
    await panel.getByText(layout, { exact: true }).click();
    // A hidden footer has no options.
    await panel.getByRole("group", { name: "Footer" }).getByRole("switch", { name: "Show" }).click({ force: true });
    await expect(page.getByRole("contentinfo")).toBeVisible();
    const settled = async () => {
      let before = "";
      await expect.poll(async () => before === (before = await frameOf(page)), { intervals: [60] }).toBe(true);
      return before;
    };
    const click = (control: Locator) => control.evaluate((input: HTMLElement) => input.click());
    const groups = panel.getByRole("radiogroup");
    const switches = panel.getByRole("switch");
    const [groupCount, switchCount] = [await groups.count(), await switches.count()];
    expect([groupCount > 6, switchCount > 4]).toEqual([true, true]);
    const unseen: string[] = [];
    const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
    const tryOption = async (name: string, change: Locator, back: Locator) => {
      // It is loaded after the frame.
      await expect(bell).toBeVisible();
      const before = await settled();
      await click(change);
      const isOther = expect.poll(async () => (await frameOf(page)) !== before, { timeout: 2000 }).toBe(true);
      await isOther.catch(() => unseen.push(name));
      await click(back);
      await expect.poll(async () => (await frameOf(page)) === before, { message: `${name}, undone` }).toBe(true);
    };
    for (let index = 0; index < groupCount; index++) {
      const group = groups.nth(index);
      const radios = group.getByRole("radio");
      const checked = await radios.evaluateAll((all) => all.findIndex((radio) => (radio as HTMLInputElement).checked));
      for (let place = 0; place < (await radios.count()); place++) {
        if (place === checked) continue;
        const value = await radios.nth(place).getAttribute("value");
        await tryOption(`group ${index}: ${value}`, radios.nth(place), radios.nth(checked));
      }
    }
    for (let index = 0; index < switchCount; index++) {
      const name = `switch ${index}: ${await switches.nth(index).evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent)}`;
      await tryOption(name, switches.nth(index), switches.nth(index));
    }
    // What the device prefers, too.
    expect(unseen.filter((name) => !name.endsWith(": light"))).toEqual([]);
    // The settings are the user's, whom other tests use.
    await panel.getByRole("button", { name: "Reset to defaults" }).click();
    await expect(sideMenu(page)).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    await expect.poll(() => saved.at(-1)).toEqual({ user: { data: { settings: {} } } });
  });
}

test("settings of the address apply to one load of the page and are not saved", async ({ page, signInAs }) => {
  await page.setViewportSize(desktop);
  await signInAs(page, "administrator");
  const saved: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/user/update")) saved.push(request.postDataJSON());
  });
  await page.goto(
    at("/apps/brand/brands", { layout: { style: "layout3" }, direction: "rtl", theme: { main: "tech" } }),
  );
  await expect(menuBar(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "tech");
  // Changes are saved after half a second.
  await page.waitForTimeout(700);
  await page.goto("/apps/brand/brands");
  await expect(sideMenu(page)).toBeVisible();
  await expect(menuBar(page)).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  expect(saved).toEqual([]);
});

test("the menu bar works with keys alone, and opens under the pointer", async ({ page, signInAs }) => {
  await page.setViewportSize(desktop);
  await signInAs(page, "administrator");
  await page.goto(at("/apps/e-wallet", { layout: { style: "layout2" } }));
  const item = (name: string) => menuBar(page).getByRole("menuitem", { name, exact: true });
  await item("Home").focus();
  await page.keyboard.press("ArrowRight");
  await expect(item("Retailer")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const menu = page.getByRole("menu", { name: "Retailer", exact: true });
  await expect(menu.getByRole("menuitem", { name: "Retailers", exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await expect(menu.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(item("Retailer")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitem", { name: "Retailers", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/apps\/retailer\/retailers$/);
  await item("Promocode").hover();
  await expect(page.getByRole("menu", { name: "Promocode" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("the side menu is 64 px wide below 1280 px, and may be at the right", async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
  const box = async () => (await sideMenu(page).boundingBox())!;
  // Under the pointer it would open.
  await page.getByRole("heading", { level: 1 }).hover();
  for (const [width, menu] of [
    [1024, 64],
    [1279, 64],
    [1280, 280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await box()).width).toBe(menu);
  }
  await page.goto(at("/home", { layout: { config: { navbar: { position: "right" } } } }));
  await expect.poll(async () => (await box()).x).toBe(1000);
});

for (const { language, direction, name, foldedX, openX } of [
  { language: "en", direction: "ltr", name: "Main menu", foldedX: 1216, openX: 1000 },
  { language: "ar", direction: "rtl", name: "القائمة الرئيسية", foldedX: 0, openX: 0 },
]) {
  test(`the menu at the right folds, and opens over the page under the pointer: ${language}`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAs(page, "administrator");
    await page.evaluate((code) => localStorage.setItem("mizan.language", code), language);
    await page.goto(at("/home", { layout: { config: { navbar: { position: "right" } } } }));
    await expect(page.locator("html")).toHaveAttribute("dir", direction);
    const menu = page.getByRole("navigation", { name, exact: true });
    const leave = () => page.getByRole("heading", { level: 1 }).hover();
    const placeOf = async (part: Locator) => {
      const { x, width } = (await part.boundingBox())!;
      return { x, width };
    };
    await leave();
    await expect.poll(() => placeOf(menu)).toEqual({ x: openX, width: 280 });
    const saved = () => page.waitForResponse((response) => response.url().endsWith("/api/auth/user/update"));
    const folding = saved();
    await page.keyboard.press("[");
    await folding;
    await expect.poll(() => placeOf(menu)).toEqual({ x: foldedX, width: 64 });
    const main = page.getByRole("main");
    await expect.poll(async () => (await placeOf(main)).width).toBe(1216);
    const content = await placeOf(main);
    await menu.hover({ position: { x: 20, y: 200 } });
    await expect.poll(() => placeOf(menu)).toEqual({ x: openX, width: 280 });
    expect(await placeOf(main)).toEqual(content);
    await leave();
    await expect.poll(() => placeOf(menu)).toEqual({ x: foldedX, width: 64 });
    // The user's settings are on the server, where the next journey would find the menu folded.
    const unfolding = saved();
    await page.keyboard.press("[");
    await unfolding;
    await expect.poll(() => placeOf(menu)).toEqual({ x: openX, width: 280 });
  });
}

test("a toast greets at the first start of a browser session, and covers no heading, breadcrumb or search", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  const toast = page.locator("[data-toasts]").getByText("Logged in with JWT");
  for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, part] of [
      ["/apps/import/brands", page.getByRole("navigation", { name: "Breadcrumb" })],
      ["/apps/brand/brands", page.getByRole("searchbox").first()],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(path);
      await expect(toast).toBeVisible();
      const others = [page.getByRole("heading", { level: 1 }), part];
      if (width >= 768) others.push(page.getByRole("button", { name: /^Search menu and records/ }));
      for (const other of others) {
        await expect(other).toBeVisible();
        const isCovered = await overlap(page.locator("[data-toasts] [data-depth]"), other);
        expect([width, path, isCovered]).toEqual([width, path, false]);
      }
    }
  }
  await page.reload();
  await expect(page.getByRole("grid").getByRole("link").first()).toBeVisible();
  await expect(toast).toHaveCount(0);
});

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const tag of ["en-XA", "ar-XB"]) {
  test(`texts can be translated and fit when they are longer: ${tag}`, async ({ page, signInAs }) => {
    await page.setViewportSize(desktop);
    await signInAs(page, "administrator");
    await page.evaluate((language) => localStorage.setItem("mizan.language", language), tag);
    await page.goto("/home");
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect(page.locator("html")).toHaveAttribute("dir", tag === "ar-XB" ? "rtl" : "ltr");
    for (const path of ["/home", "/apps/account/appearance", "/apps/brand/brands"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      expect(await textProblems(page), path).toEqual([]);
    }
  });
}

/**
 * Controls, titles and labels of a pseudo-language: each text is between marks. A text without them is not translatable,
 * two of them in one line are joined from pieces, and one that is wider than its box is cut.
 */
const textProblems = (page: Page) =>
  page.evaluate(() => {
    const shown = Array.from(
      document.querySelectorAll<HTMLElement>("button, label, legend, th, nav a, h1, h2, h3, [role=tab]"),
    ).filter(
      (element) =>
        element.checkVisibility() && element.closest("[lang], td, [role=gridcell]") === document.documentElement,
    );
    return shown.flatMap((element) => {
      const own = Array.from(element.childNodes, (node) =>
        node.nodeType === Node.TEXT_NODE ? node.textContent : "",
      ).join("");
      const isData = element.querySelector("bdi, b, small, [dir=auto]") !== null || element.matches("[dir=auto], bdi");
      const problems: string[] = [];
      if (!isData && /\p{L}{2}/u.test(own) && !own.includes("⟦")) problems.push(`not translatable: ${own}`);
      if (/⟧[^⟧]*⟦/.test(own)) problems.push(`joined: ${own}`);
      const isCut = getComputedStyle(element).overflow !== "visible" && element.scrollWidth > element.clientWidth + 1;
      if (isCut && !element.matches("nav *") && element.title === "") problems.push(`cut: ${element.textContent}`);
      return problems;
    });
  });
