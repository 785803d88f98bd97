import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs } from "#base/time.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { account } from "#features/access/session/contract/account.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
let app: SessionApi;
beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

let networks = 20;
/** Each from a separate network, unless one is named. */
const registering = (email: string, address = `192.0.2.${++networks}`) =>
  call(app.transportFor({ address }), account.register, { displayName: "Nur'ain O'Example", email, password });
const ownPassword = "eleven olive trees in a field";
const confirming = (token: string, given: { displayName?: string; password?: string } = {}) =>
  call(app.anonymous, account.confirmEmail, { token, displayName: "Nur'ain", password: ownPassword, ...given });
const tokenIn = (text: string) => /confirm-email#(\S+)/.exec(text)?.[1] ?? expect.fail(text);

async function userAt(email: string) {
  const result = await app.db.execute(sql`
    select users.status, users.email_confirmed_at is not null as confirmed,
           (select count(*)::int from user_roles where user_id = users.id) as roles
      from users where email_key = ${email}`);
  return (result as { rows: unknown[] }).rows;
}
async function emailsAfter(work: Promise<unknown>) {
  const before = app.emails.length;
  await work;
  await app.runJobs();
  return app.emails.slice(before);
}

test("a new user has no role, waits for approval, and learns so only with the right password", async () => {
  const [message] = await emailsAfter(registering("New@Company.example"));
  expect(message).toMatchObject({ to: "New@company.example", subject: "Confirm your email for Mizan" });
  expect(await userAt("new@company.example")).toEqual([{ status: "pending", confirmed: false, roles: 0 }]);
  await confirming(tokenIn(message!.text));
  expect(await refusalOf(app.enter("new@company.example", ownPassword))).toMatchObject({
    status: 403,
    code: "awaiting_approval",
  });
  const guessed = await refusalOf(app.enter("new@company.example", "some other password"));
  expect(guessed).toMatchObject({ status: 401, code: "sign_in_failed" });
});

test("registering with another user's address reveals no password, and nothing typed is stored", async () => {
  const email = "victim@company.example";
  const [first] = await emailsAfter(registering(email));
  const [second] = await emailsAfter(
    call(app.transportFor({ address: "192.0.2.11" }), account.register, {
      displayName: "The victim",
      email,
      password: "the victim's own long sentence",
    }),
  );
  // The link of the first registration ended with the second one.
  expect(await refusalOf(confirming(tokenIn(first!.text)))).toMatchObject({ code: "confirmation_link_invalid" });
  await confirming(tokenIn(second!.text), { displayName: "The victim" });
  await app.db.execute(sql`update users set status = 'active' where email_key = ${email}`);
  for (const known of [password, "the victim's own long sentence"]) {
    expect(await refusalOf(app.enter(email, known))).toMatchObject({ code: "sign_in_failed" });
  }
  expect(await app.enter(email, ownPassword)).toMatchObject({ mt_user_name: "The victim" });
});

test("only the link sets the password: a registration for a confirmed or a known address changes nothing", async () => {
  const email = "settled@company.example";
  const [message] = await emailsAfter(registering(email));
  const before = await rowsOf(app.db, sql`select password_hash from users where email_key = ${email}`);
  expect(before).toEqual([{ password_hash: null }]);
  await confirming(tokenIn(message!.text));
  const [again] = await emailsAfter(registering(email));
  expect(again!.subject).toBe("You already have a Mizan account");
  await app.db.execute(sql`update users set status = 'active' where email_key = ${email}`);
  expect(await app.enter(email, ownPassword)).toMatchObject({ mt_user_name: "Nur'ain" });
});

test("an email to an unconfirmed address quotes nothing from the registration", async () => {
  const displayName = "You have won: https://evil.example/prize";
  const ask = (email: string) =>
    emailsAfter(call(app.transportFor({ address: "192.0.2.12" }), account.register, { displayName, email, password }));
  const emails = await ask("target@company.example");
  // Nor after an administrator has declined it without a confirmation.
  await app.db.execute(sql`update users set status = 'disabled' where email_key = 'target@company.example'`);
  emails.push(...(await ask("target@company.example")));
  expect(emails).toHaveLength(2);
  expect(JSON.stringify(emails)).not.toMatch(/won|evil|prize/);
});

test("two spellings of an address are one account, and letters that only look alike are refused", async () => {
  await registering("twin@company.example");
  const fresh = await registering("another.twin@company.example");
  expect(await registering("ｔｗｉｎ@Company．Example.")).toEqual(fresh);
  expect(await registering("tw\u200Bin@company.example")).toEqual(fresh);
  const [found] = await rowsOf(
    app.db,
    sql`select count(*)::int as count from users where email_key like 'twin%' or email like '%ｔ%'`,
  );
  expect(found).toEqual({ count: 1 });
  const cyrillic = await refusalOf(registering("tw\u0456n@company.example"));
  expect(cyrillic).toMatchObject({ code: "invalid_input", errors: [{ path: "email", code: "email_letters" }] });
  const writing = app.db.execute(
    sql`update users set email_key = 'ｔwin@company.example', status = 'erased' where email_key = 'twin@company.example'`,
  );
  await expect(writing).rejects.toMatchObject({ cause: { constraint: "users__email_key" } });
  await app.runJobs();
});

test("the link in the email confirms the address, once, for a day", async () => {
  const [first] = await emailsAfter(registering("once@company.example"));
  const token = tokenIn(first!.text);
  const weak = await refusalOf(confirming(token, { password: "mizanmizanmizanmizan" }));
  expect(weak).toMatchObject({ code: "password_guessable", errors: [{ path: "password" }] });
  await confirming(token);
  expect(await userAt("once@company.example")).toEqual([{ status: "pending", confirmed: true, roles: 0 }]);
  expect(await refusalOf(confirming(token))).toMatchObject({ code: "confirmation_link_invalid" });
  const [late] = await emailsAfter(registering("late@company.example", "192.0.2.13"));
  app.clock.advance(24 * hourMs);
  expect(await refusalOf(confirming(tokenIn(late!.text)))).toMatchObject({ code: "confirmation_link_invalid" });
  expect(await refusalOf(confirming("A".repeat(43)))).toMatchObject({ code: "confirmation_link_invalid" });
});

test("a known address gets the same response, changes nothing, and its owner is notified", async () => {
  await app.addPerson({ email: "owner@company.example", password: "the owner's own long words", role: "admin" });
  const fresh = await registering("fresh@company.example");
  const before = app.hashing.hashed;
  const emails = await emailsAfter(
    registering("OWNER@company.example").then((answer) => expect(answer).toEqual(fresh)),
  );
  expect(app.hashing.hashed - before).toBe(0);
  expect(emails.map(({ to, subject }) => [to, subject])).toContainEqual([
    "owner@company.example",
    "You already have a Mizan account",
  ]);
  expect(await userAt("owner@company.example")).toEqual([{ status: "active", confirmed: false, roles: 1 }]);
  expect(await app.enter("owner@company.example", "the owner's own long words")).toMatchObject({
    ad_role_id: "admin",
  });
});

test("a role in the body is ignored, and a guessable password is rejected at its field", async () => {
  const body = { displayName: "Chief", email: "chief@company.example", password, role: "admin", roles: ["admin"] };
  const response = await app.anonymous(
    new Request("https://mizan.test/api/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(response.status).toBe(200);
  expect(await userAt("chief@company.example")).toMatchObject([{ status: "pending", roles: 0 }]);
  const weak = call(app.anonymous, account.register, {
    displayName: "Weak",
    email: "weak@company.example",
    password: "mizanmizanmizanmizan",
  });
  expect(await refusalOf(weak)).toMatchObject({ code: "password_guessable", errors: [{ path: "password" }] });
});

test("one network can request ten accounts in a quarter of an hour, and learns when it may retry", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      registering(`many-${n}@company.example`, "203.0.113.9").then(
        () => "taken",
        (refusal: { code: string; params: { retryAfterSeconds: number } }) => refusal.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === "rate_limited")).toHaveLength(2);
});
