import { addDays, type Day, dayIn } from "#base/days.ts";
import type { Instant } from "#base/time.ts";
import type { PauseSource, PromocodeStatus } from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields, type PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

// Fictional promocodes: every effect, every kind of code, and every state that one can be in.

/** Whose products several of them are about. */
export const sampleBrand = "Bustan Nour Demo Foods";

export type SamplePromocode = Partial<PromocodeInput> & {
  readonly status: PromocodeStatus;
  readonly paused?: { readonly source: PauseSource; readonly reason: string };
};

/** What samples refer to. Empty where an installation has fewer features. */
export type SampleOrigin = {
  readonly now: Instant;
  readonly brandId: string | null;
  /** Products of the brand. */
  readonly productIds: readonly string[];
};

export const samplePromocodes = (origin: SampleOrigin): SamplePromocode[] =>
  [yearLong, seasonal, overOrPaused, planned].flatMap((of) => of(origin));

const { empty } = promocodeFields;
const platform = { brandBps: 0, retailerBps: 0, platformBps: 10_000 };
const shared = { brandBps: 7000, retailerBps: 2000, platformBps: 1000 };

const midnight = (now: Instant, days: number): Instant => `${dayOf(now, days)}T00:00:00.000Z`;
const dayOf = (now: Instant, days: number): Day => addDays(dayIn(now, "UTC"), days);

type TermsDifference = Omit<Partial<Terms>, "window" | "limits"> & {
  readonly window?: Partial<Terms["window"]>;
  readonly limits?: Partial<Terms["limits"]>;
};
/** Terms that began a year ago, with what differs. */
const termsOf =
  ({ now }: SampleOrigin) =>
  ({ window, limits, ...more }: TermsDifference): Terms => ({
    ...empty.terms,
    ...more,
    window: { ...empty.terms.window, startsAt: midnight(now, -366), ...window },
    limits: { ...empty.terms.limits, ...limits },
  });

const ofBrand = ({ brandId }: SampleOrigin): Terms["conditions"] =>
  brandId === null ? [] : [{ field: "brands", operator: "in", ids: [brandId] }];

/** Those that were used all year. */
function yearLong(origin: SampleOrigin): SamplePromocode[] {
  const terms = termsOf(origin);
  return [
    {
      name: "Loyal customers: 15% with a code of your own",
      nameI18n: { ar: "للعملاء الأوفياء: 15% برمز خاص" },
      ownerBrandId: origin.brandId,
      codeMode: "unique",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 1500, maxMinor: null },
        limits: { perCode: 1, perMember: [] },
        stacking: { group: "loyal", isExclusive: false, priority: 10 },
        funding: shared,
      }),
    },
    {
      name: "Weekly shop",
      nameI18n: { ar: "تسوّق الأسبوع" },
      sharedCode: "WEEKLY-10",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 1000, maxMinor: 400 },
        conditions: [{ field: "orderTotal", atLeastMinor: 1500 }],
        limits: { perMember: [{ period: "week", uses: 1 }], budgetMinor: 2_000_000 },
        funding: platform,
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
      name: "Kampung Baru neighbours",
      nameI18n: { ar: "جيران كامبونغ بارو" },
      sharedCode: "JIRAN-8",
      status: "approved",
      terms: terms({
        currency: "MYR",
        effect: { kind: "percent", bps: 800, maxMinor: 1500 },
        window: { timeZone: "Asia/Kuala_Lumpur" },
        limits: { perMember: [{ period: "week", uses: 2 }], budgetMinor: 1_000_000 },
        funding: platform,
      }),
    },
    {
      name: "Weekend in the Emirates",
      nameI18n: { ar: "عطلة نهاية الأسبوع في الإمارات" },
      sharedCode: "WEEKEND-AE",
      status: "approved",
      terms: terms({
        currency: "AED",
        effect: { kind: "percent", bps: 600, maxMinor: 3000 },
        window: { timeZone: "Asia/Dubai", weekdays: [5, 6, 0] },
        limits: { perMember: [] },
        funding: platform,
      }),
    },
  ];
}

/** Those of a season, and of some products. */
function seasonal(origin: SampleOrigin): SamplePromocode[] {
  const terms = termsOf(origin);
  const [first, second, third] = origin.productIds;
  const ofProducts: SamplePromocode[] =
    first === undefined || second === undefined || third === undefined
      ? []
      : [
          {
            name: "Breakfast table: two for £6",
            nameI18n: { ar: "مائدة الإفطار: قطعتان بسعر 6 جنيهات" },
            ownerBrandId: origin.brandId,
            sharedCode: "BREAKFAST-6",
            status: "approved",
            terms: terms({
              effect: {
                kind: "bundle",
                parts: [
                  { productIds: [first], quantity: 1 },
                  { productIds: [second], quantity: 1 },
                ],
                priceMinor: 600,
                timesMax: 2,
              },
              limits: { perMember: [] },
              funding: shared,
            }),
          },
          {
            name: "A gift for every basket over £30",
            nameI18n: { ar: "هدية مع كل سلة فوق 30 جنيهًا" },
            ownerBrandId: origin.brandId,
            sharedCode: "GIFT-30",
            status: "approved",
            terms: terms({
              effect: { kind: "item", productIds: [third], quantity: 1, bps: 10_000 },
              conditions: [{ field: "orderTotal", atLeastMinor: 3000 }],
              limits: { perMember: [{ period: "month", uses: 1 }] },
              funding: shared,
            }),
          },
        ];
  return [
    {
      name: "Ramadan dates",
      nameI18n: { ar: "تمور رمضان" },
      ownerBrandId: origin.brandId,
      sharedCode: "RAMADAN-DATES",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 2000, maxMinor: 500 },
        conditions: ofBrand(origin),
        window: { hijri: { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null } },
        limits: { budgetMinor: 500_000, perMember: [{ period: "day", uses: 1 }] },
      }),
    },
    ...ofProducts,
    {
      name: "Winter honey",
      nameI18n: { ar: "عسل الشتاء" },
      ownerBrandId: origin.brandId,
      sharedCode: "WINTER-HONEY",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 1200, maxMinor: null },
        conditions: ofBrand(origin),
        window: { startsAt: midnight(origin.now, 20), endsAt: midnight(origin.now, 80) },
      }),
    },
  ];
}

/** Those that can't be used now. */
function overOrPaused(origin: SampleOrigin): SamplePromocode[] {
  const terms = termsOf(origin);
  return [
    {
      name: "Friday market: the cheapest of three is free",
      nameI18n: { ar: "سوق الجمعة: الأرخص من كل ثلاث قطع مجانًا" },
      sharedCode: "FRIDAY-3",
      status: "approved",
      paused: { source: "manual", reason: "The shop is out of stock." },
      terms: terms({
        effect: { kind: "cheapestFree", groupSize: 3, freeUnits: 1, timesMax: 2 },
        conditions: ofBrand(origin),
        window: { timeZone: "Europe/London", weekdays: [5], hours: [{ from: "16:00", to: "22:00" }] },
        limits: { perMember: [{ period: "week", uses: 1 }] },
      }),
    },
    {
      name: "Lamb for the weekend",
      nameI18n: { ar: "لحم الغنم لعطلة نهاية الأسبوع" },
      sharedCode: "LAMB-15",
      status: "approved",
      paused: { source: "halal", reason: "The lamb’s certificate has expired." },
      terms: terms({
        effect: { kind: "percent", bps: 1500, maxMinor: 1000 },
        limits: { perMember: [] },
        funding: platform,
      }),
    },
    {
      name: "The first 12 baskets",
      nameI18n: { ar: "أول 12 سلة" },
      sharedCode: "FIRST-12",
      status: "approved",
      terms: terms({
        effect: { kind: "fixed", amountMinor: 300 },
        limits: { total: 12, perMember: [] },
        funding: platform,
      }),
    },
    {
      name: "Back to school",
      nameI18n: { ar: "العودة إلى المدرسة" },
      sharedCode: "SCHOOL-12",
      status: "approved",
      terms: terms({
        effect: { kind: "percent", bps: 1200, maxMinor: 600 },
        window: { startsAt: midnight(origin.now, -110), endsAt: midnight(origin.now, -60) },
        limits: { perMember: [] },
        funding: platform,
      }),
    },
  ];
}

/** Those that wait for approval, or are drafts. */
function planned(origin: SampleOrigin): SamplePromocode[] {
  const terms = termsOf(origin);
  return [
    {
      name: "Double cashback on honey",
      nameI18n: { ar: "استرداد نقدي مضاعف على العسل" },
      ownerBrandId: origin.brandId,
      codeMode: "automatic",
      status: "pending_approval",
      terms: terms({
        effect: { kind: "cashback", bps: 300, maxMinor: 1000 },
        conditions: ofBrand(origin),
        window: { startsAt: midnight(origin.now, 7) },
        limits: { perMember: [], budgetMinor: 20_000 },
      }),
    },
    {
      name: "Eid gift",
      nameI18n: { ar: "هدية العيد" },
      sharedCode: "EID-GIFT",
      status: "draft",
      terms: terms({
        effect: { kind: "fixed", amountMinor: 1000 },
        window: { hijri: { from: { month: 10, day: 1 }, to: { month: 10, day: 3 }, years: null } },
        limits: { budgetMinor: 50_000 },
        stacking: { group: null, isExclusive: true, priority: 0 },
        funding: platform,
      }),
    },
  ];
}
