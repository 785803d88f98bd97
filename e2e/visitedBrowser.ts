import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Person } from "./hosts.ts";

/** A browser in which the product has been opened before, and still is: what a start costs is paid once a worker. */
export type VisitedBrowser = {
  readonly context: BrowserContext;
  /** Keeps the session of this page, so that the next journey of this person need not type. */
  readonly remember: (page: Page, person: Person) => Promise<void>;
  /**
   * Opens the home screen with the session of an earlier journey, and answers whether there is one that holds. At a
   * journey's beginning it is not waited for: most go elsewhere at once, and the others wait for what they look at.
   */
  readonly resume: (page: Page, person: Person) => Promise<boolean>;
  /** Closes the pages of a journey and forgets what they stored. */
  readonly forget: () => Promise<void>;
};

const tokenKey = "jwt_access_token"; // spec 000 §3

/**
 * Opens a page of the product that stays: the browser ends the worker that is the server as soon as it has no page any more,
 * and each page that is opened or reloaded after that would wait for the database to start.
 */
export async function openStay(context: BrowserContext): Promise<Page> {
  const stay = await context.newPage();
  // It must not follow when somebody signs in beside it.
  await stay.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation()));
  await stay.goto("/login");
  await stay.getByRole("heading", { level: 1 }).waitFor();
  return stay;
}

/** Opens it, and a page in it that stays. */
export async function openVisitedBrowser(browser: Browser, baseURL: string): Promise<VisitedBrowser> {
  // Named here, because the worker's first journey would lend it its own.
  const context = await browser.newContext({ baseURL, colorScheme: "light", viewport: { width: 1280, height: 720 } });
  const stay = await openStay(context);
  const tokens = new Map<string, string>();
  /** Users whose sessions the running journey uses, and may end. */
  const inUse = new Set<string>();
  const remember = async (page: Page, { email }: Person) => {
    const token = await page.evaluate((key) => localStorage.getItem(key), tokenKey);
    if (token === null) return;
    tokens.set(email, token);
    inUse.add(email);
  };
  const resume = async (page: Page, { email }: Person) => {
    const token = tokens.get(email);
    if (token === undefined) return false;
    inUse.add(email);
    const isFirst = page.url() === "about:blank";
    await stay.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const);
    await page.goto("/home", { waitUntil: isFirst ? "commit" : "load" });
    if (isFirst) return true;
    // What was done in this journey may have ended it.
    await page.getByRole("heading", { level: 1 }).waitFor();
    return new URL(page.url()).pathname === "/home";
  };
  const forget = async () => {
    const others = context.pages().filter((page) => page !== stay);
    await Promise.all(others.map((page) => page.close()));
    const left = await stay.evaluate((key) => {
      const token = localStorage.getItem(key);
      localStorage.clear();
      return token;
    }, tokenKey);
    // A page that was told that its session has ended no longer keeps it.
    for (const email of inUse) if (tokens.get(email) !== left) tokens.delete(email);
    inUse.clear();
  };
  return { context, remember, resume, forget };
}
