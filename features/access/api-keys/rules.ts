import { addMs, dayMs, hourMs, type Instant } from "#base/time.ts";
import type { ApiKey, KeyStatus } from "#features/access/api-keys/contract.ts";

/** `mzk_` and eight characters that may be shown, an underscore, and 256 bits as base64url. */
export const keyPattern = /^(?<prefix>mzk_[0-9a-hjkmnp-tv-z]{8})_[A-Za-z0-9_-]{43}$/;

/** The default lifetime of a key in days, and the maximum: two years. */
export const lastingDays = { usual: 90, max: 730 } as const;

/** How long the old secret works after a renewal, if that was requested. */
export const oldSecretMs = 24 * hourMs;

/** The last day, in UTC, of a key that is created now and lasts this many days. */
export const lastDayAfter = (now: Instant, days: number): string => addMs(now, days * dayMs).slice(0, 10);

/** The first moment at which a key no longer works. */
export const endOf = (lastDay: string): Instant => addMs(`${lastDay}T00:00:00.000Z`, dayMs);
export const lastDayOf = (expiresAt: Instant): string => addMs(expiresAt, -dayMs).slice(0, 10);

/** Whether a day is valid as the last day of a key: not in the past, and at most two years away. */
export const canEndOn = (lastDay: string, now: Instant): boolean =>
  lastDay >= now.slice(0, 10) && lastDay <= lastDayAfter(now, lastingDays.max);

export function keyStatus({ revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">, now: Instant): KeyStatus {
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "active";
}
