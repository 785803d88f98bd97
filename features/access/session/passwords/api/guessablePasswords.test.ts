import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { isGuessable } from "#features/access/session/passwords/api/guessablePasswords.ts";

const aisyah = { name: "Aisyah binti Contoh", email: "aisyah.contoh@mizan.example" };

test.each([
  "passwordpassword",
  "Password123456789",
  "P@ssw0rd P@ssw0rd",
  "qwertyuiop1234asdf",
  "aaaaaaaaaaaaaaaaaaaa",
  "1234567890123456",
  "abcdefghijklmnopqrst",
  "zyxwvutsrqponml",
  "abcabcabcabcabcabc",
  "administrator123",
  "MizanMizanMizan1",
  "mizan2026mizan2026",
  "Ramadan Ramadan",
  "aisyahcontoh1234",
  "Aisyah.Contoh.1",
  "AISYAH binti aisyah",
  "aisyah.contoh@mizan.example",
  "Aisyah.Contoh@Mizan.Example#1",
  "بسم الله بسم الله",
  "iloveyou iloveyou",
])("calls %j guessable", async (password) => expect(await isGuessable(password, aisyah)).toBe(true));

test.each([
  "correct horse battery staple",
  "correcthorsebatterystaple",
  "k7mq2-9xw4t-0bcde-hjkmn",
  "the kettle sings at dawn",
  "سماء صافية فوق الجبل",
  "三月の風と桜の花びらが",
  "Aisyah planted nine lemon trees",
  "583920174620193",
])("accepts %j", async (password) => expect(await isGuessable(password, aisyah)).toBe(false));

test("knows 49,233 common passwords, and rejects each of 15 characters or more", async () => {
  const common = dictionary["passwords-common"];
  expect(common.length).toBeGreaterThanOrEqual(10_000);
  const long = common.filter((password) => password.length >= 15);
  expect(long.length).toBeGreaterThan(30);
  const passed = [];
  for (const password of long) if (!(await isGuessable(password, aisyah))) passed.push(password);
  expect(passed).toEqual([]);
});
