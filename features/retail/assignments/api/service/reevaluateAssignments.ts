import { type SQL, sql } from "drizzle-orm";
import type { SideEffect, DomainEvent } from "#base/eventTypes.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { enqueueJob } from "#api/jobs.ts";
import { takeLock } from "#api/transactions.ts";
import { readReached } from "#features/retail/assignments/api/service/affectedRetailers.ts";
import { blockedBy } from "#features/retail/assignments/changes/api/findings.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { auditResource, uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import type { FindingReason } from "#features/retail/assignments/contract/rows.ts";

/** Records whose assignments must be reevaluated. */
export type ConcernedRecords = { readonly products?: readonly string[]; readonly retailers?: readonly string[] };

/** The result for one retailer's products with the same reason. */
export type ReevaluationResult = {
  readonly verb: "paused" | "resumed";
  readonly retailerId: string;
  readonly retailerCode: string;
  /** The reason of the pause; for resumed ones, the former reason. */
  readonly reason: FindingReason;
  readonly certificateId: string | null;
  readonly certificateCode: string | null;
  /** Number of assignments: a product at several locations of a retailer has several. */
  readonly count: number;
  readonly products: readonly string[];
};

/** The cause: an event such as `certificate.suspended`, and the codes of its records. */
export type Cause = { readonly what: string; readonly codes: readonly string[] };

/** Payload of an email to a retailer: the first products, and their total. */
export type RetailerNotice = ReevaluationResult & { readonly productCount: number };

/** Emails retailers about what was paused and resumed. */
export const noticeKind = "assignments.notice";

// Statements are cancelled after 3.5 s; on a busy machine this number takes about 1 s.
const rowsPerStatement = 20_000;
// Event receivers that need the rest of a long list can request the retailer's assignments.
const productsListedMax = 200;
// An email to a retailer names this many.
const productsNamedMax = 10;

/**
 * Pauses assignments that may no longer be promoted, and resumes those that a cascade paused and that may be promoted
 * again, in the caller's transaction. Asks the rule, so the caller need not know what has changed; a second run finds
 * nothing.
 *
 * Assignments paused by a user stay paused. The audit log has the cause, such as `certificate.suspended CERT-000114`.
 * Each retailer gets one entry and one event for all products with the same result: a certificate may cover 100,000.
 */
export async function reevaluateAssignments(
  ctx: Ctx,
  concerned: ConcernedRecords,
  cause: Cause,
): Promise<readonly SideEffect[]> {
  await lockCascades(ctx);
  return reevaluateRetailers(ctx, await readConcerned(ctx, concerned), cause);
}

/**
 * Reevaluates the next batch of all assignments, after an id; null when there are no more. For the sweep, which uses a
 * transaction for each batch.
 */
export async function reevaluateNext(ctx: Ctx, after: string, cause: Cause): Promise<string | null> {
  await lockCascades(ctx);
  const rows = await rowsOf<{ id: string }>(
    ctx,
    sql`
    select id from assignments where ${isReevaluated} and id > ${after}::uuid order by id limit ${rowsPerStatement}`,
  );
  await reevaluateRetailers(
    ctx,
    rows.map(({ id }) => id),
    cause,
  );
  return rows.at(-1)?.id ?? null;
}

/** Reevaluates assignments that an import activated, after the import has committed. */
export const laterKind = "assignments.settle";

type ImportedRecords = { readonly products: readonly string[]; readonly retailers: readonly string[] };

/**
 * For a transaction that activates assignments and runs longer than a withdrawal of trust may wait. It does not hold
 * the cascade lock: its facts may change before it commits, so its assignments are reevaluated right after.
 */
export const reevaluateLater = (ctx: Ctx, imported: ImportedRecords): Promise<void> =>
  enqueueJob(ctx, laterKind, imported);

/** The job that `settleLater` enqueues. */
export async function reevaluateImported(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const { products, retailers } = payload as ImportedRecords;
  await inTransaction(ctx, async (inner) => {
    await lockCascades(inner);
    const rows = await rowsOf<{ id: string }>(
      inner,
      sql`
      select id from assignments
       where ${isReevaluated} and product_id = any(${uuids(products)}) and retailer_id = any(${uuids(retailers)})
       order by id`,
    );
    const ids = rows.map(({ id }) => id);
    await reevaluateRetailers(inner, ids, { what: "assignments.sweep", codes: [] });
  });
}

async function reevaluateRetailers(ctx: Ctx, ids: readonly string[], cause: Cause): Promise<readonly SideEffect[]> {
  const settled: ReevaluationResult[] = [];
  for (let start = 0; start < ids.length; start += rowsPerStatement) {
    settled.push(...(await updateAssignments(ctx, ids.slice(start, start + rowsPerStatement))));
  }
  return notifyRetailers(ctx, joined(settled), cause);
}

/**
 * Only one cascade at a time, and none while a transaction activates assignments (`holdCascades`): its facts would be
 * out of date when it commits, and the cascade would not see its rows.
 */
const lockCascades = (ctx: Ctx): Promise<void> => takeLock(ctx, "cascades");

/**
 * Blocks cascades until the caller's transaction ends; several transactions may hold it. Call it before asking the
 * rule.
 */
export const holdCascades = (ctx: Ctx): Promise<void> => takeLock(ctx, "cascades", "shared");

/** Assignments whose status cascades may change: neither proposed ones nor those that a user paused. */
const isReevaluated: SQL = sql.raw("ended_at is null and (status = 'active' or pause_source = 'auto')");

async function readConcerned(ctx: Ctx, { products = [], retailers = [] }: ConcernedRecords): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    ctx,
    sql`
    select id
      from assignments
     where ${isReevaluated} and (product_id = any(${uuids(products)}) or retailer_id = any(${uuids(retailers)}))
     order by id`,
  );
  return rows.map(({ id }) => id);
}

type ReevaluationRow = {
  verb: ReevaluationResult["verb"];
  retailer_id: string;
  retailer_code: string;
  reason: FindingReason;
  certificate_id: string | null;
  certificate_code: string | null;
  count: number;
  products: string[];
};

async function updateAssignments(ctx: Ctx, ids: readonly string[]): Promise<ReevaluationResult[]> {
  const rows = await rowsOf<ReevaluationRow>(
    ctx,
    sql`
    with concerned as materialized (
      select id, product_id, retailer_id, location_id, status, pause_reason, pause_certificate_id
        from assignments
       where id = any(${uuids(ids)}) and ${isReevaluated}
    ), judged as (
      select pair.product_id, pair.retailer_id, pair.location_id,
             ${blockedBy} as reason,
             case
               when not (pair.is_published and pair.is_brand_active and pair.is_retailer_active) then null
               when pair.is_halal_required and pair.halal_reason is not null then pair.certificate_id
               when pair.is_premise_required then pair.premise_certificate_id
             end as reason_certificate_id,
             pair.proof_id
        from promotion_of(array(select product_id from concerned order by id),
                          array(select retailer_id from concerned order by id),
                          array(select location_id from concerned order by id), ${ctx.now}::timestamptz) as pair
    ), changing as (
      select concerned.id, judged.reason, judged.reason_certificate_id, judged.proof_id,
             -- Told of those that resume: after the change it is gone.
             coalesce(judged.reason, concerned.pause_reason) as told_reason,
             case when judged.reason is null then concerned.pause_certificate_id
                  else judged.reason_certificate_id end as told_certificate_id
        from concerned
        join judged
          on judged.product_id = concerned.product_id and judged.retailer_id = concerned.retailer_id
         and judged.location_id is not distinct from concerned.location_id
       where (concerned.status = 'active') = (judged.reason is not null)
    ), written as (
      update assignments
         set status = case when changing.reason is null then 'active' else 'paused' end,
             pause_source = case when changing.reason is not null then 'auto' end,
             pause_reason = changing.reason,
             pause_certificate_id = changing.reason_certificate_id,
             paused_at = case when changing.reason is not null then ${ctx.now}::timestamptz end,
             certificate_id = case when changing.reason is null then changing.proof_id else assignments.certificate_id end,
             activated_at = case when changing.reason is null then ${ctx.now}::timestamptz else assignments.activated_at end
        from changing
       where assignments.id = changing.id
      returning assignments.retailer_id, assignments.product_id, changing.reason, changing.told_reason,
                changing.told_certificate_id
    )
    select told.*, retailer.code as retailer_code, certificate.code as certificate_code
      from (
        select case when reason is null then 'resumed' else 'paused' end as verb, retailer_id, told_reason as reason,
               told_certificate_id as certificate_id, count(*)::int as count, array_agg(distinct product_id) as products
          from written
         group by 1, 2, 3, 4
      ) as told
      join retailers as retailer on retailer.id = told.retailer_id
      left join certificates as certificate on certificate.id = told.certificate_id`,
  );
  return rows.map((row) => ({
    verb: row.verb,
    retailerId: row.retailer_id,
    retailerCode: row.retailer_code,
    reason: row.reason,
    certificateId: row.certificate_id,
    certificateCode: row.certificate_code,
    count: row.count,
    products: row.products,
  }));
}

/** One per retailer, verb and cause, however many statements found them. */
function joined(settled: readonly ReevaluationResult[]): ReevaluationResult[] {
  const byKey = new Map<string, ReevaluationResult>();
  for (const each of settled) {
    const key = `${each.verb} ${each.retailerId} ${each.reason} ${each.certificateId ?? ""}`;
    const known = byKey.get(key);
    byKey.set(key, known ? { ...each, count: known.count + each.count, products: union(known, each) } : each);
  }
  return [...byKey.values()];
}

const union = (one: ReevaluationResult, other: ReevaluationResult) => [
  ...new Set([...one.products, ...other.products]),
];

async function notifyRetailers(
  ctx: Ctx,
  settled: readonly ReevaluationResult[],
  cause: Cause,
): Promise<readonly SideEffect[]> {
  if (settled.length === 0) return [];
  const codeSet = new Set(cause.codes);
  await recordAudit(
    ctx,
    settled.map(({ verb, retailerId, retailerCode, reason, certificateCode, products }) => ({
      action: verb === "paused" ? "pause" : "resume",
      resource: auditResource,
      // Of the retailer: the entry covers everything that it sells.
      resourceId: retailerId,
      isOfMany: true,
      reason: causeOf(cause, codeSet, { retailerCode, certificateCode }),
      changes: {
        status: verb === "paused" ? { before: "active", after: "paused" } : { before: "paused", after: "active" },
        pauseReason: verb === "paused" ? { before: null, after: reason } : { before: reason, after: null },
        certificate: { before: null, after: certificateCode },
        products: { before: null, after: products },
      },
    })),
  );
  await enqueueJob(ctx, noticeKind, {
    changes: settled.map(
      ({ products, ...change }): RetailerNotice => ({
        ...change,
        productCount: products.length,
        products: products.slice(0, productsNamedMax),
      }),
    ),
  });
  const further = await recordEvents(ctx, settled.map(eventOf));
  return [...(await consequencesOf(ctx, settled)), ...further];
}

/** The code of the one record, out of several in the event, that caused this change; none if that is unknown. */
function causeOf(
  { what, codes }: Cause,
  codeSet: ReadonlySet<string>,
  { retailerCode, certificateCode }: Pick<ReevaluationResult, "retailerCode" | "certificateCode">,
): string {
  const own = [certificateCode, retailerCode].find((code) => code !== null && codeSet.has(code));
  const code = own ?? (codeSet.size === 1 ? codes[0] : undefined);
  return code === undefined ? what : `${what} ${code}`;
}

const eventOf = ({
  verb,
  retailerId,
  retailerCode,
  reason,
  certificateCode,
  products,
}: ReevaluationResult): DomainEvent => ({
  type: `assignment.${verb}`,
  resource: "retailers",
  resourceId: retailerId,
  payload: {
    retailerId,
    retailerCode,
    reason,
    certificateCode,
    productIds: products.slice(0, productsListedMax),
    productCount: products.length,
  },
  concerns: { products, retailers: [retailerId] },
});

/** Counts for users: assignments, products and retailers, and the names of the retailers. */
function consequencesOf(ctx: Ctx, settled: readonly ReevaluationResult[]): Promise<SideEffect[]> {
  const verbs = (["paused", "resumed"] as const).filter((verb) => settled.some((each) => each.verb === verb));
  return Promise.all(
    verbs.map(async (verb): Promise<SideEffect> => {
      const theirs = settled.filter((each) => each.verb === verb);
      const byRetailer = new Map<string, Set<string>>();
      for (const { retailerId, products } of theirs) {
        byRetailer.set(retailerId, new Set([...(byRetailer.get(retailerId) ?? []), ...products]));
      }
      return {
        resource: auditResource,
        verb,
        count: theirs.reduce((sum, { count }) => sum + count, 0),
        facts: { products: new Set(theirs.flatMap(({ products }) => products)).size, retailers: byRetailer.size },
        reaches: await readReached(ctx, byRetailer),
      };
    }),
  );
}
