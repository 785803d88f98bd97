import { dayMs, hourMs, minuteMs, secondMs } from "#base/time.ts";

// Header names and the signature format are those of Standard Webhooks 1.0 (standardwebhooks.com), for which receivers
// find libraries in every language.
export const signatureHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

/** The prefix of a secret; the rest is 24 random bytes in base64. */
export const secretPrefix = "whsec_";

/** The delay after each failed attempt; after the last delay there is no other. Together about a day (domain 5.3). */
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

/** Null: that was the last attempt. `attempts` is the number of attempts so far. */
export const retryDelayMs = (attempts: number): number | null => retryDelaysMs[attempts - 1] ?? null;

/** After failing for so long, a webhook is paused. */
export const failingMaxMs = 3 * dayMs;

/** How long an old secret still signs beside the new one. */
export const oldSecretMs = dayMs;

/** How long events and their deliveries are kept for viewing and replaying. */
export const retentionMs = 30 * dayMs;

/** Whether the status of a receiver means that it has accepted the delivery. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** HTTP 410: the receiver wants no more deliveries. */
export const goneStatus = 410;
