import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { firstAdministrator, type Host, type NodeHost, type Credentials } from "./hosts.ts";
import { openStay } from "./visitedBrowser.ts";
import { demoPassword } from "#features/access/session/rules.ts";

// Passkeys, and users who must have them, would affect other tests in a shared browser.
test.use({ browserOf: "own" });
test.beforeEach(async ({ context, host }) => {
  if (host.kind === "browser") await openStay(context);
});

const securityPath = "/apps/change-password";
const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const secondStep = (page: Page) => page.getByRole("heading", { level: 1, name: "Two-factor authentication" });

test(
  "an authenticator app is set up, used, replaced by a recovery code, and removed",
  inBothHosts,
  async ({ page, host }) => {
    const user = await signInAs(page, host, "aisyah@mizan.example");
    await enter(page, user);
    await page.goto(securityPath);
    await section(page, "Authenticator app").getByRole("button", { name: "Set up an app" }).click();
    await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    const secret = await shownSecret(page);
    await codeField(page).fill("000000");
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Incorrect code. Enter the code your app shows now.")).toBeVisible();
    await codeField(page).fill(await freshCode(page, secret));
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();

    const codes = page.getByRole("dialog", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const recoveryCode = await codes.first().innerText();
    await page.getByRole("button", { name: "I’ve saved them" }).click();
    await expect(section(page, "Recovery codes").getByText("10 left")).toBeVisible();

    await leave(page);
    await fillIn(page, user);
    await expect(secondStep(page)).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
    await codeField(page).pressSequentially("000000");
    await expect(page.getByRole("alert")).toHaveText("Incorrect code. Try again.");
    await codeField(page).pressSequentially(await freshCode(page, secret));
    await expect(page).toHaveURL(/\/home$/);

    await leave(page);
    await fillIn(page, user);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
    await page.keyboard.press("Enter");
    await expect(page.getByText("9 recovery codes left.")).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);

    await page.goto(securityPath);
    await section(page, "Authenticator app").getByRole("button", { name: "Remove the app" }).click();
    const proof = page.getByLabel("Password or authenticator code");
    await proof.fill("not the password");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Incorrect password or code.")).toBeVisible();
    await proof.fill(user.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Authenticator app removed.")).toBeVisible();
    await expect(section(page, "Recovery codes")).toHaveCount(0);
    await leave(page);
    await enter(page, user);
  },
);

test("a passkey is the second step, signs in alone, has a name, and is removed", async ({ page, host }) => {
  const user = await signInAs(page, host, "huda@mizan.example");
  await enter(page, user);
  const authenticator = await addAuthenticator(page);
  await page.goto(securityPath);
  await section(page, "Passkeys").getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(section(page, "Passkeys").getByRole("listitem")).toHaveCount(1);
  await section(page, "Passkeys")
    .getByRole("button", { name: /^Rename / })
    .click();
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
  await page.keyboard.press("Enter");
  await expect(section(page, "Passkeys").getByText("Work laptop")).toBeVisible();

  // While the user is not present, the browser does not use it before the password is typed.
  await authenticator.setPresent(false);
  await leave(page);
  await fillIn(page, user);
  await expect(secondStep(page)).toBeVisible();
  await authenticator.setPresent(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/home$/);

  // Suggested at the email field, where Chromium's virtual authenticator accepts it.
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/home$/);

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await leave(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/home$/);

  await page.goto(securityPath);
  await section(page, "Passkeys").getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByLabel("Password or authenticator code").fill(user.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Passkey removed.")).toBeVisible();
});

test("a role that requires a second factor leads to setting one up, and then on", async ({ page, host }) => {
  test.skip(host.kind === "browser", "made by calls of an administrator, which reach a server alone");
  const user = await inviteWithRequiredAction(page);
  await page.goto("/login");
  await fillIn(page, user);
  await expect(page).toHaveURL(securityPath);
  await expect(page.getByText("Your role requires two-factor authentication.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/home");
  await expect(page).toHaveURL(securityPath);

  await section(page, "Authenticator app").getByRole("button", { name: "Set up an app" }).click();
  await codeField(page).fill(await freshCode(page, await shownSecret(page)));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("an administrator restores access, with a reason, for a user who has lost every factor", async ({
  page,
  host,
}) => {
  test.skip(host.kind === "browser", "made by calls of an administrator, which reach a server alone");
  const user = await inviteWithRequiredAction(page);
  await page.goto("/login");
  await fillIn(page, user);
  await section(page, "Authenticator app").getByRole("button", { name: "Set up an app" }).click();
  await codeField(page).fill(await freshCode(page, await shownSecret(page)));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await leave(page);

  await enter(page, firstAdministrator);
  await page.goto(`/apps/user/users?q=${encodeURIComponent(user.email)}`);
  await page.getByRole("link", { name: "Khadija Örnek" }).click();
  await expect(page.getByText("Two-factor is set up")).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Reset two-factor…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset two-factor authentication for Khadija Örnek?" });
  const reset = dialog.getByRole("button", { name: "Reset", exact: true });
  await expect(reset).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Phone lost, asked in person");
  await reset.click();
  await expect(page.getByText("Two-factor authentication reset for Khadija Örnek")).toBeVisible();
  await expect(page.getByText("No two-factor", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByText("Phone lost, asked in person")).toBeVisible();
  await leave(page);

  await page.goto("/login");
  await fillIn(page, user);
  await expect(page.getByText("Your role requires two-factor authentication.")).toBeVisible();
});

for (const { language, scheme } of [
  { language: "en", scheme: "light" },
  { language: "ar", scheme: "dark" },
] as const) {
  test(`the screens of the second factor are accessible, ${language} and ${scheme}`, async ({ page, host }) => {
    test.skip(host.kind === "browser", "the same code, judged against the other host");
    const user = await signInAs(page, host, language === "en" ? "mohammed@mizan.example" : "fatima@mizan.example");
    const token = await tokenOf(page, user);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript((value) => localStorage.setItem("mizan.language", value), language);
    await page.evaluate((value) => localStorage.setItem("jwt_access_token", value), token);
    await page.goto(securityPath);
    await page.locator("section[aria-labelledby=authenticator] button").click();
    await expect(page.getByRole("dialog").locator("svg[role=img]")).toBeVisible();
    await expectAccessible(page);
    const secret = await shownSecret(page);
    await page.locator("input[autocomplete=one-time-code]").fill(await freshCode(page, secret));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button").last().click();
    await expect(page.locator("section[aria-labelledby=recovery-codes]")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/logout");
    await page.locator("input[autocomplete^=username]").fill(user.email);
    await page.locator("input[type=password]").fill(user.password);
    await page.keyboard.press("Enter");
    await expect(page.locator("input[autocomplete=one-time-code]")).toBeVisible();
    await expectAccessible(page);
  });
}

/** A sample user who can sign in: on a server they have no password until they set one by an emailed link. */
async function signInAs(page: Page, host: Host, email: string): Promise<Credentials> {
  await page.goto("/login");
  const user = { email, password: demoPassword };
  if (host.kind === "browser") return user;
  await page.request.post("/mt_user_forget", { data: { mt_email: email } });
  let token: string | undefined;
  await expect(() => {
    token = resetTokenFor(host as NodeHost, email);
    expect(token).toBeDefined();
  }).toPass();
  const answer = await page.request.post("/api/v1/password-resets", { data: { token, password: user.password } });
  expect(answer.status()).toBe(200);
  return user;
}

/** A user with their own role that requires a second factor; they have only set a password. */
async function inviteWithRequiredAction(page: Page): Promise<Credentials> {
  const { email, password } = firstAdministrator;
  const signedIn = await page.request.post("/api/mt_auth/signinInt", {
    data: { mt_email: email, mt_password: password },
  });
  const headers = { "x-access-token": ((await signedIn.json()) as { accessToken: string }).accessToken };
  const roleId = crypto.randomUUID();
  const title = `Treasury ${roleId.slice(0, 8)}`;
  const role = { id: roleId, title, grants: ["brands.read"], needsSecondFactor: true };
  expect((await page.request.post("/api/v1/roles", { headers, data: role })).status()).toBe(200);
  const user = { email: `treasurer-${roleId.slice(0, 8)}@mizan.example`, password: demoPassword };
  const invitation = {
    id: crypto.randomUUID(),
    name: "Khadija Örnek",
    email: user.email,
    category: "platform",
    language: "en",
    roles: [{ roleId, validFrom: null, validTo: null }],
    scopes: [],
  };
  const invited = await page.request.post("/api/v1/users", { headers, data: invitation });
  expect(invited.status()).toBe(200);
  const { link } = (await invited.json()) as { link: string };
  const data = { token: link.slice(link.indexOf("#") + 1), password: user.password };
  expect((await page.request.post("/api/v1/password-resets", { data })).status()).toBe(200);
  return user;
}

function resetTokenFor(host: NodeHost, email: string): string | undefined {
  const folder = join(host.dataDir, "mail");
  const names = readdirSync(host.dataDir).includes("mail") ? readdirSync(folder).sort() : [];
  return names
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((letter) => letter.includes(`To: <${email}>`))
    .flatMap((letter) => /\/reset-password#(\S+)/.exec(letter)?.[1] ?? [])
    .at(-1);
}

async function fillIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function enter(page: Page, user: Credentials): Promise<void> {
  await page.goto("/login");
  await fillIn(page, user);
  await expect(page).toHaveURL(/\/home$/);
}

async function leave(page: Page): Promise<void> {
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login$/);
}

/** The token of a sign-in through the screen, in any language. */
async function tokenOf(page: Page, user: Credentials): Promise<string> {
  await enter(page, user);
  const token = await page.evaluate(() => localStorage.getItem("jwt_access_token"));
  expect(token).not.toBeNull();
  return token!;
}

/** The secret that the dialog shows for typing into an app. */
async function shownSecret(page: Page): Promise<Buffer> {
  const key = (await page.getByRole("dialog").locator("bdi").first().innerText()).replaceAll(" ", "");
  const bits = Array.from(key, (sign) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const usedCodes = new Set<string>();

/** A code that was not used before: the next one, which is accepted one step early. */
async function freshCode(page: Page, secret: Buffer): Promise<string> {
  for (;;) {
    const now = Date.now();
    for (const at of [now, now + 30_000]) {
      const code = codeAt(secret, at);
      if (usedCodes.has(code)) continue;
      usedCodes.add(code);
      return code;
    }
    await page.waitForTimeout(1000);
  }
}

/** An independent implementation of RFC 6238: what an app shows at this millisecond. */
function codeAt(secret: Buffer, ms: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Chromium's virtual authenticator, with a user who is present and verified. */
async function addAuthenticator(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: (enabled: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
  };
}
