import type { Instant } from "#base/time.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import type { Candidate, Evaluation, Facts, ProductFacts } from "#features/loyalty/promocodes/rules/facts.ts";

// What a signed list says, and what a till without a connection makes of it: the same rules as on the server.

export type OfflineList = {
  readonly id: string;
  readonly retailerId: string;
  readonly locationId: string;
  readonly currency: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  readonly retailer: Facts["retailer"];
  readonly sightings: Facts["sightings"];
  /** With what blocks each of them now or before the list ends. */
  readonly products: readonly OfflineProduct[];
  /** The limits of their terms are what the list has of them. */
  readonly candidates: readonly Candidate[];
  /** Unique codes that only this list can use, each once. Null: the till asked for none, or there were none. */
  readonly uniqueCodes: UniqueCodes | null;
};
/** `candidate` is what is known of each of them, with another key. */
export type UniqueCodes = { readonly keys: readonly string[]; readonly candidate: Candidate };
export type OfflineProduct = { readonly id: string; readonly gtin: string | null; readonly facts: ProductFacts };

/** What the till has accepted with the list so far, by campaign. */
export type OfflineUse = { readonly uses: number; readonly costMinor: number };

type OfflineBasket = {
  readonly codes: readonly string[];
  readonly currency: string;
  readonly lines: readonly {
    readonly productId?: string | undefined;
    readonly gtin?: string | undefined;
    readonly quantity: number;
    readonly unitMinor: number;
  }[];
  readonly withoutLines?: readonly number[];
};

/** What the entered codes and the promotions without one give on a basket. No member is known without a connection. */
export function evaluateOffline(
  list: OfflineList,
  basket: OfflineBasket,
  {
    at,
    used,
    usedCodes = new Set(),
  }: {
    readonly at: Instant;
    readonly used: ReadonlyMap<string, OfflineUse>;
    /** The keys of codes that were sold with the list so far. */
    readonly usedCodes?: ReadonlySet<string>;
  },
): Evaluation {
  const entered = [...new Set(basket.codes.map(codeKey))];
  const listed = new Map(list.candidates.map((candidate) => [candidate.key, candidate]));
  const automatic = list.candidates.filter(({ code }) => code === null);
  const candidates = [
    ...entered.map((key): Candidate => listed.get(key) ?? uniqueCandidate(list, key, usedCodes)),
    ...automatic,
  ];
  const facts: Facts = {
    at,
    retailer: list.retailer,
    locationId: list.locationId,
    sightings: list.sightings,
    member: null,
    products: new Map(list.products.map(({ id, facts: its }) => [id, its])),
    candidates: candidates.map((candidate) => withUse(candidate, used)),
  };
  const idByGtin = new Map(list.products.flatMap(({ id, gtin }) => (gtin === null ? [] : [[gtin, id] as const])));
  const lines = basket.lines.map(({ productId, gtin, quantity, unitMinor }, place) => ({
    number: place + 1,
    productId: productId ?? (gtin === undefined ? null : (idByGtin.get(gtin.padStart(14, "0")) ?? null)),
    quantity,
    unitMinor,
  }));
  return evaluate(facts, { currency: basket.currency, lines, withoutLines: basket.withoutLines ?? [] });
}

function uniqueCandidate({ uniqueCodes }: OfflineList, key: string, usedCodes: ReadonlySet<string>): Candidate {
  if (!uniqueCodes?.keys.includes(key)) return { key, code: null, campaign: null };
  const { code, campaign } = uniqueCodes.candidate;
  return { key, code: { ...code!, uses: usedCodes.has(key) ? 1 : 0 }, campaign };
}

function withUse(candidate: Candidate, used: ReadonlyMap<string, OfflineUse>): Candidate {
  const { campaign } = candidate;
  if (campaign === null) return candidate;
  const { uses = 0, costMinor = 0 } = used.get(campaign.id) ?? {};
  return { ...candidate, campaign: { ...campaign, uses: { ...campaign.uses, total: uses, budgetMinor: costMinor } } };
}

/** Whether a promotion's terms can be kept without a connection: nothing in them depends on the member. */
export const isOfflinePossible = ({ code, campaign }: Candidate): boolean =>
  campaign !== null &&
  (code === null || (code.isAvailable && code.isHeldOffline !== true && code.memberId === null)) &&
  campaign.status === "approved" &&
  campaign.pauseSource === null &&
  campaign.terms.limits.perMember.length === 0 &&
  campaign.terms.conditions.every(({ field }) => field !== "certifiers" && field !== "firstRedemption");
