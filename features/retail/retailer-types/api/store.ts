import { and, eq, ne, sql } from "drizzle-orm";
import type { SideEffect } from "#base/eventTypes.ts";
import { requirementLost } from "#base/impact.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { isAnyOf } from "#api/list.ts";
import { updateApproval } from "#api/records/approval.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { type RetailerTypeRecord, retailerTypesTable as table } from "#features/retail/retailer-types/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { retailerTypes, typeLifecycle, typeRefusals, types } from "#features/retail/retailer-types/contract.ts";
import { policyFields, requiresLess } from "#features/retail/retailer-types/rules.ts";

export const typeStore = recordStore({
  record: types,
  table,
  searched: ["name", "nameI18n", "code"],
  sorts: {
    position: [table.position, table.sortKey, table.id],
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.code, table.id],
  },
  unique: {
    retailer_types__code_key: ["code", typeRefusals.duplicate_type_code],
    retailer_types__name_key: ["name", typeRefusals.duplicate_type_name],
  },
  idTaken: typeRefusals.type_id_taken,
  computed: async (ctx, ids) => {
    const counts = await countRetailers(ctx, ids);
    return (id) => ({ retailersCount: counts.get(id) ?? 0 });
  },
  impact: { fields: policyFields, follow: followPolicyChange },
});

/**
 * A type in use can't be archived. A retailer that is assigned the type at the same time waits for the lock, and then
 * finds it archived.
 */
export const typeTransitions = recordTransitions(typeStore, typeLifecycle, {
  label: ({ code, name }) => `${code} ${name}`,
  guard: async (ctx, records, to) => {
    if (to !== "archived") return new Map();
    const ids = records.map(({ id }) => id);
    const counts = await countRetailers(ctx, ids);
    return new Map([...counts].map(([id, retailers]) => [id, typeRefusals.retailer_type_in_use({ retailers })]));
  },
});

export const typeUpdate = updateApproval(typeStore, {
  operation: retailerTypes.update,
  titleOf: ({ name }) => name,
  counted: "retailers",
});

/** Types by id, for records that refer to them, whatever the caller's scope. */
export const retailerTypesById = typeStore.readByIds;

/** Locks an active type that a record will refer to, so that it can't be archived meanwhile. Null if not active. */
export async function holdRetailerType(ctx: Ctx, id: string): Promise<RetailerTypeRecord | null> {
  const isActive = and(eq(table.id, id), eq(table.status, "active"));
  const [record] = await ctx.db.select().from(table).where(isActive).for("share");
  return record ?? null;
}

/** The number of retailers that use each type, without closed ones. */
export async function countRetailers(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: retailersTable.retailerTypeId, count: sql<number>`count(*)::int` })
    .from(retailersTable)
    .where(and(isAnyOf(retailersTable.retailerTypeId, ids), ne(retailersTable.status, "closed")))
    .groupBy(retailersTable.retailerTypeId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Reevaluates the assignments of the type's retailers, in the transaction of the change. */
async function followPolicyChange(
  ctx: Ctx,
  type: RetailerTypeRecord,
  before: RetailerTypeRecord,
): Promise<readonly SideEffect[]> {
  const { id, code, certificatePolicy, needsSlaughterPolicy } = type;
  const retailers = await ctx.db
    .select({ id: retailersTable.id })
    .from(retailersTable)
    .where(eq(retailersTable.retailerTypeId, id));
  const consequences = await recordEvents(ctx, [
    {
      type: "retailer_type.policy_changed",
      resource: "retailerTypes",
      resourceId: id,
      payload: { code, certificatePolicy, needsSlaughterPolicy },
      concerns: { retailers: retailers.map((each) => each.id) },
    },
  ]);
  if (!requiresLess(before, type)) return consequences;
  // A type without retailers loses no requirement.
  const count = (await countRetailers(ctx, [id])).get(id) ?? 0;
  const loss = { resource: "retailerTypes", verb: requirementLost, count, facts: {} };
  return count === 0 ? consequences : [...consequences, loss];
}
