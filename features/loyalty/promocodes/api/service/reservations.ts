import type { Input } from "#base/contract.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import {
  answerTo,
  type Call,
  evaluated,
  redeemedLines,
  countedRefusalOf,
} from "#features/loyalty/promocodes/api/service/calls.ts";
import { readRedeemed, redeemedOf, requireRedemption } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import {
  bucketOf,
  commitReservation,
  LimitReached,
  releaseReservation,
} from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  type Redeemed,
  type redemptionCalls,
  redemptionRefusals as refused,
} from "#features/loyalty/promocodes/contract/calls.ts";

/**
 * Uses what was reserved, with the rules and certificates of now: a line that lost its certificate is refused, unless the
 * caller leaves it out. A reservation that is committed already answers as it did.
 */
export const commit = (ctx: Ctx, { id, withoutLines }: Input<typeof redemptionCalls.commit>): Promise<Redeemed> =>
  inTransaction(ctx, async (inner) => {
    const held = await requireRedemption(inner, id);
    if (held.status === "committed" || held.status === "partially_rolled_back") return redeemedOf(held);
    // By the clock: the job that ends it may be late.
    if (held.status !== "reserved" || held.reservedUntil! <= inner.now) throw refused.reservation_expired();
    const { call: reserved } = held.trace as { call: Call };
    const call = { ...reserved, withoutLines: [...reserved.withoutLines, ...withoutLines] };
    const { facts, evaluation } = await evaluated(inner, call, held);
    const place = evaluation.outcomes.findIndex(({ campaignId }) => campaignId === held.campaignId);
    const outcome = evaluation.outcomes[place];
    if (!outcome?.effect) throw outcome ? countedRefusalOf(inner, outcome, held) : refused.campaign_paused();
    const { effect } = outcome;
    const amounts = {
      discount_minor: effect.discountMinor,
      cashback_minor: effect.cashbackMinor,
      cost_minor: effect.costMinor,
    };
    const lines = redeemedLines(effect, evaluation, call, facts);
    try {
      if (!(await commitReservation(inner, { id, ...amounts, trace: { call, outcome }, lines })))
        throw refused.reservation_expired();
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const { terms } = facts.candidates[place]!.campaign!;
      throw answerTo(error, held, { ctx: inner, bucket: bucketOf(id), effect, terms });
    }
    return (await readRedeemed(inner, [id]))[0]!;
  });

/** Gives a reservation up. One that is given up already answers as it did. */
export const release = (ctx: Ctx, { id }: Input<typeof redemptionCalls.release>): Promise<Redeemed> =>
  inTransaction(ctx, async (inner) => {
    const held = await requireRedemption(inner, id);
    if (held.status === "released") return redeemedOf(held);
    if (!(await releaseReservation(inner, id))) throw refused.reservation_expired();
    return (await readRedeemed(inner, [id]))[0]!;
  });
