import { sql } from "drizzle-orm";
import { hourMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { JobHandler } from "#api/jobs.ts";
import { noticeJob } from "#api/notices.ts";
import {
  collectRetailerNotices,
  composeNotice,
  retailerNotices,
} from "#features/retail/assignments/api/service/notices.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import {
  laterKind,
  noticeKind,
  reevaluateImported,
  reevaluateNext,
} from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import { endRows } from "#features/retail/assignments/api/service/writeRows.ts";

/** Scheduled jobs. Nothing depends on their timing: the rule evaluates dates whenever it is asked. */
export const assignmentJobs: readonly JobHandler[] = [
  { kind: noticeKind, lane: "notices", run: collectRetailerNotices },
  noticeJob(retailerNotices, composeNotice),
  { kind: laterKind, lane: "bulk", run: reevaluateImported },
  { kind: "assignments.sweep", lane: "recurring", run: endExpired, everyMs: hourMs },
];

// Written in one transaction.
const endedAtOnce = 2000;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Marks expired assignments as ended, and reevaluates all others: a certifier's recognition may have ended with the
 * day.
 */
async function endExpired(ctx: Ctx): Promise<void> {
  while ((await inTransaction(ctx, endSome)) === endedAtOnce);
  let after: string | null = firstId;
  while (after !== null) {
    const from: string = after;
    after = await inTransaction(ctx, (inner) => reevaluateNext(inner, from, { what: "assignments.sweep", codes: [] }));
  }
}

async function endSome(ctx: Ctx): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    ctx,
    sql`
    select id from assignments
     where ended_at is null and ends_at <= ${ctx.now}::timestamptz
     order by id limit ${endedAtOnce} for update skip locked`,
  );
  await endRows(
    ctx,
    rows.map(({ id }) => id),
    "assignments.sweep",
  );
  return rows.length;
}
