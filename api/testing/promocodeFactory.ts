import type { dice } from "#base/testing/dice.ts";
import type {
  Basket,
  BasketLine,
  CampaignFacts,
  Candidate,
  CodeFacts,
  Facts,
  ProductFacts,
} from "#features/loyalty/promocodes/rules/facts.ts";
import type { Effect, Terms } from "#features/loyalty/promocodes/rules/terms.ts";

// Facts of promocodes for tests of the rules: everything is allowed unless a test says otherwise.

export const now = "2027-02-10T17:00:00.000Z";

/** An id that can be recognised: `idOf("p1")` ends with its name's bytes. */
export const idOf = (name: string): string =>
  `00000000-0000-4000-8000-${[...name]
    .map((each) => each.charCodeAt(0).toString(16))
    .join("")
    .padStart(12, "0")}`;

type TermsParts = Partial<Omit<Terms, "window" | "limits" | "stacking">> & {
  readonly window?: Partial<Terms["window"]>;
  readonly limits?: Partial<Terms["limits"]>;
  readonly stacking?: Partial<Terms["stacking"]>;
};

export const termsOf = ({ window, limits, stacking, ...rest }: TermsParts = {}): Terms => ({
  currency: "GBP",
  effect: { kind: "percent", bps: 2000, maxMinor: null },
  conditions: [],
  funding: { brandBps: 10_000, retailerBps: 0, platformBps: 0 },
  ...rest,
  window: {
    startsAt: "2027-01-01T00:00:00.000Z",
    endsAt: null,
    timeZone: "Europe/London",
    weekdays: null,
    hours: null,
    hijri: null,
    ...window,
  },
  limits: {
    total: null,
    perCode: null,
    perMember: [],
    perRetailer: null,
    perLocation: null,
    budgetMinor: null,
    ...limits,
  },
  stacking: { group: null, isExclusive: false, priority: 0, ...stacking },
});

export type CandidateParts = {
  readonly name?: string;
  readonly terms?: TermsParts;
  readonly code?: Partial<CodeFacts>;
  readonly campaign?: Partial<Omit<CampaignFacts, "uses">>;
  readonly uses?: Partial<CampaignFacts["uses"]>;
};

export function candidateOf({ name = "one", terms, code, campaign, uses }: CandidateParts = {}): Candidate {
  const none = { total: 0, retailer: 0, location: 0, member: {}, budgetMinor: 0 };
  return {
    key: name,
    code: {
      isAvailable: true,
      memberId: null,
      uses: 0,
      usesMax: null,
      validFrom: null,
      validTo: null,
      ...code,
    },
    campaign: {
      id: idOf(name),
      version: 1,
      status: "approved",
      pauseSource: null,
      hijriPeriods: [],
      fundingLeftMinor: null,
      terms: termsOf(terms),
      uses: { ...none, ...uses },
      ...campaign,
    },
  };
}

export const productOf = (parts: Partial<ProductFacts> = {}): ProductFacts => ({
  brandId: idOf("b1"),
  categoryIds: [idOf("c1")],
  certificateId: null,
  findings: [],
  rate: null,
  ...parts,
});

/** Products p1, p2 and so on, each with these facts. */
export const productsOf = (parts: readonly Partial<ProductFacts>[]): Map<string, ProductFacts> =>
  new Map(parts.map((each, place) => [idOf(`p${place + 1}`), productOf(each)]));

export const factsOf = (parts: Partial<Facts> = {}): Facts => ({
  at: now,
  retailer: { chainIds: [idOf("r1")], market: "GB" },
  locationId: idOf("l1"),
  sightings: [],
  member: null,
  products: productsOf(Array.from({ length: 9 }, () => ({}))),
  candidates: [candidateOf()],
  ...parts,
});

/** Lines of p1, p2 and so on: a price, or a price and a quantity. */
export const basketOf = (
  prices: readonly (number | readonly [unitMinor: number, quantity: number])[],
  parts: Partial<Basket> = {},
): Basket => ({
  currency: "GBP",
  lines: prices.map((price, place): BasketLine => {
    const [unitMinor, quantity] = typeof price === "number" ? [price, 1] : price;
    return { number: place + 1, productId: idOf(`p${place + 1}`), quantity, unitMinor };
  }),
  ...parts,
});

/** A random effect on products p1 to p6. */
export function randomEffect(roll: ReturnType<typeof dice>): Effect {
  const max = () => (roll(2) === 0 ? null : 1 + roll(800));
  const kinds: (() => Effect)[] = [
    () => ({ kind: "percent", bps: 1 + roll(10_000), maxMinor: max() }),
    () => ({ kind: "fixed", amountMinor: 1 + roll(3000) }),
    () => ({ kind: "item", productIds: [idOf("p1"), idOf("p3")], quantity: 1 + roll(3), bps: 1 + roll(10_000) }),
    () => ({ kind: "cheapestFree", groupSize: 3, freeUnits: 1 + roll(2), timesMax: roll(2) === 0 ? null : 1 }),
    () => ({ kind: "cashback", bps: 1 + roll(1500), maxMinor: max() }),
  ];
  return kinds[roll(kinds.length)]!();
}
