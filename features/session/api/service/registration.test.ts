import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs } from "#base/time.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { account } from "#features/session/contract/account.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
let house: SessionApi;
beforeAll(async () => {
  house = await sessionApi();
});
afterAll(() => house.close());

const registering = (email: string, address = "192.0.2.10") =>
  call(house.transportFor({ address }), account.register, { displayName: "Nur'ain O'Example", email, password });
const confirming = (token: string) => call(house.anonymous, account.confirmEmail, { token });
const tokenIn = (text: string) => /confirm-email#(\S+)/.exec(text)?.[1] ?? expect.fail(text);

async function personAt(email: string) {
  const result = await house.db.execute(sql`
    select users.status, users.email_confirmed_at is not null as confirmed,
           (select count(*)::int from user_roles where user_id = users.id) as roles
      from users where email_key = ${email}`);
  return (result as { rows: unknown[] }).rows;
}
async function lettersAfter(work: Promise<unknown>) {
  const before = house.letters.length;
  await work;
  await house.runJobs();
  return house.letters.slice(before);
}

test("somebody who registers has no role, waits, and is told so with the right password alone", async () => {
  const [letter] = await lettersAfter(registering("New@Company.example"));
  expect(letter).toMatchObject({ to: "New@Company.example", subject: "Confirm your address for Mizan" });
  expect(await personAt("new@company.example")).toEqual([{ status: "pending", confirmed: false, roles: 0 }]);
  expect(await refusalOf(house.enter("new@company.example", password))).toMatchObject({
    status: 403,
    code: "awaiting_approval",
  });
  const guessed = await refusalOf(house.enter("new@company.example", "some other password"));
  expect(guessed).toMatchObject({ status: 401, code: "sign_in_failed" });
});

test("the letter's link confirms the address, once, for a day", async () => {
  const [first] = await lettersAfter(registering("once@company.example"));
  const [second] = await lettersAfter(registering("once@company.example"));
  await confirming(tokenIn(first!.text));
  expect(await personAt("once@company.example")).toEqual([{ status: "pending", confirmed: true, roles: 0 }]);
  expect(await refusalOf(confirming(tokenIn(first!.text)))).toMatchObject({ code: "confirmation_link_invalid" });
  house.clock.advance(24 * hourMs);
  expect(await refusalOf(confirming(tokenIn(second!.text)))).toMatchObject({ code: "confirmation_link_invalid" });
  expect(await refusalOf(confirming("A".repeat(43)))).toMatchObject({ code: "confirmation_link_invalid" });
});

test("an address that somebody has is answered alike, changes nothing, and its owner gets word", async () => {
  await house.addPerson({ email: "owner@company.example", password: "the owner's own long words", role: "admin" });
  const fresh = await registering("fresh@company.example");
  const before = house.hashing.hashed;
  const letters = await lettersAfter(
    registering("OWNER@company.example").then((answer) => expect(answer).toEqual(fresh)),
  );
  expect(house.hashing.hashed - before).toBe(1);
  expect(letters.map(({ to, subject }) => [to, subject])).toContainEqual([
    "owner@company.example",
    "You already have an account with Mizan",
  ]);
  expect(await personAt("owner@company.example")).toEqual([{ status: "active", confirmed: false, roles: 1 }]);
  expect(await house.enter("owner@company.example", "the owner's own long words")).toMatchObject({
    ad_role_id: "admin",
  });
});

test("a role in the body gives none, and a password that is easy to guess is refused at its field", async () => {
  const body = { displayName: "Chief", email: "chief@company.example", password, role: "admin", roles: ["admin"] };
  const response = await house.anonymous(
    new Request("https://mizan.test/api/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(response.status).toBe(200);
  expect(await personAt("chief@company.example")).toMatchObject([{ status: "pending", roles: 0 }]);
  const weak = call(house.anonymous, account.register, {
    displayName: "Weak",
    email: "weak@company.example",
    password: "mizanmizanmizanmizan",
  });
  expect(await refusalOf(weak)).toMatchObject({ code: "password_guessable", errors: [{ path: "password" }] });
});

test("one network asks for ten accounts in a quarter of an hour, and is told when it may again", async () => {
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
