import { and, asc, eq, lte } from "drizzle-orm";
import { hourMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { close } from "#features/access/approvals/api/service/decisions.ts";
import { approvalRequestsTable as table } from "#features/access/approvals/api/tables.ts";

export const expiryKind = "approvals.expire";
export const expiryEveryMs = hourMs;

const atOnceMax = 100;

/** Closes overdue requests, each with an email to its requester. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  let closed: number;
  do {
    closed = await inTransaction(ctx, async (inner) => {
      const due = await inner.db
        .select()
        .from(table)
        .where(and(eq(table.state, "pending"), lte(table.expiresAt, ctx.now)))
        .orderBy(asc(table.expiresAt), asc(table.id))
        .limit(atOnceMax)
        .for("update", { skipLocked: true });
      for (const record of due) await close(inner, record, { state: "expired" });
      return due.length;
    });
  } while (closed === atOnceMax);
  ctx.jobs.wake();
}
