import { dayMs, hourMs, minuteMs, secondMs } from "#base/time.ts";

// Names of headers and the form of a signature are those of Standard Webhooks 1.0 (standardwebhooks.com), for which
// receivers find libraries in every language.
export const signatureHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

/** What a secret begins with; the rest is 24 random bytes in base64. */
export const secretPrefix = "whsec_";

/** After each attempt that failed the next one waits so long; after the last there is none. Together about a day (domain 5.3). */
export const retryDelaysMs = [
  10 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  8 * hourMs,
  8 * hourMs,
] as const;

/** Null: that was the last attempt. `attempts` counts those that were made. */
export const retryDelayMs = (attempts: number): number | null => retryDelaysMs[attempts - 1] ?? null;

/** Nobody has answered there for so long that it is no longer tried. */
export const failingMaxMs = 3 * dayMs;

/** So long an old secret still signs beside the new one. */
export const oldSecretMs = dayMs;

/** Events, and what became of them, are kept so long for a look and a replay. */
export const retentionMs = 30 * dayMs;

/** Whether the answer of a receiver says that it has what was sent. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** HTTP 410: the receiver wants no more, ever. */
export const goneStatus = 410;
