import { toHex } from "#base/hex.ts";

/** The SHA-256 of these bytes, in hexadecimal. */
export const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
