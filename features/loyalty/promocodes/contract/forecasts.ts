import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

/** Orders of so many days are replayed. */
export const forecastDays = 30;

export const forecastStatuses = ["waiting", "running", "done", "cancelled", "failed"] as const;

/** Amounts in minor units of the currency of the terms. */
const ForecastResult = z.object({
  uses: z.int(),
  discountMinor: z.int(),
  cashbackMinor: z.int(),
  /** What the budget counts: the discount and the added cashback. */
  costMinor: z.int(),
  brandMinor: z.int(),
  retailerMinor: z.int(),
  platformMinor: z.int(),
  /** Orders that it would not have applied to, by the reason of the refusal. The most frequent first. */
  refused: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Every day that was replayed, in the time zone of the terms. */
  days: z.array(z.object({ day: z.string(), orders: z.int(), uses: z.int(), costMinor: z.int() })),
  /**
   * For how many days the budget lasts, and the last of them if the promocode starts as planned. Null without a budget,
   * or if nothing was used.
   */
  budgetDays: z.nullable(z.int()),
  budgetEndsOn: z.nullable(z.string()),
  /** Whether the budget was used up within the replayed days; otherwise the days are estimated from the average. */
  isBudgetReplayed: z.boolean(),
});
export type ForecastResult = z.output<typeof ForecastResult>;

export const Forecast = z.object({
  id: z.string(),
  promocodeId: z.string(),
  status: z.enum(forecastStatuses),
  /** The version of the record that it was computed for, and whether its terms have changed since. */
  recordVersion: z.int(),
  isOutdated: z.boolean(),
  currency: z.string(),
  timeZone: z.string(),
  /** Orders from then until before `until` are read. */
  from: z.string(),
  until: z.string(),
  /** Orders to read, and those read so far. */
  orders: z.int(),
  ordersRead: z.int(),
  result: z.nullable(ForecastResult),
  createdAt: z.string(),
  createdByName: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type Forecast = z.output<typeof Forecast>;

export const forecastRefusals = refusals({
  forecast_id_taken: { status: 409, message: "A forecast with this ID already exists." },
  forecast_ended: { status: 409, message: "This forecast is already complete." },
});
const { forecast_id_taken, forecast_ended } = forecastRefusals;

export const forecasts = {
  get: operation({
    method: "GET",
    path: "/api/v1/promocodes/{id}/forecast",
    permission: "promocodes.read",
    summary: "The newest forecast of a promocode’s draft: its use and cost on the orders of the last 30 days",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ forecast: z.nullable(Forecast) }),
    refusals: [commonRefusals.not_found],
  }),
  start: operation({
    method: "POST",
    path: "/api/v1/promocodes/{id}/forecast",
    permission: "promocodes.read",
    summary: "Forecast a draft in the background (idempotent: the client supplies the forecast’s ID)",
    input: z.strictObject({ id: fields.id(), forecastId: fields.id() }),
    output: Forecast,
    refusals: [commonRefusals.not_found, forecast_id_taken],
  }),
  cancel: operation({
    method: "POST",
    path: "/api/v1/promocodes/{id}/forecast/cancel",
    permission: "promocodes.read",
    summary: "Stop a forecast",
    input: z.strictObject({ id: fields.id(), forecastId: fields.id() }),
    output: Forecast,
    refusals: [commonRefusals.not_found, forecast_ended],
  }),
};
