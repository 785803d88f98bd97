import type { Browser, Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";
import { firstAdministrator, type Host, type Credentials } from "./hosts.ts";
import { callerOf, invite } from "./people.ts";
import { openStay } from "./visitedBrowser.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";

// The platform's promise, with sample rows: a product of "Noor Botanica Sample" whose certificate is suspended, and a
// retailer that sells it.
const product = "Rose Water Toner";
const gtin = "9521000000568";
const retailerName = "Demo Souk Birmingham";

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
/** A PDF that differs from any other. */
const documentOf = (text: string) => ({
  name: "certificate.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(pdf({ trailer: `/Mark (${text})` })),
});

/** The brand's user: an invited one on a server, one of the demonstration's users in the browser. */
async function colleagueOf(host: Host): Promise<Credentials> {
  if (host.kind === "browser") return { email: demoPeople.staff.email, password: demoPassword };
  const colleague = { email: "brand@mizan.test", password: "dates and honey at noon" };
  await invite(await callerOf(host, firstAdministrator), { ...colleague, name: "Noor Brand", role: "staff" });
  return colleague;
}

const reviewerOf = (host: Host): Credentials =>
  host.kind === "browser" ? { email: demoPeople.administrator.email, password: demoPassword } : firstAdministrator;

/**
 * Two users in two browsers; in the browser host one after the other in one browser, as its rows are there. `as`
 * answers a page on which that user is signed in.
 */
function twoPeople(host: Host, browser: Browser, brand: Credentials) {
  const reviewer = reviewerOf(host);
  const pages = new Map<Credentials, Page>();
  let signedIn: Credentials | null = null;
  const openPage = async (user: Credentials) => {
    const shared = host.kind === "browser" ? [...pages.values()][0] : undefined;
    const page = pages.get(user) ?? shared ?? (await (await browser.newContext({ baseURL: host.url })).newPage());
    if (pages.has(user) && (host.kind === "node" || signedIn === user)) return page;
    // The database stays open as long as a page is; every page of the journey is opened next to this one.
    if (host.kind === "browser" && signedIn === null) await openStay(page.context());
    if (host.kind === "browser" && signedIn !== null) {
      await page.goto("/home");
      await page.getByRole("button", { name: /account/i }).click();
      await page.getByRole("menuitem", { name: /logout/i }).click();
      await page.waitForURL("**/login*");
    }
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page, user);
    pages.set(user, page);
    signedIn = user;
    return page;
  };
  return {
    asBrand: () => openPage(brand),
    asReviewer: () => openPage(reviewer),
    close: () => Promise.all([...new Set(pages.values())].map((page) => page.context().close())),
  };
}

async function choose(page: Page, label: string, typed: string, option: string | RegExp) {
  const box = page.getByRole("combobox", { name: label, exact: true });
  await box.click();
  await box.fill(typed);
  await page.getByRole("option", { name: option }).first().click();
  await page.keyboard.press("Escape");
}

async function fillDays(page: Page, days: readonly [issued: string, from: string, to: string]) {
  await page.getByLabel("Issued on").fill(days[0]);
  await page.getByLabel("Valid from").fill(days[1]);
  await page.getByLabel("Expires on").fill(days[2]);
}

async function openCertificate(page: Page, number: string, state: string) {
  await page.goto(`/apps/cert/certs?q=${encodeURIComponent(number)}&state=${state}`);
  await page.getByRole("link", { name: number }).first().click();
  await expect(page.getByRole("heading", { name: number, level: 1 })).toBeVisible();
}

async function verify(page: Page, number: string) {
  await page.goto("/apps/cert/queue");
  await page.getByRole("link", { name: number }).click();
  await page.getByRole("button", { name: "Verify…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Verify/ });
  await dialog.locator("input[type=file]").setInputFiles(documentOf(`register ${number} ${Date.now()}`));
  // A hasty double click decides this certificate, and not also the next one of the queue.
  await dialog.getByRole("button", { name: "Verify", exact: true }).dblclick();
  await expect(toast(page, /CERT-\d+ verified/)).toBeVisible();
  await expect(page.getByRole("heading", { name: number, level: 1 })).toBeVisible();
}

async function openRetailer(page: Page, tab: string) {
  await page.goto(`/apps/retailer/retailers?q=${retailerName}`);
  const href = await page.getByRole("link", { name: retailerName }).first().getAttribute("href");
  await page.goto(`/apps/retailer/assign-products/${href!.split("/").at(-1)!.split("?")[0]}${tab}`);
  await expect(page.getByRole("heading", { name: "Assign products", level: 1 })).toBeVisible();
}

const soldLine = (page: Page) =>
  page.getByRole("region", { name: "Assigned", exact: true }).getByRole("listitem").filter({ hasText: product });

test("a certificate is submitted, verified, used to assign a product, suspended and renewed: exactly its assignments pause and resume", async ({
  browser,
  host,
}) => {
  test.setTimeout(240_000);
  const number = `DEMO-CASCADE-${Date.now().toString(36)}`;
  const { asBrand, asReviewer, close } = twoPeople(host, browser, await colleagueOf(host));

  // A brand submits a certificate.
  let page = await asBrand();
  await page.goto("/apps/cert/certs/new");
  await choose(page, "Certifying body", "HMC", /^HMC/);
  await field(page, "Certificate number").fill(number);
  await choose(page, "Standards", "GSO 2055-1", /^GSO 2055-1/);
  await choose(page, "Brand", "Noor", /Noor Botanica/);
  await field(page, "Holder on the document").fill("Noor Botanica Sample");
  await fillDays(page, ["2026-01-10", "2026-01-10", "2030-01-09"]);
  await button(page, "Create").click();
  await expect(page.getByRole("heading", { name: number, level: 1 })).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(documentOf(number));
  await expect(page.getByText("Upload the certificate document")).toHaveCount(0);
  await page.getByRole("tab", { name: /Scope/ }).click();
  await button(page, "Paste a list…").click();
  await page.getByRole("dialog").getByRole("textbox").fill(`${product} ${gtin}`);
  await button(page, "Add 1 line").click();
  await button(page, "Accept 1 exact match").click();
  await expect(page.getByText("1 of 1 matched")).toBeVisible();
  await button(page, "Submit for review").click();
  await expect(toast(page, /submitted for review/)).toBeVisible();

  // A reviewer verifies it, and a retailer gets the product.
  page = await asReviewer();
  await verify(page, number);
  await openRetailer(page, "");
  const catalogue = page.getByRole("region", { name: "Catalogue", exact: true });
  await catalogue.getByRole("searchbox").fill(product);
  await catalogue.getByRole("listitem").filter({ hasText: product }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Assign 1 product" }).click();
  await expect(toast(page, /1 product assigned$/)).toBeVisible();
  await openRetailer(page, "?tab=assigned");
  await expect(soldLine(page)).toContainText("Active");
  const pausedBefore = await page
    .getByRole("region", { name: "Assigned", exact: true })
    .getByText("Paused", { exact: true })
    .count();

  // The certificate is suspended: the dialog shows the impact first.
  await openCertificate(page, number, "valid");
  await button(page, "Suspend…").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 product will lose its certificate.")).toBeVisible();
  await expect(dialog.getByText(/assignments? pauses?/)).toBeVisible();
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(reason).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: /^Suspend CERT-/ })).toBeInViewport({ ratio: 1 });
  }
  await reason.fill("The register does not show it");
  await dialog.getByRole("button", { name: /^Suspend CERT-/ }).click();
  await expect(toast(page, /CERT-\d+ suspended/)).toBeVisible();
  await openRetailer(page, "?tab=assigned");
  await expect(soldLine(page)).toContainText("Paused");
  await expect(soldLine(page)).toContainText(/suspended/i);

  // The brand renews it, the reviewer verifies the new revision, and the assignment resumes.
  page = await asBrand();
  await openCertificate(page, number, "suspended");
  await button(page, "Renew").click();
  await expect(page.getByText("Revision 2").first()).toBeVisible();
  await fillDays(page, ["2026-11-01", "2026-11-01", "2031-01-09"]);
  await button(page, "Save changes").click();
  await page.getByRole("tab", { name: /^Documents/ }).click();
  await page.locator("input[type=file]").setInputFiles(documentOf(`${number} renewed`));
  await expect(page.getByText("Upload the certificate document")).toHaveCount(0);
  await button(page, "Submit for review").click();
  await expect(toast(page, /submitted for review/)).toBeVisible();
  page = await asReviewer();
  await verify(page, number);
  await openRetailer(page, "?tab=assigned");
  await expect(soldLine(page)).toContainText("Active");
  // No other assignment was paused or resumed.
  const pausedAfter = page.getByRole("region", { name: "Assigned", exact: true }).getByText("Paused", { exact: true });
  await expect(pausedAfter).toHaveCount(pausedBefore);
  await close();
});
