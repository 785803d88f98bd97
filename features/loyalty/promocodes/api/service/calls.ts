import type { Input } from "#base/contract.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { newId } from "#api/newId.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { RunAgainAfter } from "#api/transactions.ts";
import {
  type FactsInput,
  type ReadCandidate,
  type ReadFacts,
  readFacts,
} from "#features/loyalty/promocodes/api/service/facts.ts";
import { readRedeemed } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import {
  bucketOf,
  type CountedUse,
  levelCampaign,
  LimitReached,
  redeemCampaign,
  type RedeemedLine,
} from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  type Redemption,
  type redemptionCalls,
  redemptionRefusals as refused,
  type Validation,
} from "#features/loyalty/promocodes/contract/calls.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import type { AppliedEffect, Basket, Evaluation, Outcome } from "#features/loyalty/promocodes/rules/facts.ts";
import type { Period, Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import type { RedemptionRecord } from "#features/loyalty/promocodes/api/tables.ts";
import { requireRetailer } from "#features/loyalty/promocodes/api/service/scopes.ts";

export type Call = Input<typeof redemptionCalls.validate>;

/** What a call gives now, with every check. Writes nothing. */
export async function validate(ctx: Ctx, call: Call): Promise<Validation> {
  const { evaluation } = await evaluated(ctx, call);
  return {
    outcomes: evaluation.outcomes.map(({ key, campaignId, applies, reason, checks, effect, wouldApplyWithout }) => ({
      key,
      campaignId,
      applies,
      reason,
      checks: [...checks] as Validation["outcomes"][number]["checks"],
      discountMinor: effect?.discountMinor ?? 0,
      cashbackMinor: effect?.cashbackMinor ?? 0,
      wouldApplyWithout: wouldApplyWithout && { ...wouldApplyWithout, lines: [...wouldApplyWithout.lines] },
    })),
    ...totalsOf(evaluation, call),
  };
}

export const redeem = (ctx: Ctx, call: Input<typeof redemptionCalls.redeem>): Promise<Redemption> =>
  applyAll(ctx, call, null);

export const reserve = (ctx: Ctx, { minutes, ...call }: Input<typeof redemptionCalls.reserve>): Promise<Redemption> =>
  applyAll(ctx, call, addMs(ctx.now, minutes * minuteMs));

/** Uses every entered code and every campaign that applies without one: all of them or none. */
const applyAll = (ctx: Ctx, call: Call, reservedUntil: string | null): Promise<Redemption> =>
  inTransaction(ctx, async (inner) => {
    const { facts, evaluation } = await evaluated(inner, call);
    requireAll(evaluation, facts);
    const used = usedOf(facts, evaluation);
    const ids: string[] = [];
    // By id, as everywhere: calls with several campaigns lock them in one order.
    for (const each of used.toSorted((one, other) => (one.campaign.id < other.campaign.id ? -1 : 1)))
      ids.push(await redeemOne(inner, { call, facts, evaluation, each, reservedUntil }));
    return { redemptions: await readRedeemed(inner, ids), ...totalsOf(evaluation, call) };
  });

/**
 * The facts and what the rules make of them. `held` is the reservation that the call is about: what it took is not in
 * its own way.
 *
 * Refuses with `unknown_retailer`, also for one outside the caller's scope.
 */
export async function evaluated(
  ctx: Ctx,
  call: Call,
  held?: RedemptionRecord,
): Promise<{ facts: ReadFacts; evaluation: Evaluation }> {
  await requireRetailer(ctx, call.retailerId);
  const read = await readFacts(ctx, { ...factsInputOf(call), held });
  if (read === null) throw refused.unknown_retailer();
  const facts = held ? withoutOwnUse(read, held) : read;
  return { facts, evaluation: evaluate(facts, basketOf(call, facts)) };
}

function withoutOwnUse(facts: ReadFacts, held: RedemptionRecord): ReadFacts {
  const candidates = facts.candidates.map((candidate): ReadCandidate => {
    const { campaign, code } = candidate;
    if (campaign?.id !== held.campaignId) return candidate;
    const counted = new Set(held.countedIds.map((id, place) => `${id} ${held.countedPeriods[place]}`));
    const own = (id: string | null, period = "") => (counted.has(`${id} ${period}`) ? 1 : 0);
    const uses = {
      total: campaign.uses.total - 1,
      budgetMinor: campaign.uses.budgetMinor - held.costLeftMinor,
      retailer: campaign.uses.retailer - own(held.retailerId),
      location: campaign.uses.location - own(held.locationId),
      member: Object.fromEntries(
        Object.entries(campaign.uses.member).map(([period, count]) => [
          period,
          count - own(held.memberId, candidate.periods?.[period as Period]),
        ]),
      ),
    };
    return {
      ...candidate,
      code: code && { ...code, uses: code.uses - (held.isCodeCounted ? 1 : 0) },
      campaign: { ...campaign, uses },
    };
  });
  const member = facts.member && { ...facts.member, redemptions: facts.member.redemptions - 1 };
  return { ...facts, member, candidates };
}

const factsInputOf = ({ codes, memberId, retailerId, locationId, order }: Call): FactsInput => ({
  codeKeys: [...new Set(codes.map(codeKey))],
  memberId,
  retailerId,
  locationId,
  currency: order.currency,
  productIds: order.lines.flatMap(({ productId }) => productId ?? []),
  gtins: order.lines.flatMap(({ gtin }) => gtin ?? []),
});

const basketOf = ({ order, withoutLines }: Call, { productsByGtin }: ReadFacts): Basket => ({
  currency: order.currency,
  lines: order.lines.map(({ productId, gtin, quantity, unitMinor }, place) => ({
    number: place + 1,
    productId: productId ?? (gtin === undefined ? null : (productsByGtin[gtin] ?? null)),
    quantity,
    unitMinor,
  })),
  withoutLines,
});

const totalsOf = (evaluation: Evaluation, { order }: Call) => ({
  currency: order.currency,
  baseMinor: evaluation.baseMinor,
  discountMinor: evaluation.discountMinor,
  paidMinor: evaluation.paidMinor,
  cashbackMinor: evaluation.cashbackMinor,
  lines: evaluation.lines.map(({ number, baseMinor, discountMinor, paidMinor, cashbackMinor }) => ({
    number,
    baseMinor,
    discountMinor,
    paidMinor,
    cashbackMinor,
  })),
});

/** Refuses with the reason of the first entered code that does not apply, and all its checks. */
function requireAll({ outcomes }: Evaluation, facts: ReadFacts): void {
  const entered = new Set(facts.candidates.filter(isEntered).map(({ key }) => key));
  const failed = outcomes.find(({ key, applies }) => entered.has(key) && !applies);
  if (failed) throw refusalOf(failed);
  // Without codes, a call that gives nothing is no redemption.
  if (!outcomes.some(({ applies }) => applies)) throw refused.no_effect();
}

const isEntered = ({ key, campaign }: ReadCandidate) => campaign === null || key !== campaign.id;

export function refusalOf({ key, reason, checks, wouldApplyWithout }: Outcome) {
  const details = { key, checks: checks.filter(({ ok }) => !ok), wouldApplyWithout };
  const make = refused[reason as keyof typeof refused];
  return make ? make(details) : refused.line_not_promotable({ ...details, finding: reason });
}

type Used = {
  readonly candidate: ReadCandidate;
  readonly campaign: NonNullable<ReadCandidate["campaign"]>;
  readonly outcome: Outcome;
  readonly effect: AppliedEffect;
};

const usedOf = ({ candidates }: ReadFacts, { outcomes }: Evaluation): Used[] =>
  outcomes.flatMap((outcome, place) => {
    const candidate = candidates[place]!;
    return outcome.effect === null || candidate.campaign === null
      ? []
      : [{ candidate, campaign: candidate.campaign, outcome, effect: outcome.effect }];
  });

type UsedCampaign = {
  readonly call: Call;
  readonly facts: ReadFacts;
  readonly evaluation: Evaluation;
  readonly each: Used;
  readonly reservedUntil: string | null;
};

async function redeemOne(ctx: Ctx, used: UsedCampaign): Promise<string> {
  const { call, facts, evaluation, each, reservedUntil } = used;
  const { campaign, candidate, effect, outcome } = each;
  const { terms } = campaign;
  const id = redemptionId(ctx, call.memberId);
  try {
    await redeemCampaign(ctx, {
      id,
      campaign_id: campaign.id,
      campaign_version: campaign.version,
      code_key: candidate.code === null ? null : candidate.key,
      is_code_counted: candidate.code !== null && candidate.code.usesMax !== null,
      member_id: call.memberId,
      retailer_id: call.retailerId,
      location_id: call.locationId,
      order_ref: call.order.ref,
      currency: call.order.currency,
      caller_id: actorOf(ctx).userId,
      request_id: ctx.requestId,
      reserved_until: reservedUntil,
      discount_minor: effect.discountMinor,
      cashback_minor: effect.cashbackMinor,
      cost_minor: effect.costMinor,
      counted: countedUses(call, terms, candidate),
      lines: redeemedLines(effect, evaluation, call, facts),
      trace: { call, outcome },
    });
    return id;
  } catch (error) {
    throw error instanceof LimitReached ? answerTo(error, campaign.id, { ctx, cost: effect.costMinor, terms }) : error;
  }
}

/** The server names redemptions; the last six bits are the member's, so that both are in one bucket. */
function redemptionId(ctx: Ctx, memberId: string | null): string {
  const id = newId(ctx);
  if (memberId === null) return id;
  const last = (Number.parseInt(id.slice(-2), 16) & 0xc0) | bucketOf(memberId);
  return `${id.slice(0, -2)}${last.toString(16).padStart(2, "0")}`;
}

/**
 * A reached limit as a refusal. A campaign's own limits are counted in many rows: if this one was empty, what all of
 * them have left is shared out again, and the call runs again.
 */
export function answerTo(
  { code }: LimitReached,
  campaignId: string,
  { ctx, cost, terms }: { readonly ctx: Ctx; readonly cost: number; readonly terms: Terms },
): Error {
  if (code === "campaign_changed") return new RunAgainAfter(async () => {});
  if (code !== "campaign_limit_reached") return refused[code as keyof typeof refused]();
  return new RunAgainAfter(async ({ db }) => {
    const answer = await levelCampaign({ ...ctx, db }, campaignId, { cost, largestCost: largestCostOf(terms) });
    if (answer !== "again") throw refused[answer]();
  });
}

/** What one use may cost at most, as far as the terms say; otherwise 0, and buckets are filled by uses alone. */
export const largestCostOf = ({ effect }: Terms): number =>
  effect.kind === "fixed" ? effect.amountMinor : "maxMinor" in effect ? (effect.maxMinor ?? 0) : 0;

/** Whose uses the terms limit. */
function countedUses(
  { memberId, retailerId, locationId }: Call,
  { limits }: Terms,
  { periods }: ReadCandidate,
): CountedUse[] {
  const ofMember =
    memberId === null || periods === null
      ? []
      : limits.perMember.map(({ period, uses }) => ({
          id: memberId,
          period: periods[period],
          max: uses,
          refusal: period === "campaign" ? "member_limit_reached" : "period_limit_reached",
        }));
  const all = [
    ...ofMember,
    ...limitOf(retailerId, limits.perRetailer, "retailer_limit_reached"),
    ...limitOf(locationId, limits.perLocation, "location_limit_reached"),
  ];
  // In one order, as several calls lock them.
  return all.toSorted((one, other) => (`${one.id} ${one.period}` < `${other.id} ${other.period}` ? -1 : 1));
}

const limitOf = (id: string | null, max: number | null, refusal: string): CountedUse[] =>
  id === null || max === null ? [] : [{ id, period: "", max, refusal }];

/** The lines of one campaign, with the rate and certificate that the call found. */
export function redeemedLines(
  effect: AppliedEffect,
  { lines }: Pick<Evaluation, "lines">,
  { order }: Call,
  facts: ReadFacts,
): RedeemedLine[] {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return effect.lines.map((given) => {
    const line = byNumber.get(given.number)!;
    const { productId, gtin, quantity } = order.lines[given.number - 1]!;
    return {
      number: given.number,
      product_id: productId ?? (gtin === undefined ? null : (facts.productsByGtin[gtin] ?? null)),
      quantity,
      rate_bps: null,
      rate_source: line.rateSource,
      certificate_id: line.certificateId,
      base_minor: line.baseMinor,
      discount_minor: given.discountMinor,
      cashback_minor: given.cashbackMinor,
      brand_minor: given.brandMinor,
      retailer_minor: given.retailerMinor,
      platform_minor: given.platformMinor,
    };
  });
}
