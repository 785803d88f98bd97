import { addDays, type Day, dayIn, instantAt, isTimeZone, weekdayOf } from "#base/days.ts";
import { isInMonth, ramadan, type Sighting } from "#base/hijriMonths.ts";
import type { Instant } from "#base/time.ts";

// Opening hours: clock times of weekdays, by season, and closures. Both sides use the same code: the form refuses what
// the server would, and both know whether a location is open now.

export const seasons = ["regular", "ramadan", "custom"] as const;
export type Season = (typeof seasons)[number];

/** `09:00` to `23:00`, or with `closesNextDay` `18:00` to `02:00`. `24:00` is the end of the day. */
export type OpeningSpan = {
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly opens: string;
  readonly closes: string;
  readonly closesNextDay: boolean;
  readonly season: Season;
  /** The first and last day of a custom season; null for the others. */
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
};

/** Closed on a range of days, ends included, or weekly between two times of a weekday. */
export type Closing =
  | { readonly kind: "dates"; readonly startsOn: Day; readonly endsOn: Day }
  | { readonly kind: "weekly"; readonly weekday: number; readonly from: string; readonly to: string };

export const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** Minutes since midnight of `HH:MM`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a span's times are in order: `closesNextDay` says on which of the two days it ends. */
export const isOrdered = ({ opens, closes, closesNextDay }: OpeningSpan): boolean =>
  closesNextDay ? closes <= opens : closes > opens;

/**
 * Pairs of spans of one season that overlap, by their positions in the list. Sunday night may run into Monday, and
 * Saturday night into next week's Sunday.
 */
export function overlappingSpans(spans: readonly OpeningSpan[]): [number, number][] {
  return spans.flatMap((span, place) =>
    spans.slice(place + 1).flatMap((other, distance): [number, number][] => {
      const meet = meetInSeason(span, other) && meetInWeek(span, other);
      return meet ? [[place, place + 1 + distance]] : [];
    }),
  );
}

function meetInSeason(one: OpeningSpan, other: OpeningSpan): boolean {
  if (one.season !== other.season) return false;
  if (one.season !== "custom") return true;
  return (one.validFrom ?? "") <= (other.validTo ?? "") && (other.validFrom ?? "") <= (one.validTo ?? "");
}

function meetInWeek(one: OpeningSpan, other: OpeningSpan): boolean {
  const [first, second] = [weekSpan(one), weekSpan(other)];
  return [-weekMinutes, 0, weekMinutes].some(
    (shift) => first.start < second.end + shift && second.start + shift < first.end,
  );
}

const weekSpan = (span: OpeningSpan) => {
  const start = span.weekday * dayMinutes + minutesOf(span.opens);
  const end = span.weekday * dayMinutes + minutesOf(span.closes) + (span.closesNextDay ? dayMinutes : 0);
  return { start, end };
};

/** The hours of a location, and its market's sightings of Hijri months. */
export type SeasonHours = {
  readonly spans: readonly OpeningSpan[];
  /**
   * The market's sightings near the requested day. They set the start and end of Ramadan; without one, Umm al-Qura
   * does.
   */
  readonly sightings: readonly Sighting[];
};

/**
 * The season of a day, among those with hours: custom dates override Ramadan, and Ramadan the regular hours. Ramadan
 * follows the market's calendar (domain 1.9), so that retailers do not enter it each year; 2030 has two.
 */
export function seasonOn(day: Day, { spans, sightings }: SeasonHours): Season {
  if (spans.some((span) => isOwnSeason(span, day))) return "custom";
  const hasRamadan = spans.some(({ season }) => season === "ramadan");
  return hasRamadan && isInMonth(day, ramadan, sightings) ? "ramadan" : "regular";
}

const isOwnSeason = ({ season, validFrom, validTo }: OpeningSpan, day: Day) =>
  season === "custom" && validFrom !== null && validTo !== null && validFrom <= day && day <= validTo;

/** The spans that begin on a day, in that day's season. */
export function spansOn(day: Day, hours: SeasonHours): OpeningSpan[] {
  return weekOf(day, hours)
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .sort((one, other) => (one.opens < other.opens ? -1 : 1));
}

/** The spans of a whole week, in the season of one day. */
export function weekOf(day: Day, hours: SeasonHours): OpeningSpan[] {
  const season = seasonOn(day, hours);
  return hours.spans.filter((span) => span.season === season && (season !== "custom" || isOwnSeason(span, day)));
}

export type Openness = {
  readonly isOpen: boolean;
  /** When that changes next; null if it does not within `aheadDays`. */
  readonly changesAt: Instant | null;
};

/** How many days ahead to look for the next change. */
const aheadDays = 8;

type Period = { readonly from: Instant; readonly to: Instant };

/** Whether a location is open at an instant, and until when. Null if unknown: without hours, or without a time zone. */
export function opennessAt(
  at: Instant,
  place: SeasonHours & { readonly timeZone: string | null; readonly closings: readonly Closing[] },
): Openness | null {
  const { timeZone, closings } = place;
  if (timeZone === null || place.spans.length === 0 || !isTimeZone(timeZone)) return null;
  const today = dayIn(at, timeZone);
  // A span that began yesterday may still be open.
  const days = Array.from({ length: aheadDays + 1 }, (_, distance) => addDays(today, distance - 1));
  const open = joined(days.flatMap((day) => openOn(day, timeZone, place)));
  const closed = days.flatMap((day) => closedOn(day, timeZone, closings));
  const periods = closed.reduce(without, open);
  const now = periods.find(({ from, to }) => from <= at && at < to);
  if (now) return { isOpen: true, changesAt: now.to };
  return { isOpen: false, changesAt: periods.find(({ from }) => from > at)?.from ?? null };
}

const openOn = (day: Day, timeZone: string, hours: SeasonHours): Period[] =>
  spansOn(day, hours).map(({ opens, closes, closesNextDay }) => ({
    from: instantAt({ day, minute: minutesOf(opens), timeZone }),
    to: endAt(closesNextDay ? addDays(day, 1) : day, closes, timeZone),
  }));

function closedOn(day: Day, timeZone: string, closings: readonly Closing[]): Period[] {
  return closings.flatMap((closing): Period[] => {
    if (closing.kind === "weekly") {
      if (closing.weekday !== weekdayOf(day)) return [];
      const from = instantAt({ day, minute: minutesOf(closing.from), timeZone });
      return [{ from, to: endAt(day, closing.to, timeZone) }];
    }
    if (day < closing.startsOn || closing.endsOn < day) return [];
    return [{ from: instantAt({ day, minute: 0, timeZone }), to: endAt(day, "24:00", timeZone) }];
  });
}

/** The end of a day is the start of the next, whatever the day's length. */
const endAt = (day: Day, time: string, timeZone: string): Instant =>
  time === "24:00"
    ? instantAt({ day: addDays(day, 1), minute: 0, timeZone })
    : instantAt({ day, minute: minutesOf(time), timeZone });

/** Sorted, with adjoining periods merged. */
function joined(periods: readonly Period[]): Period[] {
  const done: Period[] = [];
  for (const next of [...periods].sort((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = done.at(-1);
    if (last === undefined || next.from > last.to) done.push(next);
    else done[done.length - 1] = { from: last.from, to: next.to > last.to ? next.to : last.to };
  }
  return done;
}

const without = (periods: readonly Period[], hole: Period): Period[] =>
  periods.flatMap(({ from, to }) => [
    ...(from < hole.from ? [{ from, to: to < hole.from ? to : hole.from }] : []),
    ...(hole.to < to ? [{ from: from > hole.to ? from : hole.to, to }] : []),
  ]);
