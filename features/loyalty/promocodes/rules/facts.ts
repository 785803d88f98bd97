import type { Day, HijriDay } from "#base/days.ts";
import type { Sighting } from "#base/hijriMonths.ts";
import type { Instant } from "#base/time.ts";
import type { Hours, HijriRange, Period, Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import type { CashbackRate } from "#features/loyalty/wallet/rules/rates.ts";
import type { HijriPeriod } from "#features/loyalty/promocodes/rules/windows.ts";

// What the rules read and return. The server reads the facts in one statement; the simulator makes them up.

export type Basket = {
  readonly currency: string;
  readonly lines: readonly BasketLine[];
  /** Numbers of lines to which no promocode may apply. They don't count towards a minimum either. */
  readonly withoutLines?: readonly number[];
};
export type BasketLine = {
  readonly number: number;
  /** Null for a product that isn't in the catalogue: it counts towards the order's total, but nothing applies to it. */
  readonly productId: string | null;
  readonly quantity: number;
  readonly unitMinor: number;
};

export type Facts = {
  readonly at: Instant;
  /** `chainIds`: the retailer and those above it. `market`: ISO 3166-1 alpha-2. */
  readonly retailer: { readonly chainIds: readonly string[]; readonly market: string };
  readonly locationId: string | null;
  /** Confirmed months of the market around now. */
  readonly sightings: readonly Sighting[];
  readonly member: MemberFacts | null;
  readonly products: ReadonlyMap<string, ProductFacts>;
  /** The entered codes, in their order, and the campaigns that apply without a code. */
  readonly candidates: readonly Candidate[];
};

export type MemberFacts = {
  readonly id: string;
  readonly isActive: boolean;
  /** Certifiers that the member prefers. */
  readonly certifierIds: readonly string[];
  /** Of any promocode, without those that were rolled back. */
  readonly redemptions: number;
};

export type ProductFacts = {
  readonly brandId: string;
  /** Its category and those above it. */
  readonly categoryIds: readonly string[];
  /** The certificate that proves it at this retailer now. */
  readonly certificateId: string | null;
  /** What blocks its promotion at this retailer now, the gravest first. */
  readonly findings: readonly Finding[];
  /** Null if the retailer gives no cashback for it. */
  readonly rate: CashbackRate | null;
};

/** A blocking result of the promotion rule, such as `product_halal_expired`. */
export type Finding = {
  readonly reason: string;
  readonly certificateId: string | null;
  readonly expiredOn: Day | null;
};

export type Candidate = {
  /** The code as it was entered, or the id of a campaign that applies without one. */
  readonly key: string;
  /** Null: the campaign needs no code, or the code is unknown. */
  readonly code: CodeFacts | null;
  /** Null: there is no such code. */
  readonly campaign: CampaignFacts | null;
};

export type CodeFacts = {
  readonly isAvailable: boolean;
  /** An offline list has it, and nobody else can use it until the list is closed. */
  readonly isHeldOffline?: boolean;
  /** The only member who may use it. */
  readonly memberId: string | null;
  readonly uses: number;
  readonly usesMax: number | null;
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
};

export type CampaignFacts = {
  readonly id: string;
  readonly version: number;
  readonly status: "draft" | "pending_approval" | "approved" | "archived";
  readonly pauseSource: string | null;
  readonly terms: Terms;
  /** Those of the retailer's market. */
  readonly hijriPeriods: readonly HijriPeriod[];
  /** What was used before, with what is reserved. */
  readonly uses: {
    readonly total: number;
    readonly retailer: number;
    readonly location: number;
    /** In the current period of each kind. */
    readonly member: Readonly<Partial<Record<Period, number>>>;
    readonly budgetMinor: number;
  };
  /** What the brand can still pay; null without a limit. */
  readonly fundingLeftMinor: number | null;
};

/** Why a code can't be used. The first failed check decides. */
export const reasons = [
  "amount_too_large",
  "code_invalid",
  "code_disabled",
  "code_held_offline",
  "code_of_another_member",
  "campaign_paused",
  "code_not_started",
  "code_ended",
  "outside_window",
  "currency_mismatch",
  "retailer_not_eligible",
  "member_not_eligible",
  "no_eligible_line",
  "min_order_not_met",
  "code_limit_reached",
  "campaign_limit_reached",
  "member_limit_reached",
  "period_limit_reached",
  "retailer_limit_reached",
  "location_limit_reached",
  "not_stackable",
  "no_effect",
  "budget_exhausted",
  "funding_exhausted",
] as const;
export type Reason = (typeof reasons)[number];

/** In the order in which they are made and shown. */
export const checkNames = [
  "amountRange",
  "codeExists",
  "codeAvailable",
  "codeMember",
  "campaignRuns",
  "codePeriod",
  "period",
  "hours",
  "hijri",
  "currency",
  "retailers",
  "locations",
  "markets",
  "member",
  "certifiers",
  "firstRedemption",
  "lines",
  "orderTotal",
  "quantity",
  "halal",
  "codeLimit",
  "campaignLimit",
  "memberLimit",
  "retailerLimit",
  "locationLimit",
  "stacking",
  "effect",
  "budget",
  "funding",
] as const;
export type CheckName = (typeof checkNames)[number];

/** A value of a check, as data: the reader's language decides how it is written. */
export type CheckValue =
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "money"; readonly amountMinor: number; readonly currency: string; readonly exponent: number }
  | { readonly kind: "instant"; readonly at: Instant; readonly timeZone: string }
  /** From `from` until before `to`; null: open. */
  | { readonly kind: "period"; readonly from: Instant | null; readonly to: Instant | null; readonly timeZone: string }
  | {
      readonly kind: "hours";
      readonly weekdays: readonly number[] | null;
      readonly hours: readonly Hours[] | null;
      readonly timeZone: string;
    }
  | { readonly kind: "hijri"; readonly range: HijriRange }
  | ({ readonly kind: "hijriDay" } & HijriDay)
  /** Records by id: products, brands, retailers, certifiers, campaigns. `isExcluded`: all but these. */
  | { readonly kind: "records"; readonly ids: readonly string[]; readonly isExcluded: boolean }
  | { readonly kind: "countries"; readonly codes: readonly string[]; readonly isExcluded: boolean }
  /** A code of the field: a currency, a source of a pause. */
  | { readonly kind: "code"; readonly code: string };

export type Check = {
  readonly check: CheckName;
  readonly ok: boolean;
  /** One of `reasons`, or of the findings of the promotion rule. Null if it passed. */
  readonly reason: string | null;
  readonly actual: CheckValue | null;
  readonly needed: CheckValue | null;
  /** The first line that fails. */
  readonly line?: number;
  readonly certificateId?: string | null;
  readonly expiredOn?: Day | null;
  /** When the window opens next; null if it doesn't, or isn't known. */
  readonly opensAt?: Instant | null;
  /** Whether the Hijri dates are confirmed by sightings of the market. */
  readonly isConfirmed?: boolean;
  /** The kind of period of a member's limit. */
  readonly period?: Period;
  readonly because?: StackingConflict;
};

/** Why another promocode of the order was preferred: `actual` of the check names it. */
export const stackingConflicts = ["same_campaign", "same_group", "exclusive", "over_maximum"] as const;
export type StackingConflict = (typeof stackingConflicts)[number];

export type LineAmounts = { readonly number: number; readonly discountMinor: number; readonly cashbackMinor: number };

/** What a campaign gives, and who pays for it. `costMinor` is what budgets count: the discount and the added cashback. */
export type AppliedEffect = {
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  readonly costMinor: number;
  readonly lines: readonly (LineAmounts & FundingAmounts)[];
};
export type FundingAmounts = {
  readonly brandMinor: number;
  readonly retailerMinor: number;
  readonly platformMinor: number;
};

export type Outcome = {
  readonly key: string;
  readonly campaignId: string | null;
  readonly version: number | null;
  readonly applies: boolean;
  /** That of the first failed check. */
  readonly reason: Check["reason"];
  readonly checks: readonly Check[];
  readonly effect: AppliedEffect | null;
  /**
   * If nothing but blocked products is in the way: the lines to leave out, and what this promocode alone would then
   * give.
   */
  readonly wouldApplyWithout: {
    readonly lines: readonly number[];
    readonly discountMinor: number;
    readonly cashbackMinor: number;
  } | null;
};

export type EvaluatedLine = {
  readonly number: number;
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly paidMinor: number;
  /** The usual cashback and that of campaigns, on what is paid. */
  readonly cashbackMinor: number;
  readonly rateSource: string | null;
  readonly certificateId: string | null;
};

export type Evaluation = {
  readonly outcomes: readonly Outcome[];
  /** None if the order's total is too large to be exact. */
  readonly lines: readonly EvaluatedLine[];
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly paidMinor: number;
  readonly cashbackMinor: number;
};
