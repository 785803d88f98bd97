import { describe, expect, test } from "vitest";
import { base32, codeAt, keyUri, makeSecret, stepsOfCode } from "#features/access/session/api/service/totp.ts";

const ascii = (text: string) => new TextEncoder().encode(text);

describe("the codes of an authenticator app", () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  const secret = ascii("12345678901234567890");
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("match RFC 6238 at second %i", async (seconds, code) => {
    expect(await codeAt(secret, new Date(seconds * 1000).toISOString())).toBe(code);
  });

  test("are accepted one step early or late, and no more", async () => {
    const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000).toISOString();
    const code = await codeAt(secret, at(0));
    const step = 60_000_000;
    expect(await stepsOfCode(secret, code, at(-30))).toEqual([step]);
    expect(await stepsOfCode(secret, code, at(0))).toEqual([step]);
    expect(await stepsOfCode(secret, code, at(59.999))).toEqual([step]);
    expect(await stepsOfCode(secret, code, at(-30.001))).toEqual([]);
    expect(await stepsOfCode(secret, code, at(60))).toEqual([]);
  });
});

test("secrets use RFC 4648", () => {
  expect(["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(ascii(text)))).toEqual([
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
});

test("a secret has 160 bits, and its URI has all that an app needs", () => {
  const secret = makeSecret();
  const uri = new URL(keyUri(secret, "nurain@mizan.example"));
  expect(secret).toHaveLength(20);
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Mizan%3Anurain%40mizan\.example\?/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: base32(secret),
    issuer: "Mizan",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
