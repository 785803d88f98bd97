import { commonRefusals, refusals } from "#base/refusal.ts";
import { minuteMs } from "#base/time.ts";

/**
 * Operations that cost the server much more than the caller, and how often one user or API key may call them within
 * `windowMs` (reliability R25). A user's sessions count together, or a second sign-in would double the limit.
 */
export const rateLimits = {
  /** An export. */
  export: { max: 20, windowMs: minuteMs },
  import: { max: 20, windowMs: minuteMs },
  /** A picture or a document. Enough for ten products with ten pictures each, uploaded together. */
  upload: { max: 120, windowMs: minuteMs },
  /** Anything with a search text: five searches a second for a whole minute are not typed by a user. */
  search: { max: 300, windowMs: minuteMs },
  /** A change that is made and rolled back to show its impact. No user reads one a second. */
  preview: { max: 60, windowMs: minuteMs },
  /** A public operation, called from one network (docs/decisions/0059). */
  anonymous: { max: 300, windowMs: minuteMs },
} as const;

export type Pace = keyof typeof rateLimits;

export const paceRefusals = refusals({
  exports_too_fast: {
    status: 429,
    message: "You’ve reached the limit of {maximum} exports per minute. Try again in {retryAfterSeconds} seconds.",
  },
  imports_too_fast: {
    status: 429,
    message: "You’ve reached the limit of {maximum} imports per minute. Try again in {retryAfterSeconds} seconds.",
  },
  uploads_too_fast: {
    status: 429,
    message: "You’ve reached the limit of {maximum} uploads per minute. Try again in {retryAfterSeconds} seconds.",
  },
  searches_too_fast: {
    status: 429,
    message: "You’ve reached the limit of {maximum} searches per minute. Try again in {retryAfterSeconds} seconds.",
  },
  previews_too_fast: {
    status: 429,
    message: "You’ve reached the limit of {maximum} previews per minute. Try again in {retryAfterSeconds} seconds.",
  },
});

export const refusalOfPace = {
  export: paceRefusals.exports_too_fast,
  import: paceRefusals.imports_too_fast,
  upload: paceRefusals.uploads_too_fast,
  search: paceRefusals.searches_too_fast,
  preview: paceRefusals.previews_too_fast,
  anonymous: commonRefusals.rate_limited,
} as const;
