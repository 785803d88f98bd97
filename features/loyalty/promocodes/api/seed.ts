import { eq } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { startBatch } from "#features/loyalty/promocodes/api/service/batches.ts";
import { publishVersion } from "#features/loyalty/promocodes/api/service/versions.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import type { PromocodeStatus } from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields, type PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

/** Fictional promocodes of each kind, in every status. The same rows in every new database. */
export async function seedPromocodes(ctx: Ctx): Promise<void> {
  const startsAt = `${addMs(ctx.now, -40 * dayMs).slice(0, 10)}T00:00:00.000Z`;
  const origin = { startsAt, brandId: await findBrand(ctx, "Bustan Nour Demo Foods") };
  const samples = [liveSamples, plannedSamples].flatMap((of) => of(origin));
  for (const [place, { status, isPaused, ...values }] of samples.entries()) {
    const now = addMs(ctx.now, (place - 46) * dayMs);
    const then = { ...ctx, now };
    const id = sampleId(now, place + 9001);
    const [record] = await promocodeStore.insert(then, [
      { id, values: { ...promocodeFields.empty, ...values }, columns: status === "pending_approval" ? { status } : {} },
    ]);
    if (status !== "approved") continue;
    await publishVersion(then, record!);
    await promocodeStore.set(then, [record!], { status }, () => ({ action: "approve" }));
    if (record!.codeMode === "unique")
      await startBatch(then, { id: sampleId(now, place + 9101), campaignId: id, ...batch });
    if (!isPaused) continue;
    const reason = "The shop is out of stock.";
    const paused = { pauseSource: "manual", pauseReason: reason } as const;
    await promocodeStore.set(then, [record!], paused, () => ({ action: "pause", reason }));
  }
}

const batch = { quantity: 500, pattern: "LOYAL-########", usesMax: 1 };

async function findBrand(ctx: Ctx, name: string): Promise<string | null> {
  const [found] = await ctx.db.select({ id: brandsTable.id }).from(brandsTable).where(eq(brandsTable.name, name));
  return found?.id ?? null;
}

type Sample = Partial<PromocodeInput> & { readonly status: PromocodeStatus; readonly isPaused?: true };
type Origin = { readonly startsAt: string; readonly brandId: string | null };

const { empty } = promocodeFields;

function termsFrom(startsAt: string) {
  return (more: Omit<Partial<Terms>, "window" | "limits"> & { window?: object; limits?: object }): Terms => ({
    ...empty.terms,
    ...more,
    window: { ...empty.terms.window, startsAt, ...more.window },
    limits: { ...empty.terms.limits, ...more.limits },
  });
}
const platform = { brandBps: 0, retailerBps: 0, platformBps: 10_000 };
const ofBrand = (brandId: string | null): Terms["conditions"] =>
  brandId === null ? [] : [{ field: "brands", operator: "in", ids: [brandId] }];

/** Those that have been approved. */
function liveSamples({ startsAt, brandId }: Origin): Sample[] {
  const terms = termsFrom(startsAt);
  return [
    {
      name: "Loyal customers: 15% with a code of your own",
      nameI18n: { ar: "للعملاء الأوفياء: 15% برمز خاص" },
      ownerBrandId: brandId,
      codeMode: "unique",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 1500, maxMinor: null },
        limits: { perCode: 1, perMember: [] },
        stacking: { group: "loyal", isExclusive: false, priority: 10 },
        funding: { brandBps: 7000, retailerBps: 2000, platformBps: 1000 },
      }),
    },
    {
      name: "Ramadan dates",
      nameI18n: { ar: "تمور رمضان" },
      ownerBrandId: brandId,
      sharedCode: "RAMADAN-DATES",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 2000, maxMinor: 500 },
        conditions: ofBrand(brandId),
        window: { hijri: { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null } },
        limits: { budgetMinor: 500_000 },
      }),
    },
    {
      name: "Welcome to Mizan",
      nameI18n: { ar: "مرحبًا بك في ميزان" },
      sharedCode: "WELCOME-5",
      status: "approved",
      terms: terms({
        effect: { kind: "fixed", amountMinor: 500 },
        conditions: [{ field: "firstRedemption" }, { field: "orderTotal", atLeastMinor: 2500 }],
        limits: { total: 10_000, budgetMinor: 5_000_000 },
        funding: platform,
      }),
    },
    {
      name: "Friday market: the cheapest of three is free",
      nameI18n: { ar: "سوق الجمعة: الأرخص من كل ثلاث قطع مجانًا" },
      codeMode: "automatic",
      status: "approved",
      isPaused: true,
      terms: terms({
        effect: { kind: "cheapestFree", groupSize: 3, freeUnits: 1, timesMax: 2 },
        conditions: ofBrand(brandId),
        window: { timeZone: "Europe/London", weekdays: [5], hours: [{ from: "16:00", to: "22:00" }] },
        limits: { perMember: [{ period: "week", uses: 1 }] },
      }),
    },
  ];
}

/** Those that wait for approval, or are drafts. */
function plannedSamples({ startsAt, brandId }: Origin): Sample[] {
  const terms = termsFrom(startsAt);
  return [
    {
      name: "Double cashback on honey",
      nameI18n: { ar: "استرداد نقدي مضاعف على العسل" },
      ownerBrandId: brandId,
      codeMode: "automatic",
      status: "pending_approval",
      terms: terms({ effect: { kind: "cashback", bps: 300, maxMinor: 1000 }, conditions: ofBrand(brandId) }),
    },
    {
      name: "Eid gift",
      nameI18n: { ar: "هدية العيد" },
      sharedCode: "EID-GIFT",
      status: "draft",
      terms: terms({
        effect: { kind: "fixed", amountMinor: 1000 },
        window: { hijri: { from: { month: 10, day: 1 }, to: { month: 10, day: 3 }, years: null } },
        stacking: { group: null, isExclusive: true, priority: 0 },
        funding: platform,
      }),
    },
  ];
}
