import { expect, test } from "vitest";
import { aesCipher, cipherKey } from "#api/cipher.ts";

const key = "0f".repeat(32);
const cipher = aesCipher(cipherKey(key));
const bytes = (text: string) => new TextEncoder().encode(text);

test("decrypts what it encrypted, and never encrypts a value twice in the same way", async () => {
  const plain = bytes("JBSWY3DPEHPK3PXP");
  const [one, two] = [await cipher.seal(plain, "authenticator:a"), await cipher.seal(plain, "authenticator:a")];
  expect(one).not.toEqual(two);
  expect(new TextDecoder().decode(one)).not.toContain("JBSWY3DPEHPK3PXP");
  for (const sealed of [one, two]) expect(await cipher.open(sealed, "authenticator:a")).toEqual(plain);
});

test("decrypts nothing for another purpose, with another key, or that was changed or truncated", async () => {
  const sealed = await cipher.seal(bytes("secret"), "authenticator:a");
  const other = aesCipher(cipherKey("f0".repeat(32)));
  const changed = sealed.with(sealed.length - 1, sealed.at(-1)! ^ 1);
  await expect(cipher.open(sealed, "authenticator:b")).rejects.toThrow(DOMException);
  await expect(other.open(sealed, "authenticator:a")).rejects.toThrow(DOMException);
  await expect(cipher.open(new Uint8Array(changed), "authenticator:a")).rejects.toThrow(DOMException);
  await expect(cipher.open(sealed.subarray(0, -1), "authenticator:a")).rejects.toThrow(DOMException);
  await expect(cipher.open(new Uint8Array([9, ...sealed.subarray(1)]), "authenticator:a")).rejects.toThrow("form");
});

test("hashes a text alike each time, and differently for another purpose, text or key", async () => {
  const other = aesCipher(cipherKey("f0".repeat(32)));
  const hash = await cipher.hash("amina@example.com", "email");
  expect(hash).toHaveLength(32);
  expect(await aesCipher(cipherKey(key)).hash("amina@example.com", "email")).toEqual(hash);
  for (const different of [
    cipher.hash("amina@example.com", "phone"),
    cipher.hash("amina@example.org", "email"),
    other.hash("amina@example.com", "email"),
  ])
    expect(await different).not.toEqual(hash);
});

test("accepts only 256-bit keys", async () => {
  await expect(cipherKey("0f".repeat(16))).rejects.toThrow("64 hex digits");
});
