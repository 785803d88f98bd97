import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#base/time.ts";
import type { ProviderSettings } from "#api/context.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { providers } from "#features/access/providers/contract.ts";
import { providersFeature } from "#features/access/providers/api/routes.ts";
import { session } from "#features/access/session/contract.ts";
import { httpClient } from "#hosts/node/httpClient.ts";
import {
  type RealtimeAccount,
  type RealtimeProvider,
  startRealtimeProvider,
} from "#hosts/node/testing/realtimeProvider.ts";
import { call } from "#web/call.ts";

// Which account a verified identity signs in to. Uses tokens of a realtime database, which need no pages.

let provider: RealtimeProvider;
let app: SessionApi;
/** The same database as a provider whose administrator admits unknown users. */
let open: Record<"staff" | "admin" | "gone", string>;
beforeAll(async () => {
  provider = await startRealtimeProvider(() => Date.parse(app.clock.now));
  const withRole = (code: string, defaultRole: string): ProviderSettings => ({
    ...provider.settings,
    code,
    defaultRole,
  });
  open = { staff: "staff", admin: "admin", gone: "gone" };
  app = await sessionApi({
    features: [providersFeature],
    httpClient,
    signInProviders: [
      provider.settings,
      withRole(open.staff, "staff"),
      withRole(open.admin, "admin"),
      withRole(open.gone, "no_such_role"),
    ],
  });
});
// Each test has its own rate limits.
beforeEach(() => app.clock.advance(15 * minuteMs));
afterAll(async () => {
  await app.close();
  await provider.stop();
});

let people = 0;
const accountAt = (email: string, isEmailVerified = true): RealtimeAccount => ({
  uid: `uid${++people}`,
  email,
  isEmailVerified,
  password: "any",
  name: "Şükrü Örnek",
});
const signIn = async (account: RealtimeAccount, code = "firebase", from = app.anonymous) =>
  call(from, providers.signInWithToken, { provider: code, idToken: await provider.issue(account) });
const enter = async (account: RealtimeAccount, code?: string) =>
  app.transportFor({ token: (await signIn(account, code)).accessToken });
const whoIs = async (account: RealtimeAccount, code?: string) =>
  call(await enter(account, code), session.readPerson, {});
const setStatus = (userId: string, status: string) =>
  app.db.execute(sql`update users set status = ${status} where id = ${userId}`);
const eventsOf = (userId: string) =>
  rowsOf<{ action: string; reason: string | null }>(
    app.db,
    sql`select action, reason from audit_log where resource_id = ${userId} order by id`,
  );
const identitiesOf = (userId: string) =>
  rowsOf(app.db, sql`select provider, subject, email from identities where user_id = ${userId}`);

describe("an administrator's account can't be reached", () => {
  test("with an address that the provider has not verified", async () => {
    const { userId } = await app.addPerson({ email: "boss@company.example", role: "admin" });
    expect(await refusalOf(signIn(accountAt("boss@company.example", false)))).toMatchObject({
      status: 403,
      code: "provider_address_unverified",
      message: "Realtime hasn’t verified your email address. Verify it there, then sign in again.",
    });
    expect(await identitiesOf(userId)).toEqual([]);
  });

  test("by a user who was given the address at the provider later", async () => {
    const { userId } = await app.addPerson({ email: "chief@company.example", role: "admin" });
    const first = accountAt("chief@company.example");
    expect(await whoIs(first)).toMatchObject({ userId });
    expect(await refusalOf(signIn(accountAt("chief@company.example")))).toMatchObject({ code: "linked_elsewhere" });
    expect(await identitiesOf(userId)).toMatchObject([{ subject: first.uid }]);
    expect((await eventsOf(userId)).at(-1)).toEqual({ action: "sign_in_failed", reason: "firebase: linked_elsewhere" });
  });

  test.each([
    "chief@company.example.evil.example",
    "chief+x@company.example",
    "chief @company.example",
    "ｃhief@company.example",
  ])("with %s, which is another address", async (address) => {
    expect(await refusalOf(signIn(accountAt(address)))).toMatchObject({ status: 403 });
  });
});

describe("a disabled account stays closed", () => {
  test.each([
    ["disabled", "account_closed"],
    ["erased", "account_closed"],
    ["invited", "not_yet_activated"],
    ["pending", "awaiting_approval"],
  ])("%s, by its address and by an existing link", async (status, code) => {
    const email = `${status}@company.example`;
    const { userId } = await app.addPerson({ email });
    await setStatus(userId, status);
    expect(await refusalOf(signIn(accountAt(email)))).toMatchObject({ status: 403, code });
    expect(await identitiesOf(userId)).toEqual([]);
    await setStatus(userId, "active");
    const known = accountAt(email);
    await signIn(known);
    await setStatus(userId, status);
    expect(await refusalOf(signIn(known))).toMatchObject({ status: 403, code });
    expect((await eventsOf(userId)).at(-1)).toEqual({ action: "sign_in_failed", reason: `firebase: ${code}` });
  });

  test("and its session ends with the next call", async () => {
    const { userId } = await app.addPerson({ email: "leaving@company.example" });
    const transport = await enter(accountAt("leaving@company.example"));
    await setStatus(userId, "disabled");
    expect(await refusalOf(call(transport, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
  });
});

test("a second factor is required here too, before there is a session", async () => {
  const { userId } = await app.addPerson({ email: "careful@company.example" });
  await app.db.execute(sql`update users set has_second_factor = true where id = ${userId}`);
  const refused = await refusalOf(signIn(accountAt("careful@company.example")));
  expect(refused).toMatchObject({
    code: "second_factor_required",
    details: { challenge: expect.any(String) as unknown },
  });
  expect(await rowsOf(app.db, sql`select id from sessions where user_id = ${userId}`)).toEqual([]);
});

describe("an unknown user", () => {
  test("waits for an administrator, without a role, if no role is set", async () => {
    const outsider = accountAt("stranger@company.example");
    expect(await refusalOf(signIn(outsider))).toMatchObject({ status: 403, code: "awaiting_approval" });
    expect(await refusalOf(signIn(outsider))).toMatchObject({ status: 403, code: "awaiting_approval" });
    const [person] = await userAt("stranger@company.example");
    expect(person).toMatchObject({ name: "Şükrü Örnek", status: "pending", confirmed: true, roles: [] });
    await setStatus(person!.id, "active");
    expect(await whoIs(outsider)).toMatchObject({ userId: person!.id, permissions: [] });
  });

  test("gets the role that is set for the provider, with a log entry", async () => {
    const newUser = accountAt("newcomer@company.example");
    expect(await whoIs(newUser, open.staff)).toMatchObject({ name: "Şükrü Örnek", roles: [{ code: "staff" }] });
    const [person] = await userAt("newcomer@company.example");
    expect(person).toMatchObject({ status: "active", roles: ["staff"] });
    expect((await eventsOf(person!.id)).map(({ action }) => action)).toEqual(["create", "link_identity", "sign_in"]);
  });

  test("is an administrator only if the administrator has configured that", async () => {
    expect(await whoIs(accountAt("first@company.example"), open.admin)).toMatchObject({ roles: [{ code: "admin" }] });
  });

  test("gets no permissions from a role that no longer exists", async () => {
    expect(await refusalOf(signIn(accountAt("late@company.example"), open.gone))).toMatchObject({
      code: "awaiting_approval",
    });
    expect(app.logged.some(({ event }) => event === "PROVIDER_DEFAULT_ROLE names no role")).toBe(true);
  });

  test("gets no role from claims in the tokens or the record", async () => {
    const claimant = accountAt("claimant@company.example");
    provider.records.set(claimant.uid, { uuid: claimant.uid, role: "admin", data: { displayName: "Admin" } });
    const idToken = await provider.issue(claimant, { role: "admin", roles: ["admin"], permissions: ["*"] });
    const token = (await call(app.anonymous, providers.signInWithToken, { provider: open.staff, idToken })).accessToken;
    const user = await call(app.transportFor({ token }), session.readPerson, {});
    expect(user.roles.map(({ code }) => code)).toEqual(["staff"]);
  });

  test("is created once, however many sign-ins arrive at once", async () => {
    const hasty = accountAt("hasty@company.example");
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => signIn(hasty, open.staff)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill("fulfilled"));
    const found = await userAt("hasty@company.example");
    expect(found).toMatchObject([{ roles: ["staff"] }]);
    expect(await identitiesOf(found[0]!.id)).toHaveLength(1);
  });

  test.each(["not an address", "a@b", "two@at@signs.example"])("is not created from %j", async (address) => {
    expect(await refusalOf(signIn(accountAt(address), open.staff))).toMatchObject({
      code: "provider_address_unverified",
    });
  });

  test("is named by the part before the @ if there is no name that can be shown", async () => {
    const nameless = { ...accountAt("nur.ain@company.example"), name: "a\u0000b" };
    expect(await whoIs(nameless, open.staff)).toMatchObject({ name: "nur.ain" });
  });
});

describe("a linked identity", () => {
  test("is visible only to its user, who can unlink it", async () => {
    const { userId } = await app.addPerson({ email: "owner@company.example" });
    await app.addPerson({ email: "other@company.example" });
    const account = accountAt("owner@company.example");
    const [owner, other] = [await enter(account), await enter(accountAt("other@company.example"))];
    const { rows } = await call(owner, providers.listOwn, {});
    expect(rows).toEqual([
      {
        id: expect.any(String) as unknown,
        provider: "Realtime",
        email: "owner@company.example",
        linkedAt: app.clock.now,
        lastUsedAt: app.clock.now,
      },
    ]);
    const identityId = rows[0]!.id;
    expect(await refusalOf(call(other, providers.unlink, { identityId }))).toMatchObject({ code: "not_found" });
    await call(owner, providers.unlink, { identityId });
    expect(await refusalOf(call(owner, providers.unlink, { identityId }))).toMatchObject({ code: "not_found" });
    expect(await identitiesOf(userId)).toEqual([]);
    expect((await eventsOf(userId)).at(-1)).toMatchObject({ action: "unlink_identity" });
  });

  test("is announced by email when it is linked and unlinked", async () => {
    await app.addPerson({ email: "reader@company.example" });
    const before = app.emails.length;
    const reader = await enter(accountAt("reader@company.example"));
    await app.runJobs();
    const { rows } = await call(reader, providers.listOwn, {});
    await call(reader, providers.unlink, { identityId: rows[0]!.id });
    await app.runJobs();
    const reported = app.emails.slice(before).filter(({ to }) => to === "reader@company.example");
    expect(reported.map(({ text }) => /external account was (linked|unlinked)/.exec(text)?.[1])).toEqual([
      "linked",
      "unlinked",
    ]);
  });
});

const userAt = (email: string) =>
  rowsOf<{ id: string; name: string; status: string; confirmed: boolean; roles: string[] }>(
    app.db,
    sql`
      select id, name, status, email_confirmed_at is not null as confirmed,
             array(select roles.code from user_roles join roles on roles.id = role_id where user_id = users.id) as roles
        from users where email_key = ${email}`,
  );
