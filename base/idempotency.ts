import { refusals } from "#base/refusal.ts";

/** `true` on an answer that an earlier call with the same key was given. */
export const replayedHeader = "Idempotent-Replayed";
export const idempotencyKeyMax = 255;

// Not in `commonRefusals`: screens send a new key with each call, and every screen loads those.
export const idempotencyRefusals = refusals({
  idempotency_key_required: {
    status: 400,
    message: "Send an Idempotency-Key header of 1 to {maximum} letters, digits and punctuation marks, without spaces.",
  },
  idempotency_key_reused: {
    status: 409,
    message: "This Idempotency-Key was sent with another request. Use a new key for each request.",
  },
  idempotency_in_progress: {
    status: 409,
    message: "A request with this Idempotency-Key is still in progress. Try again in {retryAfterSeconds} seconds.",
  },
});
