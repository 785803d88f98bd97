import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enrollUser } from "#api/testing/phone.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/access/session/contract.ts";
import { type FactorQuestion, factors } from "#features/access/session/contract/factors.ts";
import { passwordLength } from "#base/passwords.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
const newPassword = "twelve olive trees on a hill";
/** Long enough beside a second factor, but not alone. */
const short = "k7mq2-9x";
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

test("ends every other session immediately and renews the own one with a new token", async () => {
  const { userId } = await app.addPerson({ email: "change@mizan.example", password });
  const [here, there] = [
    await app.transportOf("change@mizan.example", password),
    await app.transportOf("change@mizan.example", password),
  ];
  const { accessToken } = await call(here, session.changePassword, { currentPassword: password, newPassword });

  for (const old of [here, there]) {
    expect(await refusalOf(call(old, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
  }
  expect(await call(app.transportFor({ token: accessToken }), session.readPerson, {})).toMatchObject({ userId });
  expect(await refusalOf(app.enter("change@mizan.example", password))).toMatchObject({ code: "sign_in_failed" });
  expect(await app.enter("change@mizan.example", newPassword)).toBeTruthy();
  const rows = await app.db.execute(
    sql`select actor_id::text as actor from audit_log where resource_id = ${userId} and action = 'change_password'`,
  );
  expect((rows as { rows: unknown[] }).rows).toEqual([{ actor: userId }]);
});

test("needs a session and the current password", async () => {
  await app.addPerson({ email: "needs@mizan.example", password });
  const transport = await app.transportOf("needs@mizan.example", password);
  const input = { currentPassword: "not that one", newPassword };
  expect(await refusalOf(call(app.anonymous, session.changePassword, input))).toMatchObject({ status: 401 });
  expect(await refusalOf(call(transport, session.changePassword, input))).toMatchObject({
    status: 422,
    code: "current_password_wrong",
    errors: [{ path: "currentPassword", code: "current_password_wrong" }],
  });
  expect(await call(transport, session.readPerson, {})).toMatchObject({ email: "needs@mizan.example" });
});

test("R4: accepts 15 to 256 characters of any script, with no composition rules, nothing cut or trimmed", async () => {
  await app.addPerson({ email: "rules@mizan.example", password });
  let current = password;
  const refused = [
    ["fourteen chars", "password_too_short"],
    ["🌳🌿🌾🌴🌵🎋🎍🍀🍁🍂🍃🌱🌲🌻", "password_too_short"],
    ["olives and lemons ".repeat(20).slice(0, 257), "password_too_long"],
    [password, "password_unchanged"],
    ["Password123456789", "password_guessable"],
    ["mizan administrator", "password_guessable"],
    ["rules rules rules rules", "password_guessable"],
  ] as const;
  const transport = await app.transportOf("rules@mizan.example", current);
  for (const [choice, code] of refused) {
    const refusal = await refusalOf(
      call(transport, session.changePassword, { currentPassword: current, newPassword: choice }),
    );
    expect({ choice, errors: refusal.errors }).toMatchObject({ choice, errors: [{ path: "newPassword", code }] });
  }
  const accepted = [
    "a lilac fog, 3x",
    "🌳🌿🌾🌴🌵🎋🎍🍀🍁🍂🍃🌱🌲🌻🌷",
    "سماء صافية فوق الجبل",
    "  spaces at both ends  ",
    "a sentence of one hundred and twenty eight characters, which somebody likes to type every morning before the first cup of coffee",
    "every word of a long story that somebody knows by heart, and types because no shorter one would do: ".repeat(2) +
      "the lemon tree, the well, the road".padEnd(56, "!"),
  ];
  expect(accepted.map(passwordLength)).toEqual([15, 15, 20, 23, 128, 256]);
  for (const choice of accepted) {
    const signedIn = await app.transportOf("rules@mizan.example", current);
    await call(signedIn, session.changePassword, { currentPassword: current, newPassword: choice });
    current = choice;
    expect(await app.enter("rules@mizan.example", choice)).toBeTruthy();
    expect((await refusalOf(app.enter("rules@mizan.example", [...choice].slice(0, -1).join("")))).code).toBe(
      "sign_in_failed",
    );
  }
});

test("R4: beside a second factor 8 characters are enough, if not easy to guess", async () => {
  const email = "short@mizan.example";
  const { transport, phone } = await enrollUser(app, { email, password });
  for (const [choice, code] of [
    ["k7mq2-9", "password_too_short"],
    ["sunshine", "password_guessable"],
    ["mizan123", "password_guessable"],
  ] as const) {
    const input = { currentPassword: password, newPassword: choice };
    expect((await refusalOf(call(transport, session.changePassword, input))).errors).toMatchObject([
      { path: "newPassword", code },
    ]);
  }
  await call(transport, session.changePassword, { currentPassword: password, newPassword: short });
  const question = (await refusalOf(app.enter(email, short))) as unknown as { details: FactorQuestion };
  const answer = { challenge: question.details.challenge, code: await phone.code() };
  expect(await call(app.anonymous, factors.signInWithFactor, answer)).toHaveProperty("accessToken");
});

test("R4: a user without a second factor needs 15, and one that is not confirmed does not count", async () => {
  await app.addPerson({ email: "alone@mizan.example", password });
  const transport = await app.transportOf("alone@mizan.example", password);
  await call(transport, factors.startAuthenticator, {});
  const input = { currentPassword: password, newPassword: "k7mq2-9xw4t-0b" };
  expect(await refusalOf(call(transport, session.changePassword, input))).toMatchObject({
    code: "password_too_short",
    errors: [{ path: "newPassword", code: "password_too_short", params: { minimum: 15 } }],
  });
});

test("R4: the last factor can't be removed beside a short password, nor without giving the password", async () => {
  const email = "last@mizan.example";
  const { transport, phone } = await enrollUser(app, { email, password });
  expect(await refusalOf(call(transport, factors.removeAuthenticator, { proof: await phone.code() }))).toMatchObject({
    code: "password_asked",
  });
  const changed = await call(transport, session.changePassword, { currentPassword: password, newPassword: short });
  const renewed = app.transportFor({ token: changed.accessToken });
  expect(await refusalOf(call(renewed, factors.removeAuthenticator, { proof: short }))).toMatchObject({
    status: 409,
    code: "password_needs_factor",
    details: { minimum: 15 },
  });
  expect(await call(renewed, factors.readFactors, {})).toMatchObject({ recoveryCodesLeft: 10 });
  const back = await call(renewed, session.changePassword, { currentPassword: short, newPassword });
  const last = app.transportFor({ token: back.accessToken });
  await call(last, factors.removeAuthenticator, { proof: newPassword });
  expect(await app.enter(email, newPassword)).toBeTruthy();
});

test("R4: a short password no longer works once its factor is gone, and only a user who knows it learns why", async () => {
  const email = "orphaned@mizan.example";
  const { transport, userId } = await enrollUser(app, { email, password });
  await call(transport, session.changePassword, { currentPassword: password, newPassword: short });
  await app.addPerson({ email: "resetter@mizan.example", password, role: "admin" });
  const administrator = await app.transportOf("resetter@mizan.example", password);
  await call(administrator, factors.resetFactors, { userId, reason: "lost the phone" });
  expect(await refusalOf(app.enter(email, short))).toMatchObject({ status: 403, code: "password_too_short_alone" });
  expect(await refusalOf(app.enter(email, `${short}!`))).toMatchObject({ code: "sign_in_failed" });
  const { rows } = (await app.db.execute(
    sql`select count(*)::int as count from sessions where user_id = ${userId}`,
  )) as {
    rows: unknown[];
  };
  expect(rows).toEqual([{ count: 0 }]);
});

test("of two simultaneous changes one succeeds, and the other is refused because the password has changed", async () => {
  await app.addPerson({ email: "twice@mizan.example", password });
  const transports = [
    await app.transportOf("twice@mizan.example", password),
    await app.transportOf("twice@mizan.example", password),
  ];
  const choices = [`${newPassword} one`, `${newPassword} two`];
  const outcomes = await Promise.allSettled(
    choices.map((choice, n) =>
      call(transports[n]!, session.changePassword, { currentPassword: password, newPassword: choice }),
    ),
  );
  const won = choices.filter((_, n) => outcomes[n]?.status === "fulfilled");
  expect(won).toHaveLength(1);
  const lost = outcomes.find((outcome) => outcome.status === "rejected")?.reason as { code: string };
  // Depends on which was faster: refused at the check of the password, at the check that it is unchanged, or at the
  // session.
  expect(["current_password_wrong", "invalid_token"]).toContain(lost.code);
  expect(await app.enter("twice@mizan.example", won[0]!)).toBeTruthy();
});

test("a sign-in with the old password at the moment of the change leaves no session behind", async () => {
  await app.addPerson({ email: "moment@mizan.example", password });
  let current = password;
  for (let round = 0; round < 10; round++) {
    const transport = await app.transportOf("moment@mizan.example", current);
    const choice = `${newPassword} ${round}`;
    const [changed, ...entered] = await Promise.allSettled([
      call(transport, session.changePassword, { currentPassword: current, newPassword: choice }),
      ...Array.from({ length: 4 }, () => app.enter("moment@mizan.example", current)),
    ]);
    expect(changed.status).toBe("fulfilled");
    for (const outcome of entered) {
      if (outcome.status === "rejected") continue;
      const { accessToken } = outcome.value as { accessToken: string };
      const late = app.transportFor({ token: accessToken });
      expect(await refusalOf(call(late, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
    }
    current = choice;
    app.clock.advance(15 * 60_000);
  }
});
