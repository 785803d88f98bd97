import { addDays, addMonths, type Day, dayIn, dayOfHijri, daysBetween, hijriOf } from "#base/days.ts";
import type { Instant } from "#base/time.ts";
import type { Repeat, Rhythm } from "#demos/todo/contract/repeat.ts";
import { momentDay } from "#demos/todo/rules.ts";
import { shifted } from "#demos/todo/rules/reminders.ts";

type TodoDates = {
  readonly startDate: string | null;
  readonly dueDate: string | null;
  readonly remindAt: Instant | null;
};

/**
 * The dates of the one that follows when this one is done at `doneAt`: the first of the rhythm that is later than both
 * its own day and the day on which it was done. `null` where the calendar ends (the year 3000).
 */
export function nextDates(todo: TodoDates, repeat: Repeat, doneAt: Instant): TodoDates | null {
  const { timeZone } = repeat;
  const { dueDate } = todo;
  const doneOn = dayIn(doneAt, timeZone);
  const dueOn = dueDate === null ? doneOn : momentDay(dueDate, timeZone);
  const next = repeat.from === "done" ? step(doneOn, repeat, 1) : firstAfter(dueOn > doneOn ? dueOn : doneOn, repeat);
  if (next >= "3000") return null;
  const days = daysBetween(dueOn, next);
  const moved = (moment: string | null) => moment && shifted(moment, days, timeZone);
  return {
    dueDate: dueDate === null ? next : moved(dueDate),
    startDate: dueDate === null ? null : moved(todo.startDate),
    remindAt: moved(todo.remindAt),
  };
}

/** How many days pass on average, to begin to look not far from the day that is looked for. */
const meanDays: Readonly<Record<Rhythm["unit"], number>> = {
  day: 1,
  week: 7,
  month: 30.436875,
  year: 365.2425,
  hijriMonth: 29.530588,
  hijriYear: 354.367056,
};

function firstAfter(day: Day, repeat: Repeat): Day {
  const { begin, every, unit } = repeat;
  let times = Math.floor(daysBetween(begin, day) / (every * meanDays[unit])) - 1;
  while (step(begin, repeat, times) <= day) times += 1;
  return step(begin, repeat, times);
}

/** Counted from one day each time, so that the 31st is the 31st again after a month without one. */
function step(day: Day, { every, unit }: Rhythm, times: number): Day {
  const count = every * times;
  if (unit === "day" || unit === "week") return addDays(day, count * (unit === "week" ? 7 : 1));
  if (unit === "month" || unit === "year") return addMonths(day, count * (unit === "year" ? 12 : 1));
  return addHijriMonths(day, count * (unit === "hijriYear" ? 12 : 1));
}

/** A month that has no 30th gives its 29th, which every month has. */
function addHijriMonths(from: Day, months: number): Day {
  const { year, month, day } = hijriOf(from);
  const count = year * 12 + month - 1 + months;
  const target = { year: Math.floor(count / 12), month: (count % 12) + 1 };
  const found = dayOfHijri({ ...target, day }) ?? dayOfHijri({ ...target, day: 29 });
  if (found === null) throw new Error(`no month ${target.month} of the Hijri year ${target.year}`);
  return found;
}
