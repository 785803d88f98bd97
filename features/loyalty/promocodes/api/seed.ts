import { eq, sql } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { startBatch } from "#features/loyalty/promocodes/api/service/batches.ts";
import {
  sampleBrand,
  samplePromocodes,
  type SampleOrigin,
  type SamplePromocode,
} from "#features/loyalty/promocodes/api/service/samplePromocodes.ts";
import { seedRedemptions } from "#features/loyalty/promocodes/api/service/sampleRedemptions.ts";
import { publishVersion } from "#features/loyalty/promocodes/api/service/versions.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import type { CampaignRecord } from "#features/loyalty/promocodes/api/tables.ts";
import { markReached } from "#features/loyalty/promocodes/emails/api/limitNotices.ts";
import { topUpBrand } from "#features/loyalty/wallet/api/service/statements.ts";
import { promocodeFields } from "#features/loyalty/promocodes/fields.ts";

/** Those that were used all year were approved before it. */
const firstDay = -390;
/** Those that are not approved are of the last days. */
const draftDay = -20;

/** Fictional promocodes of each kind, in every state, and a year of redemptions. The same in every new database. */
export async function seedPromocodes(ctx: Ctx): Promise<void> {
  const origin = await readOrigin(ctx);
  const live: { sample: SamplePromocode; record: CampaignRecord }[] = [];
  for (const [place, sample] of samplePromocodes(origin).entries()) {
    const { status, paused: _, ...values } = sample;
    const now = addMs(ctx.now, (place + (status === "approved" ? firstDay : draftDay)) * dayMs);
    const [record] = await promocodeStore.insert({ ...ctx, now }, [
      {
        id: sampleId(now, place + 9001),
        values: { ...promocodeFields.empty, ...values },
        columns: status === "pending_approval" ? { status } : {},
      },
    ]);
    if (status !== "approved") continue;
    await approve({ ...ctx, now }, record!, place);
    live.push({ sample, record: record! });
  }
  if (origin.brandId !== null) await fund({ ...ctx, now: addMs(ctx.now, firstDay * dayMs) }, origin.brandId);
  await seedRedemptions(ctx);
  for (const { sample, record } of live) await pause(ctx, sample, record);
  // Of a year’s use, the emails were sent long ago.
  await markReached(
    ctx,
    live.map(({ record }) => record.id),
  );
}

/** The brand pays its share of a year’s redemptions in advance. */
const fund = (then: Ctx, brandId: string) =>
  topUpBrand(then, {
    id: sampleId(then.now, 9201),
    brandId,
    currency: "GBP",
    amountMinor: 2_000_000,
    reference: "Sample invoice 1",
  });

async function approve(then: Ctx, record: CampaignRecord, place: number): Promise<void> {
  await publishVersion(then, record);
  await promocodeStore.set(then, [record], { status: "approved" }, () => ({ action: "approve" }));
  if (record.codeMode !== "unique") return;
  await startBatch(then, { id: sampleId(then.now, place + 9101), campaignId: record.id, ...batch });
}

const batch = { quantity: 500, pattern: "LOYAL-########", usesMax: 1 };

async function pause(ctx: Ctx, { paused }: SamplePromocode, { id }: CampaignRecord): Promise<void> {
  if (paused === undefined) return;
  const then = { ...ctx, now: addMs(ctx.now, -3 * dayMs) };
  const record = await promocodeStore.lock(then, { id });
  const { source, reason } = paused;
  await promocodeStore.set(then, [record], { pauseSource: source, pauseReason: reason }, () => ({
    action: "pause",
    reason,
  }));
}

async function readOrigin(ctx: Ctx): Promise<SampleOrigin> {
  const [brand] = await ctx.db
    .select({ id: brandsTable.id })
    .from(brandsTable)
    .where(eq(brandsTable.name, sampleBrand));
  const brandId = brand?.id ?? null;
  const products = await ctx.db
    .select({ id: productsTable.id })
    .from(productsTable)
    .where(sql`${productsTable.brandId} = ${brandId}::uuid and ${productsTable.status} = 'published'`)
    .orderBy(productsTable.number)
    .limit(3);
  return { now: ctx.now, brandId, productIds: products.map(({ id }) => id) };
}
