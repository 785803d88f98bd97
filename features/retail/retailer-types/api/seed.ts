import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { typeStore } from "#features/retail/retailer-types/api/store.ts";
import type { RetailerTypeInput } from "#features/retail/retailer-types/fields.ts";
import { emptyRetailerType } from "#features/retail/retailer-types/rules.ts";

/** Inserts the same rows into every new database. */
export async function seedRetailerTypes(ctx: Ctx): Promise<void> {
  // More than a year ago, before any sample retailer was created.
  const now = addMs(ctx.now, -400 * dayMs);
  await typeStore.insert(
    { ...ctx, now },
    samples.map((values, place) => ({ id: sampleId(now, place + 501), values })),
  );
}

/** The types of domain 1.1, with initial rules. */
const samples: readonly RetailerTypeInput[] = [
  type("GROCERY", "Grocery", "بقالة", { icon: "store", defaultCashbackBps: 200, maxCashbackBps: 1000 }),
  type("BUTCHER", "Butcher", "ملحمة", {
    icon: "butcher",
    certificatePolicy: "require_both",
    needsSlaughterPolicy: true,
    kycLevel: "full",
    defaultCashbackBps: 300,
    maxCashbackBps: 1000,
    pendingDays: 3,
  }),
  type("RESTAURANT", "Restaurant", "مطعم", {
    icon: "restaurant",
    certificatePolicy: "require_both",
    needsSlaughterPolicy: true,
    kycLevel: "full",
    defaultCashbackBps: 500,
    maxCashbackBps: 1500,
    pendingDays: 2,
  }),
  type("CAFE", "Café", "مقهى", { icon: "cafe", defaultCashbackBps: 500, maxCashbackBps: 1500, pendingDays: 2 }),
  type("BAKERY", "Bakery", "مخبز", { icon: "bakery", defaultCashbackBps: 300, maxCashbackBps: 1000, pendingDays: 2 }),
  type("PHARMACY", "Pharmacy", "صيدلية", {
    icon: "pharmacy",
    certificatePolicy: "warn",
    kycLevel: "full",
    defaultCashbackBps: 100,
    maxCashbackBps: 500,
  }),
  type("COSMETICS", "Cosmetics", "مستحضرات تجميل", {
    icon: "cosmetics",
    defaultCashbackBps: 400,
    maxCashbackBps: 1500,
    pendingDays: 30,
  }),
  type("FASHION", "Fashion", "أزياء", {
    icon: "fashion",
    certificatePolicy: "none",
    channel: "both",
    defaultCashbackBps: 400,
    maxCashbackBps: 2000,
    pendingDays: 30,
  }),
  type("TRAVEL", "Travel", "سفر", {
    icon: "travel",
    certificatePolicy: "none",
    channel: "both",
    kycLevel: "full",
    defaultCashbackBps: 150,
    maxCashbackBps: 800,
    pendingDays: 60,
  }),
  type("ONLINE_ONLY", "Online only", "متجر إلكتروني", {
    icon: "online",
    channel: "online",
    defaultCashbackBps: 300,
    maxCashbackBps: 1200,
    pendingDays: 30,
  }),
].map((sample, place) => ({ ...sample, position: (place + 1) * 10 }));

function type(code: string, name: string, arabic: string, more: Partial<RetailerTypeInput>): RetailerTypeInput {
  return { ...emptyRetailerType, code, name, nameI18n: { ar: arabic }, ...more };
}
