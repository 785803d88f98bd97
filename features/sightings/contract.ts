import * as z from "zod/mini";
import { type MenuEntry, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { hijriYears } from "#base/hijriMonths.ts";
import { impactFingerprint as fingerprint, impactRefusals } from "#base/impact.ts";

export const sightingLimits = { sourceMax: 300, reasonMax: 500 } as const;

const wantedMonth = {
  market: fields.countryCode(),
  hijriYear: z.int().check(z.minimum(hijriYears.first), z.maximum(hijriYears.last)),
  month: z.int().check(z.minimum(1), z.maximum(12)),
};
const source = fields.text({ min: 1, max: sightingLimits.sourceMax });
const reason = fields.text({ min: 1, max: sightingLimits.reasonMax, multiline: true });

/** A month of the Hijri calendar as it is in a market. */
export const MarketMonth = z.object({
  hijriYear: z.int(),
  /** 9 is Ramadan. */
  month: z.int(),
  /** The first day by Umm al-Qura, which holds until a sighting is confirmed. */
  computedStart: z.string(),
  /** The first day that holds. */
  start: z.string(),
  /** Days until the next month begins. */
  length: z.int(),
  isCurrent: z.boolean(),
  /** Null: computed, and not confirmed. */
  confirmed: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), source: z.string() })),
});
export type MarketMonth = z.output<typeof MarketMonth>;

/** A country with retailers, and how many of their locations have hours of Ramadan. */
export const SightingMarket = z.object({
  market: z.string(),
  locationsCount: z.int(),
  ramadanLocationsCount: z.int(),
});
export type SightingMarket = z.output<typeof SightingMarket>;

/** A day on which other hours hold than before. */
const MovedDay = z.object({ day: z.string(), isRamadan: z.boolean() });

export const SightingPreview = z.object({
  /** Stands for all that the preview was made of. The change is made with it, or refused as `preview_stale`. */
  fingerprint: z.string(),
  startBefore: z.string(),
  start: z.string(),
  /** Days of the month before this one, and of this one, once it is saved. A month has 29 or 30. */
  previousLength: z.int(),
  length: z.int(),
  /** On which days the hours of Ramadan begin or cease to hold. */
  movedDays: z.array(MovedDay),
  /** Open locations with hours of Ramadan in this market, which move with it, and their retailers. */
  locationsCount: z.int(),
  retailersCount: z.int(),
});
export type SightingPreview = z.output<typeof SightingPreview>;

export const sightings = {
  list: operation({
    method: "GET",
    path: "/api/v1/moon-sightings",
    permission: "sightings.read",
    summary: "The Hijri months around now in a market, computed or confirmed, and the markets that there are",
    forKeys: true,
    input: z.strictObject({ market: z.optional(fields.countryCode()) }),
    output: z.object({
      /** The one that was asked for, else the one with most locations; null without any. */
      market: z.nullable(z.string()),
      markets: z.array(SightingMarket),
      months: z.array(MarketMonth),
    }),
  }),
  preview: operation({
    method: "POST",
    path: "/api/v1/moon-sightings/preview",
    permission: "sightings.confirm",
    summary: "What would move if a month began on this day in a market, or (null) as computed. Changes nothing",
    input: z.strictObject({ ...wantedMonth, gregorianStart: z.nullable(fields.date()) }),
    output: SightingPreview,
  }),
  confirm: operation({
    method: "POST",
    path: "/api/v1/moon-sightings",
    permission: "sightings.confirm",
    summary: "Confirm the first day of a Hijri month in a market, as previewed. Confirmed again it needs a reason",
    input: z.strictObject({
      ...wantedMonth,
      gregorianStart: fields.date(),
      source,
      reason: z.optional(reason),
      fingerprint: fingerprint(),
    }),
    output: MarketMonth,
    isDangerous: true,
    refusals: [impactRefusals.preview_stale],
  }),
  reset: operation({
    method: "POST",
    path: "/api/v1/moon-sightings/reset",
    permission: "sightings.confirm",
    summary: "Take back what was confirmed of a month, which begins as computed again, as previewed",
    input: z.strictObject({ ...wantedMonth, reason, fingerprint: fingerprint() }),
    output: MarketMonth,
    isDangerous: true,
    refusals: [impactRefusals.preview_stale],
  }),
};

/** Stands among the retailers, whose hours follow it. */
export const sightingsEntry: MenuEntry = {
  id: 103,
  title: "Hijri Months",
  link: "/apps/retailer/hijri-months",
  needs: sightings.list,
};
