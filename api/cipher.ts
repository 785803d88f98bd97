import { fromHex, toHex } from "#base/hex.ts";
import type { Cipher } from "#api/ports.ts";

/** The format version, so that a later format can be recognised. */
const form = 1;
const nonceBytes = 12; // NIST SP 800-38D §8.2
const keyBytes = 32;

/**
 * AES-256-GCM, the same on both hosts. Encrypted bytes are the format version, a random nonce, the text and the tag.
 */
export function aesCipher(key: Promise<CryptoKey>): Cipher {
  let hashKey: Promise<CryptoKey> | undefined;
  return {
    hash: async (text, purpose) => {
      hashKey ??= deriveHashKey(key);
      const message = new TextEncoder().encode(`${purpose}\n${text}`);
      return new Uint8Array(await crypto.subtle.sign("HMAC", await hashKey, message));
    },
    seal: async (plain, purpose) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const sealed = await crypto.subtle.encrypt(parametersOf(nonce, purpose), await key, plain);
      return new Uint8Array([form, ...nonce, ...new Uint8Array(sealed)]);
    },
    open: async (sealed, purpose) => {
      if (sealed[0] !== form) throw new Error(`sealed in a form that this version does not know: ${sealed[0]}`);
      const nonce = new Uint8Array(sealed.subarray(1, 1 + nonceBytes));
      const text = new Uint8Array(sealed.subarray(1 + nonceBytes));
      return new Uint8Array(await crypto.subtle.decrypt(parametersOf(nonce, purpose), await key, text));
    },
  };
}

/**
 * Derives the key of hashes. The key itself can't be exported, but what it encrypts depends on it alone: blocks of zeros
 * under a nonce that `seal` draws with a probability of 2^-96.
 */
async function deriveHashKey(key: Promise<CryptoKey>): Promise<CryptoKey> {
  const parameters = parametersOf(new Uint8Array(nonceBytes), "key of hashes");
  const derived = await crypto.subtle.encrypt(parameters, await key, new Uint8Array(keyBytes));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", derived.slice(0, keyBytes), algorithm, false, ["sign"]);
}

/** The key from 64 hex digits, as the host stores its secrets. It can't be exported again. */
export async function cipherKey(hex: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytesOf(hex), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Identifies a key without revealing it. */
export async function cipherFingerprint(hex: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytesOf(hex), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode("fingerprint of a cipher key"));
  return toHex(new Uint8Array(digest));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = fromHex(hex);
  if (bytes.length !== keyBytes) throw new Error("a cipher's key is 64 hex digits");
  return bytes;
}

const parametersOf = (iv: Uint8Array<ArrayBuffer>, purpose: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(purpose),
});
