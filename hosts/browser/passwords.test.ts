import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { demoPasswordHash } from "#features/access/session/api/seed.ts";
import { isOutdated } from "#features/access/session/api/service/passwords.ts";
import { passwords as inBrowser } from "#hosts/browser/passwords.ts";
import { passwords as inNode } from "#hosts/node/passwords.ts";
import { canonicalPassword } from "#base/passwords.ts";
import { demoPassword } from "#features/access/session/rules.ts";

const password = "كلمة سر طويلة 密码 🕌 with ünïcödé";
const hosts = [
  { name: "Node", own: inNode, other: inBrowser },
  { name: "browser", own: inBrowser, other: inNode },
];

describe.each(hosts)("passwords of the $name host", ({ own, other }) => {
  test("are stored as argon2id at 19 MiB, two passes, one lane, each with its own salt", async () => {
    const [one, two] = [await own.hash(password), await own.hash(password)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(isOutdated(one)).toBe(false);
  });

  test("are verified by both hosts, and no other password is", async () => {
    const phc = await own.hash(password);
    for (const host of [own, other]) {
      expect(await host.verify(password, phc)).toBe(true);
      expect(await host.verify(`${password} `, phc)).toBe(false);
      expect(await host.verify("", phc)).toBe(false);
    }
  });

  test("are compared to the last character, beyond the 72 bytes where other algorithms stop", async () => {
    const long = "a".repeat(255);
    const phc = await own.hash(`${long}b`);
    expect([await own.verify(`${long}b`, phc), await own.verify(`${long}c`, phc)]).toEqual([true, false]);
  });
});

test("the demonstration's password matches the stored hash, which has the current cost", async () => {
  expect(await inBrowser.verify(canonicalPassword(demoPassword), demoPasswordHash)).toBe(true);
  expect(isOutdated(demoPasswordHash)).toBe(false);
});

test("a server rejects sign-ins whose responses would come too late, and hashes the rest", async () => {
  const phc = await inNode.hash(password);
  const crowd = await Promise.allSettled(Array.from({ length: 600 }, () => inNode.verify(password, phc)));
  const turnedAway = crowd.filter((each) => each.status === "rejected");
  const placesMax = 64 + Math.max(1, availableParallelism() - 1);
  expect(turnedAway).toHaveLength(600 - placesMax);
  expect(turnedAway[0]).toMatchObject({ reason: { code: "rate_limited", details: { retryAfterSeconds: 2 } } });
  expect(crowd.filter((each) => each.status === "fulfilled" && each.value)).toHaveLength(placesMax);
});
