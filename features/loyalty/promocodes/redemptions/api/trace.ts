import { and, asc, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { namesOf } from "#api/audit/names.ts";
import { recordNames } from "#api/audit/recordNames.ts";
import type { Ctx } from "#api/context.ts";
import { apiKeysTable } from "#features/access/api-keys/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { certificatesTable } from "#features/halal/certificates/api/tables.ts";
import { readLines, requireRedemption } from "#features/loyalty/promocodes/api/service/redemptions.ts";
import { bucketOf } from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  type RedemptionRecord,
  redemptionRollbacksTable as rollbacksTable,
} from "#features/loyalty/promocodes/api/tables.ts";
import type { RedemptionTrace, redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { byId, namedRows } from "#features/loyalty/promocodes/redemptions/api/list.ts";
import type { Outcome } from "#features/loyalty/promocodes/rules/facts.ts";
import { type LinePart, linesLeft } from "#features/loyalty/promocodes/rules/rollback.ts";

/** Refuses with `not_found`, also for a redemption outside the caller's scope. */
export async function readTrace(ctx: Ctx, { id }: Input<typeof redemptions.trace>): Promise<RedemptionTrace> {
  const record = await requireRedemption(ctx, id);
  const { outcome } = record.trace as { outcome: Outcome };
  const checks = [...outcome.checks];
  const [[row], lines, rollbacks, names] = await Promise.all([
    namedRows(ctx, [record]),
    readLines(ctx, id),
    readRollbacks(ctx, id),
    recordNames(ctx, [{ checks: { before: null, after: checks } }]),
  ]);
  const callers = await callerNames(ctx, [record.callerId, ...rollbacks.map(({ actorId }) => actorId)]);
  return {
    ...row!,
    campaignVersion: record.campaignVersion,
    costMinor: record.costMinor,
    costLeftMinor: record.costLeftMinor,
    reservedUntil: record.reservedUntil,
    committedAt: record.committedAt,
    endedAt: record.endedAt,
    caller: callers.get(record.callerId) ?? null,
    requestId: record.requestId,
    checks,
    names,
    lines: await namedLines(ctx, lines, rollbacks),
    shares: {
      brandMinor: sumOf(lines.map(({ brandMinor }) => brandMinor)),
      retailerMinor: sumOf(lines.map(({ retailerMinor }) => retailerMinor)),
      platformMinor: sumOf(lines.map(({ platformMinor }) => platformMinor)),
    },
    rollbacks: rollbacks.map(({ sequence, at, reason, actorId, discountMinor, cashbackMinor }) => ({
      sequence,
      at,
      reason,
      by: callers.get(actorId) ?? null,
      discountMinor,
      cashbackMinor,
    })),
    timeline: timelineOf(record, rollbacks),
  };
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

type RollbackRecord = typeof rollbacksTable.$inferSelect;

const readRollbacks = (ctx: Ctx, id: string): Promise<RollbackRecord[]> =>
  ctx.db
    .select()
    .from(rollbacksTable)
    .where(and(eq(rollbacksTable.bucket, bucketOf(id)), eq(rollbacksTable.redemptionId, id)))
    .orderBy(asc(rollbacksTable.sequence));

/** Names of users and API keys, by id. */
async function callerNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keys = await byId(ctx, apiKeysTable, { id: apiKeysTable.id, title: apiKeysTable.title }, [...new Set(ids)]);
  const titles = [...keys].map(([id, { title }]) => [id, title as string] as const);
  return new Map([...(await namesOf(ctx, ids)), ...titles]);
}

type Lines = Awaited<ReturnType<typeof readLines>>;

async function namedLines(
  ctx: Ctx,
  lines: Lines,
  rollbacks: readonly RollbackRecord[],
): Promise<RedemptionTrace["lines"]> {
  const { id, code, name, nameI18n } = productsTable;
  const certificate = certificatesTable;
  const [products, certificates] = await Promise.all([
    byId(ctx, productsTable, { id, code, name, nameI18n }, distinct(lines.map(({ productId }) => productId))),
    byId(
      ctx,
      certificate,
      { id: certificate.id, code: certificate.code, certificateNo: certificate.certificateNo },
      distinct(lines.map(({ certificateId }) => certificateId)),
    ),
  ]);
  const left = linesLeft(lines, rollbacks as unknown as { lines: LinePart[] }[]);
  return lines.map(({ bucket: _, redemptionId: __, productId, certificateId, ...line }, place) => {
    const { baseMinor } = left[place]!;
    return {
      ...line,
      product: (products.get(productId ?? "") as RedemptionTrace["lines"][number]["product"]) ?? null,
      certificate: (certificates.get(certificateId ?? "") as RedemptionTrace["lines"][number]["certificate"]) ?? null,
      baseLeftMinor: baseMinor,
      quantityLeft: line.baseMinor === 0 ? 0 : (line.quantity * baseMinor) / line.baseMinor,
    };
  });
}

const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))];

/** What happened to it, oldest first. */
function timelineOf(record: RedemptionRecord, rollbacks: readonly RollbackRecord[]): RedemptionTrace["timeline"] {
  const { createdAt, reservedUntil, committedAt, endedAt, status } = record;
  const entry = (
    event: RedemptionTrace["timeline"][number]["event"],
    at: string | null,
    sequence: number | null = null,
  ) => (at === null ? [] : [{ event, at, sequence }]);
  return [
    ...entry(reservedUntil === null ? "redeemed" : "reserved", createdAt),
    ...(reservedUntil === null ? [] : entry("committed", committedAt)),
    ...rollbacks.flatMap(({ at, sequence }) => entry("rolledBack", at, sequence)),
    ...(status === "released" || status === "expired" ? entry(status, endedAt) : []),
  ];
}
