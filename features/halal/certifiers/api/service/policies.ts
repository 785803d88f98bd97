import { eq, sql } from "drizzle-orm";
import type { SideEffect } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals, type FieldError } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { policiesTable as table } from "#features/halal/certifiers/api/tables.ts";
import type { recognitions } from "#features/halal/certifiers/contract.ts";
import type { MarketPolicy, MarketPolicyPatch } from "#features/halal/certifiers/contract/recognitions.ts";
import { loosenedBy, undecidedPolicy } from "#features/halal/certifiers/rules.ts";

/** The resource of the audit entries of what markets recognise. Its permissions are those of the bodies. */
export const recognitionResource = "recognitions";

const shown = {
  market: table.market,
  policy: table.policy,
  unknownPolicy: table.unknownPolicy,
  accreditationPolicy: table.accreditationPolicy,
  reviewGraceDays: table.reviewGraceDays,
  hasList: table.hasList,
  listDecidedOn: table.listDecidedOn,
  listSource: table.listSource,
};

/** Policies of all markets with a decision, and the default for other markets that have retailers. */
export async function readPolicies(ctx: Ctx): Promise<MarketPolicy[]> {
  const decided = await ctx.db.select(shown).from(table);
  const sold = await ctx.db.execute(
    sql`select distinct country from retailers where country is not null and status <> 'closed'`,
  );
  const known = new Set(decided.map(({ market }) => market));
  const others = (sold as { rows: { country: string }[] }).rows.filter(({ country }) => !known.has(country));
  return [...decided, ...others.map(({ country }) => ({ market: country, ...undecidedPolicy }))].toSorted((a, b) =>
    a.market < b.market ? -1 : 1,
  );
}

/**
 * Changes the policy of a market, and reevaluates its retailers' assignments. Idempotent.
 *
 * Refuses with `invalid_input` if a list has no day or source, or a looser policy has no reason. Refuses with
 * `preview_stale` if the consequences differ from the preview, or if a looser policy comes without a fingerprint.
 */
export const changePolicy = (
  ctx: Ctx,
  { fingerprint, reason, ...wanted }: Input<typeof recognitions.changePolicy>,
): Promise<MarketPolicy> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockPolicy(inner, wanted.market);
    const isLoosened = loosenedBy(before, wanted).length > 0;
    if (isLoosened && reason === undefined) throw required("reason", "Enter a reason.");
    const consequences = await writePolicy(inner, before, wanted, reason);
    await requireFingerprint(inner, consequences, fingerprint ?? (isLoosened ? "none" : undefined));
    const [after] = await inner.db.select(shown).from(table).where(eq(table.market, wanted.market));
    return after!;
  });

/** Changes the policy of a market in the caller's transaction. Returns the consequences. */
export const decideMarket = async (
  ctx: Ctx,
  wanted: { readonly market: string } & MarketPolicyPatch,
  reason?: string,
): Promise<readonly SideEffect[]> => writePolicy(ctx, await lockPolicy(ctx, wanted.market), wanted, reason);

/** The consequences of a change: makes it and rolls it back. */
export const previewPolicy = (ctx: Ctx, wanted: Input<typeof recognitions.previewPolicy>): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => impactOf(inner, await decideMarket(inner, wanted)));

/** Records that a market has a list, as its first recognition implies. Returns whether it had one before. */
export async function requireList(ctx: Ctx, market: string, listSource: string, reason?: string): Promise<boolean> {
  const before = await lockPolicy(ctx, market);
  if (before.hasList === true) return true;
  const wanted = { hasList: true, listDecidedOn: ctx.now.slice(0, 10), listSource };
  await rewrite(ctx, before, wanted, reason);
  return false;
}

type LockedPolicy = typeof table.$inferSelect;

/** Locks the market's row, which it inserts if missing, so that concurrent changes wait for each other. */
async function lockPolicy(ctx: Ctx, market: string): Promise<LockedPolicy> {
  await ctx.db.insert(table).values({ market, updatedAt: ctx.now }).onConflictDoNothing();
  const [before] = await ctx.db.select().from(table).where(eq(table.market, market)).for("update");
  return before!;
}

async function writePolicy(
  ctx: Ctx,
  before: LockedPolicy,
  { market, ...patch }: { readonly market: string } & MarketPolicyPatch,
  reason?: string,
): Promise<readonly SideEffect[]> {
  const wanted = omitUndefined(patch);
  requireSource(wanted);
  const after = { ...before, ...wanted };
  if (after.hasList === null && (wanted.listDecidedOn ?? wanted.listSource) !== undefined)
    throw required("hasList", "Select whether the market has a list.");
  if (!(await rewrite(ctx, before, wanted, reason))) return [];
  return recordEvents(ctx, [
    {
      type: "certifier.recognition_changed",
      resource: recognitionResource,
      resourceId: market,
      payload: { market, policy: after.policy, hasList: after.hasList, unknownPolicy: after.unknownPolicy },
    },
  ]);
}

/** Returns whether anything changed. */
async function rewrite(ctx: Ctx, before: LockedPolicy, wanted: MarketPolicyPatch, reason?: string): Promise<boolean> {
  const changes = changesBetween(before, wanted);
  if (Object.keys(changes).length === 0) return false;
  const stamp = { version: before.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null };
  await ctx.db
    .update(table)
    .set({ ...wanted, ...stamp })
    .where(eq(table.market, before.market));
  const entry = { action: "update", resource: recognitionResource, resourceId: before.market, changes };
  await recordAudit(ctx, [{ ...entry, reason }]);
  return true;
}

/** A statement that a market has a list, or none, needs a day and a source. */
function requireSource({ hasList, listDecidedOn, listSource }: MarketPolicyPatch): void {
  if (hasList === undefined) return;
  if (listDecidedOn === undefined) throw required("listDecidedOn", "Enter the day.");
  if (listSource === undefined) throw required("listSource", "Enter the source.");
}

const required = (path: string, message: string) => {
  const errors: FieldError[] = [{ path, code: "required", message }];
  return commonRefusals.invalid_input({}, errors);
};
