import { addDays, type Day, dayIn, daysBetween } from "#base/days.ts";
import type { Instant } from "#base/time.ts";
import type { ForecastResult } from "#features/loyalty/promocodes/contract/forecasts.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import type { Basket, CampaignFacts, Facts } from "#features/loyalty/promocodes/rules/facts.ts";
import { type Period, periods, type Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { periodKey } from "#features/loyalty/promocodes/rules/windows.ts";

// A forecast: terms on past orders, one after the other, each with the limits that the ones before have left.

export type ForecastOrder = {
  readonly facts: Omit<Facts, "candidates">;
  readonly basket: Basket;
  readonly retailerId: string;
};

export type Forecast = {
  /** Replays the next order, in the order of time. */
  readonly add: (order: ForecastOrder) => void;
  /** What came of the orders so far. `today`: the first day on which it could start. */
  readonly result: (today: Day) => ForecastResult;
};

type ForecastInput = {
  readonly terms: Terms;
  readonly from: Instant;
  readonly until: Instant;
  /** What has been used of its limits so far, by the version that is live. */
  readonly taken: { readonly uses: number; readonly budgetMinor: number };
};

/** An estimate further ahead would be none. */
const estimatedDaysMax = 3650;

/**
 * Starts a forecast. The orders are those of past days, so the first and last day and the Hijri period of the terms
 * don't count; their weekdays and hours do.
 */
export function startForecast({ terms, from, until, taken }: ForecastInput): Forecast {
  const { timeZone } = terms.window;
  const replayed = { ...terms, window: { ...terms.window, startsAt: from, endsAt: null, hijri: null } };
  const days = emptyDays({ from, until, timeZone });
  const refused = new Map<string, number>();
  const used = new Map<string, number>();
  const left = { total: taken.uses, budgetMinor: taken.budgetMinor };
  const sum = { uses: 0, discountMinor: 0, cashbackMinor: 0, costMinor: 0 };
  const shares = { brandMinor: 0, retailerMinor: 0, platformMinor: 0 };
  let budgetEnd: Day | null = null;
  return {
    add: ({ facts, basket, retailerId }) => {
      const today = dayIn(facts.at, timeZone);
      const day = days.get(today)!;
      const keys = subjectKeys({ facts, retailerId, timeZone });
      const uses = usesOf(used, keys, left);
      const [outcome] = evaluate({ ...facts, candidates: [candidateOf(replayed, uses)] }, basket).outcomes;
      day.orders += 1;
      if (!outcome?.effect) {
        const reason = outcome?.reason ?? "no_effect";
        refused.set(reason, (refused.get(reason) ?? 0) + 1);
        if (reason === "budget_exhausted") budgetEnd ??= today;
        return;
      }
      const { effect } = outcome;
      for (const key of Object.values(keys)) used.set(key, (used.get(key) ?? 0) + 1);
      left.total += 1;
      left.budgetMinor += effect.costMinor;
      sum.uses += 1;
      sum.discountMinor += effect.discountMinor;
      sum.cashbackMinor += effect.cashbackMinor;
      sum.costMinor += effect.costMinor;
      for (const share of effect.lines) {
        shares.brandMinor += share.brandMinor;
        shares.retailerMinor += share.retailerMinor;
        shares.platformMinor += share.platformMinor;
      }
      day.uses += 1;
      day.costMinor += effect.costMinor;
    },
    result: (today) => ({
      ...sum,
      ...shares,
      refused: [...refused]
        .map(([reason, count]) => ({ reason, count }))
        .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1)),
      days: [...days].map(([day, counted]) => ({ day, ...counted })),
      ...budgetOf({ terms, taken, costMinor: sum.costMinor, days: [...days.keys()], budgetEnd, today }),
    }),
  };
}

type CountedDay = { orders: number; uses: number; costMinor: number };

function emptyDays({ from, until, timeZone }: { from: Instant; until: Instant; timeZone: string }) {
  const first = dayIn(from, timeZone);
  const last = dayIn(until, timeZone);
  const all = Array.from({ length: daysBetween(first, last) + 1 }, (_, distance) => addDays(first, distance));
  return new Map(all.map((day): [Day, CountedDay] => [day, { orders: 0, uses: 0, costMinor: 0 }]));
}

type SubjectKeys = Readonly<Record<string, string>>;

/** Under which an order's uses are counted: its member in each kind of period, its retailer and its location. */
function subjectKeys({
  facts: { member, locationId, at },
  retailerId,
  timeZone,
}: Omit<ForecastOrder, "basket"> & { readonly timeZone: string }): SubjectKeys {
  const ofMember =
    member === null ? [] : periods.map((period) => [period, `${member.id} ${periodKey(period, at, timeZone)}`]);
  return Object.fromEntries([
    ...ofMember,
    ["retailer", retailerId],
    ...(locationId === null ? [] : [["location", locationId]]),
  ]);
}

function usesOf(
  used: ReadonlyMap<string, number>,
  keys: SubjectKeys,
  left: { readonly total: number; readonly budgetMinor: number },
): CampaignFacts["uses"] {
  const count = (name: string) => used.get(keys[name] ?? "") ?? 0;
  return {
    ...left,
    retailer: count("retailer"),
    location: count("location"),
    member: Object.fromEntries(periods.map((period): [Period, number] => [period, count(period)])),
  };
}

const candidateOf = (terms: Terms, uses: CampaignFacts["uses"]): Facts["candidates"][number] => ({
  key: "forecast",
  code: null,
  campaign: {
    id: "forecast",
    version: 0,
    status: "approved",
    pauseSource: null,
    terms,
    hijriPeriods: [],
    uses,
    fundingLeftMinor: null,
  },
});

type BudgetInput = Pick<ForecastInput, "terms" | "taken"> & {
  readonly costMinor: number;
  readonly days: readonly Day[];
  /** The first day on which it did not suffice. */
  readonly budgetEnd: Day | null;
  readonly today: Day;
};

function budgetOf({ terms, taken, costMinor, days, budgetEnd, today }: BudgetInput) {
  const { budgetMinor } = terms.limits;
  const { startsAt, timeZone } = terms.window;
  const none = { budgetDays: null, budgetEndsOn: null, isBudgetReplayed: false };
  if (budgetMinor === null) return none;
  const isBudgetReplayed = budgetEnd !== null;
  if (!isBudgetReplayed && costMinor === 0) return none;
  const left = Math.max(budgetMinor - taken.budgetMinor, 0);
  const budgetDays = isBudgetReplayed
    ? days.indexOf(budgetEnd) + 1
    : Number((BigInt(left) * BigInt(days.length)) / BigInt(costMinor));
  if (budgetDays > estimatedDaysMax) return none;
  const planned = dayIn(startsAt, timeZone);
  const first = planned > today ? planned : today;
  return { budgetDays, budgetEndsOn: addDays(first, Math.max(budgetDays - 1, 0)), isBudgetReplayed };
}
