import type { SideEffect } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { eq } from "drizzle-orm";
import { writeChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { rowOf } from "#features/halal/certificates/record/api/records.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { StoredState } from "#features/halal/certificates/contract/vocabulary.ts";

/**
 * Updates the older revision when the newer one gets this `state`. It is valid until the newer one is, and
 * not a moment longer: without a gap, and on no day both. While the newer one is suspended or was withdrawn before it
 * began, the older one keeps its own end.
 *
 * Call it in the transaction that changes the newer one: after its event if it comes into force, or what both cover would
 * pause in between. Returns the side effects.
 */
export async function handOverAfter(
  ctx: Ctx,
  newer: CertificateRecord,
  state: StoredState,
): Promise<readonly SideEffect[]> {
  if (newer.supersedesId === null) return [];
  await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, newer.supersedesId)).for("no key update");
  const older = await rowOf(ctx, newer.supersedesId);
  if (older.state !== "verified" && older.state !== "suspended") return [];
  // The newer one was in force already: the older one stays superseded, even if the newer one ends.
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
