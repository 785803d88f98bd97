import { createSHA256 } from "hash-wasm";
import { tokenPattern } from "#features/access/session/contract.ts";

// Not crypto.subtle: it waits in the thread pool behind password hashing (237 ms behind 16 of them), this takes 2 µs.
const hasher = createSHA256();
const encoder = new TextEncoder();

/** 256 random bits as base64url (reliability R8). */
export function makeToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * What is stored of a token. Its 256 random bits need no salt and no slow hash; `null` if it can't be one of our
 * tokens.
 */
export async function hashToken(token: string): Promise<Uint8Array | null> {
  return tokenPattern.test(token) ? hashText(token) : null;
}

/** SHA-256. */
export async function hashText(text: string): Promise<Uint8Array> {
  const sha256 = await hasher;
  return sha256.init().update(encoder.encode(text)).digest("binary");
}

export const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The bytes of a text that the contract has validated as base64url. */
export const bytesFromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
