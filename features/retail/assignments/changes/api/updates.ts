import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { dayIn } from "#base/days.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { violationOf } from "#api/violations.ts";
import { lockAssignment, shownAll } from "#features/retail/assignments/api/service/records.ts";
import { assignmentRows, auditResource } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { readRetailerTerms, type RetailerTerms } from "#features/retail/assignments/api/service/retailers.ts";
import { type AssignmentRecord, assignmentsTable as table } from "#features/retail/assignments/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { assignmentRefusals, type assignments } from "#features/retail/assignments/contract.ts";
import type { Assignment } from "#features/retail/assignments/contract/rows.ts";
import {
  cashbackOf,
  effectivePrice,
  fixedMaxMinor,
  statusAt,
  termsProblems,
} from "#features/retail/assignments/rules.ts";

/**
 * Changes some terms. If nothing differs, the version stays the same.
 *
 * Refuses with `not_found`, `version_conflict`, `assignment_ended`, `wrong_currency`, `rate_too_high`,
 * `period_overlaps`, and with `invalid_input` if the terms are inconsistent.
 */
export async function updateAssignment(
  ctx: Ctx,
  { id, version, ...patch }: Input<typeof assignments.update>,
): Promise<Assignment> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const before = await lockAssignment(inner, { id, version });
      if (statusAt(before, ctx.now) === "ended") throw assignmentRefusals.assignment_ended();
      const shops = await readRetailerTerms(inner, [before.retailerId]);
      const record = await rewrite(inner, before, omitUndefined(patch), shops.get(before.retailerId)!);
      return (await shownAll(inner, [record]))[0]!;
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "assignments__overlap") throw error;
    throw assignmentRefusals.period_overlaps({}, [
      { path: "startsAt", code: "period_overlaps", message: "These dates overlap another period." },
    ]);
  }
}

/** Writes validated terms to an assignment that the caller's transaction has locked, with its audit entry. */
async function rewrite(ctx: Ctx, before: AssignmentRecord, patch: Partial<AssignmentRecord>, shop: RetailerTerms) {
  const after = cashbackOf({ ...before, ...patch });
  requireTerms(ctx, before, after, shop);
  await requireFixedRate(ctx, before, after, shop);
  const changes = changesBetween(before, after);
  const names = Object.keys(changes) as (keyof AssignmentRecord)[];
  if (names.length === 0) return before;
  const [record] = await ctx.db
    .update(table)
    .set({
      ...Object.fromEntries(names.map((name) => [name, after[name]])),
      version: before.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(table.id, before.id))
    .returning();
  await assertInScope(ctx, assignmentRows, [before.id]);
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: before.id, changes }]);
  return record!;
}

/** Errors that existed before the change don't have to be fixed now. */
function requireTerms(
  ctx: Ctx,
  before: AssignmentRecord,
  after: AssignmentRecord,
  { currency, maxBps }: RetailerTerms,
): void {
  const problems = termsProblems(after);
  if (problems.length > 0) throw commonRefusals.invalid_input({}, problems);
  // To end it now, use the end action, which is recorded and notified.
  if (after.endsAt !== null && after.endsAt <= ctx.now && after.endsAt !== before.endsAt) {
    throw commonRefusals.invalid_input({}, [{ path: "endsAt", code: "day_over", message: "This date has passed." }]);
  }
  if (after.cashbackBps !== null && after.cashbackBps > maxBps && after.cashbackBps !== before.cashbackBps) {
    const problem = {
      path: "cashbackBps",
      code: "rate_too_high",
      message: "Exceeds the maximum for this retailer type.",
    };
    throw assignmentRefusals.rate_too_high({ maxBps, maxPercent: maxBps / 100 }, [problem]);
  }
  if (
    after.currency !== null &&
    currency !== null &&
    after.currency !== currency &&
    after.currency !== before.currency
  ) {
    const problem = { path: "currency", code: "wrong_currency", message: "This retailer uses a different currency." };
    throw assignmentRefusals.wrong_currency({ currency }, [problem]);
  }
}

/**
 * A cashback amount is checked against today's price; without a price, or with one in another currency, it can't be
 * checked.
 */
async function requireFixedRate(
  ctx: Ctx,
  before: AssignmentRecord,
  after: AssignmentRecord,
  { maxBps, timezone }: RetailerTerms,
): Promise<void> {
  const fixed = after.cashbackFixedMinor;
  const isChanged = fixed !== before.cashbackFixedMinor || after.priceMinor !== before.priceMinor;
  if (fixed === null || !isChanged) return;
  const [recommended] = await ctx.db
    .select({ rrpMinor: productsTable.rrpMinor, rrpCurrency: productsTable.rrpCurrency })
    .from(productsTable)
    .where(eq(productsTable.id, after.productId));
  const price = effectivePrice(after, recommended!, dayIn(ctx.now, timezone ?? "UTC"));
  if (price === null || price.currency !== after.currency || fixed <= fixedMaxMinor(price, maxBps)) return;
  const problem = {
    path: "cashbackFixedMinor",
    code: "rate_too_high",
    message: "Exceeds the maximum for this retailer type.",
  };
  throw assignmentRefusals.rate_too_high({ maxBps, maxPercent: maxBps / 100 }, [problem]);
}
