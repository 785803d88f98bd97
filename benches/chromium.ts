import { type Browser, chromium, type Page } from "@playwright/test";

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** The browser that `tools/bench.mjs` has found. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });

type PageOptions = {
  readonly port: number;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Those of `signIn`, or null for a guest. */
  readonly headers: Readonly<Record<string, string>> | null;
};

/** A page with an empty cache, whose paths are those of the host. */
export async function openPage(browser: Browser, { port, viewport, headers }: PageOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, viewport });
  const page = await context.newPage();
  const token = headers?.["x-access-token"];
  if (token !== undefined) await page.addInitScript((kept) => localStorage.setItem("jwt_access_token", kept), token);
  return page;
}

/** Waits until the screen shows what it has loaded. The event stream stays open, so the network is never idle. */
export async function waitForContent(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}
