import { addDays, dayIn, daysBetween, instantAt, minuteIn } from "#base/days.ts";
import { addMs, hourMs, type Instant, minuteMs } from "#base/time.ts";
import { type Clock, momentDay, morningMinute } from "#demos/todo/rules.ts";

/** That many days later, at the same hour of the clocks there. */
export const shifted = (moment: string, days: number, timeZone: string): string =>
  moment.length === 10
    ? addDays(moment, days)
    : instantAt({ day: addDays(dayIn(moment, timeZone), days), minute: minuteIn(moment, timeZone), timeZone });

type Move = { readonly from: string | null; readonly to: string | null; readonly remindAt: Instant };

/**
 * When to remind of something whose due date moved: as long before it as it was. It stays where it is when there is no
 * date to keep a distance to, and is gone (`null`) when that moment is over.
 */
export function movedReminder({ from, to, remindAt }: Move, { now, timeZone }: Pick<Clock, "now" | "timeZone">) {
  if (from === null || to === null || from === to) return remindAt;
  const haveHours = from.length > 10 && to.length > 10;
  const days = daysBetween(momentDay(from, timeZone), momentDay(to, timeZone));
  const moved = haveHours ? addMs(remindAt, Date.parse(to) - Date.parse(from)) : shifted(remindAt, days, timeZone);
  return moved > now ? moved : null;
}

export type ReminderChoice = { readonly name: "hourBefore" | "morningOf" | "tomorrowMorning"; readonly at: Instant };

/** The moments that are nearest to mind, those that are still to come and before what is due. */
export function reminderChoices(dueDate: string | null, { now, timeZone, today }: Clock): ReminderChoice[] {
  const morning = (day: string) => instantAt({ day, minute: morningMinute, timeZone });
  const dueAt = dueDate !== null && dueDate.length > 10 ? dueDate : null;
  const choices: ReminderChoice[] = [
    ...(dueAt === null ? [] : [{ name: "hourBefore", at: addMs(dueAt, -hourMs) } as const]),
    ...(dueDate === null ? [] : [{ name: "morningOf", at: morning(momentDay(dueDate, timeZone)) } as const]),
    { name: "tomorrowMorning", at: morning(addDays(today, 1)) },
  ];
  const isBefore = (at: Instant) => dueAt === null || at < dueAt;
  return choices.filter(
    ({ name, at }, index) =>
      at > now &&
      (name === "tomorrowMorning" || isBefore(at)) &&
      choices.findIndex((choice) => choice.at === at) === index,
  );
}

export type Snooze = "tenMinutes" | "hour" | "tomorrow";

/** Until when it is put off; tomorrow means the morning. */
export function snoozedUntil(snooze: Snooze, { now, timeZone, today }: Clock): Instant {
  if (snooze === "tomorrow") return instantAt({ day: addDays(today, 1), minute: morningMinute, timeZone });
  return addMs(now, snooze === "hour" ? hourMs : 10 * minuteMs);
}
