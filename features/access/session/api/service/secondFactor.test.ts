import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { hourMs, minuteMs } from "#base/time.ts";
import { codeMs, enrollUser, phoneOf } from "#api/testing/phone.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { type FactorQuestion, factors } from "#features/access/session/contract/factors.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

test("asks for a code once an app is set up, and signs in with it", async () => {
  const { phone, recoveryCodes } = await enrolled("app@mizan.example");
  expect(recoveryCodes).toHaveLength(10);
  const question = await questionOf("app@mizan.example");
  expect(question).toMatchObject({ hasAuthenticator: true, passkey: null });

  const answer = { challenge: question.challenge, code: await phone.code() };
  const { accessToken, recoveryCodesLeft } = await call(app.anonymous, factors.signInWithFactor, answer);
  expect(recoveryCodesLeft).toBeNull();
  const transport = app.transportFor({ token: accessToken });
  expect(await call(transport, session.readPerson, {})).toMatchObject({ email: "app@mizan.example", mustFirst: null });
  expect(await call(transport, factors.readFactors, {})).toMatchObject({
    authenticatorSince: expect.any(String) as unknown,
    passkeys: [],
    recoveryCodesLeft: 10,
    isRequired: false,
  });
});

test("rejects a code that was used, or is older than the last one", async () => {
  const { phone } = await enrolled("once@mizan.example");
  const early = await phone.code();
  app.clock.advance(codeMs);
  const late = await phone.code();
  await giveCode("once@mizan.example", late);
  expect(await refusalOf(giveCode("once@mizan.example", late))).toMatchObject({
    status: 401,
    code: "second_factor_wrong",
  });
  expect(await refusalOf(giveCode("once@mizan.example", early))).toMatchObject({ code: "second_factor_wrong" });
  app.clock.advance(codeMs);
  await giveCode("once@mizan.example", await phone.code());
});

test("of ten simultaneous sign-ins with one code, one succeeds", async () => {
  const { phone } = await enrolled("race@mizan.example");
  const questions = [];
  for (let nth = 0; nth < 10; nth++) questions.push(await questionOf("race@mizan.example"));
  const code = await phone.code();
  const outcomes = await Promise.allSettled(
    questions.map(({ challenge }) => call(app.anonymous, factors.signInWithFactor, { challenge, code })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a challenge works once, for five minutes, and survives a wrong code", async () => {
  const { phone, recoveryCodes } = await enrolled("challenge@mizan.example");
  const { challenge } = await questionOf("challenge@mizan.example");
  const wrong = { challenge, code: otherThan(await phone.code()) };
  expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, wrong))).toMatchObject({
    code: "second_factor_wrong",
    details: {},
  });
  await call(app.anonymous, factors.signInWithFactor, { challenge, code: await phone.code() });
  app.clock.advance(codeMs);
  const again = { challenge, code: await phone.code() };
  expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, again))).toMatchObject({
    status: 410,
    code: "challenge_expired",
  });

  const last = await questionOf("challenge@mizan.example");
  const recoveryCode = recoveryCodes[0]!;
  app.clock.advance(5 * minuteMs);
  const late = { challenge: last.challenge, recoveryCode };
  expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, late))).toMatchObject({
    code: "challenge_expired",
  });
  const open = await questionOf("challenge@mizan.example");
  app.clock.advance(5 * minuteMs - 1);
  await call(app.anonymous, factors.signInWithFactor, { challenge: open.challenge, recoveryCode });
});

test("a challenge works for no other user, and only its SHA-256 is stored", async () => {
  const one = await enrolled("mine@mizan.example");
  const other = await enrolled("yours@mizan.example");
  const { challenge } = await questionOf("mine@mizan.example");
  const input = { challenge, code: await other.phone.code() };
  expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, input))).toMatchObject({
    code: "second_factor_wrong",
  });
  const kept = await read(sql`select factor_challenges::text as whole, authenticators::text as secret
                                from factor_challenges join authenticators using (user_id)
                               where user_id = ${one.userId}`);
  expect(JSON.stringify(kept)).not.toContain(challenge);
  expect(JSON.stringify(kept)).not.toContain(hexOf(one.phone.secret));
  expect(JSON.stringify(app.logged)).not.toContain(challenge);
});

test("a wrong password reveals no second factor", async () => {
  await enrolled("quiet@mizan.example");
  const wrong = await refusalOf(app.enter("quiet@mizan.example", "not that one"));
  const nobody = await refusalOf(app.enter("nobody-at-all@mizan.example", "not that one"));
  expect({ ...wrong.details, code: wrong.code, status: wrong.status }).toEqual({
    ...nobody.details,
    code: nobody.code,
    status: nobody.status,
  });
});

test("wrong codes are limited like wrong passwords, and counted separately for a known browser", async () => {
  const { phone } = await enrolled("throttled@mizan.example");
  const device = "k".repeat(43);
  await giveCode("throttled@mizan.example", await phone.code(), { device, address: "198.51.100.7" });
  const outsider = { address: "203.0.113.9" };
  const codes = [];
  for (let nth = 0; nth < 11; nth++) {
    const wrong = otherThan(await phone.code());
    codes.push((await refusalOf(giveCode("throttled@mizan.example", wrong, outsider))).code);
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => "second_factor_wrong"), "rate_limited"]);
  app.clock.advance(codeMs);
  expect(await refusalOf(giveCode("throttled@mizan.example", await phone.code(), outsider))).toMatchObject({
    status: 429,
    details: { retryAfterSeconds: expect.any(Number) as unknown },
  });
  await giveCode("throttled@mizan.example", await phone.code(), { device, address: "203.0.113.9" });
});

test("a recovery code works once in any spelling, is notified by email, and its remaining number is returned", async () => {
  const { recoveryCodes, userId } = await enrolled("recover@mizan.example");
  await app.runJobs();
  app.emails.length = 0;
  const spelled = ` ${recoveryCodes[3]!.toUpperCase().replaceAll("-", " ")} `;
  expect(await giveRecoveryCode("recover@mizan.example", spelled)).toMatchObject({ recoveryCodesLeft: 9 });
  expect(await refusalOf(giveRecoveryCode("recover@mizan.example", recoveryCodes[3]!))).toMatchObject({
    code: "second_factor_wrong",
  });
  await app.runJobs();
  expect(app.emails).toMatchObject([{ to: "recover@mizan.example", subject: "Security alert for your Mizan account" }]);
  expect(app.emails[0]?.text).toContain("A recovery code was used");
  const kept = JSON.stringify(
    await read(sql`select recovery_codes::text as whole from recovery_codes where user_id = ${userId}`),
  );
  for (const code of recoveryCodes) expect(kept).not.toContain(code);
});

test("new recovery codes replace the old ones, and of ten simultaneous sign-ins with one code one succeeds", async () => {
  const { transport, recoveryCodes } = await enrolled("renew@mizan.example");
  expect(await refusalOf(call(transport, factors.renewRecoveryCodes, {}))).toMatchObject({ code: "proof_required" });
  const made = await call(transport, factors.renewRecoveryCodes, { proof: password });
  expect(made.recoveryCodes).toHaveLength(10);
  expect(new Set([...made.recoveryCodes, ...recoveryCodes]).size).toBe(20);
  expect(await refusalOf(giveRecoveryCode("renew@mizan.example", recoveryCodes[0]!))).toMatchObject({
    code: "second_factor_wrong",
  });
  const questions = [];
  for (let nth = 0; nth < 8; nth++) questions.push(await questionOf("renew@mizan.example"));
  const outcomes = await Promise.allSettled(
    questions.map(({ challenge }) =>
      call(app.anonymous, factors.signInWithFactor, { challenge, recoveryCode: made.recoveryCodes[0]! }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an app has no effect before its first code, and is required from then on", async () => {
  await app.addPerson({ email: "half@mizan.example", password });
  const transport = await app.transportOf("half@mizan.example", password);
  const first = phoneOf(app, await call(transport, factors.startAuthenticator, {}));
  const second = phoneOf(app, await call(transport, factors.startAuthenticator, {}));
  expect(hexOf(first.secret)).not.toBe(hexOf(second.secret));
  await app.enter("half@mizan.example", password);
  expect(await refusalOf(call(transport, factors.confirmAuthenticator, { code: await first.code() }))).toMatchObject({
    status: 422,
    code: "code_wrong",
    errors: [{ path: "code", code: "code_wrong" }],
  });
  await call(transport, factors.confirmAuthenticator, { code: await second.code() });
  expect(await refusalOf(call(transport, factors.startAuthenticator, { proof: password }))).toMatchObject({
    code: "authenticator_set_up",
  });
  expect(await refusalOf(call(transport, factors.confirmAuthenticator, { code: await second.code() }))).toMatchObject({
    code: "authenticator_not_started",
  });
  expect((await refusalOf(app.enter("half@mizan.example", password))).code).toBe("second_factor_required");
});

test("adding a factor asks for proof unless the sign-in is recent, and removing always does", async () => {
  await app.addPerson({ email: "proof@mizan.example", password });
  const transport = await app.transportOf("proof@mizan.example", password);
  app.clock.advance(10 * minuteMs - 1);
  const phone = phoneOf(app, await call(transport, factors.startAuthenticator, {}));
  app.clock.advance(1);
  expect(await refusalOf(call(transport, factors.startAuthenticator, {}))).toMatchObject({
    status: 403,
    code: "proof_required",
  });
  expect(await refusalOf(call(transport, factors.startAuthenticator, { proof: "not that one" }))).toMatchObject({
    status: 422,
    errors: [{ path: "proof", code: "proof_wrong" }],
  });
  await call(transport, factors.confirmAuthenticator, { code: await phone.code() });
  expect(await refusalOf(call(transport, factors.removeAuthenticator, {}))).toMatchObject({ code: "proof_required" });
  // Used at its confirmation.
  expect(await refusalOf(call(transport, factors.removeAuthenticator, { proof: await phone.code() }))).toMatchObject({
    code: "proof_wrong",
  });
  app.clock.advance(codeMs);
  await call(transport, factors.removeAuthenticator, { proof: password });
  expect(await call(transport, factors.readFactors, {})).toMatchObject({
    authenticatorSince: null,
    recoveryCodesLeft: 0,
  });
  await app.enter("proof@mizan.example", password);
});

test("proofs can't be guessed at an unattended screen", async () => {
  const { transport } = await enrolled("open@mizan.example");
  const codes = [];
  for (let nth = 0; nth < 11; nth++)
    codes.push((await refusalOf(call(transport, factors.removeAuthenticator, { proof: `guess ${nth}` }))).code);
  expect(codes).toEqual([...Array.from({ length: 10 }, () => "proof_wrong"), "rate_limited"]);
});

test("a changed password ends unfinished sign-ins", async () => {
  const { transport, phone } = await enrolled("changed@mizan.example");
  const { challenge } = await questionOf("changed@mizan.example");
  app.clock.advance(codeMs);
  const newPassword = "twelve olive trees on a hill";
  await call(transport, session.changePassword, { currentPassword: password, newPassword });
  const input = { challenge, code: await phone.code() };
  expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, input))).toMatchObject({
    code: "challenge_expired",
  });
});

test("a disabled user does not pass the second step", async () => {
  const { phone, userId } = await enrolled("gone@mizan.example");
  const { challenge } = await questionOf("gone@mizan.example");
  await app.db.execute(sql`update users set status = 'disabled' where id = ${userId}`);
  const input = { challenge, code: await phone.code() };
  expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, input))).toMatchObject({
    code: "challenge_expired",
  });
});

test("the log has each step, and no secret", async () => {
  const { userId, phone, transport } = await enrolled("logged@mizan.example");
  await refusalOf(giveCode("logged@mizan.example", otherThan(await phone.code())));
  app.clock.advance(codeMs);
  await giveCode("logged@mizan.example", await phone.code());
  await call(transport, factors.removeAuthenticator, { proof: password });
  const rows = await read(sql`select action, changes -> 'means' ->> 'after' as means from audit_log
                               where resource_id = ${userId} order by id`);
  expect(rows).toEqual([
    { action: "sign_in", means: null },
    { action: "add_authenticator", means: null },
    { action: "second_factor_failed", means: null },
    { action: "sign_in", means: "authenticator" },
    { action: "remove_authenticator", means: null },
  ]);
});

test("a job deletes expired challenges and unconfirmed apps", async () => {
  await enrolled("swept@mizan.example");
  await questionOf("swept@mizan.example");
  await app.addPerson({ email: "unconfirmed@mizan.example", password });
  await call(await app.transportOf("unconfirmed@mizan.example", password), factors.startAuthenticator, {});
  app.clock.advance(25 * hourMs);
  await app.runJobs();
  expect(await read(sql`select count(*)::int as count from factor_challenges`)).toEqual([{ count: 0 }]);
  expect(await read(sql`select count(*)::int as count from authenticators where confirmed_at is null`)).toEqual([
    { count: 0 },
  ]);
});

test("an answer names exactly one factor", async () => {
  const challenge = "a".repeat(43);
  const inputs: Input<typeof factors.signInWithFactor>[] = [
    { challenge },
    { challenge, code: "123456", recoveryCode: "k7mq-29xw-4tab-cdef" },
    { challenge, code: "12345" },
  ];
  for (const input of inputs)
    expect((await refusalOf(call(app.anonymous, factors.signInWithFactor, input))).status).toBe(422);
});

const enrolled = (email: string) => enrollUser(app, { email, password });

type From = { readonly address?: string; readonly device?: string };

async function questionOf(email: string, from: From = {}): Promise<FactorQuestion> {
  const refusal = await refusalOf(app.enter(email, password, from));
  expect(refusal).toMatchObject({ status: 401, code: "second_factor_required" });
  return refusal.details as FactorQuestion;
}

async function giveCode(email: string, code: string, from: From = {}) {
  const { challenge } = await questionOf(email, from);
  return call(app.transportFor(from), factors.signInWithFactor, { challenge, code });
}

async function giveRecoveryCode(email: string, recoveryCode: string) {
  const { challenge } = await questionOf(email);
  return call(app.anonymous, factors.signInWithFactor, { challenge, recoveryCode });
}

const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const read = async (query: ReturnType<typeof sql>) =>
  ((await app.db.execute(query)) as { rows: Record<string, unknown>[] }).rows;
