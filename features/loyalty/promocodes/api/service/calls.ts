import type { Input } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { newId } from "#api/newId.ts";
import { actorOf, type Ctx, inSameTransaction, inTransaction } from "#api/context.ts";
import { RunAgainAfter } from "#api/transactions.ts";
import { countedUses } from "#features/loyalty/promocodes/api/service/countedUses.ts";
import {
  type FactsInput,
  type ReadCandidate,
  type ReadFacts,
  readFacts,
} from "#features/loyalty/promocodes/api/service/facts.ts";
import { countMiss, refuseMiss } from "#features/loyalty/promocodes/api/service/misses.ts";
import { countRefusal, writeRefusalsWhenDue } from "#features/loyalty/promocodes/api/service/refusalCounts.ts";
import {
  bucketOf,
  expiredAtOnce,
  expireReservations,
  levelCampaign,
  levelFunding,
  LimitReached,
  redeemCampaign,
  type RedeemedLine,
} from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  type Redeemed,
  type Redemption,
  type redemptionCalls,
  redemptionRefusals as refused,
  type Validation,
} from "#features/loyalty/promocodes/contract/calls.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import type { AppliedEffect, Basket, Evaluation, Outcome } from "#features/loyalty/promocodes/rules/facts.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import type { RedemptionRecord } from "#features/loyalty/promocodes/api/tables.ts";

export type Call = Input<typeof redemptionCalls.validate>;

/** What a call gives now, with every check. Writes nothing of promocodes; unknown codes are counted. */
export async function validate(ctx: Ctx, call: Call): Promise<Validation> {
  const { facts, evaluation } = await evaluated(ctx, call);
  if (facts.candidates.some(isUnknown)) await countMiss(ctx);
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
  inSameTransaction(ctx, (inner) => apply(inner, call, { reservedUntil: null }));

export const reserve = (ctx: Ctx, { minutes, ...call }: Input<typeof redemptionCalls.reserve>): Promise<Redemption> =>
  inSameTransaction(ctx, (inner) => apply(inner, call, { reservedUntil: addMs(ctx.now, minutes * minuteMs) }));

type Applying = { readonly reservedUntil: string | null; readonly makeId?: (ctx: Ctx) => string };

/** In a transaction or savepoint of its own. Samples bring ids of their own, which are the same in every new database. */
export const applyAll = (ctx: Ctx, call: Call, applying: Applying): Promise<Redemption> =>
  inTransaction(ctx, (inner) => apply(inner, call, applying));

/** Uses every entered code and every campaign that applies without one: all of them or none. */
async function apply(ctx: Ctx, call: Call, applying: Applying): Promise<Redemption> {
  const { facts, evaluation } = await evaluated(ctx, call);
  if (facts.candidates.some(isUnknown)) await refuseMiss(ctx);
  const redemptions = await applyEvaluated(ctx, { call, facts, evaluation, ...applying }).catch((error: unknown) => {
    throw afterExpiry(ctx, error);
  });
  return { redemptions: redemptions.toSorted(byId), ...totalsOf(evaluation, call) };
}

type EvaluatedCall = {
  readonly call: Call;
  readonly facts: ReadFacts;
  readonly evaluation: Evaluation;
  /** Null: redeemed at once. */
  readonly reservedUntil: string | null;
  readonly makeId?: ((ctx: Ctx) => string) | undefined;
};

/** The redemptions that an evaluated call gives, in the caller's transaction. Refuses if an entered code does not apply. */
export async function applyEvaluated(ctx: Ctx, evaluatedCall: EvaluatedCall): Promise<Redeemed[]> {
  const { call, facts, evaluation, makeId = newId } = evaluatedCall;
  requireAll(ctx, { call, facts, evaluation });
  const redemptions: Redeemed[] = [];
  // By id, as everywhere: calls with several campaigns lock them in one order.
  for (const each of usedOf(facts, evaluation).toSorted((one, other) => byId(one.campaign, other.campaign)))
    redemptions.push(await redeemOne(ctx, { ...evaluatedCall, id: inBucketOf(call, makeId(ctx)), each }));
  return redemptions;
}

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);

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
  const read = await readFacts(ctx, { ...factsInputOf(call), held });
  if (read === null) throw refused.unknown_retailer();
  const facts = held ? withoutOwnUse(read, held) : read;
  return { facts, evaluation: evaluateCall(call, facts) };
}

export const evaluateCall = (call: Call, facts: ReadFacts): Evaluation => evaluate(facts, basketOf(call, facts));

function withoutOwnUse(facts: ReadFacts, held: RedemptionRecord): ReadFacts {
  const candidates = facts.candidates.map((candidate): ReadCandidate => {
    const { campaign, code } = candidate;
    if (campaign?.id !== held.campaignId) return candidate;
    const counted = new Set(held.countedIds.map((id, place) => `${id} ${held.countedPeriods[place]}`));
    const own = (id: string | null) => (counted.has(`${id} `) ? 1 : 0);
    const uses = {
      total: campaign.uses.total - 1,
      budgetMinor: campaign.uses.budgetMinor - held.costLeftMinor,
      retailer: campaign.uses.retailer - own(held.retailerId),
      location: campaign.uses.location - own(held.locationId),
      // Counted in the periods in which it was made, which may be over.
      member: {},
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

export const factsInputOf = ({ codes, memberId, retailerId, locationId, order }: Call): FactsInput => ({
  codeKeys: [...new Set(codes.map(codeKey))],
  memberId,
  retailerId,
  locationId,
  currency: order.currency,
  productIds: order.lines.flatMap(({ productId }) => productId ?? []),
  gtins: order.lines.flatMap(({ gtin }) => gtin ?? []),
});

export const basketOf = ({ order, withoutLines }: Call, { productsByGtin }: ReadFacts): Basket => ({
  currency: order.currency,
  lines: order.lines.map(({ productId, gtin, quantity, unitMinor }, place) => ({
    number: place + 1,
    productId: productId ?? (gtin === undefined ? null : (productsByGtin[gtin] ?? null)),
    quantity,
    unitMinor,
  })),
  withoutLines,
});

export const totalsOf = (evaluation: Evaluation, { order }: Call) => ({
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
function requireAll(
  ctx: Ctx,
  { call, facts, evaluation: { outcomes } }: Pick<UsedCampaign, "call" | "facts" | "evaluation">,
): void {
  const entered = new Set(facts.candidates.filter(isEntered).map(({ key }) => key));
  const failed = outcomes.find(({ key, applies }) => entered.has(key) && !applies);
  if (failed) throw countedRefusalOf(ctx, failed, call);
  // Without codes, a call that gives nothing is no redemption.
  if (!outcomes.some(({ applies }) => applies)) throw refused.no_effect();
}

const isUnknown = ({ campaign }: ReadCandidate) => campaign === null;
const isEntered = ({ key, campaign }: ReadCandidate) => campaign === null || key !== campaign.id;

/** Why an outcome does not apply, as a refusal. */
export function refusalOf({ key, reason, checks, wouldApplyWithout }: Outcome) {
  const details = { key, checks: checks.filter(({ ok }) => !ok), wouldApplyWithout };
  const make = refused[reason as keyof typeof refused];
  return make ? make(details) : refused.line_not_promotable({ ...details, finding: reason });
}

/** The refusal of an outcome, counted for the results of its promocode. */
export function countedRefusalOf(ctx: Ctx, outcome: Outcome, { retailerId }: Pick<Call, "retailerId">) {
  const { campaignId, reason } = outcome;
  if (campaignId !== null && reason !== null) {
    writeRefusalsWhenDue(ctx);
    countRefusal(ctx, { campaignId, retailerId, reason });
  }
  return refusalOf(outcome);
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

type UsedCampaign = EvaluatedCall & { readonly id: string; readonly each: Used };

/** Answers what is stored, without reading it again: every statement is a part of what a till waits for. */
async function redeemOne(ctx: Ctx, used: UsedCampaign): Promise<Redeemed> {
  const { id, call, facts, evaluation, each, reservedUntil } = used;
  const { campaign, candidate, effect, outcome } = each;
  const { terms } = campaign;
  const code = candidate.code === null ? null : candidate.key;
  try {
    await redeemCampaign(ctx, {
      id,
      campaign_id: campaign.id,
      campaign_version: campaign.version,
      code_key: code,
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
      counted: countedUses(factsInputOf(call), terms, candidate),
      lines: redeemedLines(effect, evaluation, call, facts),
      trace: { call, outcome },
    });
    const { discountMinor, cashbackMinor } = effect;
    return {
      id,
      campaignId: campaign.id,
      code,
      status: reservedUntil === null ? "committed" : "reserved",
      orderRef: call.order.ref,
      currency: call.order.currency,
      discountMinor,
      cashbackMinor,
      discountLeftMinor: discountMinor,
      cashbackLeftMinor: cashbackMinor,
      reservedUntil,
      createdAt: ctx.now,
    };
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    const refusedCall = { campaignId: campaign.id, retailerId: call.retailerId };
    throw answerTo(error, refusedCall, { ctx, bucket: bucketOf(id), effect, terms });
  }
}

/**
 * The last six bits of a redemption's id are the member's, so that both are in one bucket. Without a member they follow
 * from the receipt, so that a call that runs again after levelling finds the same bucket.
 */
function inBucketOf({ memberId, order }: Call, id: string): string {
  const bucket = memberId === null ? bucketOfText(order.ref) : bucketOf(memberId);
  const last = (Number.parseInt(id.slice(-2), 16) & 0xc0) | bucket;
  return `${id.slice(0, -2)}${last.toString(16).padStart(2, "0")}`;
}

const bucketOfText = (text: string): number =>
  Array.from(text).reduce((hash, each) => (hash * 31 + each.codePointAt(0)!) % 64, 0);

type FailedUse = {
  readonly ctx: Ctx;
  /** Of the redemption. */
  readonly bucket: number;
  readonly effect: AppliedEffect;
  readonly terms: Terms;
};

/**
 * A reached limit as a refusal. A campaign's own limits are counted in many rows: if this one was empty, what all of
 * them have left is shared out again, and the call runs again.
 */
export function answerTo(
  { code }: LimitReached,
  { campaignId, retailerId }: { readonly campaignId: string; readonly retailerId: string },
  { ctx, bucket, effect, terms }: FailedUse,
): Error {
  if (code === "campaign_changed") return new RunAgainAfter(async () => {});
  const counted = (reason: string) => {
    countRefusal(ctx, { campaignId, retailerId, reason });
    return refused[reason as keyof typeof refused]();
  };
  const brandCost = effect.lines.reduce((total, { brandMinor }) => total + brandMinor, 0);
  if (code === "insufficient_funds")
    return new RunAgainAfter(async ({ db }) => {
      if (!(await levelFunding({ ...ctx, db }, campaignId, { bucket, amount: brandCost })))
        throw counted("funding_exhausted");
    });
  // The member's wallet is frozen.
  if (code === "account_frozen") return counted("member_not_eligible");
  if (code !== "campaign_limit_reached") return counted(code);
  return new RunAgainAfter(async ({ db }) => {
    const answer = await levelCampaign({ ...ctx, db }, campaignId, {
      cost: effect.costMinor,
      largestCost: largestCostOf(terms),
    });
    if (answer !== "again") throw counted(answer);
  });
}

const limitCodes = new Set<string>([
  "code_limit_reached",
  "campaign_limit_reached",
  "member_limit_reached",
  "period_limit_reached",
  "retailer_limit_reached",
  "location_limit_reached",
  "budget_exhausted",
]);

/**
 * A reservation whose time is over is in the way of a limit until the job ends it. Nobody is refused for that: if there are
 * any, they are ended first, and the call runs again.
 */
const afterExpiry = (ctx: Ctx, refusal: unknown): unknown =>
  refusal instanceof Refusal && limitCodes.has(refusal.code)
    ? new RunAgainAfter(async ({ db }) => {
        if ((await expireReservations({ ...ctx, db }, expiredAtOnce)) === 0) throw refusal;
      })
    : refusal;

/** What one use may cost at most, as far as the terms say; otherwise 0, and buckets are filled by uses alone. */
export const largestCostOf = ({ effect }: Terms): number =>
  effect.kind === "fixed" ? effect.amountMinor : "maxMinor" in effect ? (effect.maxMinor ?? 0) : 0;

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
