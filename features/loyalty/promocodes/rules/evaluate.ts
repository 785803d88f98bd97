import { allocate } from "#base/allocation.ts";
import { candidateChecks, countOf, moneyOf, result } from "#features/loyalty/promocodes/rules/checks.ts";
import { discounts, fundingOf } from "#features/loyalty/promocodes/rules/effects.ts";
import type {
  AppliedEffect,
  Basket,
  CampaignFacts,
  Candidate,
  Check,
  Evaluation,
  Facts,
  Outcome,
  StackingConflict,
} from "#features/loyalty/promocodes/rules/facts.ts";
import { effectLines, isExact, type OrderLine, orderLines } from "#features/loyalty/promocodes/rules/lines.ts";
import { cashbackOf } from "#features/loyalty/wallet/rules/rates.ts";

/** The most promocodes that one order may combine. */
export const stackedMax = 5;

/**
 * What every entered promocode gives on an order, with every check that was made, and the amounts of each line. The
 * same for a call that only asks, for a redemption, and for the simulator. Reads nothing and changes nothing.
 */
export function evaluate(facts: Facts, basket: Basket): Evaluation {
  const ordered = orderLines(facts, basket);
  // Amounts that aren't exact are never computed: every candidate fails its first check.
  const lines = isExact(ordered) ? ordered : [];
  const entries = facts.candidates.map((candidate): Entry => {
    const checks = candidateChecks(candidate, { facts, basket, lines: ordered });
    return { candidate, checks, campaign: checks.every(({ ok }) => ok) ? candidate.campaign : null };
  });
  const { applied, failed, conflicts } = combine(entries.filter(isPossible), lines);
  const outcomes = entries.map((entry): Outcome => {
    const effect = applied.effects.get(entry) ?? null;
    const checks = [
      ...entry.checks,
      ...(isPossible(entry) ? stackingChecks(conflicts.get(entry)) : []),
      ...(failed.get(entry) ?? (effect === null ? [] : amountChecks(entry.campaign!, effect))),
    ];
    return {
      key: entry.candidate.key,
      campaignId: entry.candidate.campaign?.id ?? null,
      version: entry.candidate.campaign?.version ?? null,
      applies: effect !== null,
      reason: checks.find(({ ok }) => !ok)?.reason ?? null,
      checks,
      effect,
      wouldApplyWithout: withoutBlocked(entry, facts, basket),
    };
  });
  return { outcomes, ...totals(lines, applied) };
}

/** `campaign` is null unless the candidate passed its own checks. */
type Entry = {
  readonly candidate: Candidate;
  readonly checks: readonly Check[];
  readonly campaign: CampaignFacts | null;
};
type PossibleEntry = Entry & { readonly campaign: CampaignFacts };
const isPossible = (entry: Entry): entry is PossibleEntry => entry.campaign !== null;

type Conflict = { readonly because: StackingConflict; readonly winner: PossibleEntry };

/** Amounts of the promocodes that are combined. Lines are in the order's order. */
type AppliedAmounts = {
  readonly effects: ReadonlyMap<Entry, AppliedEffect>;
  readonly rests: readonly number[];
  readonly cashbacks: readonly number[];
};

/**
 * Chooses which promocodes apply together. One that turns out to give nothing, or more than its budget has left, makes
 * room for those that it had displaced.
 */
function combine(entries: readonly PossibleEntry[], lines: readonly OrderLine[]) {
  const failed = new Map<Entry, Check[]>();
  const savings = new Map(entries.length < 2 ? [] : entries.map((entry) => [entry, costAlone(entry, lines)]));
  const byPriority = [...entries].sort(
    (one, other) =>
      other.campaign.terms.stacking.priority - one.campaign.terms.stacking.priority ||
      savings.get(other)! - savings.get(one)!,
  );
  for (;;) {
    const { chosen, conflicts } = choose(byPriority.filter((entry) => !failed.has(entry)));
    const applied = apply(chosen, lines);
    const failing = chosen.find((entry) => !isAffordable(entry, applied));
    if (failing === undefined) return { applied, failed, conflicts };
    failed.set(failing, amountChecks(failing.campaign, applied.effects.get(failing)!));
  }
}

const costAlone = (entry: PossibleEntry, lines: readonly OrderLine[]): number =>
  apply([entry], lines).effects.get(entry)!.costMinor;
const isAffordable = (entry: PossibleEntry, { effects }: AppliedAmounts): boolean =>
  amountChecks(entry.campaign, effects.get(entry)!).every(({ ok }) => ok);

/** The first of each group and campaign, up to the most that may be combined; an exclusive one only alone. */
function choose(entries: readonly PossibleEntry[]) {
  const chosen: PossibleEntry[] = [];
  const conflicts = new Map<Entry, Conflict>();
  for (const entry of entries) {
    const conflict = conflictOf(entry, chosen);
    if (conflict === null) chosen.push(entry);
    else conflicts.set(entry, conflict);
  }
  return { chosen, conflicts };
}

function conflictOf({ campaign }: PossibleEntry, chosen: readonly PossibleEntry[]): Conflict | null {
  const { group, isExclusive } = campaign.terms.stacking;
  const [first] = chosen;
  if (first === undefined) return null;
  const same = chosen.find((other) => other.campaign.id === campaign.id);
  if (same !== undefined) return { because: "same_campaign", winner: same };
  if (isExclusive || first.campaign.terms.stacking.isExclusive) return { because: "exclusive", winner: first };
  const rival = chosen.find((other) => group !== null && other.campaign.terms.stacking.group === group);
  if (rival !== undefined) return { because: "same_group", winner: rival };
  return chosen.length < stackedMax ? null : { because: "over_maximum", winner: first };
}

const stackingChecks = (conflict: Conflict | undefined): Check[] => [
  result(
    "stacking",
    "not_stackable",
    conflict === undefined,
    conflict && {
      actual: { kind: "records", ids: [conflict.winner.campaign.id], isExcluded: false },
      needed: conflict.because === "over_maximum" ? countOf(stackedMax) : null,
      because: conflict.because,
    },
  ),
];

/** Discounts in the order of the promocodes, each on what the ones before left; then cashback, on what is paid. */
function apply(entries: readonly PossibleEntry[], lines: readonly OrderLine[]): AppliedAmounts {
  const rests = lines.map(({ baseMinor }) => baseMinor);
  const effects = new Map<Entry, AppliedEffect>();
  const none = lines.map(() => 0);
  for (const entry of entries.filter(({ campaign }) => campaign.terms.effect.kind !== "cashback")) {
    const { terms } = entry.campaign;
    const scope = placesOf(effectLines(terms, lines), lines);
    const given = discounts(
      terms.effect,
      scope.map((place) => ({ ...lines[place]!, restMinor: rests[place]! })),
    );
    const perLine = [...none];
    for (const [index, place] of scope.entries()) {
      perLine[place] = given[index]!;
      rests[place]! -= given[index]!;
    }
    effects.set(entry, appliedEffect(entry, lines, { discounts: perLine, cashbacks: none }));
  }
  const addedBps = [...none];
  const cashbacks = lines.map((line, place) => lineCashback(line, rests[place]!, 0));
  for (const entry of entries.filter(({ campaign }) => campaign.terms.effect.kind === "cashback")) {
    const added = addCashback(entry, lines, { rests, addedBps });
    for (const [place, amount] of added.entries()) cashbacks[place]! += amount;
    effects.set(entry, appliedEffect(entry, lines, { discounts: none, cashbacks: added }));
  }
  return { effects, rests, cashbacks };
}

const placesOf = (some: readonly OrderLine[], lines: readonly OrderLine[]): number[] => {
  const numbers = new Set(some.map(({ number }) => number));
  return [...lines.keys()].filter((place) => numbers.has(lines[place]!.number));
};

/** What a campaign adds to the cashback of each line. Raises `addedBps`, so that the next one counts from there. */
function addCashback(
  { campaign }: PossibleEntry,
  lines: readonly OrderLine[],
  { rests, addedBps }: { rests: readonly number[]; addedBps: number[] },
): number[] {
  const { effect } = campaign.terms;
  if (effect.kind !== "cashback") return [];
  const added = lines.map(() => 0);
  for (const place of placesOf(effectLines(campaign.terms, lines), lines)) {
    const [line, rest, before] = [lines[place]!, rests[place]!, addedBps[place]!];
    added[place] = lineCashback(line, rest, before + effect.bps) - lineCashback(line, rest, before);
    addedBps[place] = before + effect.bps;
  }
  const sum = added.reduce((total, amount) => total + amount, 0);
  return effect.maxMinor !== null && sum > effect.maxMinor ? allocate(effect.maxMinor, added) : added;
}

/** A product without a valid certificate earns nothing, whether a promocode is used or not. */
const lineCashback = ({ rate, finding, quantity }: OrderLine, paidMinor: number, addedBps: number): number =>
  rate === null || finding !== null ? 0 : cashbackOf({ quantity, paidMinor }, rate, addedBps);

function appliedEffect(
  { campaign }: PossibleEntry,
  lines: readonly OrderLine[],
  given: { discounts: readonly number[]; cashbacks: readonly number[] },
): AppliedEffect {
  const costs = lines.map((_, place) => given.discounts[place]! + given.cashbacks[place]!);
  const funding = fundingOf(campaign.terms.funding, costs);
  const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    discountMinor: sumOf(given.discounts),
    cashbackMinor: sumOf(given.cashbacks),
    costMinor: sumOf(costs),
    lines: lines.flatMap(({ number }, place) =>
      costs[place] === 0
        ? []
        : [
            {
              number,
              discountMinor: given.discounts[place]!,
              cashbackMinor: given.cashbacks[place]!,
              ...funding[place]!,
            },
          ],
    ),
  };
}

/** Whether it gives anything, and whether budget and funding have enough left for it. */
function amountChecks({ terms, uses, fundingLeftMinor }: CampaignFacts, effect: AppliedEffect): Check[] {
  const money = (amountMinor: number) => moneyOf(amountMinor, terms.currency);
  const { budgetMinor } = terms.limits;
  const byBrand = effect.lines.reduce((total, { brandMinor }) => total + brandMinor, 0);
  const checks = [result("effect", "no_effect", effect.costMinor > 0, { actual: money(effect.costMinor) })];
  if (budgetMinor !== null) {
    const left = Math.max(budgetMinor - uses.budgetMinor, 0);
    checks.push(
      result("budget", "budget_exhausted", effect.costMinor <= left, {
        actual: money(left),
        needed: money(effect.costMinor),
      }),
    );
  }
  if (fundingLeftMinor !== null)
    checks.push(
      result("funding", "funding_exhausted", byBrand <= fundingLeftMinor, {
        actual: money(Math.max(fundingLeftMinor, 0)),
        needed: money(byBrand),
      }),
    );
  return checks;
}

/** What it alone would give without the lines that the promotion rule blocks; null if that would not help. */
function withoutBlocked({ candidate, checks }: Entry, facts: Facts, basket: Basket): Outcome["wouldApplyWithout"] {
  const failures = checks.filter(({ ok }) => !ok);
  if (failures.length === 0 || failures.some(({ check }) => check !== "halal")) return null;
  const lines = failures.flatMap(({ line }) => line ?? []);
  const [outcome] = evaluate(
    { ...facts, candidates: [candidate] },
    { ...basket, withoutLines: [...(basket.withoutLines ?? []), ...lines] },
  ).outcomes;
  if (!outcome?.effect) return null;
  const { discountMinor, cashbackMinor } = outcome.effect;
  return { lines, discountMinor, cashbackMinor };
}

function totals(lines: readonly OrderLine[], { rests, cashbacks }: AppliedAmounts) {
  const evaluated = lines.map((line, place) => ({
    number: line.number,
    baseMinor: line.baseMinor,
    discountMinor: line.baseMinor - rests[place]!,
    paidMinor: rests[place]!,
    cashbackMinor: cashbacks[place]!,
    rateSource: line.rate?.source ?? null,
    certificateId: line.product?.certificateId ?? null,
  }));
  const sumOf = (field: "baseMinor" | "discountMinor" | "paidMinor" | "cashbackMinor") =>
    evaluated.reduce((total, line) => total + line[field], 0);
  return {
    lines: evaluated,
    baseMinor: sumOf("baseMinor"),
    discountMinor: sumOf("discountMinor"),
    paidMinor: sumOf("paidMinor"),
    cashbackMinor: sumOf("cashbackMinor"),
  };
}
