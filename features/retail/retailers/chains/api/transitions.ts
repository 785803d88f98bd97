import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { fullDecisionRights } from "#base/decisions.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isDecidable, assertMayDecide } from "#api/decisions.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { demandsOf, readRelated } from "#features/retail/retailers/record/api/relatedRecords.ts";
import { retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { closureTable, type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { Retailer, retailers } from "#features/retail/retailers/contract.ts";
import {
  candidateOf,
  lockRetailer,
  readRetailer,
  retailerTransitions,
  toRetailer,
  transitionsOf,
} from "#features/retail/retailers/record/api/store.ts";
import {
  retailerRefusals,
  type RetailerStatus,
  retailerStatusPermissions,
  type Transition,
  type TransitionImpact,
} from "#features/retail/retailers/record/contract.ts";
import { noBranches } from "#features/retail/retailers/record/lifecycle.ts";
import { transitionTo } from "#features/retail/retailers/record/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

// A transition of one retailer, alone or with its branches. Of many retailers none takes its branches along: those are
// the kernel's (`manyRetailerTransitions`).

type Candidate = ReturnType<typeof candidateOf>;

/**
 * Takes one transition. With its branches, they take it in the same transaction; suspended that way, they are known for
 * when it is reactivated. With a fingerprint only if the impact is the previewed one.
 *
 * Refuses with `not_found`, `version_conflict`, `retailer_step_invalid`, `retailer_step_blocked` and what is missing,
 * `preview_stale`, and with `invalid_input` when the transition needs a reason.
 */
export function changeRetailerStatus(
  ctx: Ctx,
  { id, version, withBranches = false, fingerprint, ...step }: Input<typeof retailers.changeStatus>,
): Promise<Retailer> {
  return inTransaction(ctx, async (inner) => {
    if (withBranches) await lockFamily(inner, id);
    const before = await lockRetailer(inner, { id, version });
    const { consequences, along } = await takeTransition(inner, before, { ...step, withBranches });
    await requireFingerprint(inner, consequences, fingerprint, factsOf(along));
    return toRetailer(inner, await readRetailer(inner, id));
  });
}

/**
 * The impact of a transition elsewhere: the transition itself, rolled back. And which branches could go along.
 *
 * Refuses with `not_found`, `retailer_step_invalid` and `retailer_step_blocked`.
 */
export const previewStatus = (
  ctx: Ctx,
  { id, to, withBranches = false }: Input<typeof retailers.previewStatus>,
): Promise<TransitionImpact> =>
  runAndRollBack(ctx, async (inner) => {
    if (withBranches) await lockFamily(inner, id);
    const before = await lockRetailer(inner, { id });
    const step = { to, reason: "…", withBranches };
    const { consequences, along, able, blocked } = await takeTransition(inner, before, step);
    return {
      ...(await impactOf(inner, consequences, factsOf(along))),
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

const factsOf = (along: readonly RetailerRecord[]): unknown => along.map(({ id, version }) => [id, version]);

type Step = { readonly to: RetailerStatus; readonly reason?: string | undefined; readonly withBranches: boolean };
type TransitionResult = Branches & {
  readonly consequences: readonly SideEffect[];
  readonly along: readonly Candidate[];
};

async function takeTransition(
  ctx: Ctx,
  before: RetailerRecord,
  { withBranches, ...step }: Step,
): Promise<TransitionResult> {
  const candidate = candidateOf(ctx, before, await readRelated(ctx, before));
  const { branchesCount, needsBranches } = await requireTransition(ctx, candidate, step.to);
  if (needsBranches && !withBranches)
    throw retailerRefusals.retailer_step_blocked({ to: step.to, blockers: ["branches_open"] });
  const branches = branchesCount > 0 ? await readBranches(ctx, before, step.to) : none;
  const along = withBranches ? branches.able : [];
  const consequences = await retailerTransitions.write(ctx, [candidate], {
    ...step,
    along: {
      records: along,
      sets: step.to === "suspended" ? { suspendedWithId: sql`${before.id}::uuid` } : {},
      changes: { chain: { before: null, after: before.code } },
    },
  });
  return { ...branches, along, consequences };
}

async function requireTransition(ctx: Ctx, candidate: Candidate, to: RetailerStatus): Promise<Transition> {
  const possible = await transitionsOf(ctx, candidate);
  const transition = possible.find((each) => each.to === to);
  if (transition === undefined) {
    const allowed = possible.map((each) => each.to);
    throw retailerRefusals.retailer_step_invalid({ from: candidate.status, to, allowed });
  }
  assertMayDecide(transition.blockers, retailerStatusPermissions);
  if (!transition.isAllowed) throw retailerRefusals.retailer_step_blocked({ to, blockers: transition.blockers });
  return transition;
}

/** In the order of the ids, as bulk changes lock theirs, so that neither waits for the other. */
const lockFamily = (ctx: Ctx, id: string) =>
  ctx.db.execute(sql`
    select id from ${table}
     where id in (select descendant_id from ${closureTable} where ancestor_id = ${id}::uuid)
     order by id for no key update`);

/** Branches that a transition of the chain concerns: those that may take it, and how many may not yet. */
type Branches = { readonly able: readonly Candidate[]; readonly blocked: number };
const none: Branches = { able: [], blocked: 0 };

/** By name, as far as the caller may see them. */
async function readBranches(ctx: Ctx, { id }: RetailerRecord, to: RetailerStatus): Promise<Branches> {
  const concerned: Partial<Record<RetailerStatus, SQL>> = {
    suspended: eq(table.status, "active"),
    active: eq(table.suspendedWithId, id),
    closed: eq(table.status, "suspended"),
  };
  const rows = await ctx.db
    .select({ record: table, mayLift: isDecidable(ctx, retailerRows, retailerStatusPermissions.lift) })
    .from(table)
    .innerJoin(closureTable, eq(closureTable.descendantId, table.id))
    .where(and(eq(closureTable.ancestorId, id), ne(closureTable.distance, 0), concerned[to], retailerScope(ctx)))
    .orderBy(asc(table.sortKey), asc(table.id));
  const types = await retailerTypesById(
    ctx,
    rows.map(({ record }) => record.retailerTypeId),
  );
  const able = rows.flatMap(({ record, mayLift }) => {
    const type = demandsOf(types.get(record.retailerTypeId)!);
    const candidate = candidateOf(ctx, record, { branches: noBranches, type });
    return transitionTo(candidate, to, { ...fullDecisionRights, mayLift })?.isAllowed ? [candidate] : [];
  });
  return { able, blocked: rows.length - able.length };
}
