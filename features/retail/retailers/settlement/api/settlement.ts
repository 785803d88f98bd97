import type { SealedColumn } from "#api/cipherKey.ts";
import { and, eq, lt } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addMs, dayMs } from "#base/time.ts";
import { approvable } from "#api/approvals.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { readRetailer, refuseErrors } from "#features/retail/retailers/record/api/store.ts";
import { changePart } from "#features/retail/retailers/record/api/parts.ts";
import { auditResource } from "#features/retail/retailers/api/service/rows.ts";
import { settlementDraftsTable as drafts, settlementsTable as table } from "#features/retail/retailers/api/tables.ts";
import {
  retailerSettlement,
  type Settlement,
  settlementRefusals,
} from "#features/retail/retailers/settlement/contract.ts";
import { maskedAccount, plainAccount, settlementErrors } from "#features/retail/retailers/settlement/rules.ts";

/** The payout account of a retailer, masked. Refuses with `not_found`. */
export async function readSettlement(
  ctx: Ctx,
  { id }: Input<typeof retailerSettlement.read>,
): Promise<Output<typeof retailerSettlement.read>> {
  const { version } = await readRetailer(ctx, id);
  return { settlement: await find(ctx, id), version };
}

const { method, holder, masked, changedAt } = table;

async function find(ctx: Ctx, retailerId: string): Promise<Settlement | null> {
  const shown = { method, holder, masked, changedAt };
  const [found] = await ctx.db.select(shown).from(table).where(eq(table.retailerId, retailerId));
  return found ?? null;
}

/** The account in full; the kernel logs the access. Refuses with `not_found` and `settlement_unknown`. */
export async function revealSettlement(
  ctx: Ctx,
  { id }: Input<typeof retailerSettlement.reveal>,
): Promise<Output<typeof retailerSettlement.reveal>> {
  await readRetailer(ctx, id);
  const [found] = await ctx.db.select({ sealed: table.sealedAccount }).from(table).where(eq(table.retailerId, id));
  if (found === undefined) throw settlementRefusals.settlement_unknown();
  const plain = await ctx.cipher.open(found.sealed, purposeOf(id));
  return { account: new TextDecoder().decode(plain) };
}

const purposeOf = (retailerId: string) => `retailerSettlement:${retailerId}`;

export const sealedAccounts: readonly SealedColumn[] = ["retailer_settlements", "retailer_settlement_drafts"].map(
  (name) => ({ table: name, column: "sealed_account", owner: "retailer_id", purposeOf }),
);

// A request waits for 14 days at most (docs/decisions/0015); abandoned drafts are deleted when the next one is entered.
const keptDays = 30;

/**
 * Encrypts the entered account, so that neither the approval request nor the log ever contains it. Entered again under
 * the same id, the first one stays.
 *
 * Refuses with `not_found` and `invalid_input`.
 */
export async function draftSettlement(
  ctx: Ctx,
  { id, draftId, ...given }: Input<typeof retailerSettlement.draft>,
): Promise<Output<typeof retailerSettlement.draft>> {
  refuseErrors(settlementErrors(given));
  await readRetailer(ctx, id);
  const shown = maskedAccount(given);
  const sealedAccount = await ctx.cipher.seal(new TextEncoder().encode(plainAccount(given)), purposeOf(id));
  const kept = { method: given.method, holder: given.holder, masked: shown };
  await inTransaction(ctx, async (inner) => {
    await inner.db
      .delete(drafts)
      .where(and(eq(drafts.retailerId, id), lt(drafts.createdAt, addMs(inner.now, -keptDays * dayMs))));
    const made = await inner.db
      .insert(drafts)
      .values({
        id: draftId,
        retailerId: id,
        ...kept,
        sealedAccount,
        createdAt: inner.now,
        createdBy: actorOf(inner).userId,
      })
      .onConflictDoNothing()
      .returning({ id: drafts.id });
    if (made.length === 0) return;
    const changes = { account: { before: null, after: shown } };
    await recordAudit(inner, [{ action: "enter_account", resource: auditResource, resourceId: id, changes }]);
  });
  return { draftId, masked: shown };
}

/**
 * Sets the payout account of a retailer to an entered draft. Runs in the transaction of its caller.
 *
 * Refuses with `not_found`, `version_conflict` and `settlement_draft_gone`.
 */
async function changeSettlement(
  ctx: Ctx,
  { id, version, draftId }: Input<typeof retailerSettlement.change>,
): Promise<Settlement> {
  await changePart(ctx, { id, version }, async (inner) => {
    const [draft] = await inner.db
      .select()
      .from(drafts)
      .where(and(eq(drafts.id, draftId), eq(drafts.retailerId, id)));
    if (draft === undefined) throw settlementRefusals.settlement_draft_gone();
    const before = await find(inner, id);
    const { sealedAccount } = draft;
    const written = {
      method: draft.method,
      holder: draft.holder,
      masked: draft.masked,
      sealedAccount,
      changedAt: inner.now,
    };
    await inner.db
      .insert(table)
      .values({ retailerId: id, ...written })
      .onConflictDoUpdate({ target: table.retailerId, set: written });
    await inner.db.delete(drafts).where(eq(drafts.id, draftId));
    return {
      action: "change_settlement",
      changes: {
        ...(before?.method === draft.method ? {} : { settlementMethod: became(before?.method, draft.method) }),
        ...(before?.holder === draft.holder ? {} : { settlementHolder: became(before?.holder, draft.holder) }),
        // Always logged: two accounts may end with the same four characters.
        settlementAccount: became(before?.masked, draft.masked),
      },
    };
  });
  return (await find(ctx, id))!;
}

const became = (before: string | undefined, after: string) => ({ before: before ?? null, after });

/** Changing the payout account takes two users (domain 1.15). The request names the encrypted draft, and no account. */
export const settlementChange = approvable<typeof retailerSettlement.change>({
  action: "retailers.settle",
  resource: auditResource,
  operation: retailerSettlement.change,
  resourceIdOf: ({ id }) => id,
  baseVersion: async (ctx, { id }) => (await readRetailer(ctx, id)).version,
  apply: changeSettlement,
  describe: async (ctx, { id }) => {
    const { code, tradingName } = await readRetailer(ctx, id);
    return { title: `${code} ${tradingName}` };
  },
});
