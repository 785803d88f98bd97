import type { Locator, Page } from "@playwright/test";
import { certificates } from "#features/halal/certificates/contract.ts";
import { call } from "#web/call.ts";
import { callerOf } from "./people.ts";
import { credentialsFor, expect, expectAccessible, inBothHosts, signIn, test } from "./fixtures.ts";

/** A one-page PDF; `mark` makes it a different file. */
function pdf(mark: string): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const end = `trailer\n<< /Size 4 /Root 1 0 R /Mark (${mark}) >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 4\n0000000000 65535 f \n${rows}${end}`);
}

// Tests of a worker share the Node host's database, so each creates its own records with unique names.
let made = 0;
const ownNumber = () => `DEMO-E2E-${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name });

async function choose(page: Page, label: string, typed: string, option: string | RegExp) {
  const box = page.getByRole("combobox", { name: label, exact: true });
  await box.click();
  await box.fill(typed);
  await page.getByRole("option", { name: option }).first().click();
  await page.keyboard.press("Escape");
}

/** From a short list without a text field. */
async function pick(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** A draft premise certificate with all its dates. Stays on its page. */
async function makeDraft(page: Page, number: string) {
  await page.goto("/apps/cert/certs/new");
  await choose(page, "Certifying body", "HMC", /^HMC/);
  await field(page, "Certificate number").fill(number);
  await choose(page, "Standards", "GSO 2055-1", /^GSO 2055-1/);
  await choose(page, "Brand", "Bustan", /Bustan|بستان/);
  await field(page, "Holder on the document").fill("Bustan Nour Demo Foods LLC");
  await page.getByLabel("Issued on").fill("2026-01-10");
  await page.getByLabel("Valid from").fill("2026-01-10");
  await page.getByLabel("Expires on").fill("2030-01-09");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { name: number, level: 1 })).toBeVisible();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "a draft gets its document and its products by name, and is submitted for review",
  inBothHosts,
  async ({ page }) => {
    const number = ownNumber();
    await makeDraft(page, number);
    await expect(page.getByText("Upload the certificate document")).toBeVisible();
    const bytes = pdf(number);
    // A choice made while the upload is still being confirmed is saved, even if the user has left the tab by then.
    await page.route(/certificates\/[^/]+\/documents/, async (route) => {
      await new Promise((done) => setTimeout(done, 1000));
      await route.continue();
    });
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "certificate.pdf", mimeType: "application/pdf", buffer: bytes });
    await choose(page, "Language", "arab", "Arabic");
    await tab(page, "History").click();
    await expect(page.getByRole("tabpanel")).toContainText("certificate.pdf (Certificate, Arabic)");
    await expect(page.getByText("Upload the certificate document")).toHaveCount(0);
    // The document is shown beside the fields, and can be hidden.
    await tab(page, "Details").click();
    await expect(page.getByRole("toolbar", { name: "Document tools" })).toContainText("certificate.pdf");
    await page.getByRole("button", { name: "Hide the document" }).click();
    await expect(page.getByRole("toolbar", { name: "Document tools" })).toHaveCount(0);
    await page.getByRole("button", { name: "Show document" }).click();
    await tab(page, /Scope/).click();
    await page.getByRole("button", { name: "Paste a list…" }).click();
    await page
      .getByRole("dialog")
      .getByRole("textbox")
      .fill("1. Tamr Medjool 9521000000018\nسمن\nPrinter paper\nتمر مجهول ٩٥٢١٠٠٠٠٠٠٠١٨");
    await page.getByRole("button", { name: "Add 4 lines" }).click();
    // Two lines have the same number: the product goes to the first of them.
    await page.getByRole("button", { name: "Accept 1 exact match" }).click();
    await expect(page.getByText("1 of 4 matched")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Submit for review" }).click();
    await expect(toast(page, /submitted for review/)).toBeVisible();
    // The user who submitted it can't be the second person.
    await expect(page.getByRole("button", { name: "Verify…" })).toBeDisabled();
    await expect(page.getByText("Someone else must verify it, because you submitted it")).toBeVisible();
    await page.goto("/apps/cert/queue");
    await expect(page.getByRole("link", { name: number })).toBeVisible();
  },
);

test("another user's certificate is verified, suspended as previewed, and reinstated, and everyone concerned is notified", async ({
  page,
}) => {
  await page.goto("/apps/cert/certs?q=DEMO-SELF-1");
  await page.getByRole("link", { name: "DEMO-SELF-1" }).click();
  const queue = page.getByRole("link", { name: /^Review Queue/ });
  await expect(queue).toContainText(/\d/);
  const waiting = Number(/\d+/.exec(await queue.innerText())![0]);
  await page.getByRole("button", { name: "Verify…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Verify/ });
  await dialog.locator("input[type=file]").setInputFiles({
    name: "register.pdf",
    mimeType: "application/pdf",
    buffer: pdf("register"),
  });
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(toast(page, /CERT-\d+ verified/)).toBeVisible();
  // The menu updates its count immediately, not after a minute.
  await expect(queue).toContainText(`${waiting - 1}`);
  const code = (await page
    .locator("nav")
    .getByText(/^CERT-\d{6}$/)
    .textContent())!;
  await page.getByRole("button", { name: "Suspend…" }).click();
  await expect(page.getByRole("dialog").getByText(/will lose (?:its|their) certificate/)).toBeVisible();
  await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("The register does not show it");
  await page.getByRole("button", { name: `Suspend ${code}` }).click();
  await expect(toast(page, `${code} suspended`)).toBeVisible();
  await page.goto(`/certificates/${code}`);
  await expect(page.getByText(/Suspended since/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "How we know" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole("button", { name: "Reinstate…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("The register shows it again");
  await page.getByRole("button", { name: "Reinstate", exact: true }).click();
  await expect(toast(page, `${code} reinstated`)).toBeVisible();
  await tab(page, "Revisions").click();
  await expect(page.getByText("Revision 1").first()).toBeVisible();
});

test("a fact is marked in the document, and so is a field that is focused", async ({ page }) => {
  const mark = page.locator("[data-found]");
  await page.goto("/apps/cert/certs?q=DEMO-HFCE-25-0417");
  await page.getByRole("link", { name: "DEMO-HFCE-25-0417" }).click();
  const fact = page.getByRole("button", { name: "DEMO-HFCE-25-0417", exact: true });
  await expect(mark).toHaveCount(0);
  await fact.focus();
  await expect(fact).toHaveAttribute("aria-pressed", "true");
  await expect(mark).toHaveCount(1);
  await expect(mark).toBeInViewport();
  await expectAccessible(page);
  await page.goto("/apps/cert/certs?q=DEMO-MoIAT-26-13");
  await page.getByRole("link", { name: "DEMO-MoIAT-26-13" }).click();
  await tab(page, "Details").click();
  await page.getByLabel("Expires on").focus();
  await expect(mark).toHaveCount(1);
  // Its file is that of another certificate, which has another number.
  await field(page, "Certificate number").focus();
  await expect(mark).toHaveCount(0);
  await page.goto("/apps/cert/certs?q=DEMO-SANHA-A-3");
  await page.getByRole("link", { name: "DEMO-SANHA-A-3" }).click();
  await page.getByRole("button", { name: "DEMO-SANHA-A-3", exact: true }).click();
  await expect(page.getByText("This document is an image, so its text can’t be searched")).toBeVisible();
});

test("the calendar shows a month of expiring certificates, in both calendars", async ({ page }) => {
  await page.goto("/apps/cert/calendar");
  await expect(page.getByRole("heading", { name: "Expiry calendar", level: 1 })).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d/);
  await page.getByRole("button", { name: "Today" }).click();
  await expect(page).not.toHaveURL(/month=/);
});

test("the card of expiring certificates is filtered by market and brand, keeps the filters, and links to the same list", async ({
  page,
}) => {
  await page.goto("/home");
  const card = page.getByRole("region", { name: "Expiring certificates" });
  const filter = card.getByRole("button", { name: "Filter expiring certificates" });
  await filter.click();
  for (const [name, typed, option] of [
    ["Market", "malay", "Malaysia"],
    ["Brand", "al andalus", /Al Andalus/],
  ] as const) {
    await card.getByRole("button", { name, exact: true }).click();
    const editor = page.getByRole("dialog", { name });
    await editor.getByRole("textbox").fill(typed);
    await editor.getByRole("option", { name: option }).click();
    await page.keyboard.press("Escape");
  }
  await filter.click();
  await expect(card.getByText("None of these expire by then.")).toBeVisible();
  await page.reload();
  await filter.click();
  await expect(card.getByText("Malaysia")).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("link", { name: "All: Expiring certificates" }).click();
  await expect(page).toHaveURL(/market=MY&.*brandId=|brandId=.*&market=MY/);
  await page.goto("/home");
  await filter.click();
  for (const name of ["Market", "Brand"]) await card.getByRole("button", { name: `Remove the filter ${name}` }).click();
  await filter.click();
  await expect(card.getByText("None of these expire by then.")).toHaveCount(0);
});

test("a reviewer works through the queue by keyboard, and comments on a pending certificate", async ({ page }) => {
  await page.goto("/apps/cert/queue");
  await page.getByRole("link", { name: "DEMO-MoIAT-26-12" }).waitFor();
  await page.keyboard.press("j");
  const first = page
    .locator("main")
    .getByRole("link", { name: /^DEMO-/ })
    .first();
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const title = page.getByRole("heading", { level: 1 });
  const number = (await title.textContent())!;
  await page.keyboard.press("j");
  await expect(title).not.toHaveText(number);
  await page.keyboard.press("k");
  await expect(title).toHaveText(number);
  const said = ownNumber();
  await tab(page, "Notes").click();
  await field(page, "Add a note").fill(said);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(said)).toBeVisible();
  await expectAccessible(page);
});

test("a retailer's premise certificate names its locations, and many products are linked to a draft together", async ({
  page,
}) => {
  const number = ownNumber();
  await page.goto("/apps/cert/certs/new");
  const document = { name: "document.pdf", mimeType: "application/pdf", buffer: pdf(number) };
  await page.locator("input[type=file]").setInputFiles(document);
  await expect(page.getByRole("toolbar", { name: "Document tools" })).toContainText("document.pdf");
  await choose(page, "Certifying body", "HMC", /^HMC/);
  await field(page, "Certificate number").fill(number);
  await pick(page, "Type", "Premises");
  await pick(page, "Held by", "A retailer");
  await choose(page, "Retailer", "Whitechapel", /Whitechapel/);
  await field(page, "Holder on the document").fill("Demo Souk Whitechapel");
  await page.getByRole("button", { name: "Choose from a retailer’s locations…" }).click();
  const places = page.getByRole("dialog");
  await places.getByRole("checkbox").first().check();
  await expectAccessible(page);
  await places.getByRole("button", { name: /^Add \d+ sites?$/ }).click();
  await expect(page.getByText("Covers this retailer location").first()).toBeVisible();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { name: number, level: 1 })).toBeVisible();
  await expect(toast(page, /with its document/)).toBeVisible();
  await tab(page, "Overview").click();
  await expect(page.getByText("document.pdf")).toBeVisible();
  await expect(page.locator("dd").getByRole("link").first()).toHaveAttribute("href", /retailers\/.+tab=locations/);

  await page.goto("/apps/brand-product/brand-products");
  await page.getByRole("checkbox").nth(1).check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Link to a certificate…" }).click();
  // Not `choose`: its Escape would close the dialog.
  await page.getByRole("combobox", { name: "Draft certificate" }).fill(number);
  await page.getByRole("option", { name: number }).click();
  await page.getByRole("button", { name: "Link 1 product" }).click();
  await expect(toast(page, "1 product linked")).toBeVisible();
  await page.goto(`/apps/cert/certs?q=${encodeURIComponent(number)}`);
  await page.getByRole("link", { name: number }).click();
  await tab(page, /Scope/).click();
  await expect(page.getByText("1 of 1 matched")).toBeVisible();
});

const dayPattern = /\d{1,2} \p{L}{3} 20\d\d/gu;
test("a certificate has one expiry date on all screens, from Auckland to Los Angeles", async ({ browser, host }) => {
  const number = "DEMO-HQC-25-2214";
  const caller = await callerOf(host, credentialsFor(host, "administrator"));
  const { rows } = await call(caller, certificates.list, {
    search: number,
    sort: "endsAt",
    limit: 25,
    count: "none",
  });
  const [{ id, code, lastDay }] = rows as [(typeof rows)[number]];
  const { holderBrandId } = await call(caller, certificates.get, { id });
  const { rows: lines } = await call(caller, certificates.listLines, { id });
  const product = lines.flatMap((line) => line.product ?? [])[0]!;
  const ends = new Date(lastDay!).toLocaleDateString("en-GB", { timeZone: "UTC", dateStyle: "medium" });
  const screens: Record<string, [path: string, place: (page: Page) => Locator]> = {
    list: [`/apps/cert/certs?q=${number}`, (page) => page.locator("tr[data-id]").filter({ hasText: number })],
    record: [`/apps/cert/certs/${id}`, (page) => page.locator("dd").filter({ hasText: ends })],
    revisions: [`/apps/cert/certs/${id}?tab=revisions`, (page) => page.getByRole("tabpanel")],
    public: [`/certificates/${code}`, (page) => page.locator("dd").filter({ hasText: ends })],
    brand: [
      `/apps/brand/brands/${holderBrandId}?tab=certificates`,
      (page) => page.getByRole("listitem").filter({ hasText: number }),
    ],
    product: [
      `/apps/brand-product/brand-products/${product.id}?tab=halal`,
      (page) => page.getByRole("listitem").filter({ hasText: number }),
    ],
    products: [
      `/apps/brand-product/brand-products?q=${encodeURIComponent(product.name)}`,
      (page) => page.locator("tr[data-id]"),
    ],
  };
  const daysLeft: string[] = [];
  for (const timezoneId of ["Pacific/Auckland", "America/Los_Angeles"]) {
    const context = await browser.newContext({ baseURL: host.url, timezoneId, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, credentialsFor(host, "administrator"));
    for (const [name, [path, place]] of Object.entries(screens)) {
      await page.goto(path);
      await expect(place(page).first(), name).toContainText(ends);
      const dates = (await place(page).first().innerText()).match(dayPattern);
      // The last one, where its first day is shown, too.
      expect(dates?.at(-1), `${name} in ${timezoneId}`).toBe(ends);
    }
    await page.goto(`/apps/cert/calendar?month=${lastDay!.slice(0, 7)}`);
    const cell = page.getByRole("cell").filter({ has: page.locator(`a[href$="${id}"]`) });
    const long = new Date(lastDay!).toLocaleDateString("en-GB", { timeZone: "UTC", dateStyle: "long" });
    await expect(cell).toHaveAttribute("title", new RegExp(`\\b${long}`));
    await page.goto("/home");
    const line = page.getByRole("region", { name: "Expiring certificates" }).getByRole("listitem");
    daysLeft.push(await line.filter({ hasText: code }).innerText());
    await context.close();
  }
  expect(daysLeft[0]).toBe(daysLeft[1]);
});
