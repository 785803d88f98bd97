import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals } from "#base/refusal.ts";
import {
  called,
  callLimits,
  enteredCodes,
  Line,
  Outcome,
  redemptionRefusals,
  totals,
} from "#features/loyalty/promocodes/contract/calls.ts";
import { stackedMax } from "#features/loyalty/promocodes/rules/evaluate.ts";

/** Days that both calendars are known for. */
export const simulatedDays = { first: "2000-01-01", last: "2100-12-31" } as const;

/** The terms that are tried: those of the form as they are saved, or those that members can use. */
export const simulatedTerms = ["draft", "live"] as const;

export const SimulationInput = z
  .strictObject({
    id: fields.id(),
    terms: z.enum(simulatedTerms),
    /** Other codes that are entered too. */
    codes: enteredCodes(stackedMax - 1),
    memberId: called.memberId,
    /** Tries it as a member who has not used a promocode before. */
    isNewMember: z._default(z.boolean(), false),
    retailerId: called.retailerId,
    locationId: called.locationId,
    /** The day and the minute on the clock of the location. */
    day: fields
      .date()
      .check(z.refine((day) => day >= simulatedDays.first && day <= simulatedDays.last, { error: "date_range" })),
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "clock_time" })),
    currency: fields.currencyCode(),
    lines: z.array(Line).check(z.minLength(1), z.maxLength(callLimits.lines)),
    withoutLines: called.withoutLines,
  })
  .check(
    z.refine(({ memberId, isNewMember }) => memberId === null || !isNewMember, {
      error: "member_twice",
      path: ["isNewMember"],
    }),
  );
export type SimulationInput = z.output<typeof SimulationInput>;

const SimulatedOutcome = z.extend(Outcome, {
  /** The promocode that is tried. */
  isOwn: z.boolean(),
  /** As it is entered; the name of one that needs no code. Null where the reader may not see the promocode. */
  name: z.nullable(z.string()),
  /** What the till would answer; null if it applies. */
  refusal: z.nullable(z.string()),
  /** What it gives on each line. */
  lines: z.array(z.object({ number: z.int(), discountMinor: z.int(), cashbackMinor: z.int() })),
});
export type SimulatedOutcome = z.output<typeof SimulatedOutcome>;

const Simulation = z.object({
  at: z.string(),
  timeZone: z.string(),
  /** The Hijri date of the market, by its confirmed months. */
  hijri: z.object({ year: z.int(), month: z.int(), day: z.int() }),
  /** What a redemption would be refused with: the first entered code that does not apply. */
  refusal: z.nullable(z.string()),
  outcomes: z.array(SimulatedOutcome),
  /** The product of each line; null if the catalogue of the reader has none. */
  products: z.array(z.nullable(z.string())),
  ...totals,
});
export type Simulation = z.output<typeof Simulation>;

export const simulations = {
  simulate: operation({
    method: "POST",
    path: "/api/v1/promocodes/{id}/simulate",
    permission: "promocodes.read",
    summary: "What a promocode would give on any order, at any time, with every check. Changes nothing",
    input: SimulationInput,
    output: Simulation,
    refusals: [commonRefusals.not_found, redemptionRefusals.unknown_retailer],
  }),
};
