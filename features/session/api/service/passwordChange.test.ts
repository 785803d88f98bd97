import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { session } from "#features/session/contract.ts";
import { passwordLength } from "#features/session/rules.ts";
import { call } from "#web/call.ts";

const password = "nine lemon trees in a row";
const newPassword = "twelve olive trees on a hill";
let house: SessionApi;

beforeAll(async () => {
  house = await sessionApi();
});
afterAll(() => house.close());

test("ends every other session at once and renews one's own under a new token", async () => {
  const { userId } = await house.addPerson({ email: "change@mizan.example", password });
  const [here, there] = [
    await house.transportOf("change@mizan.example", password),
    await house.transportOf("change@mizan.example", password),
  ];
  const { accessToken } = await call(here, session.changePassword, { currentPassword: password, newPassword });

  for (const old of [here, there]) {
    expect(await refusalOf(call(old, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
  }
  expect(await call(house.transportFor({ token: accessToken }), session.readPerson, {})).toMatchObject({ userId });
  expect(await refusalOf(house.enter("change@mizan.example", password))).toMatchObject({ code: "sign_in_failed" });
  expect(await house.enter("change@mizan.example", newPassword)).toBeTruthy();
  const rows = await house.db.execute(
    sql`select actor_id::text as actor from audit_log where resource_id = ${userId} and action = 'change_password'`,
  );
  expect((rows as { rows: unknown[] }).rows).toEqual([{ actor: userId }]);
});

test("needs a session and the current password", async () => {
  await house.addPerson({ email: "needs@mizan.example", password });
  const transport = await house.transportOf("needs@mizan.example", password);
  const input = { currentPassword: "not that one", newPassword };
  expect(await refusalOf(call(house.anonymous, session.changePassword, input))).toMatchObject({ status: 401 });
  expect(await refusalOf(call(transport, session.changePassword, input))).toMatchObject({
    status: 422,
    code: "current_password_wrong",
    errors: [{ path: "currentPassword", code: "current_password_wrong" }],
  });
  expect(await call(transport, session.readPerson, {})).toMatchObject({ email: "needs@mizan.example" });
});

test("R4: takes 15 characters to 256 of any script, nothing prescribed, nothing cut or trimmed", async () => {
  await house.addPerson({ email: "rules@mizan.example", password });
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
  const transport = await house.transportOf("rules@mizan.example", current);
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
    const signedIn = await house.transportOf("rules@mizan.example", current);
    await call(signedIn, session.changePassword, { currentPassword: current, newPassword: choice });
    current = choice;
    expect(await house.enter("rules@mizan.example", choice)).toBeTruthy();
    expect((await refusalOf(house.enter("rules@mizan.example", choice.slice(0, -1)))).code).toBe("sign_in_failed");
  }
});

test("of two changes at once, one wins and the other is told that the password is another by now", async () => {
  await house.addPerson({ email: "twice@mizan.example", password });
  const transports = [
    await house.transportOf("twice@mizan.example", password),
    await house.transportOf("twice@mizan.example", password),
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
  // Depending on who was quicker: at the check of the password, of its being unchanged, or already of the session.
  expect(["current_password_wrong", "invalid_token"]).toContain(lost.code);
  expect(await house.enter("twice@mizan.example", won[0]!)).toBeTruthy();
});

test("a sign-in with the old password at the very moment of the change leaves no session behind", async () => {
  await house.addPerson({ email: "moment@mizan.example", password });
  let current = password;
  for (let round = 0; round < 10; round++) {
    const transport = await house.transportOf("moment@mizan.example", current);
    const choice = `${newPassword} ${round}`;
    const [changed, ...entered] = await Promise.allSettled([
      call(transport, session.changePassword, { currentPassword: current, newPassword: choice }),
      ...Array.from({ length: 4 }, () => house.enter("moment@mizan.example", current)),
    ]);
    expect(changed.status).toBe("fulfilled");
    for (const outcome of entered) {
      if (outcome.status === "rejected") continue;
      const { accessToken } = outcome.value as { accessToken: string };
      const late = house.transportFor({ token: accessToken });
      expect(await refusalOf(call(late, session.readPerson, {}))).toMatchObject({ code: "invalid_token" });
    }
    current = choice;
    house.clock.advance(15 * 60_000);
  }
});
