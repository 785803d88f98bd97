import { type Day, dayIn, daysBetween } from "#base/days.ts";
import { type Instant, instant } from "#base/time.ts";

// When something ends, as people count it: in days of its own zone. `last_valid_day` and `days_left` of the migration `days_and_sightings`
// say the same in SQL, and a test holds the two together.

/**
 * The last day on which something is valid that ends at this instant: the day, in its own zone, of the millisecond before.
 * Midnight belongs to the day that begins, so the day of `endsAt` itself is already one too many.
 */
export function lastValidDay(endsAt: Instant, timeZone: string): Day;
export function lastValidDay(endsAt: Instant | null, timeZone: string): Day | null;
export function lastValidDay(endsAt: Instant | null, timeZone: string): Day | null {
  return endsAt === null ? null : dayIn(instant(Date.parse(endsAt) - 1), timeZone);
}

/** Whole days until the last valid day: 0 on that day, below zero after it. Null for what has no end. */
export function daysLeftOf(endsAt: Instant | null, timeZone: string, now: Instant): number | null {
  const last = lastValidDay(endsAt, timeZone);
  return last === null ? null : daysBetween(dayIn(now, timeZone), last);
}
