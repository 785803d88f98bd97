import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { fullStanding } from "#base/decisions.ts";
import type { Consequence } from "#base/eventTypes.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import {
  judgedOf,
  lockRetailer,
  readRetailer,
  retailerStanding,
  toRetailer,
} from "#features/retail/retailers/api/service/records.ts";
import { isDecidable, requireStanding } from "#api/decisions.ts";
import { retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { reasonFor, writeStatus } from "#features/retail/retailers/api/service/statuses.ts";
import { asksOf, surroundingsOf } from "#features/retail/retailers/api/service/relatedRecords.ts";
import { closureTable, type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import {
  type Retailer,
  retailerRefusals,
  type RetailerStatus,
  retailerStatusPermissions,
  type StepImpact,
  type Transition,
} from "#features/retail/retailers/contract/records.ts";
import { allowedTransitions, needsReason, noBranches, transitionTo } from "#features/retail/retailers/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

/**
 * Takes one step in a retailer's life, and lets follow what rests on it. With its branches, they take it in the same
 * transaction; suspended that way, they are known for when it is reactivated. With a fingerprint only if just that follows
 * which was previewed.
 *
 * Refuses with `not_found`, `version_conflict`, `retailer_step_invalid`, `retailer_step_blocked` and what is missing,
 * `preview_stale`, and with `invalid_input` when the step needs a reason.
 */
export function changeRetailerStatus(
  ctx: Ctx,
  { id, version, to, reason, withBranches = false, fingerprint }: Input<typeof retailers.changeStatus>,
): Promise<Retailer> {
  return inTransaction(ctx, async (inner) => {
    if (withBranches) await lockFamily(inner, id);
    const before = await lockRetailer(inner, { id, version });
    const step = { to, statusReason: reasonFor(to, reason), withBranches };
    const { consequences, going } = await takeStep(inner, before, step);
    await requireFingerprint(inner, consequences, fingerprint, factsOf(going));
    return toRetailer(inner, await readRetailer(inner, id));
  });
}

/**
 * What a step would bring about elsewhere: the step itself, undone. And who could go along.
 *
 * Refuses with `not_found`, `retailer_step_invalid` and `retailer_step_blocked`.
 */
export const previewStatus = (
  ctx: Ctx,
  { id, to, withBranches = false }: Input<typeof retailers.previewStatus>,
): Promise<StepImpact> =>
  runAndRollBack(ctx, async (inner) => {
    if (withBranches) await lockFamily(inner, id);
    const before = await lockRetailer(inner, { id });
    const step = { to, statusReason: needsReason(to) ? "…" : null, withBranches };
    const { consequences, going, able, blocked } = await takeStep(inner, before, step);
    return {
      ...(await impactOf(inner, consequences, factsOf(going))),
      branches: { count: able.length, first: able.slice(0, namedMax).map(toNamed), blocked },
    };
  });

const namedMax = 5;

const toNamed = ({ id, code, tradingName, tradingNameI18n }: RetailerRecord) => ({
  id,
  code,
  name: tradingName,
  nameI18n: tradingNameI18n,
});

const factsOf = (going: readonly RetailerRecord[]): unknown => going.map(({ id, version }) => [id, version]);

type Step = { readonly to: RetailerStatus; readonly statusReason: string | null; readonly withBranches: boolean };
type Taken = Along & { readonly consequences: readonly Consequence[]; readonly going: readonly RetailerRecord[] };

async function takeStep(ctx: Ctx, before: RetailerRecord, { withBranches, ...step }: Step): Promise<Taken> {
  const { branchesCount, needsBranches } = await requireStep(ctx, before, step.to);
  if (needsBranches && !withBranches)
    throw retailerRefusals.retailer_step_blocked({ to: step.to, blockers: ["branches_open"] });
  const along = branchesCount > 0 ? await readAlong(ctx, before, step.to) : nobody;
  const going = withBranches ? along.able : [];
  const consequences = await writeStatus(ctx, [before, ...going], { ...step, chain: before });
  return { ...along, going, consequences };
}

async function requireStep(ctx: Ctx, before: RetailerRecord, to: RetailerStatus): Promise<Transition> {
  const judged = judgedOf(ctx, before, await surroundingsOf(ctx, before));
  const transition = transitionTo(judged, to, await retailerStanding(ctx, before));
  if (transition === null) {
    const allowed = allowedTransitions(judged).map((each) => each.to);
    throw retailerRefusals.retailer_step_invalid({ from: before.status, to, allowed });
  }
  requireStanding(transition.blockers, retailerStatusPermissions);
  if (!transition.isAllowed) throw retailerRefusals.retailer_step_blocked({ to, blockers: transition.blockers });
  return transition;
}

// ------------------------------------------------------------------------------------------------ branches

/** In the order of the ids, as bulk changes lock theirs: so neither waits for the other. */
const lockFamily = (ctx: Ctx, id: string) =>
  ctx.db.execute(sql`
    select id from ${table}
     where id in (select descendant_id from ${closureTable} where ancestor_id = ${id}::uuid)
     order by id for no key update`);

/** Branches for which a step of the chain is one of theirs: those that may take it, and how many may not yet. */
type Along = { readonly able: readonly RetailerRecord[]; readonly blocked: number };
const nobody: Along = { able: [], blocked: 0 };

/** By name, as far as the caller may meet them. */
async function readAlong(ctx: Ctx, { id }: RetailerRecord, to: RetailerStatus): Promise<Along> {
  const meant: Partial<Record<RetailerStatus, SQL>> = {
    suspended: eq(table.status, "active"),
    active: eq(table.suspendedWithId, id),
    closed: eq(table.status, "suspended"),
  };
  const rows = await ctx.db
    .select({ record: table, mayLift: isDecidable(ctx, retailerRows, retailerStatusPermissions.lift) })
    .from(table)
    .innerJoin(closureTable, eq(closureTable.descendantId, table.id))
    .where(and(eq(closureTable.ancestorId, id), ne(closureTable.distance, 0), meant[to], retailerScope(ctx)))
    .orderBy(asc(table.sortKey), asc(table.id));
  const types = await retailerTypesById(
    ctx,
    rows.map(({ record }) => record.retailerTypeId),
  );
  const able = rows.flatMap(({ record, mayLift }) => {
    const around = { branches: noBranches, type: asksOf(types.get(record.retailerTypeId)!) };
    const standing = { ...fullStanding, mayLift };
    return transitionTo(judgedOf(ctx, record, around), to, standing)?.isAllowed ? [record] : [];
  });
  return { able, blocked: rows.length - able.length };
}
