import { eq } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { requestAdjustment } from "#features/loyalty/ledger/api/service/adjustments.ts";
import { bucketsCount, openAccount, post } from "#features/loyalty/ledger/api/service/postings.ts";

const currency = "GBP";
/** What each of the 64 accounts gets, in pence. */
const shareMinor = 12_500;

/** A sample brand pays in, a share for each bucket, through the service as everything else. */
export async function seedLedger(ctx: Ctx): Promise<void> {
  const [brand] = await ctx.db
    .select({ id: brandsTable.id })
    .from(brandsTable)
    .where(eq(brandsTable.name, "Bustan Nour Demo Foods"));
  if (brand === undefined) return;
  const then = { ...ctx, now: addMs(ctx.now, -60 * dayMs) };
  for (let bucket = 0; bucket < bucketsCount; bucket++) {
    const owner = { ownerKind: "platform", ownerId: null, currency } as const;
    const source = await openAccount(then, bucket, { ...owner, purpose: "bank" });
    const destination = await openAccount(then, bucket, {
      ...owner,
      ownerKind: "brand",
      ownerId: brand.id,
      purpose: "funding",
    });
    await post(then, {
      bucket,
      kind: "brand_funded",
      dedupeKey: `sample:${brand.id}:${bucket}`,
      currency,
      postings: [{ source, destination, amountMinor: shareMinor }],
      reference: { kind: "brand", id: brand.id },
      reason: "Opening balance of the sample",
    });
  }
  // Waits for another person.
  const requested = {
    id: sampleId(then.now, 9401),
    source: { ownerKind: "platform", ownerId: null, purpose: "bank" },
    destination: { ownerKind: "brand", ownerId: brand.id, purpose: "funding" },
    currency,
    amountMinor: shareMinor,
    reason: "A transfer without a reference, matched by its amount",
  } as const;
  await requestAdjustment(then, requested, { rules: { reversibleKinds: [] }, createdBy: sampleId(then.now, 9402) });
}
