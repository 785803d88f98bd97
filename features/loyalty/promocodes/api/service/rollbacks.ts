import { and, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { readLines, readRedeemed, requireRedemption } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import { bucketOf, rollBackRedemption } from "#features/loyalty/promocodes/api/service/statements.ts";
import { redemptionRollbacksTable as rollbacksTable } from "#features/loyalty/promocodes/api/tables.ts";
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
      if (isDone) {
        await recordRollback(inner, input, given);
        return (await readRedeemed(inner, [input.id]))[0]!;
      }
    }
    throw refused.campaign_busy();
  });

/** Users are entered in the audit log; what API keys do is in the redemption’s own rows. */
async function recordRollback(ctx: Ctx, { id, reason }: RollbackInput, given: Rollback): Promise<void> {
  if (actorOf(ctx).kind !== "user") return;
  const { discountMinor, cashbackMinor } = given;
  const changes = {
    discountMinor: { before: null, after: discountMinor },
    cashbackMinor: { before: null, after: cashbackMinor },
  };
  await recordAudit(ctx, [{ action: "rollback", resource: "redemptions", resourceId: id, reason, changes }]);
}

async function computed(ctx: Ctx, input: RollbackInput): Promise<Rollback> {
  const { id } = input;
  const lines = await readLines(ctx, id);
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
