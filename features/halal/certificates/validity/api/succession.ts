import type { Consequence } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { eq } from "drizzle-orm";
import { writeChange } from "#features/halal/certificates/record/api/updateCertificate.ts";
import { rowOf } from "#features/halal/certificates/record/api/records.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { StoredState } from "#features/halal/certificates/contract/vocabulary.ts";

/**
 * What becomes of the older revision when the newer one comes to be in `state`. It stands until the newer one does, and
 * not a moment longer: without a gap, and on no day both. While the newer one is suspended or was withdrawn before it
 * began, the older one keeps its own end.
 *
 * Call it in the transaction that changes the newer one, and where that comes to stand once it is written and told of:
 * else what both cover would pause between the two. Answers what followed.
 */
export async function handOverAfter(
  ctx: Ctx,
  newer: CertificateRecord,
  state: StoredState,
): Promise<readonly Consequence[]> {
  if (newer.supersedesId === null) return [];
  await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, newer.supersedesId)).for("no key update");
  const older = await rowOf(ctx, newer.supersedesId);
  if (older.state !== "verified" && older.state !== "suspended") return [];
  // One that takes over was in force already: it may end, but it does not give back what it took.
  if (older.supersededFrom !== null && older.supersededFrom <= ctx.now) return [];
  const from = state === "verified" ? laterOf(newer.startsAt!, ctx.now) : null;
  if (from === older.supersededFrom) return [];
  const hasBegun = from !== null && from <= ctx.now;
  const fields = hasBegun
    ? { supersededFrom: from, state: "superseded" as const, stateChangedAt: ctx.now, stateReason: null }
    : { supersededFrom: from };
  return writeChange(ctx, older, {
    action: hasBegun ? "supersede" : "handOver",
    fields,
    ...(hasBegun ? { event: "superseded" } : {}),
  });
}

const laterOf = (one: string, other: string) => (one > other ? one : other);
