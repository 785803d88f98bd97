import { type SQL, sql } from "drizzle-orm";
import type { DomainEvent } from "#base/eventTypes.ts";
import { newId } from "#api/newId.ts";
import type { Instant } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { type Pair, pairKey } from "#features/retail/assignments/changes/api/findings.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { assignmentRows, auditResource, uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import type { Assignment } from "#features/retail/assignments/contract/rows.ts";

export type NewAssignment = Pair & {
  readonly status: "active" | "proposed";
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  /** The certificate that proves it now. */
  readonly proofId: string | null;
  readonly terms: Pick<
    Assignment,
    | "priceMinor"
    | "currency"
    | "stockStatus"
    | "cashbackMode"
    | "cashbackBps"
    | "cashbackFixedMinor"
    | "cashbackCapMinor"
    | "consumerCapPerMonth"
    | "retailerSku"
    | "shelfUrl"
  >;
};

// Statements are cancelled after 3.5 s; each row is compared with those that it might overlap.
const rowsPerStatement = 2000;

/** Writes validated assignments with their audit entries, in the caller's transaction. */
export async function insertRows(ctx: Ctx, added: readonly NewAssignment[], reason?: string): Promise<void> {
  // In a fixed order, so that of two transactions that assign the same products one waits for the other without a
  // deadlock.
  const ordered = added.toSorted((a, b) => (pairKey(a) < pairKey(b) ? -1 : 1));
  for (let start = 0; start < ordered.length; start += rowsPerStatement) {
    await insertSome(ctx, ordered.slice(start, start + rowsPerStatement), reason);
  }
}

async function insertSome(ctx: Ctx, added: readonly NewAssignment[], reason: string | undefined): Promise<void> {
  const rows = added.map(({ terms, ...row }) => ({ ...terms, ...row, id: newId(ctx) }));
  const now = sql`${ctx.now}::timestamptz`;
  const by = sql`${ctx.actor?.userId ?? null}::uuid`;
  await ctx.db.execute(sql`
    insert into assignments
           (id, retailer_id, location_id, product_id, status, price_minor, currency, stock_status, cashback_mode,
            cashback_bps, cashback_fixed_minor, cashback_cap_minor, consumer_cap_per_month, retailer_sku, shelf_url,
            starts_at, ends_at, certificate_id, activated_at, assigned_by, created_at, updated_at, updated_by)
    select id, "retailerId", "locationId", "productId", status, "priceMinor", currency, "stockStatus", "cashbackMode",
           "cashbackBps", "cashbackFixedMinor", "cashbackCapMinor", "consumerCapPerMonth", "retailerSku",
           "shelfUrl", "startsAt", "endsAt", case when status = 'active' then "proofId" end, case when status = 'active' then ${now} end,
           ${by}, ${now}, ${now}, ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as added (id uuid, "retailerId" uuid, "locationId" uuid, "productId" uuid, status text, "priceMinor" bigint,
                     currency text, "stockStatus" text, "cashbackMode" text, "cashbackBps" int,
                     "cashbackFixedMinor" bigint, "cashbackCapMinor" bigint, "consumerCapPerMonth" int,
                     "retailerSku" text, "shelfUrl" text, "startsAt" timestamptz, "endsAt" timestamptz, "proofId" uuid)`);
  await assertInScope(
    ctx,
    assignmentRows,
    rows.map(({ id }) => id),
  );
  await recordAudit(
    ctx,
    rows.map((row) => ({
      action: reason === undefined ? "create" : "import",
      resource: auditResource,
      resourceId: row.id,
      reason,
      changes: {
        status: { before: null, after: row.status },
        productId: { before: null, after: row.productId },
        retailerId: { before: null, after: row.retailerId },
        ...(row.locationId === null ? {} : { locationId: { before: null, after: row.locationId } }),
        ...(row.startsAt <= ctx.now ? {} : { startsAt: { before: null, after: row.startsAt } }),
        ...(row.endsAt === null ? {} : { endsAt: { before: null, after: row.endsAt } }),
        ...(row.priceMinor === null ? {} : { priceMinor: { before: null, after: row.priceMinor } }),
        ...(row.cashbackMode === "inherit" ? {} : { cashbackMode: { before: null, after: row.cashbackMode } }),
        ...(row.cashbackBps === null ? {} : { cashbackBps: { before: null, after: row.cashbackBps } }),
        ...(row.cashbackFixedMinor === null
          ? {}
          : { cashbackFixedMinor: { before: null, after: row.cashbackFixedMinor } }),
        ...(row.consumerCapPerMonth === null
          ? {}
          : { consumerCapPerMonth: { before: null, after: row.consumerCapPerMonth } }),
        ...(row.cashbackCapMinor === null ? {} : { cashbackCapMinor: { before: null, after: row.cashbackCapMinor } }),
      },
    })),
  );
}

/**
 * Ends assignments now, or at the end of their period if that has passed; one that has not started never was valid.
 * Writes audit entries and one event per retailer.
 */
export async function endRows(ctx: Ctx, ids: readonly string[], reason?: string): Promise<void> {
  if (ids.length === 0) return;
  const now = sql`${ctx.now}::timestamptz`;
  const rows = await rowsOf<WrittenAssignment>(
    ctx,
    sql`
    with before as (
      select id, status, version from assignments where id = any(${uuids(ids)}) and ended_at is null
    )
    update assignments
       set status = 'ended', ended_at = ${now}, ends_at = greatest(starts_at, least(ends_at, ${now})),
           pause_source = null, pause_reason = null, pause_certificate_id = null, paused_at = null,
           version = assignments.version + 1, updated_at = ${now}, updated_by = ${ctx.actor?.userId ?? null}::uuid
      from before
     where assignments.id = before.id
    returning assignments.id, assignments.retailer_id, assignments.product_id, before.status as before`,
  );
  await recordAudit(
    ctx,
    rows.map(({ id, before }) => ({
      action: "end",
      resource: auditResource,
      resourceId: id,
      reason,
      changes: { status: { before, after: "ended" } },
    })),
  );
  await notifyByRetailer(ctx, "ended", rows);
}

type WrittenAssignment = { id: string; retailer_id: string; product_id: string; before: string };

type AuditedAssignment = { readonly assignmentId: string | null; readonly proofId: string | null };

/**
 * Sets columns of assignments that the caller's transaction has locked; the caller writes the audit entries. `set` may
 * use `wanted.proof_id` of each row.
 */
export async function alterRows(ctx: Ctx, altered: readonly AuditedAssignment[], set: SQL): Promise<void> {
  const proofs = sql`${`{${altered.map(({ proofId }) => proofId ?? "NULL").join(",")}}`}::uuid[]`;
  const rows = await rowsOf(
    ctx,
    sql`
    update assignments
       set ${set}, version = version + 1, updated_at = ${ctx.now}::timestamptz,
           updated_by = ${ctx.actor?.userId ?? null}::uuid
      from unnest(${uuids(altered.map(({ assignmentId }) => assignmentId!))}, ${proofs}) as wanted (id, proof_id)
     where assignments.id = wanted.id
    returning assignments.id`,
  );
  if (rows.length !== altered.length)
    throw new Error(`${altered.length} assignments were locked, ${rows.length} changed`);
}

type AssignedPair = { readonly retailer_id: string; readonly product_id: string };

/** One event per retailer for a user's change of many of its products. */
export async function notifyByRetailer(
  ctx: Ctx,
  verb: "paused" | "resumed" | "ended",
  rows: readonly AssignedPair[],
): Promise<void> {
  const products = new Map<string, string[]>();
  for (const row of rows) products.set(row.retailer_id, [...(products.get(row.retailer_id) ?? []), row.product_id]);
  const events = [...products].map(
    ([retailerId, productIds]): DomainEvent => ({
      type: `assignment.${verb}`,
      resource: "retailers",
      resourceId: retailerId,
      // The user's reason is internal, so it is not sent.
      payload: { retailerId, reason: "MANUAL", productIds: productIds.slice(0, 200), productCount: productIds.length },
      concerns: { products: productIds, retailers: [retailerId] },
    }),
  );
  await recordEvents(ctx, events);
}
