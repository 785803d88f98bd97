import { mkdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { chromium } from "playwright-core";
import { ensureReady } from "./bootstrap.mjs";
import { findChromium } from "./chromium.mjs";

/**
 * Takes screenshots of a running host with its sample data, at MIZAN_URL, as ADMIN_EMAIL with ADMIN_PASSWORD.
 *
 * `docs` takes those of docs/screenshots again. `layouts` takes home, a list and a record in each layout, language,
 * colour scheme and width, and draws contact sheets of them, to review. It fails if one of them is not accessible. The
 * second argument is another folder.
 *
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ language: "en" | "ar", scheme: "light" | "dark" }} Look
 * @typedef {{ width: number, height: number }} Size
 * @typedef {{ page: Page, folder: string, urls: Record<"brand" | "retailer" | "certificate", string> }} Camera
 * @typedef {{ name: string, isOnPhone?: boolean, show: (camera: Camera, size: Size) => Promise<void> }} Picture
 */

/** @type {Size} */
const desktop = { width: 1440, height: 900 };
/** @type {Size} */
const tablet = { width: 1024, height: 768 };
/** @type {Size} */
const phone = { width: 390, height: 844 };
/** @type {readonly Look[]} */
const looks = [
  { language: "en", scheme: "light" },
  { language: "en", scheme: "dark" },
  { language: "ar", scheme: "light" },
  { language: "ar", scheme: "dark" },
];
const docsLooks = looks.filter(({ language, scheme }) => (language === "en") === (scheme === "light"));
const layouts = ["layout1", "layout2", "layout3"];

const brandsPath = "/apps/brand/brands";
const importFile = `name,country,website
Baraka Sample,AE,https://baraka.example
Marwa Sample,SA,
Qamar Sample,UK,
Rumah Sample,MY,http//rumah.example
Nakheel Sample,AE,
خبز البلد,JO,
NAKHEEL Sample,AE,`;

/** The conflict is the last one, as it adds to the history of the brand. @type {readonly Picture[]} */
const docsPictures = [
  { name: "home", isOnPhone: true, show: ({ page }) => open(page, "/home") },
  { name: "list", isOnPhone: true, show: ({ page }) => open(page, brandsPath) },
  { name: "detail", show: ({ page, urls }) => open(page, urls.brand) },
  { name: "certificate", isOnPhone: true, show: showCertificate },
  { name: "assign", show: showAssignment },
  { name: "impact", show: showImpact },
  { name: "import", show: showImport },
  { name: "todo", isOnPhone: true, show: ({ page }) => open(page, "/apps/todo/folder/all") },
  { name: "conflict", show: showConflict },
  { name: "login", isOnPhone: true, show: showLogin },
];

/** @param {Camera} camera */
async function takeDocs(camera) {
  for (const picture of docsPictures) {
    for (const look of docsLooks) {
      for (const size of picture.isOnPhone ? [desktop, phone] : [desktop]) {
        await setLook(camera.page, look, size);
        await picture.show(camera, size);
        await takePicture(camera, `${picture.name}${size === phone ? "-phone" : ""}.${look.language}-${look.scheme}`);
      }
    }
  }
}

/** @param {Camera} camera */
async function takeLayouts(camera) {
  const screens = { home: "/home", list: brandsPath, record: camera.urls.brand };
  for (const [name, path] of Object.entries(screens)) {
    for (const size of [phone, tablet, desktop]) {
      const taken = [];
      for (const style of layouts) {
        const settings = encodeURIComponent(JSON.stringify({ layout: { style } }));
        for (const look of looks) {
          await setLook(camera.page, look, size);
          await open(camera.page, `${path}?defaultSettings=${settings}`);
          const picture = await takePicture(camera, `${name}-${size.width}.${style}.${look.language}-${look.scheme}`);
          taken.push(picture);
          reportViolations(picture, await findViolations(camera.page));
        }
      }
      await drawSheet(camera, `sheet-${name}-${size.width}`, taken);
    }
  }
}

/** @param {Page} page @returns {Promise<string[]>} */
async function findViolations(page) {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** @param {string} picture @param {readonly string[]} violations */
function reportViolations(picture, violations) {
  for (const violation of violations) console.error(`${picture}: ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

/** As its buttons do: in this browser alone. @param {Page} page @param {Look} look @param {Size} size */
async function setLook(page, { language, scheme }, size) {
  await page.setViewportSize(size);
  await page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), {
    "mizan.language": language,
    "mizan.colorScheme": scheme,
  });
}

/** @param {Page} page @param {string} path */
async function open(page, path) {
  await page.goto(path);
  await waitForContent(page);
}

/** The event stream stays open, so the network is never idle. @param {Page} page */
async function waitForContent(page) {
  await page.locator("h1").first().waitFor();
  for (const unfinished of ["[aria-busy=true]", "[data-stale]", "[data-toasts] [data-depth]"])
    await page.locator(unfinished).first().waitFor({ state: "detached" });
  await page.waitForTimeout(500);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
  });
}

/** @param {Camera} camera @param {string} name */
async function takePicture({ page, folder }, name) {
  const path = `${folder}/${name}.png`;
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  console.log(path);
  return path;
}

/** @param {Camera} camera @param {Size} size */
async function showCertificate({ page, urls }, size) {
  await open(page, urls.certificate);
  if (size === phone) return;
  await page.locator("main canvas").first().waitFor();
  // Marks the line of the document that belongs to this field.
  await page.getByRole("button", { name: "Zaytouna Wadi Dairy Trading Est.", exact: true }).click();
  await waitForContent(page);
}

/** @param {Camera} camera */
async function showAssignment({ page, urls }) {
  await open(page, urls.retailer.replace("/retailers/", "/assign-products/"));
  // The first box is that for all.
  for (const at of [1, 2, 3]) await page.locator("main input[type=checkbox]:enabled").nth(at).check();
  await waitForContent(page);
}

/** @param {Camera} camera */
async function showImpact({ page, urls }) {
  await open(page, urls.retailer);
  await page
    .locator("main header")
    .getByRole("button", { name: /^(Suspend|تعليق)…$/ })
    .click();
  await page.getByRole("dialog").locator("textarea").waitFor();
  await waitForContent(page);
}

/** The file is only checked. @param {Camera} camera */
async function showImport({ page }) {
  await open(page, "/apps/import/brands");
  const buffer = Buffer.from(importFile);
  await page.getByTestId("import-file").setInputFiles({ name: "autumn.csv", mimeType: "text/csv", buffer });
  await page.getByRole("combobox").first().waitFor();
  await page.locator("main").getByRole("button").last().click();
  await page.locator("main input[type=radio]").first().waitFor();
  await waitForContent(page);
}

/** Another tab saves in between, and restores the field afterwards. @param {Camera} camera */
async function showConflict({ page, urls }) {
  const website = (/** @type {Page} */ tab) => tab.locator("[data-field=website]");
  const save = (/** @type {Page} */ tab) => tab.locator("main button[type=submit]");
  await open(page, urls.brand);
  const before = await website(page).inputValue();
  const other = await page.context().newPage();
  const saveElsewhere = async (/** @type {string} */ value) => {
    await open(other, urls.brand);
    await website(other).fill(value);
    await save(other).click();
    await other.locator("main button[type=submit]:disabled").waitFor();
    await waitForContent(other);
  };
  // First, because a form without changes follows those of others.
  await website(page).fill(`${before}/shop`);
  await saveElsewhere(`${before}/en`);
  await save(page).click();
  await page.getByRole("dialog").getByRole("radio").first().waitFor();
  await saveElsewhere(before);
  await other.close();
  await waitForContent(page);
}

/** A guest's screen: the token is put aside. @param {Camera} camera */
async function showLogin({ page }) {
  const token = await page.evaluate(() => localStorage.getItem("jwt_access_token") ?? "");
  await page.evaluate(() => localStorage.removeItem("jwt_access_token"));
  await open(page, "/login");
  await page.evaluate((kept) => localStorage.setItem("jwt_access_token", kept), token);
}

/** Several pictures in one, a row for each layout. @param {Camera} camera @param {string} name @param {string[]} paths */
async function drawSheet({ page, folder }, name, paths) {
  const figures = paths.map((path) => {
    const data = readFileSync(path).toString("base64");
    return `<figure><img src="data:image/png;base64,${data}"><figcaption>${basename(path, ".png")}</figcaption></figure>`;
  });
  const style = `body { display: grid; grid-template-columns: repeat(${looks.length}, 1fr); gap: 12px; margin: 12px; font: 14px sans-serif }
    figure { margin: 0 } img { inline-size: 100%; border: 1px solid gray }`;
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 2400, height: 800 });
  await sheet.setContent(`<style>${style}</style>${figures.join("")}`);
  await sheet.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await sheet.close();
  console.log(`${folder}/${name}.png`);
}

/** @param {Page} page */
async function signIn(page) {
  const { ADMIN_EMAIL = "", ADMIN_PASSWORD = "" } = process.env;
  await page.goto("/login");
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(ADMIN_EMAIL);
  await page.getByLabel(/^password$/i).fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/home");
}

/** @param {Page} page @returns {Promise<Camera["urls"]>} */
async function findRecords(page) {
  const urlOf = async (/** @type {string} */ list, /** @type {string} */ title) => {
    await open(page, list);
    const href = await page.locator("main").getByRole("link", { name: title }).first().getAttribute("href");
    return /** @type {string} */ (href).replace(/\?.*/, "");
  };
  return {
    brand: await urlOf(`${brandsPath}?q=BR-00001`, "Bustan Nour"),
    retailer: await urlOf("/apps/retailer/retailers?q=RET-000001", "Demo Souk Whitechapel"),
    certificate: await urlOf("/apps/cert/queue", "DEMO-MoIAT-26-12"),
  };
}

const tasks = {
  docs: { folder: "docs/screenshots", take: takeDocs },
  layouts: { folder: "test-results/layouts", take: takeLayouts },
};

await ensureReady();
const [name = "", chosen] = process.argv.slice(2);
const { MIZAN_URL } = process.env;
if (!(name === "docs" || name === "layouts") || MIZAN_URL === undefined) {
  console.error(
    "Say “docs” or “layouts”, and set MIZAN_URL, ADMIN_EMAIL and ADMIN_PASSWORD to those of a running host.",
  );
  process.exit(2);
}
const { path: executablePath, env } = await findChromium();
const args = ["--no-sandbox", "--disable-gpu"];
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
try {
  const { folder, take } = tasks[name];
  mkdirSync(chosen ?? folder, { recursive: true });
  const context = await browser.newContext({ baseURL: MIZAN_URL, viewport: desktop, reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page);
  await take({ page, folder: chosen ?? folder, urls: await findRecords(page) });
} finally {
  await browser.close();
}
