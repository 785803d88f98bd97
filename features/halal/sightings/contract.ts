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

/** A month of the Hijri calendar in a market. */
export const MarketMonth = z.object({
  hijriYear: z.int(),
  /** 9 is Ramadan. */
  month: z.int(),
  /** The first day by Umm al-Qura, which applies until a sighting is confirmed. */
  computedStart: z.string(),
  /** The first day that applies. */
  start: z.string(),
  /** The number of days until the next month starts. */
  length: z.int(),
  isCurrent: z.boolean(),
  /** Null while the start is only computed. */
  confirmed: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), source: z.string() })),
});
export type MarketMonth = z.output<typeof MarketMonth>;

/** A country with open locations or confirmed months, and how many open locations have Ramadan hours. */
export const SightingMarket = z.object({
  market: z.string(),
  locationsCount: z.int(),
  ramadanLocationsCount: z.int(),
});
export type SightingMarket = z.output<typeof SightingMarket>;

/** A day on which other opening hours apply than before. */
const MovedDay = z.object({ day: z.string(), isRamadan: z.boolean() });

export const SightingPreview = z.object({
  /** Identifies the content of the preview. A change with an outdated one is refused as `preview_stale`. */
  fingerprint: z.string(),
  startBefore: z.string(),
  start: z.string(),
  /** The length of the previous month and of this one after saving. A month has 29 or 30 days. */
  previousLength: z.int(),
  length: z.int(),
  /** Days that join or leave Ramadan. */
  movedDays: z.array(MovedDay),
  /** Open locations with Ramadan hours in this market, and their retailers. */
  locationsCount: z.int(),
  retailersCount: z.int(),
});
export type SightingPreview = z.output<typeof SightingPreview>;

export const sightings = {
  list: operation({
    method: "GET",
    path: "/api/v1/moon-sightings",
    reads: [{ resource: "sightings" }],
    permission: "sightings.read",
    summary: "List the Hijri months around now in a market, and all markets",
    forKeys: true,
    input: z.strictObject({ market: z.optional(fields.countryCode()) }),
    output: z.object({
      /** The requested one, else the one with most locations with Ramadan hours. Null if there are no markets. */
      market: z.nullable(z.string()),
      markets: z.array(SightingMarket),
      months: z.array(MarketMonth),
    }),
  }),
  preview: operation({
    method: "POST",
    path: "/api/v1/moon-sightings/preview",
    permission: "sightings.confirm",
    summary: "Preview the first day of a Hijri month in a market, or (null) its computed one",
    input: z.strictObject({ ...wantedMonth, gregorianStart: z.nullable(fields.date()) }),
    output: SightingPreview,
  }),
  confirm: operation({
    method: "POST",
    path: "/api/v1/moon-sightings",
    permission: "sightings.confirm",
    summary: "Confirm the first day of a Hijri month in a market, as previewed. Confirming it again needs a reason",
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
    summary: "Reset a confirmed Hijri month to its computed first day, as previewed",
    input: z.strictObject({ ...wantedMonth, reason, fingerprint: fingerprint() }),
    output: MarketMonth,
    isDangerous: true,
    refusals: [impactRefusals.preview_stale],
  }),
};

/** The menu entry, in the section of the retailers, whose hours depend on it. */
export const sightingsEntry: MenuEntry = {
  id: 103,
  title: "Hijri Months",
  link: "/apps/retailer/hijri-months",
  needs: sightings.list,
};
