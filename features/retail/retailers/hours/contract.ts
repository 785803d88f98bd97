import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { seasons } from "#base/openingHours.ts";
import { commonRefusals } from "#base/refusal.ts";

export const hoursLimits = { spansMax: 200, closuresMax: 100, reasonMax: 200, copiesMax: 200 } as const;

const startTime = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "clock_time" }));
/** `24:00` is the end of the day. */
const endTime = () => z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: "clock_time" }));
/** 0 is Sunday. */
const weekday = () => z.int().check(z.minimum(0), z.maximum(6));

/** Open from a time of a weekday to another. In Ramadan those of `ramadan` hold by themselves, where there are any. */
export const Span = z.strictObject({
  weekday: weekday(),
  opens: startTime(),
  closes: endTime(),
  closesNextDay: z.boolean(),
  season: z.enum(seasons),
  /** Of a custom season its first and last day; null of the others. */
  validFrom: z.nullable(fields.date()),
  validTo: z.nullable(fields.date()),
});
export type Span = z.output<typeof Span>;

const closureReason = fields.text({ min: 1, max: hoursLimits.reasonMax });
const closureFields = { id: fields.id(), locationId: z.nullable(fields.id()), reason: closureReason };
/** Closed all the same. `locationId` null: all locations. */
export const Closure = z.discriminatedUnion("kind", [
  z.strictObject({ ...closureFields, kind: z.literal("dates"), startsOn: fields.date(), endsOn: fields.date() }),
  z.strictObject({
    ...closureFields,
    kind: z.literal("weekly"),
    weekday: weekday(),
    /** Such as 12:30 to 14:00 on Friday, for Jumu'ah. */
    from: startTime(),
    to: endTime(),
  }),
]);
export type Closure = z.output<typeof Closure>;

/** The current or next Ramadan at a location: confirmed by its market, or computed until then. */
export const RamadanDays = z.object({
  firstDay: z.string(),
  lastDay: z.string(),
  isStartConfirmed: z.boolean(),
  isEndConfirmed: z.boolean(),
});
export type RamadanDays = z.output<typeof RamadanDays>;

export const Hours = z.object({
  /** By the id of the location. Those without are left out. */
  byLocation: z.record(z.string(), z.array(Span)),
  closures: z.array(Closure),
  /** By location id. */
  ramadan: z.record(z.string(), RamadanDays),
  /** Of the retailer. */
  version: z.int(),
});
export type Hours = z.output<typeof Hours>;

const retailer = { id: fields.id(), version: fields.version() };

export const retailerHours = {
  read: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/hours",
    reads: [{ resource: "retailers", id: "id" }],
    permission: "retailers.read",
    summary: "Get the opening hours and closures of a retailer’s locations",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Hours,
    refusals: [commonRefusals.not_found],
  }),
  save: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/hours",
    permission: "retailers.update",
    summary: "Replace the opening hours of one or more locations. Overlapping hours are refused",
    input: z.strictObject({
      ...retailer,
      locationIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(hoursLimits.copiesMax)),
      spans: z.array(Span).check(z.maxLength(hoursLimits.spansMax)),
    }),
    output: Hours,
    versioned: true,
    refusals: [commonRefusals.not_found],
  }),
  saveClosures: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/closures",
    permission: "retailers.update",
    summary: "Replace the closures of a retailer’s locations",
    input: z.strictObject({ ...retailer, closures: z.array(Closure).check(z.maxLength(hoursLimits.closuresMax)) }),
    output: Hours,
    versioned: true,
    refusals: [commonRefusals.not_found],
  }),
};
