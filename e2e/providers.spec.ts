import { type AddressInfo, createServer } from "node:net";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { firstAdministrator, type Host, startNodeHost } from "./hosts.ts";
import { type OpenIdProvider, startOpenIdProvider } from "#hosts/node/testing/openIdProvider.ts";
import { type RealtimeProvider, startRealtimeProvider } from "#hosts/node/testing/realtimeProvider.ts";

// A real OpenID Connect provider with its own pages, and a server that imitates a realtime database.

test.describe("with configured providers", () => {
  // One host for all these tests, and each starts signed out at the provider and here.
  test.describe.configure({ mode: "default" });
  test.use({ browserOf: "own" });
  let openId: OpenIdProvider;
  let realtime: RealtimeProvider;
  let mizan: Host;
  test.beforeAll(async ({ workerHost }) => {
    test.skip(workerHost.kind === "browser", "a provider takes a server");
    const port = await freePort();
    openId = await startOpenIdProvider({ redirectUri: `http://localhost:${port}/login/return` });
    realtime = await startRealtimeProvider(Date.now);
    const { projectId, apiKey, databaseUrl, certificatesUrl, accountsUrl } = realtime.settings;
    mizan = await startNodeHost({
      environment: {
        PORT: String(port),
        SAMPLE_DATA: "none",
        // By default, new users on this machine are administrators.
        PROVIDER_DEFAULT_ROLE: "none",
        OIDC_ISSUER: openId.issuer,
        OIDC_CLIENT_ID: openId.clientId,
        OIDC_CLIENT_SECRET: openId.clientSecret,
        OIDC_NAME: "Company account",
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: apiKey,
        FIREBASE_DATABASE_URL: databaseUrl,
        FIREBASE_CERTIFICATES_URL: certificatesUrl,
        FIREBASE_ACCOUNTS_URL: accountsUrl,
        FIREBASE_NAME: "Realtime",
      },
    });
    openId.accounts.set("admin", { subject: "admin", email: firstAdministrator.email, isEmailVerified: true });
    openId.accounts.set("stranger", { subject: "stranger", email: "stranger@company.example", isEmailVerified: true });
  });
  test.afterAll(async () => {
    await mizan?.stop();
    await openId?.stop();
    await realtime?.stop();
  });

  test("a button leads to the provider's page, and from there back to the requested page", async ({ page }) => {
    await page.goto(`${mizan.url}/apps/brand/brands?search=x`);
    await atProvider(page, "admin");
    await expect(page).toHaveURL(`${mizan.url}/apps/brand/brands?search=x`);
    expect(await page.evaluate(() => localStorage.getItem("jwt_access_token"))).toMatch(/^[\w-]{43}$/);
    expect(await page.evaluate(() => sessionStorage.getItem("mizan.providerSignIn"))).toBeNull();

    await page.goto(`${mizan.url}/apps/change-password`);
    await page.getByRole("link", { name: "Linked accounts" }).click();
    const line = page.getByRole("listitem").filter({ hasText: "Company account" }).filter({ hasText: "linked on" });
    await expect(line).toContainText(firstAdministrator.email);
    await expectAccessible(page);
    await line.getByRole("button", { name: "Unlink" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByText("No linked accounts")).toBeVisible();
  });

  test("a page of another site is never the target", async ({ page }) => {
    await page.goto(`${mizan.url}/login?redirect=${encodeURIComponent("//evil.example/home")}`);
    await atProvider(page, "admin");
    await expect(page).toHaveURL(`${mizan.url}/home`);
  });

  test("a user without an account gets a friendly message, and is not signed in", async ({ page }) => {
    await page.goto(`${mizan.url}/login`);
    await atProvider(page, "stranger");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in wasn’t completed");
    await expect(page.getByRole("alert")).toContainText("waiting for approval");
    await expect(page).toHaveURL(`${mizan.url}/login/return`);
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem("jwt_access_token"))).toBeNull();
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("has expired");
  });

  test("a user who cancels there, or returns with a response to no request, is not signed in", async ({ page }) => {
    await page.goto(`${mizan.url}/login`);
    await page.getByRole("button", { name: "Sign in with Company account" }).click();
    await page.getByRole("link", { name: /cancel/i }).click();
    await expect(page.getByRole("alert")).toHaveText("You cancelled the sign-in or didn’t grant access.");
    await page.goto(`${mizan.url}/login/return?code=of-somebody-else&state=${"x".repeat(43)}`);
    await expect(page.getByRole("alert")).toContainText("has expired");
    await expect(page).toHaveURL(`${mizan.url}/login/return`);
  });

  test("users of a realtime database sign in with a password on our own page", async ({ page }) => {
    const account = { uid: "admin1", email: firstAdministrator.email, isEmailVerified: true, password: "any words" };
    realtime.accounts.push(account);
    await page.goto(`${mizan.url}/login?redirect=/apps/brand/brands`);
    await page.getByRole("link", { name: "Sign in with Realtime" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in with Realtime");
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Email" }).fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill("other words");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Incorrect email or password for Realtime.");
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${mizan.url}/apps/brand/brands`);
    expect(realtime.records.get("admin1")).toMatchObject({ data: { email: account.email } });
  });
});

test("the browser host's login page says that other providers need a server", inBothHosts, async ({ page, host }) => {
  test.skip(host.kind === "node", "a server can ask a provider");
  await page.goto("/login");
  await expect(page.getByText("Sign-in with other providers isn’t available in this demo.")).toBeVisible();
});

test("without a configured provider there is no button", async ({ page, host }) => {
  test.skip(host.kind === "browser", "the browser host says so in words");
  const answered = page.waitForResponse("**/api/v1/providers");
  await page.goto("/login");
  await answered;
  await expect(page.getByRole("button", { name: /Sign in with (?!a passkey)/ })).toHaveCount(0);
});

/** Signs in on the provider's pages, as a user does. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByRole("button", { name: "Sign in with Company account" }).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: /sign.?in/i }).click();
  await page.getByRole("button", { name: /continue/i }).click();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, "127.0.0.1", listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
