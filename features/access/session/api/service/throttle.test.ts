import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteMs } from "#base/time.ts";
import { fakeHash, refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
const outsider = { address: "203.0.113.66" };
const device = "d".repeat(43);
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

// 30 failed attempts, varying everything that a caller can vary.
const spellings = [
  "hit@mizan.example",
  "HIT@mizan.example",
  " hit@mizan.example",
  "hit@Mizan.Example ",
  "Hit@MIZAN.example",
];
const wrong = (n: number) => `wrong try number ${n}`;

test("R3: 30 attempts on one account from 30 networks in 5 spellings: 10 passwords are checked", async () => {
  await app.addPerson({ email: "hit@mizan.example", password });
  const outcomes = await outcomesOf(30, (n) =>
    app.enter(spellings[n % spellings.length]!, wrong(n), {
      address: `198.51.100.${n}`,
      device: `${n}`.padStart(43, "x"),
    }),
  );
  expect(outcomes).toEqual({ sign_in_failed: 10, rate_limited: 20 });
  await nextWindow();
});

test("R3: 30 simultaneous attempts on one account: 10 passwords are checked", async () => {
  await app.addPerson({ email: "rush@mizan.example", password });
  app.hashing.verified = 0;
  const outcomes = await outcomesAtOnce(30, (n) =>
    app.enter("rush@mizan.example", wrong(n), { address: `198.51.100.${n}` }),
  );
  expect({ ...outcomes, verified: app.hashing.verified }).toEqual({
    sign_in_failed: 10,
    rate_limited: 20,
    verified: 10,
  });
  await nextWindow();
});

test("R3: an unknown address is limited after as many attempts as a known one", async () => {
  const outcomes = await outcomesOf(30, (n) =>
    app.enter("Nobody@mizan.example", wrong(n), { address: `198.51.100.${n}` }),
  );
  expect(outcomes).toEqual({ sign_in_failed: 10, rate_limited: 20 });
  await nextWindow();
});

test("R3: spraying 110 accounts from one network: 100 attempts, also from 110 addresses of one /64", async () => {
  await app.db.execute(sql`
    insert into users (id, category_id, name, email, email_key, sort_key, search_key, password_hash, status, created_at, updated_at)
    select gen_random_uuid(), 1, 'Somebody', email, email, email, email, ${fakeHash(password)}, 'active', now(), now()
      from (select 'sprayed-' || n || '@mizan.example' as email from generate_series(0, 109) as n) as addresses`);
  const sprayed = (n: number) => `sprayed-${n}@mizan.example`;
  const fromOne = await outcomesOf(110, (n) => app.enter(sprayed(n), "Winter2026", outsider));
  expect(fromOne).toEqual({ sign_in_failed: 100, rate_limited: 10 });
  const fromNet = await outcomesOf(110, (n) =>
    app.enter(sprayed(n), "Winter2026", { address: `2001:db8:0:1::${n.toString(16)}` }),
  );
  expect(fromNet).toEqual({ sign_in_failed: 100, rate_limited: 10 });

  // Attempts refused for their network no longer count against any account.
  const counted = await app.db.execute(
    sql`select count(*)::int as count from attempts where key like '%:strangers' and window_ends_at > ${app.clock.now}::timestamptz`,
  );
  expect((counted as { rows: unknown[] }).rows).toEqual([{ count: 100 }]);
  expect(await app.enter(sprayed(109), password)).toMatchObject({ user_email: sprayed(109) });
  await nextWindow();
});

test("returns when to retry, accepts again at that instant and not one ms before, and locks no account permanently", async () => {
  await app.addPerson({ email: "waits@mizan.example", password });
  await outcomesOf(10, (n) => app.enter("waits@mizan.example", wrong(n), outsider));
  app.clock.advance(5 * minuteMs);
  const body = JSON.stringify({ mt_email: "waits@mizan.example", mt_password: password });
  const response = await app.transportFor(outsider)(
    new Request("https://mizan.test/api/mt_auth/signinInt", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
  );
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "600"]);
  expect(await response.json()).toMatchObject({
    code: "rate_limited",
    message: "Too many attempts. Try again in 600 seconds.",
  });

  app.clock.advance(10 * minuteMs - 1);
  expect(await refusalOf(app.enter("waits@mizan.example", password, outsider))).toMatchObject({
    details: { retryAfterSeconds: 1 },
  });
  app.clock.advance(1);
  expect(await app.enter("waits@mizan.example", password, outsider)).toMatchObject({
    user_email: "waits@mizan.example",
  });
  await nextWindow();
});

test("an attacker who uses up an account's attempts does not lock its owner out of known origins", async () => {
  await app.addPerson({ email: "owner@mizan.example", password });
  await app.enter("owner@mizan.example", password, { address: "192.0.2.10" });
  await app.enter("owner@mizan.example", password, { address: "192.0.2.20", device });
  await outcomesOf(40, (n) => app.enter("owner@mizan.example", wrong(n), { address: `198.51.100.${n}` }));

  const fresh = { address: "192.0.2.99" };
  expect(await refusalOf(app.enter("owner@mizan.example", password, fresh))).toMatchObject({ status: 429 });
  expect(
    await refusalOf(app.enter("owner@mizan.example", password, { ...fresh, device: "e".repeat(43) })),
  ).toMatchObject({ status: 429 });
  expect(await app.enter("owner@mizan.example", password, { address: "192.0.2.10" })).toBeTruthy();
  expect(await app.enter("owner@mizan.example", password, { ...fresh, device })).toBeTruthy();
  await nextWindow();
});

test("an attacker in the owner's own network adds 10 attempts there, 20 in all, and does not lock out the owner's device", async () => {
  await app.addPerson({ email: "office@mizan.example", password });
  const office = { address: "192.0.2.30" };
  await app.enter("office@mizan.example", password, { ...office, device });
  const outside = await outcomesOf(30, (n) =>
    app.enter("office@mizan.example", wrong(n), { address: `198.51.100.${n}` }),
  );
  const inside = await outcomesOf(30, (n) => app.enter("office@mizan.example", wrong(n), office));
  expect([outside.sign_in_failed, inside.sign_in_failed]).toEqual([10, 10]);
  expect(await app.enter("office@mizan.example", password, { ...office, device })).toBeTruthy();
  await nextWindow();
});

test("a device known to one account is unknown to another", async () => {
  await app.addPerson({ email: "mine@mizan.example", password });
  await app.addPerson({ email: "yours@mizan.example", password });
  await app.enter("mine@mizan.example", password, { address: "192.0.2.40", device });
  const outcomes = await outcomesOf(30, (n) =>
    app.enter("yours@mizan.example", wrong(n), { address: `198.51.100.${n}`, device }),
  );
  expect(outcomes.sign_in_failed).toBe(10);
  await nextWindow();
});

test("a device that signed in before has 10 failed attempts of its own, and its successful ones are not counted", async () => {
  await app.addPerson({ email: "clumsy@mizan.example", password });
  const desk = { address: "192.0.2.50", device };
  for (let n = 0; n < 30; n++) await app.enter("clumsy@mizan.example", password, desk);
  const outcomes = await outcomesOf(30, (n) => app.enter("clumsy@mizan.example", wrong(n), desk));
  expect(outcomes).toEqual({ sign_in_failed: 10, rate_limited: 20 });
  await nextWindow();
});

test("an origin not used for 90 days is unknown again", async () => {
  await app.addPerson({ email: "away@mizan.example", password });
  await app.enter("away@mizan.example", password, { address: "192.0.2.60", device });
  app.clock.advance(90 * 24 * 60 * minuteMs);
  await outcomesOf(10, (n) => app.enter("away@mizan.example", wrong(n), { address: `198.51.100.${n}` }));
  expect(await refusalOf(app.enter("away@mizan.example", password, { address: "192.0.2.60", device }))).toMatchObject({
    status: 429,
  });
  await nextWindow();
});

test("successful sign-ins of an attacker's own account do not restore a network's attempts", async () => {
  await app.addPerson({ email: "attacker@mizan.example", password });
  let failed = 0;
  for (let n = 0; n < 104; n++) {
    if (n % 4 === 0) await app.enter("attacker@mizan.example", password, outsider).catch(() => {});
    const { code } = await refusalOf(app.enter(`victim-${n}@mizan.example`, wrong(n), outsider));
    if (code === "sign_in_failed") failed++;
  }
  expect(failed).toBe(100);
  await nextWindow();
});

test("guessing a current password at an unattended screen ends after 10 attempts", async () => {
  await app.addPerson({ email: "open@mizan.example", password });
  const transport = await app.transportOf("open@mizan.example", password);
  const outcomes = await outcomesOf(15, (n) =>
    call(transport, session.changePassword, { currentPassword: wrong(n), newPassword: "a different set of words" }),
  );
  expect(outcomes).toEqual({ current_password_wrong: 10, rate_limited: 5 });
  expect(await app.enter("open@mizan.example", password, outsider)).toBeTruthy();
});

const nextWindow = async () => app.clock.advance(15 * minuteMs);

/** How often each refusal occurred, one attempt after the other. */
async function outcomesOf(tries: number, attempt: (n: number) => Promise<unknown>): Promise<Record<string, number>> {
  const codes: string[] = [];
  for (let n = 0; n < tries; n++) codes.push((await refusalOf(attempt(n))).code);
  return tally(codes);
}

async function outcomesAtOnce(
  tries: number,
  attempt: (n: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const refused = await Promise.all(Array.from({ length: tries }, (_, n) => refusalOf(attempt(n))));
  return tally(refused.map(({ code }) => code));
}

const tally = (codes: readonly string[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length]));
