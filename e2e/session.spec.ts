import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, signIn, test } from "./fixtures.ts";
import type { Host, NodeHost, Credentials } from "./hosts.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";

const emailField = (page: Page) => page.getByRole("textbox", { name: "Email" });
const passwordField = (page: Page) => page.getByLabel("Password", { exact: true });
const loginButton = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

test("the login form requires 3 and 2 characters, its message says 4, and it is not submitted empty", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(emailField(page)).toBeFocused();
  await expect(loginButton(page)).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("'All Fields' must be filled...");

  await emailField(page).fill("ab");
  await passwordField(page).fill("x");
  await passwordField(page).blur();
  await expect(page.getByText("Min character length is 4")).toHaveCount(2);
  await expect(loginButton(page)).toBeDisabled();
  await emailField(page).fill("abc");
  await passwordField(page).fill("xy");
  await expect(page.getByText("Min character length is 4")).toHaveCount(0);
  await expect(loginButton(page)).toBeEnabled();
});

test("a wrong password shows the server's message and leaves no token", async ({ page }) => {
  await page.goto("/login");
  await emailField(page).fill("nobody@mizan.example");
  await passwordField(page).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Incorrect email or password.");
  expect(await page.evaluate(() => localStorage.getItem("jwt_access_token"))).toBeNull();
  await emailField(page).press("End");
  await emailField(page).pressSequentially("x");
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("the password can be shown, and Caps Lock is pointed out", async ({ page }) => {
  await page.goto("/login");
  await passwordField(page).fill("secret");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
  await passwordField(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "A", modifierCapsLock: true, bubbles: true })),
  );
  await expect(page.getByText("Caps Lock is on.")).toBeVisible();
});

test(
  "signing in leads to the requested page, and signing out to the login page",
  inBothHosts,
  async ({ page, host }) => {
    const user = await credentialsOf(page, host, "user");
    await page.goto("/apps/retailer/retailers?search=x");
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await fillIn(page, user);
    await expect(page).toHaveURL(/\/apps\/retailer\/retailers\?search=x$/);

    await page.goto("/logout");
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem("jwt_access_token"))).toBeNull();
    await page.goto("/home");
    await expect(page).toHaveURL(/\/login/);
  },
);

/** The paths that the list of brands requests until its rows are shown, in their order. */
async function requestsOfBrands(page: Page): Promise<string[]> {
  // The page before may still be loading, also while the next one is requested.
  await page.goto("about:blank");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/apps/brand/brands");
  await expect(page.locator("tr[data-id]").first()).toBeVisible();
  return requested;
}

test("a list that is opened by its address asks once who the user is, once for their menu, and loads each file once", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, "administrator");
  const requested = await requestsOfBrands(page);
  // Later the page reads the user again whenever their rights have changed.
  const before = requested.slice(0, requested.indexOf("/api/v1/brands"));
  const times = (pattern: RegExp) => before.filter((path) => pattern.test(path)).length;
  expect([times(/^\/api\/v1\/session$/), times(/^\/ad_main_perm\//)]).toEqual([1, 1]);
  const scripts = requested.filter((path) => path.endsWith(".js"));
  expect(scripts.filter((path, place) => scripts.indexOf(path) !== place)).toEqual([]);
});

test("a list that is opened again requests its rows while the page’s code is still loading", async ({
  page,
  host,
  signInAs,
}) => {
  test.skip(host.kind === "browser", "its worker starts first");
  await signInAs(page, "administrator");
  await page.goto("/apps/brand/brands");
  await expect(page.locator("tr[data-id]").first()).toBeVisible();
  // It is remembered when the browser is idle.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("mizan.firstRequests"))).toContain("/brands?");
  const requested = await requestsOfBrands(page);
  // Later the stream may report changes of other users, whose rows the page then requests again.
  const stream = requested.indexOf("/api/events/stream");
  const own = stream === -1 ? requested : requested.slice(0, stream);
  const rows = own.filter((path) => path === "/api/v1/brands");
  const lastScript = requested.findLastIndex((path) => path.endsWith(".js"));
  expect(rows).toHaveLength(1);
  expect(requested.indexOf("/api/v1/brands")).toBeLessThan(lastScript);
});

test("a user who opens the app while the server is unavailable is signed in when it is back", async ({
  page,
  host,
  signInAs,
}) => {
  test.skip(host.kind === "browser", "it is never away");
  await signInAs(page, "administrator");
  await page.route("**/api/**", (route) => route.abort());
  await page.goto("/apps/brand/brands");
  await expect(page.getByRole("heading", { name: "Can’t connect to Mizan" })).toBeVisible();
  await page.unroute("**/api/**");
  await expect(page.getByRole("heading", { name: "Brands", level: 1 })).toBeVisible();
});

test("an invalid token leads to the login page with a message, and not to an endless splash", async ({ page }) => {
  await page.goto("/login");
  // Until the app has started, it would take the first token for its own.
  await expect(loginButton(page)).toBeVisible();
  for (const token of ["garbage", "A".repeat(43), "a.b.c"]) {
    await page.evaluate((value) => localStorage.setItem("jwt_access_token", value), token);
    await page.goto("/home");
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText("Invalid access_token")).toBeVisible();
    await expect(page.locator("#splash")).toBeHidden();
  }
});

test("the reset button requires an address, and the response is the same for everyone", async ({ page }) => {
  await page.goto("/forgot-password");
  const send = page.getByRole("button", { name: "Send Reset Link" });
  for (const none of ["", "huda", "huda@", "huda@mizan", "hu da@mizan.example"]) {
    await emailField(page).fill(none);
    await expect(send).toBeDisabled();
  }
  const said = [];
  for (const email of [demoPeople.staff.email, "nobody@mizan.example"]) {
    await emailField(page).fill(email);
    await send.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
    said.push((await page.getByRole("main").innerText()).replace(email, "…"));
    await page.getByRole("button", { name: "Use another email" }).click();
  }
  expect(said[1]).toBe(said[0]);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("an emailed link sets a password once", async ({ page, host }) => {
  test.skip(host.kind === "browser", "no mail leaves a browser");
  const email = "aisyah@mizan.example";
  const link = await mailedLink(page, host as NodeHost, email);
  const choice = `${demoPassword}, and sit down`;
  // Enter counts also while the form still reads whose link it is.
  let answer = () => {};
  const isSubmitted = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/password-resets/account", (route) => isSubmitted.then(() => route.continue()), { times: 1 });
  await page.goto(link);
  await page.getByLabel("New password").fill("aisyah binti contoh");
  await page.keyboard.press("Enter");
  answer();
  await expect(page.getByText("This password is too easy to guess")).toBeVisible();
  await page.getByLabel("New password").fill(choice);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password updated. Sign in with your new password.")).toBeVisible();
  await fillIn(page, { email, password: choice });
  await expect(page).toHaveURL(/\/home$/);

  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(link);
  await page.getByLabel("New password").fill(`${choice} again`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
});

test.describe("in a separate browser", () => {
  test.use({ browserOf: "own" });

  test("changing the password ends the other sessions and keeps this one", async ({ page, host, browser, baseURL }) => {
    const user = await credentialsOf(page, host, "user");
    await signIn(page, user);
    const elsewhere = host.kind === "node" ? await browser.newContext({ baseURL }) : null;
    const other = await elsewhere?.newPage();
    if (other) await signIn(other, user);

    await page.goto("/apps/change-password");
    await expect(page.getByRole("listitem").filter({ hasText: "This session" })).toHaveCount(1);
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill("twelve olive trees on a hill");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Current password is incorrect.")).toBeVisible();
    await page.getByLabel("Current password").fill(user.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Password changed. You’ve been signed out on all other devices.")).toBeVisible();
    await page.goto("/home");
    await expect(page).toHaveURL(/\/home$/);
    if (other) {
      await other.reload();
      await expect(other).toHaveURL(/\/login/);
    }
    await elsewhere?.close();
  });

  test("the demonstration introduces itself and lets users in", inBothHosts, async ({ page, host }) => {
    test.skip(host.kind === "node", "a server is no demonstration");
    // A new browser fetches and opens its whole database first.
    const patience = { timeout: 60_000 };
    await page.goto("/forgot-password");
    await expect(page.getByText("can’t send email")).toBeVisible(patience);
    await page.goto("/login");
    await expect(page.getByText("Your changes stay in this browser")).toBeVisible(patience);
    await page.getByRole("button", { name: "Use this account" }).click();
    await expect(page).toHaveURL(/\/home$/, patience);
  });
});

for (const { language, scheme, title } of [
  { language: "en", scheme: "light", title: "Sign in to Mizan" },
  { language: "ar", scheme: "dark", title: "تسجيل الدخول إلى ميزان" },
] as const) {
  test(`every public screen is accessible, ${language} and ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript((value) => localStorage.setItem("mizan.language", value), language);
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.keyboard.press("Enter");
    for (const path of [
      null,
      "/forgot-password",
      `/reset-password#${"A".repeat(43)}`,
      "/reset-password",
      "/apps/change-password",
    ]) {
      if (path !== null) await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page, { hosts: "both" });
    }
  });
}

async function fillIn(page: Page, { email, password }: Credentials): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await loginButton(page).click();
}

/** A sample user who can sign in: on a server they have no password until they set one by an emailed link. */
async function credentialsOf(page: Page, host: Host, role: "staff" | "user"): Promise<Credentials> {
  const user = { email: demoPeople[role].email, password: demoPassword };
  if (host.kind === "browser") return user;
  const link = await mailedLink(page, host as NodeHost, user.email);
  const token = link.slice(link.indexOf("#") + 1);
  const answer = await page.request.post("/api/v1/password-resets", { data: { token, password: user.password } });
  expect(answer.status()).toBe(200);
  return user;
}

/** The link of the email for this request, and not of an earlier one. */
async function mailedLink(page: Page, host: NodeHost, email: string): Promise<string> {
  const known = new Set(emailsTo(host, email));
  await page.request.post("/mt_user_forget", { data: { mt_email: email } });
  let link: string | undefined;
  await expect(() => {
    link = emailsTo(host, email).find((each) => !known.has(each));
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}

function emailsTo(host: NodeHost, email: string): string[] {
  const folder = join(host.dataDir, "mail");
  const names = readdirSync(host.dataDir).includes("mail") ? readdirSync(folder) : [];
  return (
    names
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .filter((letter) => letter.includes(`To: <${email}>`))
      // A host on a free port does not know its port in time for the email.
      .flatMap((letter) => /^https?:\S+(\/reset-password#\S+)/m.exec(letter)?.[1] ?? [])
  );
}
