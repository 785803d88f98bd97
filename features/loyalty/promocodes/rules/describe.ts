import { moneyOf } from "#features/loyalty/promocodes/rules/checks.ts";
import type { Check, CheckValue } from "#features/loyalty/promocodes/rules/facts.ts";
import { isLineCondition } from "#features/loyalty/promocodes/rules/lines.ts";
import type { Condition, Effect, Period, Terms, Window } from "#features/loyalty/promocodes/rules/terms.ts";

// What people read about terms and checks: keys of messages.en.json and messages.ar.json, with their values. text.ts
// writes them in a language.

export type Phrase = {
  readonly key: string;
  readonly values?: Readonly<Record<string, PhraseValue>>;
  /** Selects the plural form. */
  readonly count?: number;
};
export type PhraseValue =
  | Phrase
  | CheckValue
  | { readonly kind: "percent"; readonly bps: number }
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "list"; readonly phrases: readonly Phrase[] }
  /** Parts of a sentence, with commas between them. */
  | { readonly kind: "clauses"; readonly phrases: readonly Phrase[] };

const phrase = (key: string, values: Phrase["values"] = {}): Phrase => ({ key, values });
const figure = (count: number): CheckValue => ({ kind: "count", count });
const recordsOf = (ids: readonly string[], isExcluded = false): CheckValue => ({ kind: "records", ids, isExcluded });

/** The terms as one sentence: “20% off dates at Demo Souk, 1–30 Ramadan 1448, once per member”. */
export const describeTerms = (terms: Terms): Phrase =>
  phrase("terms.sentence", {
    clauses: {
      kind: "clauses",
      phrases: [
        leadOf(terms),
        ...effectLimits(terms),
        ...terms.conditions.flatMap((condition) => conditionClause(condition, terms) ?? []),
        ...windowClauses(terms.window),
        ...limitClauses(terms),
        ...(terms.stacking.isExclusive ? [phrase("terms.exclusive")] : []),
      ],
    },
  });

/** What is given, on what, and where. */
function leadOf(terms: Terms): Phrase {
  let lead = effectPhrase(terms);
  for (const condition of terms.conditions) {
    if (condition.field === "retailers" || condition.field === "locations")
      lead = phrase(`terms.at.${condition.field}.${condition.operator}`, { lead, where: recordsOf(condition.ids) });
    if (condition.field === "markets") {
      const where: CheckValue = { kind: "countries", codes: condition.countries, isExcluded: false };
      lead = phrase(`terms.at.markets.${condition.operator}`, { lead, where });
    }
  }
  return lead;
}

function effectPhrase(terms: Terms): Phrase {
  const { effect } = terms;
  const what = whatOf(terms);
  switch (effect.kind) {
    case "percent":
    case "cashback":
      return phrase(`terms.effect.${effect.kind}`, { percent: { kind: "percent", bps: effect.bps }, what });
    case "fixed":
      return phrase("terms.effect.fixed", { amount: moneyOf(effect.amountMinor, terms.currency), what });
    case "item":
      return itemPhrase(effect, terms);
    case "cheapestFree": {
      const [units, group] = [figure(effect.freeUnits), figure(effect.groupSize)];
      return phrase("terms.effect.cheapestFree", { units, group, what });
    }
    case "bundle": {
      const parts = effect.parts.map(({ productIds, quantity }) =>
        phrase("terms.effect.part", { quantity: figure(quantity), items: recordsOf(productIds) }),
      );
      const price = moneyOf(effect.priceMinor, terms.currency);
      return phrase("terms.effect.bundle", { parts: { kind: "list", phrases: parts }, price });
    }
  }
}

function itemPhrase({ productIds, quantity, bps }: Extract<Effect, { kind: "item" }>, terms: Terms): Phrase {
  const values = { quantity: figure(quantity), items: recordsOf(productIds) };
  const lead =
    bps === 10_000
      ? phrase("terms.effect.itemFree", values)
      : phrase("terms.effect.itemPercent", { ...values, percent: { kind: "percent", bps } });
  return terms.conditions.some(isLineCondition) ? phrase("terms.effect.bought", { lead, what: whatOf(terms) }) : lead;
}

/** `dates from Al Barakah, except Date syrup`; all products without a condition on lines. */
function whatOf({ conditions }: Terms): Phrase {
  const lineConditions = conditions.filter(isLineCondition);
  const included = lineConditions.filter(({ operator }) => operator === "in");
  const excluded = lineConditions.filter(({ operator }) => operator === "notIn");
  const [first, ...others] = included;
  let what = first ? phrase("terms.what.some", { names: recordsOf(first.ids) }) : phrase("terms.what.all");
  for (const { field, ids } of others) what = phrase(`terms.what.${field}`, { what, names: recordsOf(ids) });
  for (const { ids } of excluded) what = phrase("terms.what.except", { what, names: recordsOf(ids) });
  return what;
}

function effectLimits(terms: Terms): Phrase[] {
  const { effect } = terms;
  const max = "maxMinor" in effect ? effect.maxMinor : null;
  const timesMax = "timesMax" in effect ? effect.timesMax : null;
  return [
    ...(max === null ? [] : [phrase("terms.atMost", { amount: moneyOf(max, terms.currency) })]),
    ...(timesMax === null ? [] : [phrase("terms.perOrder", { times: times(timesMax) })]),
  ];
}

const times = (count: number): Phrase => ({ key: "terms.times", count, values: { count: figure(count) } });

function conditionClause(condition: Condition, terms: Terms): Phrase | null {
  switch (condition.field) {
    case "orderTotal":
      return phrase("terms.orderTotal", { amount: moneyOf(condition.atLeastMinor, terms.currency) });
    case "quantity":
      return phrase("terms.quantity", { units: figure(condition.atLeast) });
    case "firstRedemption":
      return phrase("terms.firstRedemption");
    case "certifiers":
      return phrase(`terms.certifiers.${condition.operator}`, { names: recordsOf(condition.ids) });
    default:
      return null;
  }
}

function windowClauses({ startsAt, endsAt, timeZone, weekdays, hours, hijri }: Window): Phrase[] {
  const period = phrase("terms.when", { period: { kind: "period", from: startsAt, to: endsAt, timeZone } });
  // A Hijri range of given years says when, better than the days between which it is valid.
  const days = hijri === null ? [period] : [phrase("terms.hijri", { range: { kind: "hijri", range: hijri } })];
  return [
    ...days,
    ...(hijri !== null && hijri.years === null ? [period] : []),
    ...(weekdays === null && hours === null
      ? []
      : [phrase("terms.hours", { hours: { kind: "hours", weekdays, hours, timeZone } })]),
  ];
}

function limitClauses({ limits, currency }: Terms): Phrase[] {
  const limit = (name: string, max: number | null) =>
    max === null ? [] : [phrase(`terms.limits.${name}`, { times: times(max) })];
  return [
    ...limits.perMember.map(({ period, uses }) => phrase(`terms.limits.member.${period}`, { times: times(uses) })),
    ...limit("code", limits.perCode),
    ...limit("retailer", limits.perRetailer),
    ...limit("location", limits.perLocation),
    ...limit("total", limits.total),
    ...(limits.budgetMinor === null
      ? []
      : [phrase("terms.limits.budget", { amount: moneyOf(limits.budgetMinor, currency) })]),
  ];
}

/** A check of a trace as a sentence: what is there, what is needed, and what to do. */
export function describeCheck(check: Check): Phrase {
  const { actual, needed, opensAt, expiredOn, line, period } = check;
  const timeZone = needed !== null && "timeZone" in needed ? needed.timeZone : "UTC";
  return phrase(`checks.${check.check}.${variantOf(check)}`, {
    ...(actual && { actual }),
    ...(needed && { needed }),
    ...(opensAt && { opensAt: { kind: "instant", at: opensAt, timeZone } }),
    ...(expiredOn && { expiredOn: { kind: "day", day: expiredOn } }),
    ...(line !== undefined && { line: figure(line) }),
    ...(period && { period: phrase(`periods.${period satisfies Period}`) }),
  });
}

function variantOf({ check, ok, reason, actual, opensAt, expiredOn, isConfirmed, because }: Check): string {
  if (ok) return check === "hijri" && isConfirmed === false ? "computed" : "ok";
  switch (check) {
    case "campaignRuns":
      return reason === "code_ended" ? "ended" : "failed";
    case "hours":
    case "hijri":
      return opensAt ? "failedUntil" : "failed";
    case "firstRedemption":
    case "locations":
      return actual === null ? "missing" : "failed";
    case "stacking":
      return because ?? "failed";
    case "halal":
      if (expiredOn && reason === "product_halal_expired") return "expired";
      return reason === "product_halal_suspended" ? "suspended" : "failed";
    default:
      return "failed";
  }
}
