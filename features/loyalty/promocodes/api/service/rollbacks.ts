import { and, asc, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { readRedeemed, requireRedemption } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import { bucketOf, rollBackRedemption } from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  redemptionLinesTable as linesTable,
  redemptionRollbacksTable as rollbacksTable,
} from "#features/loyalty/promocodes/api/tables.ts";
import {
  type Redeemed,
  type redemptionCalls,
  redemptionRefusals as refused,
} from "#features/loyalty/promocodes/contract/calls.ts";
import {
  type LinePart,
  type Rollback,
  rollBack,
  type RollbackRequest,
} from "#features/loyalty/promocodes/rules/rollback.ts";

type RollbackInput = Input<typeof redemptionCalls.rollback>;

/** Another rollback of the same redemption may be first; then the amounts are computed again. */
const attemptsMax = 3;

/** Gives back a redemption or a part of it: what is left of its lines, to the last minor unit. */
export const rollback = (ctx: Ctx, input: RollbackInput): Promise<Redeemed> =>
  inTransaction(ctx, async (inner) => {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const held = await requireRedemption(inner, input.id);
      if (held.status !== "committed" && held.status !== "partially_rolled_back") throw refused.already_rolled_back();
      const given = await computed(inner, input);
      const call = {
        redemption_id: input.id,
        reason: input.reason,
        actor_id: actorOf(inner).userId,
        discount_minor: given.discountMinor,
        cashback_minor: given.cashbackMinor,
        cost_minor: given.costMinor,
        lines: given.lines,
      };
      const isDone = await rollBackRedemption(inner, call, { seen: held.rollbacks, isWhole: given.isWhole });
      if (isDone) return (await readRedeemed(inner, [input.id]))[0]!;
    }
    throw refused.campaign_busy();
  });

async function computed(ctx: Ctx, input: RollbackInput): Promise<Rollback> {
  const { id } = input;
  const lines = await ctx.db
    .select()
    .from(linesTable)
    .where(and(eq(linesTable.bucket, bucketOf(id)), eq(linesTable.redemptionId, id)))
    .orderBy(asc(linesTable.number));
  const before = await ctx.db
    .select({ lines: rollbacksTable.lines })
    .from(rollbacksTable)
    .where(and(eq(rollbacksTable.bucket, bucketOf(id)), eq(rollbacksTable.redemptionId, id)));
  const given = rollBack(lines, before as { lines: LinePart[] }[], requestOf(input));
  if (typeof given === "string") throw refused[given]();
  return given;
}

function requestOf({ lines, amountMinor }: RollbackInput): RollbackRequest {
  if (lines) return { kind: "lines", lines };
  return amountMinor === undefined ? { kind: "all" } : { kind: "amount", amountMinor };
}
