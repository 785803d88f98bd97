import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Credentials } from "./hosts.ts";

/** A browser in which the app is already open: the cost of a start is paid once per worker. */
export type VisitedBrowser = {
  readonly context: BrowserContext;
  /** Saves the session of this page, so that the user's next journey need not sign in. */
  readonly remember: (page: Page, user: Credentials) => Promise<void>;
  /**
   * Opens the home screen with the session of an earlier journey, and answers whether there is a valid one. Does not
   * wait for the screen: most journeys go elsewhere immediately, and the others wait for what they need.
   */
  readonly resume: (page: Page, user: Credentials) => Promise<boolean>;
  /** Closes the pages of a journey and deletes their storage. */
  readonly forget: () => Promise<void>;
};

const tokenKey = "jwt_access_token"; // spec 000 §3

/**
 * Opens a page of the app that stays open: the browser ends the worker with the API as soon as it has no page, and then
 * every opened or reloaded page would wait for the database to start.
 */
export async function openStay(context: BrowserContext): Promise<Page> {
  const stay = await context.newPage();
  // It must not react to a sign-in in another page.
  await stay.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation()));
  await stay.goto("/login");
  await stay.getByRole("heading", { level: 1 }).waitFor();
  return stay;
}

/** Opens the browser, and a page in it that stays open. */
export async function openVisitedBrowser(browser: Browser, baseURL: string): Promise<VisitedBrowser> {
  // Explicit, because otherwise the options of the worker's first journey would apply.
  const context = await browser.newContext({ baseURL, colorScheme: "light", viewport: { width: 1280, height: 720 } });
  const stay = await openStay(context);
  const tokens = new Map<string, string>();
  /** Users whose sessions the running journey uses, and may end. */
  const inUse = new Set<string>();
  const remember = async (page: Page, { email }: Credentials) => {
    const token = await page.evaluate((key) => localStorage.getItem(key), tokenKey);
    if (token === null) return;
    tokens.set(email, token);
    inUse.add(email);
  };
  const resume = async (page: Page, { email }: Credentials) => {
    const token = tokens.get(email);
    if (token === undefined) return false;
    inUse.add(email);
    const isFirst = page.url() === "about:blank";
    await stay.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const);
    await page.goto("/home", { waitUntil: isFirst ? "commit" : "load" });
    if (isFirst) return true;
    // This journey may have ended the session.
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
    // If a page was notified that its session has ended, it no longer stores it.
    for (const email of inUse) if (tokens.get(email) !== left) tokens.delete(email);
    inUse.clear();
  };
  return { context, remember, resume, forget };
}
