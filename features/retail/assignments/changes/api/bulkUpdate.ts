import { and, asc, sql, type SQL } from "drizzle-orm";
import { bulkMax, bulkRefusals } from "#base/bulk.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { pairKey, readVerdicts, type Verdict } from "#features/retail/assignments/changes/api/findings.ts";
import { assignmentList } from "#features/retail/assignments/api/service/lists.ts";
import { factsOf, isBlocked, type Plan, type PlanLine } from "#features/retail/assignments/changes/api/plans.ts";
import { auditResource, uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { readRetailerTerms, sellsIn, type RetailerTerms } from "#features/retail/assignments/api/service/retailers.ts";
import { alterRows, endRows, notifyByRetailer } from "#features/retail/assignments/api/service/writeRows.ts";
import {
  type AssignmentRecord,
  assignmentRowsTable as rows,
  assignmentsTable as table,
} from "#features/retail/assignments/api/tables.ts";
import type { Change, LineOutcome } from "#features/retail/assignments/contract/changes.ts";
import { statusAt } from "#features/retail/assignments/rules.ts";

export type BulkChange = Exclude<Change, { kind: "assign" | "copy" }>;

type Surroundings = { readonly verdict: Verdict; readonly shop: RetailerTerms };

/** Plans a change of existing assignments. Refuses with `too_many_rows`. */
export async function planAlteration(ctx: Ctx, change: BulkChange, { lock }: { lock: boolean }): Promise<Plan> {
  requireWhole(change);
  const records = await readSelected(ctx, change, { lock });
  const verdicts = change.kind === "resume" ? await readVerdicts(ctx, records) : new Map<string, Verdict>();
  const shops = await readRetailerTerms(
    ctx,
    records.map(({ retailerId }) => retailerId),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const lines = records.map((record): PlanLine => {
    const verdict = verdicts.get(pairKey(record)) ?? { findings: [], proofId: null };
    const around = { verdict, shop: shops.get(record.retailerId)! };
    return {
      productId: record.productId,
      retailerId: record.retailerId,
      locationId: record.locationId,
      outcome: statusAt(record, ctx.now) === "ended" ? "ended" : outcomeOf(record, change, around),
      findings: verdict.findings,
      // A cascade changes the status but not the version.
      facts: `${record.id} ${record.version} ${record.status} ${record.pauseSource} ${factsOf(verdict.findings)}`,
      assignmentId: record.id,
      proofId: verdict.proofId,
    };
  });
  const write = (inner: Ctx, changing: readonly PlanLine[]) =>
    writeAlteration(inner, change, changing, (line) => byId.get(line.assignmentId!)!);
  return { lines, write };
}

function requireWhole(change: BulkChange): void {
  const say = (path: string, code: string, message: string) =>
    commonRefusals.invalid_input({}, [{ path: `change.${path}`, code, message }]);
  if (change.kind === "setPrice" && change.priceMinor !== null && change.currency === null) {
    throw say("currency", "currency_for_amount", "Choose a currency for this amount.");
  }
  if (change.kind === "setRate" && (change.cashbackMode === "bps") !== (change.cashbackBps !== null)) {
    throw say("cashbackBps", "rate_missing", "Enter a rate or amount.");
  }
}

function outcomeOf(record: AssignmentRecord, change: BulkChange, { verdict, shop }: Surroundings): LineOutcome {
  switch (change.kind) {
    case "pause":
      return record.pauseSource === "manual" ? "already" : "change";
    case "resume":
      if (record.status === "active") return "already";
      return isBlocked(verdict.findings) ? "blocked" : "change";
    case "end":
      return "change";
    case "setPrice":
      if (record.priceMinor === change.priceMinor && record.currency === change.currency) return "already";
      return fitsCurrency(record, change.currency, {
        shop,
        others: [record.cashbackFixedMinor, record.cashbackCapMinor],
      })
        ? "change"
        : "wrong_currency";
    case "setRate":
      if (record.cashbackMode === change.cashbackMode && record.cashbackBps === change.cashbackBps) return "already";
      return (change.cashbackBps ?? 0) > shop.maxBps ? "rate_too_high" : "change";
    case "setCap":
      return capOutcome(record, change.cap, shop);
    case "setStock":
      return record.stockStatus === change.stockStatus ? "already" : "change";
  }
}

function capOutcome(
  record: AssignmentRecord,
  cap: Extract<Change, { kind: "setCap" }>["cap"],
  shop: RetailerTerms,
): LineOutcome {
  if (record.cashbackCapMinor === (cap?.amountMinor ?? null) && (cap === null || record.currency === cap.currency))
    return "already";
  if (cap === null) return "change";
  if (!fitsCurrency(record, cap.currency, { shop, others: [record.priceMinor, record.cashbackFixedMinor] }))
    return "wrong_currency";
  return (record.cashbackFixedMinor ?? 0) > cap.amountMinor ? "cap_below_amount" : "change";
}

/** An amount must be in the currency of its retailer and of the assignment's other amounts. */
function fitsCurrency(
  record: AssignmentRecord,
  currency: string | null,
  { shop, others }: { readonly shop: RetailerTerms; readonly others: readonly (number | null)[] },
): boolean {
  if (currency === null || currency === record.currency) return true;
  return others.every((amount) => amount === null) && sellsIn(shop, currency);
}

/** Ordered by id, so that two such changes never deadlock. */
async function readSelected(
  ctx: Ctx,
  { selection }: BulkChange,
  { lock }: { lock: boolean },
): Promise<AssignmentRecord[]> {
  const found = await ctx.db
    .select({ id: rows.id })
    .from(rows)
    .where(and(selectedFrom(ctx, assignmentList(ctx), selection)))
    .orderBy(asc(rows.id))
    .limit(bulkMax + 1);
  if (found.length > bulkMax) throw bulkRefusals.too_many_rows({ limit: bulkMax });
  const query = ctx.db
    .select()
    .from(table)
    .where(sql`${table.id} = any(${uuids(found.map(({ id }) => id))})`)
    .orderBy(asc(table.id));
  return lock ? query.for("update") : query;
}

// ------------------------------------------------------------------------------------------------ writing

async function writeAlteration(
  ctx: Ctx,
  change: BulkChange,
  lines: readonly PlanLine[],
  recordOf: (line: PlanLine) => AssignmentRecord,
): Promise<void> {
  if (change.kind === "end")
    return endRows(
      ctx,
      lines.map(({ assignmentId }) => assignmentId!),
    );
  await alterRows(ctx, lines, setOf(ctx, change));
  const after = fieldsOf(change);
  await recordAudit(
    ctx,
    lines.map((line) => ({
      action: change.kind === "pause" || change.kind === "resume" ? change.kind : "update",
      resource: auditResource,
      resourceId: line.assignmentId!,
      reason: change.kind === "pause" ? change.reason : undefined,
      changes: changesBetween(recordOf(line), after),
    })),
  );
  const verb = { pause: "paused", resume: "resumed" } as const;
  if (change.kind === "pause" || change.kind === "resume") {
    await notifyByRetailer(
      ctx,
      verb[change.kind],
      lines.map(({ retailerId, productId }) => ({ retailer_id: retailerId, product_id: productId })),
    );
  }
}

/** The new values of the fields, for the audit log. */
function fieldsOf(change: Exclude<BulkChange, { kind: "end" }>): Partial<AssignmentRecord> {
  switch (change.kind) {
    case "pause":
      return { status: "paused", pauseSource: "manual", pauseReason: change.reason };
    case "resume":
      return { status: "active", pauseSource: null, pauseReason: null };
    case "setPrice":
      return { priceMinor: change.priceMinor, currency: change.currency };
    case "setRate":
      return { cashbackMode: change.cashbackMode, cashbackBps: change.cashbackBps, cashbackFixedMinor: null };
    case "setCap":
      return {
        cashbackCapMinor: change.cap?.amountMinor ?? null,
        ...(change.cap && { currency: change.cap.currency }),
      };
    case "setStock":
      return { stockStatus: change.stockStatus };
  }
}

/** For `alterRows`. */
function setOf(ctx: Ctx, change: Exclude<BulkChange, { kind: "end" }>): SQL {
  const now = sql`${ctx.now}::timestamptz`;
  switch (change.kind) {
    case "pause":
      return sql`status = 'paused', pause_source = 'manual', pause_reason = ${change.reason},
                 pause_certificate_id = null, paused_at = coalesce(paused_at, ${now})`;
    case "resume":
      return sql`status = 'active', pause_source = null, pause_reason = null, pause_certificate_id = null, paused_at = null,
                 activated_at = ${now}, certificate_id = wanted.proof_id`;
    case "setPrice":
      // Without a price, the currency stays only if another amount needs it.
      return sql`price_minor = ${change.priceMinor}::bigint,
                 currency = case when ${change.currency}::text is null and (cashback_fixed_minor is not null or cashback_cap_minor is not null)
                                 then currency else ${change.currency}::text end`;
    case "setRate":
      return sql`cashback_mode = ${change.cashbackMode}, cashback_bps = ${change.cashbackBps}::int, cashback_fixed_minor = null`;
    case "setCap":
      return change.cap === null
        ? sql`cashback_cap_minor = null,
              currency = case when price_minor is null and cashback_fixed_minor is null then null else currency end`
        : sql`cashback_cap_minor = ${change.cap.amountMinor}::bigint, currency = ${change.cap.currency}`;
    case "setStock":
      return sql`stock_status = ${change.stockStatus}`;
  }
}
