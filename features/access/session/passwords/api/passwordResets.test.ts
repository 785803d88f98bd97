import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { minuteMs, secondMs } from "#base/time.ts";
import { enrollUser } from "#api/testing/phone.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
const newPassword = "twelve olive trees on a hill";
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

test("mails a link to the stored address, built from the configured host, and responds the same to everyone", async () => {
  await app.addPerson({ email: "Forgetful@mizan.example", password });
  const known = await forgot("  forgetful@MIZAN.example", { host: "evil.example", "x-forwarded-host": "evil.example" });
  const unknown = await forgot("nobody@mizan.example");
  expect(known).toEqual(unknown);
  expect(known).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining("If this email has an account") as unknown },
  });

  expect(app.emails).toHaveLength(1);
  const [email] = app.emails;
  expect(email).toMatchObject({ to: "Forgetful@mizan.example", subject: "Reset your Mizan password" });
  expect(email!.text).toMatch(/^https:\/\/mizan\.test\/reset-password#[\w-]{43}$/m);
  expect(email!.text).not.toContain("evil.example");
});

test("does the same work for a known and an unknown address", async () => {
  await app.addPerson({ email: "same@mizan.example", password });
  const work = [];
  for (const email of ["same@mizan.example", "nobody@mizan.example"]) {
    app.hashing.verified = 0;
    app.hashing.hashed = 0;
    await post(email);
    const queued = await read(sql`select kind, payload from jobs where kind = 'session.resetLetter'`);
    work.push({
      ...app.hashing,
      queued: queued.length,
      fields: queued.flatMap(({ payload }) => Object.keys(payload as object)),
    });
    await app.runJobs();
  }
  expect(work[0]).toEqual({ hashed: 0, verified: 0, queued: 1, fields: ["emailKey"] });
  expect(work[1]).toEqual(work[0]);
});

test("sends emails in the user's language, and none to disabled users", async () => {
  await app.addPerson({ email: "mohammed@mizan.example", password, language: "ar", name: "محمد النموذج" });
  const { userId } = await app.addPerson({ email: "disabled@mizan.example", password });
  await app.db.execute(sql`update users set status = 'disabled' where id = ${userId}`);
  const before = app.emails.length;
  await forgot("mohammed@mizan.example");
  await forgot("disabled@mizan.example");
  expect(app.emails.slice(before)).toMatchObject([
    { to: "mohammed@mizan.example", subject: "إعادة تعيين كلمة مرورك في ميزان" },
  ]);
});

test("a link sets a password once, ends every session, and makes its origin known for the user", async () => {
  const { userId } = await app.addPerson({ email: "back@mizan.example", password });
  const sessions = [
    await app.transportOf("back@mizan.example", password),
    await app.transportOf("back@mizan.example", password),
  ];
  const [first, second] = [await linkFor("back@mizan.example"), await linkFor("back@mizan.example")];
  expect(await reset(first)).toEqual({ message: "Password updated. Sign in with your new password." });

  for (const transport of sessions) {
    expect(await refusalOf(call(transport, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
  }
  expect(await refusalOf(app.enter("back@mizan.example", password))).toMatchObject({ code: "sign_in_failed" });
  expect(await app.enter("back@mizan.example", newPassword)).toBeTruthy();
  // The same link again, and the other one that was requested.
  for (const token of [first, second]) {
    expect(await refusalOf(reset(token))).toMatchObject({ status: 410, code: "reset_link_invalid" });
  }
  const rows = await read(
    sql`select action from audit_log where resource_id = ${userId} and action = 'reset_password'`,
  );
  expect(rows).toHaveLength(1);
});

test("one link used by ten requests at once sets one password", async () => {
  await app.addPerson({ email: "race@mizan.example", password });
  const token = await linkFor("race@mizan.example");
  const choices = Array.from({ length: 10 }, (_, n) => `${newPassword} ${n}`);
  const outcomes = await Promise.allSettled(choices.map((choice) => reset(token, choice)));
  const won = choices.filter((_, n) => outcomes[n]?.status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "reset_link_invalid" });
  }
  expect(await app.enter("race@mizan.example", won[0]!)).toBeTruthy();
});

test("two links and a password change at the same time don't deadlock", async () => {
  await app.addPerson({ email: "crowd@mizan.example", password });
  let current = password;
  for (let round = 0; round < 10; round++) {
    app.clock.advance(15 * minuteMs);
    const [first, second] = [await linkFor("crowd@mizan.example"), await linkFor("crowd@mizan.example")];
    const transport = await app.transportOf("crowd@mizan.example", current);
    const choices = [0, 1, 2].map((n) => `${newPassword} ${round} ${n}`);
    const outcomes = await Promise.allSettled([
      reset(first, choices[0]),
      reset(second, choices[1]),
      call(transport, session.changePassword, { currentPassword: current, newPassword: choices[2]! }),
    ]);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as Refusal).code] : [],
    );
    for (const code of refused)
      expect(["reset_link_invalid", "current_password_wrong", "invalid_token"]).toContain(code);
    const entered = await Promise.allSettled(choices.map((choice) => app.enter("crowd@mizan.example", choice)));
    const works = entered.findIndex(({ status }) => status === "fulfilled");
    expect(entered.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    current = choices[works]!;
  }
  expect(app.logged.filter(({ event }) => event === "fault")).toEqual([]);
});

test("a link works until ten minutes have passed: one ms before, and not at the tenth", async () => {
  await app.addPerson({ email: "edge@mizan.example", password });
  const early = await linkFor("edge@mizan.example");
  app.clock.advance(10 * minuteMs - 1);
  expect(await reset(early)).toBeTruthy();
  const late = await linkFor("edge@mizan.example");
  app.clock.advance(10 * minuteMs);
  expect(await refusalOf(reset(late))).toMatchObject({ code: "reset_link_invalid" });
});

test("a rejected password leaves the link usable", async () => {
  await app.addPerson({ email: "second.try@mizan.example", password, name: "Fatima Namoona" });
  const token = await linkFor("second.try@mizan.example");
  expect(await refusalOf(reset(token, "FatimaNamoona12345"))).toMatchObject({
    status: 422,
    code: "password_guessable",
    errors: [{ path: "password", code: "password_guessable" }],
  });
  expect(await refusalOf(reset(token, "fourteen chars"))).toMatchObject({
    errors: [{ path: "password", code: "password_too_short" }],
  });
  expect(await reset(token)).toBeTruthy();
});

test("R4: a mailed link sets 8 characters for a user with a second factor, and 15 for a user without one", async () => {
  await app.addPerson({ email: "no.factor@mizan.example", password });
  expect(await refusalOf(reset(await linkFor("no.factor@mizan.example"), "k7mq2-9x"))).toMatchObject({
    code: "password_too_short",
    errors: [{ path: "password", params: { minimum: 15 } }],
  });
  await enrollUser(app, { email: "factor@mizan.example", password });
  expect(await reset(await linkFor("factor@mizan.example"), "k7mq2-9x")).toBeTruthy();
});

test("stores only the SHA-256 of a link, and never logs the link", async () => {
  await app.addPerson({ email: "hashed@mizan.example", password });
  const token = await linkFor("hashed@mizan.example");
  const tables = await read(sql`
    select (select jsonb_agg(password_resets::text) from password_resets)::text as resets,
           (select jsonb_agg(jobs::text) from jobs)::text as jobs,
           (select jsonb_agg(audit_log::text) from audit_log)::text as audit`);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))).toString("hex");
  expect(JSON.stringify(tables)).toContain(digest);
  expect(JSON.stringify(tables)).not.toContain(token);
  expect(JSON.stringify(app.logged)).not.toContain(token);
});

test.each(["", "x", "A".repeat(43), "../".repeat(20), "' or 1=1 --"])("rejects %j as a link", async (token) => {
  expect(await refusalOf(reset(token))).toMatchObject({ status: 410, code: "reset_link_invalid" });
});

test("limits emails: three to one user and twenty requests from one network in a window", async () => {
  app.clock.advance(15 * minuteMs);
  await app.addPerson({ email: "popular@mizan.example", password });
  const before = app.emails.length;
  for (let n = 0; n < 10; n++) await forgot("popular@mizan.example");
  expect(app.emails.length - before).toBe(3);
  for (let n = 0; n < 10; n++) await forgot(`nobody-${n}@mizan.example`);
  expect((await post("popular@mizan.example")).status).toBe(429);
  expect((await post("nobody@mizan.example")).status).toBe(429);
});

test("an email that was not sent is retried, and does not count towards the three", async () => {
  app.clock.advance(15 * minuteMs);
  const broken = await sessionApi();
  let failures = 0;
  try {
    await broken.addPerson({ email: "patient@mizan.example", password });
    const { send } = { send: broken.emails.push.bind(broken.emails) };
    broken.emails.push = (...emails) => {
      if (++failures <= 4) throw new Error("the mail server is away");
      return send(...emails);
    };
    await broken.anonymous(request("patient@mizan.example"));
    for (let attempt = 0; attempt < 5; attempt++) {
      await broken.runJobs();
      broken.clock.advance(40 * secondMs);
    }
    expect([failures, broken.emails.length]).toEqual([5, 1]);
  } finally {
    await broken.close();
  }
});

const request = (email: string, headers: Record<string, string> = {}) =>
  new Request("https://mizan.test/mt_user_forget", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ mt_email: email }),
  });
const post = (email: string, headers?: Record<string, string>) => app.anonymous(request(email, headers));

async function forgot(email: string, headers?: Record<string, string>) {
  const response = await post(email, headers);
  const body = (await response.json()) as unknown;
  await app.runJobs();
  return { status: response.status, body };
}

async function linkFor(email: string): Promise<string> {
  await forgot(email);
  const token = /#([\w-]{43})/.exec(app.emails.at(-1)?.text ?? "")?.[1];
  if (token === undefined) throw new Error(`no link was mailed to ${email}`);
  return token;
}

const reset = (token: string, choice = newPassword) =>
  call(app.anonymous, session.resetPassword, { token, password: choice });

const read = async (query: ReturnType<typeof sql>) =>
  ((await app.db.execute(query)) as { rows: Record<string, unknown>[] }).rows;

test("names the address of a link's user as long as the link works, and of no other", async () => {
  await app.addPerson({ email: "invited@mizan.example", password });
  await forgot("invited@mizan.example");
  const token = /#([\w-]{43})$/m.exec(app.emails.at(-1)!.text)![1]!;
  expect(await call(app.anonymous, session.readResetLink, { token })).toEqual({ email: "invited@mizan.example" });
  for (const wrong of ["", "A".repeat(43), `${token}x`])
    expect((await refusalOf(call(app.anonymous, session.readResetLink, { token: wrong }))).code).toBe(
      "reset_link_invalid",
    );
  await call(app.anonymous, session.resetPassword, { token, password: newPassword });
  expect((await refusalOf(call(app.anonymous, session.readResetLink, { token }))).code).toBe("reset_link_invalid");
});
