import { type Day, dayIn, daysBetween } from "#base/days.ts";
import { type Instant, instant } from "#base/time.ts";

// When something ends, counted in days of its own time zone. `last_valid_day` and `days_left` of the migration
// `days_and_sightings` compute the same in SQL; a test compares the two.

/**
 * The last valid day of something that ends at this instant: the day, in its own zone, of the millisecond before.
 * Midnight belongs to the next day, so the day of `endsAt` itself may be one too many.
 */
export function lastValidDay(endsAt: Instant, timeZone: string): Day;
export function lastValidDay(endsAt: Instant | null, timeZone: string): Day | null;
export function lastValidDay(endsAt: Instant | null, timeZone: string): Day | null {
  return endsAt === null ? null : dayIn(instant(Date.parse(endsAt) - 1), timeZone);
}

/** Whole days until the last valid day: 0 on that day, negative after it. Null if there is no end. */
export function daysLeftOf(endsAt: Instant | null, timeZone: string, now: Instant): number | null {
  const last = lastValidDay(endsAt, timeZone);
  return last === null ? null : daysBetween(dayIn(now, timeZone), last);
}
