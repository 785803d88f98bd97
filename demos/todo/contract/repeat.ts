import * as z from "zod/mini";
import { isTimeZone } from "#base/days.ts";

/** The Hijri ones are those of the Umm al-Qura calendar. */
export const repeatUnits = ["day", "week", "month", "year", "hijriMonth", "hijriYear"] as const;
export const everyMax = 99;

/** Such as every second week. */
export type Rhythm = { readonly every: number; readonly unit: (typeof repeatUnits)[number] };

/** When the next one comes. It is made when this one is done, and never before: what was left undone does not pile up. */
export const Repeat = z.strictObject({
  every: z.int().check(z.minimum(1), z.maximum(everyMax)),
  unit: z.enum(repeatUnits),
  /** Counted from its own days, or from the day on which this one is done. */
  from: z.enum(["due", "done"]),
  /** A day of the rhythm. It stays when one of them is put off, and is the 31st also after a February. */
  begin: z.iso.date().check(z.regex(/^[12]\d{3}-/)),
  /** IANA name: where its hour is meant, and which day it is done on. */
  timeZone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: "time_zone" })),
});
export type Repeat = z.output<typeof Repeat>;
