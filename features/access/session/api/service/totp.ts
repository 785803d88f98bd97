import { type Instant, secondMs } from "#base/time.ts";

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, a new code every 30 s. */
const stepMs = 30 * secondMs;
const digits = 6;
/** Clocks may differ by one step either way (RFC 6238 §5.2). */
const driftSteps = 1;
/** As long as the hash (RFC 4226 §4, R6). */
const secretBytes = 20;

export const makeSecret = () => crypto.getRandomValues(new Uint8Array(secretBytes));

/** The steps near `now` with this code, the earliest first. Rarely more than one. */
export async function stepsOfCode(secret: Uint8Array<ArrayBuffer>, code: string, now: Instant): Promise<number[]> {
  const current = Math.floor(Date.parse(now) / stepMs);
  const steps = Array.from({ length: 2 * driftSteps + 1 }, (_, nth) => current - driftSteps + nth);
  const codes = await Promise.all(steps.map((step) => codeOfStep(secret, step)));
  return steps.filter((_, nth) => codes[nth] === code);
}

/** The code that is shown at `now`. */
export const codeAt = (secret: Uint8Array<ArrayBuffer>, now: Instant) =>
  codeOfStep(secret, Math.floor(Date.parse(now) / stepMs));

/** RFC 4226 §5.3, with the step as the counter. */
async function codeOfStep(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  const number = mac.getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The content of the QR code for an authenticator app (Google's key URI format, which all of them read). */
export function keyUri(secret: Uint8Array, account: string): string {
  const issuer = "Mizan";
  const parameters = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: "SHA1",
    digits: String(digits),
    period: String(stepMs / secondMs),
  });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${parameters}`;
}

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 §6 without padding, which 20 bytes don't need. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, "0"), 2)])
    .join("");
}
