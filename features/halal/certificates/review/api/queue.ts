import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Output } from "#base/contract.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { certificateScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { readPeople } from "#features/halal/certificates/record/api/relatedRecords.ts";
import type { QueueEntry } from "#features/halal/certificates/review/contract.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";

const queueMax = 100;

/**
 * Certificates waiting for a review, the longest waiting first: the caller's, unassigned ones, and those of other
 * reviewers.
 */
export async function readQueue(ctx: Ctx): Promise<Output<typeof certificates.readQueue>> {
  const rows = await ctx.db
    .select({
      id: table.id,
      code: table.code,
      certificateNo: table.certificateNo,
      holderName: table.holderName,
      body: bodiesTable.acronym,
      kind: table.kind,
      submittedAt: table.submittedAt,
      reviewerId: table.reviewerId,
      supersedesId: table.supersedesId,
      predecessorLastDay: sql<string | null>`(
        select last_valid_day(older.ends_at, older.timezone)::text
          from certificates as older where older.id = ${table.supersedesId})`,
      predecessorDaysLeft: sql<number | null>`(
        select days_left(older.ends_at, older.timezone, ${ctx.now}::timestamptz)
          from certificates as older where older.id = ${table.supersedesId})`,
    })
    .from(table)
    .innerJoin(bodiesTable, eq(bodiesTable.id, table.bodyId))
    .where(and(eq(table.state, "submitted"), isNotNull(table.submittedAt), certificateScope(ctx)))
    .orderBy(asc(table.submittedAt), asc(table.id))
    .limit(queueMax * 3);
  const people = await readPeople(
    ctx,
    rows.map(({ reviewerId }) => reviewerId),
  );
  const me = actorOf(ctx).userId;
  const part = (isMeant: (reviewerId: string | null) => boolean): QueueEntry[] =>
    rows
      .filter(({ reviewerId }) => isMeant(reviewerId))
      .slice(0, queueMax)
      .map(({ reviewerId, supersedesId, submittedAt, ...row }) => ({
        ...row,
        submittedAt: submittedAt!,
        isRenewal: supersedesId !== null,
        reviewer: reviewerId === null ? null : (people.get(reviewerId) ?? null),
      }));
  return {
    mine: part((reviewerId) => reviewerId === me),
    nobodys: part((reviewerId) => reviewerId === null),
    others: part((reviewerId) => reviewerId !== null && reviewerId !== me),
  };
}
