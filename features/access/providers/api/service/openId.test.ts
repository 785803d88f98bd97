import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minuteMs } from "#base/time.ts";
import type { OpenIdSettings } from "#api/context.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { providers } from "#features/access/providers/contract.ts";
import { providersFeature } from "#features/access/providers/api/routes.ts";
import { session } from "#features/access/session/contract.ts";
import { httpClient } from "#hosts/node/httpClient.ts";
import { type OpenIdProvider, passThroughPages, startOpenIdProvider } from "#hosts/node/testing/openIdProvider.ts";
import { call } from "#web/call.ts";

// Tests with the certified provider of the registry, over HTTP, through its own pages.

const redirectUri = "https://mizan.test/login/return";
let real: OpenIdProvider;
let quiet: OpenIdProvider;
let app: SessionApi;
beforeAll(async () => {
  real = await startOpenIdProvider({ redirectUri });
  quiet = await startOpenIdProvider({ redirectUri, inUserInfo: true });
  const settingsOf = ({ issuer, clientId, clientSecret }: OpenIdProvider, code: string): OpenIdSettings => ({
    kind: "openId",
    code,
    name: `The ${code} provider`,
    defaultRole: null,
    issuer,
    clientId,
    clientSecret,
  });
  app = await sessionApi({
    features: [providersFeature],
    httpClient,
    signInProviders: [settingsOf(real, "real"), settingsOf(quiet, "quiet")],
  });
  // The provider uses the real clock.
  app.clock.now = new Date().toISOString();
});
afterAll(async () => {
  await app.close();
  await real.stop();
  await quiet.stop();
});

const addAccount = (subject: string, email?: string, isEmailVerified = true) => {
  const account = { subject, isEmailVerified, name: "Nur'ain O'Example", ...(email === undefined ? {} : { email }) };
  for (const { accounts } of [real, quiet]) accounts.set(subject, account);
};
const begin = (provider = "real") => call(app.anonymous, providers.begin, { provider });
/** The parameters of the redirect back, and the ticket that the browser kept. */
async function comeBack(subject: string, provider = "real") {
  const { url, ticket } = await begin(provider);
  const { searchParams, origin, pathname } = await passThroughPages(url, subject);
  expect(`${origin}${pathname}`).toBe(redirectUri);
  const sent = { state: searchParams.get("state")!, code: searchParams.get("code")!, iss: searchParams.get("iss")! };
  return { provider, ticket, ...sent };
}
const finish = (answer: Awaited<ReturnType<typeof comeBack>>) => call(app.anonymous, providers.finish, answer);
const whoIs = (token: string) => call(app.transportFor({ token }), session.readPerson, {});

describe("a user with a verified address", () => {
  test("signs in as the user who has it here, in any capitalisation, and by the same identity from then on", async () => {
    const { userId } = await app.addPerson({ email: "Huda@company.example", role: "staff" });
    addAccount("huda", "huda@COMPANY.example");
    const { accessToken } = await finish(await comeBack("huda"));
    expect(await whoIs(accessToken)).toMatchObject({ userId, email: "Huda@company.example" });

    addAccount("huda", "huda.karimi@elsewhere.example", false);
    const again = await finish(await comeBack("huda"));
    expect(await whoIs(again.accessToken)).toMatchObject({ userId });
    const events = await rowsOf(
      app.db,
      sql`
      select action, changes from audit_log where resource_id = ${userId} order by id`,
    );
    expect(events).toMatchObject([
      { action: "link_identity", changes: { provider: { before: null, after: "real" } } },
      { action: "sign_in", changes: { means: { after: "provider" } } },
      { action: "sign_in", changes: { means: { after: "provider" } } },
    ]);
  });

  test("is requested from the provider if the id token does not have it", async () => {
    const { userId } = await app.addPerson({ email: "aisyah@company.example" });
    addAccount("aisyah", "aisyah@company.example");
    const { accessToken } = await finish(await comeBack("aisyah", "quiet"));
    expect(await whoIs(accessToken)).toMatchObject({ userId });
  });
});

test("no usable secret is in an address or in the database", async () => {
  await app.addPerson({ email: "fatima@company.example" });
  addAccount("fatima", "fatima@company.example");
  const { url, ticket } = await begin();
  const requested = new URL(url).searchParams;
  expect(Object.fromEntries(requested)).toMatchObject({
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid email profile",
    code_challenge_method: "S256",
  });
  const kept = JSON.stringify(await rowsOf(app.db, sql`select provider_sign_ins::text from provider_sign_ins`));
  for (const secret of [ticket, requested.get("state")!, requested.get("nonce")!, requested.get("code_challenge")!]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(kept).not.toContain(secret);
  }
  expect(url).not.toContain(ticket);
});

describe("a response is refused", () => {
  beforeAll(async () => {
    await app.addPerson({ email: "victim@company.example", role: "admin" });
    addAccount("victim", "victim@company.example");
  });
  const over = { status: 410, code: "provider_sign_in_over" };

  test("with another state, which leaves the pending sign-in unchanged", async () => {
    const answer = await comeBack("victim");
    expect(await refusalOf(finish({ ...answer, state: "x".repeat(43) }))).toMatchObject(over);
    expect(await finish(answer)).toHaveProperty("accessToken");
  });

  test("a second time", async () => {
    const answer = await comeBack("victim");
    await finish(answer);
    expect(await refusalOf(finish(answer))).toMatchObject(over);
  });

  test("nine times of ten simultaneous ones", async () => {
    const answer = await comeBack("victim");
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => finish(answer)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("in a browser that began another sign-in: a link that signs a user in as the attacker", async () => {
    addAccount("attacker", "attacker@company.example");
    const ofAttacker = await comeBack("attacker");
    const { ticket } = await begin();
    expect(await refusalOf(finish({ ...ofAttacker, ticket }))).toMatchObject(over);
  });

  test("with the code of another user's sign-in, which does not match the verifier", async () => {
    const [stolen, own] = [await comeBack("victim"), await comeBack("attacker")];
    expect(await refusalOf(finish({ ...own, code: stolen.code }))).toMatchObject({ code: "identity_unproven" });
    expect(app.logged.at(-1)?.facts.reason).toBe("code not exchanged: 400 invalid_grant");
  });

  test("that another provider sent, or that does not name its provider", async () => {
    const answer = await comeBack("victim");
    expect(await refusalOf(finish({ ...answer, provider: "quiet" }))).toMatchObject(over);
    expect(await refusalOf(finish({ ...answer, iss: quiet.issuer }))).toMatchObject({ code: "identity_unproven" });
    const { iss: _, ...unnamed } = await comeBack("victim");
    const refused = await refusalOf(call(app.anonymous, providers.finish, unnamed));
    expect(refused).toMatchObject({ code: "identity_unproven" });
  });

  test("from ten minutes on, and not one ms before", async () => {
    const [inTime, late] = [await comeBack("victim"), await comeBack("victim")];
    const [row] = await rowsOf<{ expires_at: string }>(
      app.db,
      sql`select max(expires_at)::text as expires_at from provider_sign_ins`,
    );
    const end = Date.parse(row!.expires_at);
    const begun = app.clock.now;
    expect(end - Date.parse(begun)).toBe(10 * minuteMs);
    app.clock.now = new Date(end - 1).toISOString();
    expect(await finish(inTime)).toHaveProperty("accessToken");
    app.clock.now = new Date(end).toISOString();
    expect(await refusalOf(finish(late))).toMatchObject(over);
    app.clock.now = begun;
  });
});

test("refuses a provider that is not set up, and reports one that is unreachable", async () => {
  expect(await refusalOf(begin("other"))).toMatchObject({ code: "not_found" });
  const away = await sessionApi({
    features: [providersFeature],
    httpClient,
    signInProviders: [{ ...app.api.systemContext().settings.signInProviders[0]!, issuer: "http://localhost:9" }],
  });
  expect(await refusalOf(call(away.anonymous, providers.begin, { provider: "real" }))).toMatchObject({
    status: 503,
    code: "provider_unreachable",
    message: "The real provider isn’t responding. Try again in a moment.",
  });
  await away.close();
});

test("lists the configured providers, without their settings", async () => {
  expect(await call(app.anonymous, providers.list, {})).toEqual({
    rows: [
      { code: "real", name: "The real provider", kind: "openId" },
      { code: "quiet", name: "The quiet provider", kind: "openId" },
    ],
  });
});
