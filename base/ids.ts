import { hexOfByte } from "#base/hex.ts";

/**
 * A UUID version 7 (RFC 9562): 48 bits of milliseconds, then random bits, so that later ids sort later.
 *
 * `random` is 16 fresh bytes of a cryptographic source: this folder has no access to the platform. The client creates
 * ids and stores them before sending, so that a retried create finds its own record.
 */
export function uuidv7(epochMs: number, random: Uint8Array): string {
  const bytes = random.slice(0, 16);
  for (let byte = 0; byte < 6; byte++) bytes[byte] = Math.floor(epochMs / 2 ** (8 * (5 - byte))) & 0xff;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  let id = "";
  for (let byte = 0; byte < 16; byte++) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) id += "-";
    id += hexOfByte[bytes[byte]!]!;
  }
  return id;
}
