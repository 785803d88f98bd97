import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { firstAdministrator, type Host, type Credentials, startBrowserHost, startNodeHost } from "./hosts.ts";
import { openVisitedBrowser, type VisitedBrowser } from "./visitedBrowser.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";

type Role = keyof typeof demoPeople;

type Fixtures = {
  /** The host of this worker: on a server, or in the page. */
  readonly host: Host;
  readonly signInAs: (page: Page, role: Role) => Promise<void>;
};

type Options = {
  /**
   * The browser of the test. `shared` by default: the app has already started in it, and its storage contains nothing
   * of earlier journeys. `own` is a new browser, for `test.use` in a journey that tests a first visit, needs its own
   * clock or network, or would affect others: in the browser host it also has its own database.
   */
  readonly browserOf: "shared" | "own";
};

/**
 * Details of a journey that also runs in the browser host: one per feature, and whatever only that host shows. All run
 * in the Node host. Both share the API, which has its own tests on PostgreSQL and on PGlite.
 */
export const inBothHosts = { tag: "@both" } as const;

/**
 * Journeys for both hosts. All tests of a worker share a database, on a server and in the browser alike, so each
 * journey creates its own records with unique names.
 */
export const test = base.extend<
  Fixtures & Options & { baseURL: string },
  { workerHost: Host; visited: VisitedBrowser }
>({
  browserOf: ["shared", { option: true }],
  workerHost: [
    async ({ browserName: _ }, use, info) => {
      const host = info.project.name === "browser" ? await startBrowserHost() : await startNodeHost();
      await use(host);
      await host.stop();
    },
    { scope: "worker", timeout: 200_000 },
  ],
  visited: [
    async ({ browser, workerHost }, use) => {
      const visited = await openVisitedBrowser(browser, workerHost.url);
      await use(visited);
      await visited.context.close();
    },
    { scope: "worker", timeout: 200_000 },
  ],
  host: ({ workerHost }, use) => use(workerHost),
  baseURL: ({ workerHost }, use) => use(workerHost.url),
  context: async ({ browser, browserOf, visited }, use) => {
    const context = browserOf === "own" ? await browser.newContext() : visited.context;
    await use(context);
    await (browserOf === "own" ? context.close() : visited.forget());
  },
  page: async ({ context, browserOf, colorScheme, viewport }, use) => {
    const page = await context.newPage();
    // Faded-in content is tested in its final state, and is shown immediately.
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (browserOf === "shared") {
      await page.emulateMedia({ colorScheme: colorScheme ?? null });
      if (viewport) await page.setViewportSize(viewport);
    }
    // A violation of the security policy only shows in the console, and something would be missing from the screen
    // without an error.
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/content security policy|trusted ?types?/i.test(message.text())) violations.push(message.text());
    });
    await use(page);
    expect(violations).toEqual([]);
  },
  signInAs: ({ workerHost, visited, browserOf }, use) =>
    use(async (page, role) => {
      const user = credentialsFor(workerHost, role);
      if (browserOf === "own") return signIn(page, user);
      if (await visited.resume(page, user)) return;
      await signIn(page, user);
      await visited.remember(page, user);
    }),
});

export { expect };

/**
 * The demonstration offers its users to everyone. A server's sample users have no password, so there is only the
 * administrator.
 */
export function credentialsFor(host: Host, role: Role): Credentials {
  if (host.kind === "browser") return { email: demoPeople[role].email, password: demoPassword };
  if (role !== "administrator") throw new Error(`no ${role} can sign in on a server; skip this journey there`);
  return firstAdministrator;
}

/** Signs in through the login screen. Ends on the home screen. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto("/login");
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.getByLabel(/^password$/i).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/home");
}

/**
 * Expects no violation of WCAG 2.2 level A or AA on the page as it is. By default only on the Node host: the page's
 * code is the same on both, and the check takes a fifth of a journey's time.
 */
export async function expectAccessible(page: Page, { hosts }: { hosts: "node" | "both" } = { hosts: "node" }) {
  if (hosts === "node" && base.info().project.name === "browser") return;
  let found = await findViolations(page);
  // A button that becomes enabled while axe reads the page is between two colours. Real violations are found again.
  if (found.length > 0) found = await findViolations(page);
  expect(found).toEqual([]);
}

async function findViolations(page: Page): Promise<string[]> {
  // Rows that wait to be replaced are faded for a moment.
  await expect(page.locator("[data-stale]")).toHaveCount(0);
  // Content that is fading in is half transparent, and would be reported only for that.
  await page.evaluate((arrivalMaxMs) => {
    const arriving = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < arrivalMaxMs);
    return Promise.all(arriving.map(({ finished }) => finished.catch(() => {})));
  }, 1000);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  // Our pages have no frames, for which alone the other mode opens an extra page; and passed checks are not used.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(tags)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
