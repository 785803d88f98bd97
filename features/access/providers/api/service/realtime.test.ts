import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#base/time.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { account as shell } from "#features/access/session/contract/account.ts";
import { providers } from "#features/access/providers/contract.ts";
import { providersFeature } from "#features/access/providers/api/routes.ts";
import { httpClient } from "#hosts/node/httpClient.ts";
import {
  type RealtimeAccount,
  type RealtimeProvider,
  startRealtimeProvider,
} from "#hosts/node/testing/realtimeProvider.ts";
import { call } from "#web/call.ts";

// Tests with a local server that behaves like such a database and its accounts.

const huda: RealtimeAccount = {
  uid: "hudaAtTheDatabase1",
  email: "huda@company.example",
  isEmailVerified: true,
  password: "five lemon trees in a row",
};
let provider: RealtimeProvider;
let app: SessionApi;
beforeAll(async () => {
  provider = await startRealtimeProvider(() => Date.parse(app.clock.now));
  provider.accounts.push(huda);
  app = await sessionApi({
    features: [providersFeature],
    httpClient,
    signInProviders: [provider.settings],
  });
  await app.addPerson({ email: huda.email, name: "Huda Karimi", role: "staff" });
});
beforeEach(() => {
  app.clock.advance(15 * minuteMs);
  provider.asked.length = 0;
  provider.isDatabaseAway = false;
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const withPassword = (password: string, address = "192.0.2.1") =>
  call(app.transportFor({ address }), providers.signInWithPassword, {
    provider: "firebase",
    email: huda.email,
    password,
  });
const withToken = (tokens: { idToken?: string; customToken?: string }) =>
  call(app.anonymous, providers.signInWithToken, { provider: "firebase", ...tokens });

describe("a user signs in", () => {
  test("with the password that they have there", async () => {
    expect(await withPassword(huda.password)).toHaveProperty("accessToken");
    expect(await refusalOf(withPassword("another"))).toMatchObject({
      status: 401,
      code: "provider_password_wrong",
      message: "Incorrect email or password for Realtime.",
    });
  });

  test("with a custom token from their own server, or the id token of a client", async () => {
    expect(await withToken({ customToken: `custom:${huda.uid}` })).toHaveProperty("accessToken");
    expect(await refusalOf(withToken({ customToken: "custom:nobody" }))).toMatchObject({ code: "identity_unproven" });
    expect(await withToken({ idToken: await provider.issue(huda) })).toHaveProperty("accessToken");
  });

  test("not with both tokens, nor with none", async () => {
    for (const tokens of [{}, { idToken: "a", customToken: "b" }])
      expect(await refusalOf(withToken(tokens))).toMatchObject({ status: 422 });
  });

  test("not by pages, which such a provider does not have", async () => {
    const refused = await refusalOf(call(app.anonymous, providers.begin, { provider: "firebase" }));
    expect(refused).toMatchObject({ code: "not_found" });
  });
});

test("after ten wrong passwords for one address, from any network, the eleventh is not forwarded", async () => {
  for (let n = 0; n < 10; n++) await refusalOf(withPassword(`wrong ${n}`, `198.51.100.${n}`));
  expect(provider.asked.filter((each) => each.includes("signInWithPassword"))).toHaveLength(10);
  expect(await refusalOf(withPassword(huda.password, "198.51.100.99"))).toMatchObject({ code: "rate_limited" });
  expect(provider.asked.filter((each) => each.includes("signInWithPassword"))).toHaveLength(10);
  app.clock.advance(15 * minuteMs);
  expect(await withPassword(huda.password)).toHaveProperty("accessToken");
});

describe("an id token is rejected", () => {
  test.each([
    ["of another project", { aud: "another-project" }],
    ["of another issuer", { iss: "https://securetoken.google.com/another-project" }],
    ["without a subject", { sub: "" }],
    ["whose subject is a way to other records", { sub: "../admins/one" }],
    ["that nobody signed in for", { auth_time: undefined }],
    ["that is over", { exp: 1_700_000_000 }],
  ])("%s", async (_name, claims) => {
    const refused = await refusalOf(withToken({ idToken: await provider.issue(huda, claims) }));
    expect(refused).toMatchObject({ status: 401, code: "identity_unproven" });
  });

  test("with another provider's signature", async () => {
    const other = await startRealtimeProvider(() => Date.parse(app.clock.now));
    const idToken = await other.issue(huda);
    await other.stop();
    expect(await refusalOf(withToken({ idToken }))).toMatchObject({ code: "identity_unproven" });
  });
});

describe("the record of a user", () => {
  const user = { name: "Fatima Namoona", email: "fatima@company.example" };
  const fatima: RealtimeAccount = { uid: "fatima1", isEmailVerified: true, password: "any", ...user };
  const recordOf = ({ uid }: RealtimeAccount) => provider.records.get(uid) as Record<string, Record<string, unknown>>;
  const signIn = async (account: RealtimeAccount) => withToken({ idToken: await provider.issue(account) });

  test("is created at the first sign-in, and left alone while nothing changes", async () => {
    await app.addPerson({ ...user, role: "staff" });
    await signIn(fatima);
    expect(recordOf(fatima)).toEqual({
      uuid: "fatima1",
      from: "firebase",
      role: ["staff"],
      data: { displayName: user.name, photoURL: "", email: user.email },
    });
    provider.asked.length = 0;
    await signIn(fatima);
    expect(provider.asked).toContain("GET /users/fatima1.json");
    expect(provider.asked).not.toContain("PUT /users/fatima1.json");
  });

  test("follows what the user chooses here, and keeps its other fields", async () => {
    provider.records.set("fatima1", {
      ...recordOf(fatima),
      theme: "dark",
      data: { ...recordOf(fatima).data, photoURL: "a.png" },
    });
    const transport = app.transportFor({ token: (await signIn(fatima)).accessToken });
    const chosen = { settings: { layout: "boxed" }, shortcuts: [{ path: "/apps/brand/brands", title: "Brands" }] };
    await call(transport, shell.updateUser, { user: { data: chosen } });
    await signIn(fatima);
    expect(recordOf(fatima)).toMatchObject({
      theme: "dark",
      data: { photoURL: "a.png", settings: { layout: "boxed" }, shortcuts: [{ path: "/apps/brand/brands" }] },
    });
  });

  test("gives its valid settings to a new account without any", async () => {
    const { userId } = await app.addPerson({ email: "nur@company.example" });
    const nur: RealtimeAccount = { uid: "nur1", isEmailVerified: true, password: "any", email: "nur@company.example" };
    provider.records.set("nur1", { role: "admin", data: { settings: { layout: "wide" } } });
    await signIn(nur);
    expect(await settingsOf(userId)).toEqual({ layout: "wide" });
    provider.records.set("nur1", { data: { settings: { layout: "stolen" }, shortcuts: ["javascript:alert(1)"] } });
    await signIn(nur);
    expect(await settingsOf(userId)).toEqual({ layout: "wide" });
    expect(recordOf(nur).data?.settings).toEqual({ layout: "wide" });
  });

  test("that can't be reached does not prevent the sign-in", async () => {
    provider.isDatabaseAway = true;
    expect(await signIn(fatima)).toHaveProperty("accessToken");
    expect(provider.asked).not.toContain("PUT /users/fatima1.json");
  });

  test("that is not an object is not overwritten", async () => {
    provider.records.set("fatima1", "just a text");
    expect(await signIn(fatima)).toHaveProperty("accessToken");
    expect(provider.records.get("fatima1")).toBe("just a text");
  });

  const settingsOf = async (userId: string) =>
    (await rowsOf<{ settings: unknown }>(app.db, sql`select settings from users where id = ${userId}`))[0]?.settings;
});

test("no token or password is in the log", () => {
  const log = JSON.stringify(app.logged);
  expect(log).toContain("sign-in provider failed");
  expect(log).not.toMatch(/eyJ|lemon|auth=|custom:/);
});
