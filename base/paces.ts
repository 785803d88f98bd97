import type { Operation } from "#base/contract.ts";
import { refusals } from "#base/refusal.ts";
import { minuteMs } from "#base/time.ts";

/**
 * What costs the house much more than it costs the caller, and how often one person or one key may ask for it within
 * `windowMs` (reliability R25). A person's sessions count together, or a second sign-in would double the figure.
 */
export const paces = {
  /** A file of records. */
  export: { max: 20, windowMs: minuteMs },
  import: { max: 20, windowMs: minuteMs },
  /** Anything that is asked for by a search text: five a second, all minute long, is no person who types. */
  search: { max: 300, windowMs: minuteMs },
} as const;

export type Pace = keyof typeof paces;

export const paceRefusals = refusals({
  exports_too_fast: {
    status: 429,
    message:
      "You have exported {maximum} files within a minute, which is as many as may be. Try again in {retryAfterSeconds} seconds.",
  },
  imports_too_fast: {
    status: 429,
    message:
      "You have uploaded {maximum} files within a minute, which is as many as may be. Try again in {retryAfterSeconds} seconds.",
  },
  searches_too_fast: {
    status: 429,
    message: "You have searched {maximum} times within a minute. Wait {retryAfterSeconds} seconds, then search again.",
  },
});

export const refusalOfPace = {
  export: paceRefusals.exports_too_fast,
  import: paceRefusals.imports_too_fast,
  search: paceRefusals.searches_too_fast,
} as const;

/**
 * The pace that a call with this input is held to; null for most. Files of records and searches are by what they are, so
 * that no area forgets it; anything else that is dear says so with `pace`.
 */
export function paceOf(operation: Operation, input: unknown): Pace | null {
  if (operation.pace !== undefined) return operation.pace;
  if (operation.reply === "csv") return operation.holdsNoRecords ? null : "export";
  return searchesIn(input) ? "search" : null;
}

/** The paces that an operation may come to be held to, whatever it is sent. For the API reference. */
export function possiblePace(operation: Operation): Pace | null {
  const { shape = {} } = operation.input._zod.def as { shape?: object };
  return paceOf(operation, { search: "search" in shape ? "any" : "" });
}

function searchesIn(input: unknown): boolean {
  const { search } = (input ?? {}) as { search?: unknown };
  return typeof search === "string" && search.trim() !== "";
}
