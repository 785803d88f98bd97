import * as z from "zod/mini";
import { isTimeZone } from "#base/days.ts";
import * as fields from "#base/fields.ts";
import { hijriYears } from "#base/hijriMonths.ts";
import { dayMinutes, minutesOf } from "#base/openingHours.ts";
import { instant as instantOf } from "#base/time.ts";

// The terms of a version of a campaign. They are stored as they are, so a field is only ever added here, with a default.

export const termsLimits = {
  conditions: 20,
  idsPerCondition: 500,
  units: 1000,
  bundleParts: 5,
  timesMax: 100,
  hours: 7,
  hijriYears: 10,
  priority: 999,
  uses: 1_000_000_000,
  amountMinor: 1_000_000_000_000,
} as const;

const units = () => z.int().check(z.minimum(1), z.maximum(termsLimits.units));
const times = () => z.nullable(z.int().check(z.minimum(1), z.maximum(termsLimits.timesMax)));
const uses = () => z.nullable(z.int().check(z.minimum(1), z.maximum(termsLimits.uses)));
const amount = () => z.int().check(z.minimum(1), z.maximum(termsLimits.amountMinor));
const rate = () => z.int().check(z.minimum(1), z.maximum(10_000));

/** A list without duplicates and with at least one entry. */
const listOf = <Schema extends z.core.$ZodType>(entry: Schema, max: number) =>
  z.array(entry).check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((all) => new Set(all).size === all.length, { error: "twice" }),
  );
const ids = () => listOf(fields.id(), termsLimits.idsPerCondition);

/** Written with milliseconds, so that instants can be compared as text. */
const instant = () =>
  fields.instant().check(z.overwrite((at) => (Number.isNaN(Date.parse(at)) ? at : instantOf(Date.parse(at)))));

/** What a campaign gives. Amounts are in minor units of the currency of the terms, rates in basis points. */
const Effect = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("percent"), bps: rate(), maxMinor: z.nullable(amount()) }),
  z.strictObject({ kind: z.literal("fixed"), amountMinor: amount() }),
  /** Up to `quantity` units of these products are free, or `bps` cheaper. */
  z.strictObject({ kind: z.literal("item"), productIds: ids(), quantity: units(), bps: rate() }),
  /** Of every `groupSize` eligible units, the cheapest `freeUnits` are free. */
  z
    .strictObject({
      kind: z.literal("cheapestFree"),
      groupSize: units().check(z.minimum(2)),
      freeUnits: units(),
      timesMax: times(),
    })
    .check(
      z.superRefine(({ groupSize, freeUnits }, context) => {
        if (freeUnits < groupSize) return;
        report(context, freeUnits, ["freeUnits"], "free_below_group", { maximum: groupSize - 1 });
      }),
    ),
  /** One unit or more of each part, together for one price. */
  z
    .strictObject({
      kind: z.literal("bundle"),
      parts: z
        .array(z.strictObject({ productIds: ids(), quantity: units() }))
        .check(z.minLength(1), z.maxLength(termsLimits.bundleParts)),
      priceMinor: z.int().check(z.minimum(0), z.maximum(termsLimits.amountMinor)),
      timesMax: times(),
    })
    .check(
      z.superRefine(({ parts }, context) => {
        for (const [place, { productIds }] of parts.entries()) {
          const before = new Set(parts.slice(0, place).flatMap((part) => part.productIds));
          if (!productIds.some((id) => before.has(id))) continue;
          report(context, productIds, ["parts", place, "productIds"], "bundle_parts_overlap");
        }
      }),
    ),
  /** Added to the usual rate of each line. */
  z.strictObject({ kind: z.literal("cashback"), bps: rate(), maxMinor: z.nullable(amount()) }),
]);
export type Effect = z.output<typeof Effect>;

/** Conditions on lines. A category includes those below it. */
export const lineFields = ["products", "brands", "categories"] as const;
const listFields = [...lineFields, "retailers", "locations", "certifiers"] as const;
const ListOperator = z.enum(["in", "notIn"]);

/** One row of the builder. All must hold. */
const Condition = z.discriminatedUnion("field", [
  z.strictObject({ field: z.enum(listFields), operator: ListOperator, ids: ids() }),
  /** Countries, ISO 3166-1 alpha-2. */
  z.strictObject({
    field: z.literal("markets"),
    operator: ListOperator,
    countries: listOf(fields.countryCode(), 250),
  }),
  /** The member has not redeemed any promocode before. */
  z.strictObject({ field: z.literal("firstRedemption") }),
  /** The whole order at shelf prices. */
  z.strictObject({ field: z.literal("orderTotal"), atLeastMinor: amount() }),
  /** Units of the lines that the conditions on lines allow. */
  z.strictObject({ field: z.literal("quantity"), atLeast: units() }),
]);
export type Condition = z.output<typeof Condition>;

const startTime = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "clock_time" }));
/** `24:00` is the end of the day. */
const endTime = () => z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: "clock_time" }));
const Hours = z.strictObject({ from: startTime(), to: endTime() });
/** `22:00` to `02:00` ends on the next day. */
export type Hours = z.output<typeof Hours>;

const hijriDay = () =>
  z.strictObject({
    month: z.int().check(z.minimum(1), z.maximum(12)),
    day: z.int().check(z.minimum(1), z.maximum(30)),
  });
const Hijri = z.strictObject({
  from: hijriDay(),
  /** Included. Before `from` it is in the next year. The 30th is the last day of a month of 29 days. */
  to: hijriDay(),
  /** The years of `from`; null for every year. */
  years: z.nullable(
    listOf(z.int().check(z.minimum(hijriYears.first), z.maximum(hijriYears.last)), termsLimits.hijriYears),
  ),
});
export type HijriRange = z.output<typeof Hijri>;

/** When a code can be used. Null: no such limit. */
const Window = z
  .strictObject({
    startsAt: instant(),
    /** Exclusive. */
    endsAt: z.nullable(instant()),
    /** Whose days and clock count. */
    timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: "time_zone" })),
    /** 0 is Sunday. Hours across midnight belong to the day on which they start. */
    weekdays: z.nullable(listOf(z.int().check(z.minimum(0), z.maximum(6)), 7)),
    hours: z.nullable(z.array(Hours).check(z.minLength(1), z.maxLength(termsLimits.hours))),
    hijri: z.nullable(Hijri),
  })
  .check(
    z.superRefine(({ startsAt, endsAt, hours }, context) => {
      if (endsAt !== null && endsAt <= startsAt) report(context, endsAt, ["endsAt"], "ends_before_start");
      for (const [place, { from, to }] of (hours ?? []).entries())
        if (from === to) report(context, to, ["hours", place, "to"], "hours_empty");
      for (const place of overlapping(hours ?? [])) report(context, hours, ["hours", place], "hours_overlap");
    }),
  );
export type Window = z.output<typeof Window>;

export const periods = ["campaign", "day", "week", "month"] as const;
export type Period = (typeof periods)[number];
/** How often one member may use it in a period; at most one limit for each period. */
const MemberLimit = z.strictObject({
  period: z.enum(periods),
  uses: z.int().check(z.minimum(1), z.maximum(termsLimits.uses)),
});

/** Reservations count, as redemptions do. Null: no such limit. */
const Limits = z.strictObject({
  total: uses(),
  perCode: uses(),
  perMember: z
    .array(MemberLimit)
    .check(z.refine((all) => new Set(all.map(({ period }) => period)).size === all.length, { error: "twice" })),
  perRetailer: uses(),
  perLocation: uses(),
  /** Discounts, and the cashback that the campaign adds. */
  budgetMinor: z.nullable(amount()),
});

/** How it combines with other promocodes on one order. */
const Stacking = z.strictObject({
  /** Only one promocode of a group applies. Null: it is in no group. */
  group: z.nullable(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "slug" }), z.maxLength(40))),
  isExclusive: z.boolean(),
  /** The highest is applied first; the next ones apply to what is left. */
  priority: z.int().check(z.minimum(0), z.maximum(termsLimits.priority)),
});
export type Stacking = z.output<typeof Stacking>;

const wholeBps = 10_000;
/** Who pays for it, in basis points. */
const Funding = z
  .strictObject({
    brandBps: fields.basisPoints(),
    retailerBps: fields.basisPoints(),
    platformBps: fields.basisPoints(),
  })
  .check(
    z.superRefine((funding, context) => {
      const sum = funding.brandBps + funding.retailerBps + funding.platformBps;
      if (sum !== wholeBps) report(context, funding, [], "funding_sum", { sum: sum / 100, expected: wholeBps / 100 });
    }),
  );
export type Funding = z.output<typeof Funding>;

export const Terms = z
  .strictObject({
    currency: fields.currencyCode(),
    effect: Effect,
    conditions: z.array(Condition).check(z.maxLength(termsLimits.conditions)),
    window: Window,
    limits: Limits,
    stacking: Stacking,
    funding: Funding,
  })
  .check(
    z.superRefine(({ conditions, effect, limits }, context) => {
      const seen = new Set<string>();
      for (const [place, condition] of conditions.entries()) {
        const name = `${condition.field} ${"operator" in condition ? condition.operator : ""}`;
        if (seen.has(name)) report(context, condition, ["conditions", place], "condition_twice");
        seen.add(name);
      }
      if (effect.kind === "fixed" && limits.budgetMinor !== null && limits.budgetMinor < effect.amountMinor)
        report(context, limits.budgetMinor, ["limits", "budgetMinor"], "budget_below_effect", {
          minimum: effect.amountMinor,
        });
    }),
  );
export type Terms = z.output<typeof Terms>;

function report(
  context: z.core.$RefinementCtx,
  input: unknown,
  path: PropertyKey[],
  message: string,
  params: Record<string, number> = {},
) {
  context.addIssue({ code: "custom", message, params, input, path });
}

/** The places of hours that overlap earlier ones, on one day or with those that run past midnight. */
function overlapping(hours: readonly Hours[]): number[] {
  const spans = hours.map(({ from, to }) => {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    return { start, end: end <= start ? end + dayMinutes : end };
  });
  return spans.flatMap((span, place) => {
    const overlaps = spans
      .slice(0, place)
      .some((other) =>
        [-dayMinutes, 0, dayMinutes].some((shift) => span.start < other.end + shift && other.start + shift < span.end),
      );
    return overlaps ? [place] : [];
  });
}
