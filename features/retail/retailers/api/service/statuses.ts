import { and, eq, ne, notInArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Consequence } from "#base/eventTypes.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { hasOtherHolder, isDecidable } from "#api/decisions.ts";
import { recordEvents } from "#api/events.ts";
import { isAnyOf } from "#api/list.ts";
import { requireType } from "#features/retail/retailers/api/service/changes.ts";
import { retailerEvent } from "#features/retail/retailers/api/service/events.ts";
import { retailerList } from "#features/retail/retailers/api/service/lists.ts";
import { judgedOf } from "#features/retail/retailers/api/service/records.ts";
import { auditResource, retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { asksOf } from "#features/retail/retailers/api/service/relatedRecords.ts";
import { closureTable, type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import {
  type RetailerStatus,
  retailerStatusPermissions as permissions,
} from "#features/retail/retailers/contract/records.ts";
import { isFinal, needsReason, noBranches, transitionTo } from "#features/retail/retailers/rules.ts";
import { hasImpact, verbOf } from "#features/retail/retailers/rules/steps.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

type StatusChange = Input<typeof retailers.previewStatusChange>;

/** Refuses with `too_many_rows`, and with `invalid_input` when the step needs a reason. */
export const previewStatusChange = async (ctx: Ctx, input: StatusChange): Promise<BulkPreview> =>
  previewBulk(ctx, await statusChangeOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyStatusChange = async (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof retailers.applyStatusChange>,
): Promise<BulkResult> => applyBulk(ctx, await statusChangeOf(ctx, input), fingerprint);

const columnsFor = (ctx: Ctx) => ({
  id: table.id,
  version: table.version,
  code: table.code,
  tradingName: table.tradingName,
  retailerTypeId: table.retailerTypeId,
  status: table.status,
  statusReason: table.statusReason,
  country: table.country,
  timezone: table.timezone,
  locationsCount: table.locationsCount,
  contactsCount: table.contactsCount,
  kycStatus: table.kycStatus,
  kycLevel: table.kycLevel,
  kycExpiresOn: table.kycExpiresOn,
  submittedBy: table.submittedBy,
  isStatusLocked: table.isStatusLocked,
  mayApprove: isDecidable(ctx, retailerRows, permissions.approve),
  mayLift: isDecidable(ctx, retailerRows, permissions.lift),
});
type Columns = ReturnType<typeof columnsFor>;
type Row = Pick<RetailerRecord, Extract<keyof Columns, keyof RetailerRecord>>;
type Candidate = Row & { readonly mayApprove: boolean; readonly mayLift: boolean };

async function statusChangeOf(ctx: Ctx, { selection, to, reason }: StatusChange): Promise<BulkAction<Candidate>> {
  const hasOther = to === "active" && (await hasOtherHolder(ctx, [permissions.approve]));
  const isOwn = ({ submittedBy }: Row) => ctx.actor !== null && submittedBy === ctx.actor.userId;
  const statusReason = reasonFor(to, reason);
  const types = await retailerTypesById(ctx);
  const parents = to === "closed" ? await openParents(ctx) : new Set<string>();
  return {
    list: retailerList(ctx),
    selected: selectedFrom(ctx, retailerList(ctx), selection),
    columns: columnsFor(ctx),
    label: ({ code, tradingName }) => `${code} ${tradingName}`,
    judge: (row) => {
      if (row.status === to) return "already_there";
      const around = {
        branches: { ...noBranches, open: parents.has(row.id) ? 1 : 0 },
        type: asksOf(types.get(row.retailerTypeId)!),
      };
      const standing = { ...row, needsSecondPerson: hasOther && isOwn(row) };
      const transition = transitionTo(judgedOf(ctx, row, around), to, standing);
      return transition === null ? "invalid_transition" : (transition.blockers[0] ?? null);
    },
    intent: [to],
    hasImpact: hasImpact(to),
    change: (inner, rows) => writeStatus(inner, rows, { to, statusReason }),
  };
}

/** Those with branches that are not closed. */
async function openParents(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectDistinct({ id: closureTable.ancestorId })
    .from(closureTable)
    .innerJoin(table, eq(table.id, closureTable.descendantId))
    .where(and(ne(closureTable.distance, 0), notInArray(table.status, ["closed", "rejected"])));
  return new Set(rows.map(({ id }) => id));
}

type TypeChange = Input<typeof retailers.previewTypeChange>;

/** Refuses with `too_many_rows`, and with `type_not_available`. */
export const previewTypeChange = async (ctx: Ctx, input: TypeChange): Promise<BulkPreview> =>
  previewBulk(ctx, await typeChangeOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyTypeChange = async (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof retailers.applyTypeChange>,
): Promise<BulkResult> => applyBulk(ctx, await typeChangeOf(ctx, input), fingerprint);

async function typeChangeOf(ctx: Ctx, { selection, retailerTypeId }: TypeChange): Promise<BulkAction<Candidate>> {
  await requireType(ctx, retailerTypeId);
  return {
    list: retailerList(ctx),
    selected: selectedFrom(ctx, retailerList(ctx), selection),
    columns: columnsFor(ctx),
    label: ({ code, tradingName }) => `${code} ${tradingName}`,
    judge: (row) => {
      if (row.retailerTypeId === retailerTypeId) return "already_this_type";
      return isFinal(row.status) ? "is_final" : null;
    },
    intent: ["type", retailerTypeId],
    hasImpact: true,
    change: async (inner, rows) => {
      await requireType(inner, retailerTypeId);
      await writeRows(inner, rows, { retailerTypeId });
      await recordAudit(
        inner,
        rows.map((row) => ({
          action: "update",
          resource: auditResource,
          resourceId: row.id,
          changes: changesBetween(row, { retailerTypeId }),
        })),
      );
      return recordEvents(
        inner,
        rows.map((row) => retailerEvent(row, "retailer.type_changed")),
      );
    },
  };
}

// ------------------------------------------------------------------------------------------------ writing

/** Refuses with `invalid_input` when the step needs a reason and none was given. */
export function reasonFor(to: RetailerStatus, reason = ""): string | null {
  if (reason !== "") return reason;
  if (!needsReason(to)) return null;
  throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Say why." }]);
}

const eventsByStatus: Partial<Record<RetailerStatus, Parameters<typeof retailerEvent>[1]>> = {
  active: "retailer.activated",
  suspended: "retailer.suspended",
  closed: "retailer.closed",
};

type Step = {
  readonly to: RetailerStatus;
  readonly statusReason: string | null;
  /** One of them, which the others go along with. */
  readonly chain?: Pick<RetailerRecord, "id" | "code">;
};

/**
 * Writes a step that was found allowed to retailers that are locked, each with its audit entry, and tells those areas that
 * rest on it. Answers what followed.
 */
export async function writeStatus(
  ctx: Ctx,
  steps: readonly Row[],
  { to, statusReason, chain }: Step,
): Promise<readonly Consequence[]> {
  const goesAlong = ({ id }: Row) => chain !== undefined && id !== chain.id;
  const [along, own] = [steps.filter(goesAlong), steps.filter((row) => !goesAlong(row))];
  const suspendedWithId = to === "suspended" ? (chain?.id ?? null) : null;
  const written = {
    status: to,
    statusReason,
    isStatusLocked: to === "suspended" ? isDecidable(ctx, retailerRows, permissions.lift) : false,
    ...(to === "submitted" ? { submittedBy: ctx.actor?.userId ?? null } : {}),
  };
  await writeRows(ctx, own, { ...written, suspendedWithId: null });
  await writeRows(ctx, along, { ...written, suspendedWithId });
  await recordAudit(
    ctx,
    steps.map((row) => ({
      action: verbOf(row.status, to),
      resource: auditResource,
      resourceId: row.id,
      reason: statusReason,
      changes: {
        ...changesBetween(row, { status: to, statusReason }),
        ...(chain && goesAlong(row) ? { chain: { before: null, after: chain.code } } : {}),
      },
    })),
  );
  const type = eventsByStatus[to];
  if (type === undefined) return [];
  return recordEvents(
    ctx,
    steps.map((row) => retailerEvent({ ...row, status: to }, type)),
  );
}

// Each row is entered anew in every index, and no statement of a call may take longer than 3.5 s on a busy machine.
const rowsPerStatement = 1000;

async function writeRows(ctx: Ctx, rows: readonly Row[], values: PgUpdateSetSource<typeof table>): Promise<void> {
  const written = { ...values, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null };
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const ids = rows.slice(start, start + rowsPerStatement).map(({ id }) => id);
    const changed = await ctx.db
      .update(table)
      .set({ ...written, version: sql`${table.version} + 1` })
      .where(isAnyOf(table.id, ids))
      .returning({ id: table.id });
    if (changed.length !== ids.length)
      throw new Error(`${ids.length} retailers were locked, ${changed.length} changed`);
  }
}
