import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { firstAdministrator, type Host, type Person, startBrowserHost, startNodeHost } from "./hosts.ts";
import { demoPassword, demoPeople } from "#features/session/rules.ts";

type Role = keyof typeof demoPeople;

type Fixtures = {
  /** The host that this worker started: on a server, or in the page. */
  readonly host: Host;
  readonly signInAs: (page: Page, role: Role) => Promise<void>;
};

/**
 * The same journeys for both hosts. On the Node host all tests of a worker share one database, so a journey makes what
 * it needs under names of its own; in the browser host each has the fresh database of a first visit.
 */
export const test = base.extend<Fixtures & { baseURL: string }, { workerHost: Host }>({
  workerHost: [
    async ({ browserName: _ }, use, info) => {
      const host = info.project.name === "browser" ? await startBrowserHost() : await startNodeHost();
      await use(host);
      await host.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  host: ({ workerHost }, use) => use(workerHost),
  baseURL: ({ workerHost }, use) => use(workerHost.url),
  // What the policy refuses shows only in the console, and would be missing from the screen without a word.
  page: async ({ page }, use) => {
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/content security policy|trusted ?types?/i.test(message.text())) violations.push(message.text());
    });
    await use(page);
    expect(violations).toEqual([]);
  },
  signInAs: ({ workerHost }, use) => use((page, role) => signIn(page, personFor(workerHost, role))),
});

export { expect };

/** The demonstration offers its people to everybody. A server's sample people have no password, so there is one person. */
function personFor(host: Host, role: Role): Person {
  if (host.kind === "browser") return { email: demoPeople[role].email, password: demoPassword };
  if (role !== "administrator") throw new Error(`no ${role} can sign in on a server; skip this journey there`);
  return firstAdministrator;
}

/** Through the login screen, as a person does. Ends on the home screen. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/login");
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.getByLabel(/^password$/i).fill(password);
  await page.getByRole("button", { name: /log in/i }).click();
  await page.waitForURL("**/home");
}

/** No violation of WCAG 2.2 level A or AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}
