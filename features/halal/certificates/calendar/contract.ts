import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals } from "#base/refusal.ts";

export const CalendarEntry = z.object({
  id: z.string(),
  code: z.string(),
  holderName: z.string(),
  body: z.string(),
  effectiveState: z.string(),
});
export const CalendarDay = z.object({ day: z.string(), count: z.int(), entries: z.array(CalendarEntry) });
export type CalendarDay = z.output<typeof CalendarDay>;
/** Named a day; the rest is a figure. */
export const calendarEntriesMax = 3;

/** The days on which certificates end. */
export const calendarOperations = {
  readCalendar: operation({
    method: "GET",
    path: "/api/v1/certificates/calendar",
    reads: [{ resource: "certificates" }],
    permission: "certificates.read",
    summary: "List the days on which verified certificates expire",
    input: z.strictObject({ from: fields.date(), to: fields.date() }),
    output: z.object({ days: z.array(CalendarDay) }),
    refusals: [commonRefusals.invalid_input],
  }),
};
