import { addDays, dayIn, instantAt, minuteIn } from "#base/days.ts";
import { addMs, hourMs, type Instant } from "#base/time.ts";
import { recordPaths } from "#features/access/audit/rules.ts";

/** The time of the daily email, where its reader is. */
const digestMinute = 8 * 60;

/** When a user isn’t disturbed: minutes of the day in a time zone. It may pass midnight. */
export type QuietHours = {
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  readonly timeZone: string;
};

/** Until when it is quiet; null if it isn’t quiet now. */
export function quietUntil(now: Instant, { quietFrom, quietTo, timeZone }: QuietHours): Instant | null {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return null;
  const minute = minuteIn(now, timeZone);
  const today = dayIn(now, timeZone);
  const passesMidnight = quietFrom > quietTo;
  const isQuiet = passesMidnight ? minute >= quietFrom || minute < quietTo : minute >= quietFrom && minute < quietTo;
  if (!isQuiet) return null;
  const day = passesMidnight && minute >= quietFrom ? addDays(today, 1) : today;
  return instantAt({ day, minute: quietTo, timeZone });
}

/** The last time that the daily email was due at. What happened before it, and wasn’t emailed, is due now. */
export function lastDigestAt(now: Instant, timeZone: string): Instant {
  const today = dayIn(now, timeZone);
  const at = (day: string) => instantAt({ day, minute: digestMinute, timeZone });
  return at(today) <= now ? at(today) : at(addDays(today, -1));
}

/** The address that a notification leads to: its record, or the list of several. Null if there is none. */
export function pathOf({ resource, resourceId, payload }: LinkedNotification): string | null {
  const { path } = payload;
  if (typeof path === "string" && path.startsWith("/")) return path;
  const list = recordPaths[resource];
  if (list === undefined) return null;
  return resourceId === null ? list : `${list}/${resourceId}`;
}

type LinkedNotification = {
  readonly resource: string;
  readonly resourceId: string | null;
  readonly payload: Readonly<Record<string, string | number>>;
};

export type ReminderChoice = "hour" | "tomorrow" | "nextWeek";
const reminderMinute = 8 * 60;

/** When a reminder rings, by the usual choices: mornings are at 08:00. */
export function remindAt(choice: ReminderChoice, now: Instant, timeZone: string): Instant {
  if (choice === "hour") return addMs(now, hourMs);
  const day = addDays(dayIn(now, timeZone), choice === "tomorrow" ? 1 : 7);
  return instantAt({ day, minute: reminderMinute, timeZone });
}
