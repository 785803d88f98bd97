import { describe, expect, it, test } from "vitest";
import {
  basketOf,
  type CandidateParts,
  candidateOf,
  factsOf,
  idOf,
  productsOf,
  termsOf,
} from "#api/testing/promocodeFactory.ts";
import { describeCheck, describeTerms } from "#features/loyalty/promocodes/rules/describe.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import { type Check, checkNames, type Facts, stackingConflicts } from "#features/loyalty/promocodes/rules/facts.ts";
import arabic from "#features/loyalty/promocodes/rules/messages.ar.json";
import english from "#features/loyalty/promocodes/rules/messages.en.json";
import type { Condition, Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { type Reader, textOf } from "#features/loyalty/promocodes/rules/text.ts";

const names: Record<string, [string, string]> = {
  p1: ["Ajwa dates", "تمر عجوة"],
  p2: ["Date syrup", "دبس التمر"],
  p3: ["Gift box", "علبة هدايا"],
  c1: ["dates", "التمور"],
  b1: ["Al Barakah", "البركة"],
  r1: ["Demo Souk", "سوق تجريبي"],
  l1: ["Whitechapel", "وايت تشابل"],
  k1: ["JAKIM", "JAKIM"],
  k2: ["HMC", "HMC"],
  one: ["Ramadan offer", "عرض رمضان"],
};
const nameOf = (place: 0 | 1) => (id: string) => Object.entries(names).find(([key]) => idOf(key) === id)![1][place];
const readers: Record<"en" | "ar", Reader> = {
  en: { language: "en", messages: english, nameOf: nameOf(0) },
  ar: { language: "ar", messages: arabic, nameOf: nameOf(1) },
};
/** Without the marks that isolate values, and with plain spaces. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");
const sentences = (terms: Terms) =>
  (["en", "ar"] as const).map((each) => plain(textOf(describeTerms(terms), readers[each])));

const ids = (
  field: "products" | "categories" | "brands" | "retailers" | "locations" | "certifiers",
  ...all: string[]
) => ({ field, operator: "in", ids: all.map(idOf) }) as Condition;
const except = (...question: Parameters<typeof ids>) => ({ ...ids(...question), operator: "notIn" }) as Condition;
const ramadan = { from: { month: 9, day: 1 }, to: { month: 9, day: 30 } };

test.each<[Terms, string, string]>([
  [
    termsOf({
      conditions: [ids("categories", "c1"), ids("retailers", "r1")],
      window: { hijri: { ...ramadan, years: [1448] } },
      limits: { perMember: [{ period: "campaign", uses: 1 }] },
    }),
    "20% off dates at Demo Souk, 1–30 Ramadan 1448, once per member",
    "خصم 20% على التمور لدى سوق تجريبي، 1–30 رمضان 1448، مرة واحدة لكل عضو",
  ],
  [
    termsOf({
      effect: { kind: "fixed", amountMinor: 500 },
      conditions: [
        ids("products", "p1", "p2"),
        ids("brands", "b1"),
        except("categories", "c1"),
        except("locations", "l1"),
        { field: "orderTotal", atLeastMinor: 200_000 },
        { field: "firstRedemption" },
      ],
      window: { endsAt: "2027-03-09T00:00:00.000Z", weekdays: [5, 6], hours: [{ from: "22:00", to: "02:00" }] },
      limits: { total: 1000, budgetMinor: 500_000 },
      stacking: { isExclusive: true },
    }),
    "GBP 5.00 off Ajwa dates and Date syrup from Al Barakah except dates at all locations except Whitechapel, on orders of GBP 2,000.00 or more, first redemption only, from 1 January 2027 to 8 March 2027, on Friday and Saturday 22:00–02:00, 1,000 times in total, budget GBP 5,000.00, can’t be combined with other promocodes",
    "خصم GBP 5.00 على تمر عجوة ودبس التمر من البركة باستثناء التمور في جميع المواقع باستثناء وايت تشابل، للطلبات بقيمة GBP 2,000.00 أو أكثر، لأول استخدام فقط، من 1 يناير 2027 إلى 8 مارس 2027، أيام الجمعة والسبت 22:00–02:00، 1,000 مرة إجمالًا، الميزانية GBP 5,000.00، لا يمكن جمعه مع رموز ترويجية أخرى",
  ],
  [
    termsOf({
      effect: { kind: "percent", bps: 1250, maxMinor: 1000 },
      conditions: [{ field: "markets", operator: "in", countries: ["MY", "GB"] }, ids("certifiers", "k1", "k2")],
      window: { endsAt: "2027-03-01T18:30:00.000Z", hours: [{ from: "18:00", to: "24:00" }] },
      limits: { perCode: 2, perRetailer: 3, perLocation: 11, perMember: [{ period: "week", uses: 2 }] },
    }),
    "12.5% off all products in Malaysia and United Kingdom, at most GBP 10.00, for members who prefer JAKIM and HMC, from 1 January 2027 to 1 March 2027, 18:30, daily 18:00–24:00, 2 times per member a week, 2 times per code, 3 times per retailer, 11 times per location",
    "خصم 12.5% على جميع المنتجات في ماليزيا والمملكة المتحدة، بحد أقصى GBP 10.00، للأعضاء الذين يفضلون JAKIM وHMC، من 1 يناير 2027 إلى 1 مارس 2027، 18:30، يوميًا 18:00–24:00، مرتان لكل عضو في الأسبوع، مرتان لكل رمز، 3 مرات لكل متجر، 11 مرة لكل موقع",
  ],
  [
    termsOf({
      effect: { kind: "item", productIds: [idOf("p3")], quantity: 1, bps: 10_000 },
      conditions: [ids("products", "p1"), { field: "quantity", atLeast: 2 }],
      window: { hijri: { from: { month: 9, day: 29 }, to: { month: 10, day: 3 }, years: null } },
    }),
    "1 × Gift box free when buying Ajwa dates, when buying 2 or more, 29 Ramadan – 3 Shawwal every year, from 1 January 2027",
    "1 × علبة هدايا مجانًا عند شراء تمر عجوة، عند شراء 2 أو أكثر، 29 رمضان – 3 شوال من كل عام، من 1 يناير 2027",
  ],
  [
    termsOf({ effect: { kind: "cheapestFree", groupSize: 3, freeUnits: 1, timesMax: 2 }, window: { weekdays: [5] } }),
    "cheapest 1 of every 3 free on all products, 2 times per order, from 1 January 2027, on Friday",
    "أرخص 1 من كل 3 مجانًا على جميع المنتجات، مرتان لكل طلب، من 1 يناير 2027، أيام الجمعة",
  ],
  [
    termsOf({
      effect: {
        kind: "bundle",
        parts: [
          { productIds: [idOf("p1")], quantity: 2 },
          { productIds: [idOf("p2")], quantity: 1 },
        ],
        priceMinor: 1999,
        timesMax: null,
      },
    }),
    "2 × Ajwa dates and 1 × Date syrup for GBP 19.99, from 1 January 2027",
    "2 × تمر عجوة و1 × دبس التمر بسعر GBP 19.99، من 1 يناير 2027",
  ],
  [
    termsOf({
      effect: { kind: "cashback", bps: 500, maxMinor: null },
      conditions: [except("retailers", "r1"), ids("products", "p1", "p2", "p3", "p1", "p2")],
      limits: { perMember: (["day", "month"] as const).map((period) => ({ period, uses: 100 })) },
    }),
    "5% extra cashback on Ajwa dates, Date syrup, Gift box and 2 more at all retailers except Demo Souk, from 1 January 2027, 100 times per member a day, 100 times per member a month",
    "استرداد نقدي إضافي بنسبة 5% على تمر عجوة، دبس التمر، علبة هدايا و2 غيرها لدى جميع المتاجر باستثناء سوق تجريبي، من 1 يناير 2027، 100 مرة لكل عضو في اليوم، 100 مرة لكل عضو في الشهر",
  ],
  [
    termsOf({
      effect: { kind: "item", productIds: [idOf("p3")], quantity: 2, bps: 5000 },
      conditions: [{ field: "markets", operator: "notIn", countries: ["MY"] }, except("certifiers", "k1")],
      window: { hijri: { from: { month: 12, day: 10 }, to: { month: 12, day: 10 }, years: [1448, 1449] } },
    }),
    "50% off 2 × Gift box in all countries except Malaysia, for members who don’t prefer JAKIM, 10 Dhuʻl-Hijjah 1448 and 1449",
    "خصم 50% على 2 × علبة هدايا في جميع البلدان باستثناء ماليزيا، للأعضاء الذين لا يفضلون JAKIM، 10 ذو الحجة 1448 و1449",
  ],
])("terms read as one sentence in English and Arabic (%#)", (terms, inEnglish, inArabic) => {
  expect(sentences(terms)).toEqual([inEnglish, inArabic]);
});

it("values are isolated in Arabic, so that they keep their places", () => {
  const terms = termsOf({ effect: { kind: "fixed", amountMinor: 500 }, conditions: [ids("certifiers", "k1")] });
  const text = textOf(describeTerms(terms), readers.ar);
  expect(text).toContain("\u2066GBP\u00a05.00\u2069");
  expect(text).toContain("\u2068JAKIM\u2069");
});

describe("a check", () => {
  const member = { id: idOf("m1"), isActive: true, certifierIds: [idOf("k1")], redemptions: 1 };
  const finding = { reason: "product_halal_expired", certificateId: null, expiredOn: "2027-02-01" };
  const everything: CandidateParts["terms"] = {
    conditions: [
      ids("retailers", "r1"),
      ids("locations", "l1"),
      ids("certifiers", "k1"),
      { field: "markets", operator: "in", countries: ["GB"] },
      { field: "firstRedemption" },
      { field: "orderTotal", atLeastMinor: 2000 },
      { field: "quantity", atLeast: 3 },
    ],
    window: { weekdays: [5], hours: [{ from: "09:00", to: "10:00" }], hijri: { ...ramadan, years: null } },
    limits: { total: 5, perRetailer: 5, perLocation: 5, perMember: [{ period: "week", uses: 2 }], budgetMinor: 100 },
  };
  const period = { startsAt: "2027-02-08T00:00:00.000Z", endsAt: "2027-03-09T00:00:00.000Z", isConfirmed: false };
  const checksOf = (parts: CandidateParts, facts: Partial<Facts> = {}, basket = basketOf([1000, 500])) =>
    evaluate(factsOf({ candidates: [candidateOf(parts)], ...facts }), basket).outcomes[0]!.checks;
  const texts = (check: Check | undefined) =>
    (["en", "ar"] as const).map((each) => plain(textOf(describeCheck(check!), readers[each])));
  const textsOf = (name: string, ...question: Parameters<typeof checksOf>) =>
    texts(checksOf(...question).find(({ check }) => check === name));

  test.each<[string, string, string, CandidateParts, Partial<Facts>?]>([
    [
      "orderTotal",
      "The order’s total is GBP 15.00. Spend at least GBP 20.00.",
      "إجمالي الطلب GBP 15.00. اشترِ بقيمة GBP 20.00 على الأقل.",
      { terms: everything },
    ],
    [
      "hours",
      "The promocode can be used on Friday 09:00–10:00. Try again from 12 February 2027, 09:00.",
      "يمكن استخدام الرمز الترويجي أيام الجمعة 09:00–10:00. أعد المحاولة بدءًا من 12 فبراير 2027، 09:00.",
      { terms: { window: { weekdays: [5], hours: [{ from: "09:00", to: "10:00" }] } } },
    ],
    [
      "period",
      "The promocode runs from 1 March 2027. It doesn’t run on 10 February 2027, 17:00.",
      "يسري الرمز الترويجي من 1 مارس 2027، ولا يسري في 10 فبراير 2027، 17:00.",
      { terms: { window: { startsAt: "2027-03-01T00:00:00.000Z" } } },
    ],
    [
      "codePeriod",
      "The code can be used until 31 January 2027. It can’t be used on 10 February 2027, 17:00.",
      "يمكن استخدام الرمز حتى 31 يناير 2027، ولا يمكن استخدامه في 10 فبراير 2027، 17:00.",
      { code: { validTo: "2027-02-01T00:00:00.000Z" } },
    ],
    [
      "hijri",
      "3 Ramadan 1448 is outside 1–3 Shawwal every year.",
      "3 رمضان 1448 خارج الفترة 1–3 شوال من كل عام.",
      { terms: { window: { hijri: { from: { month: 10, day: 1 }, to: { month: 10, day: 3 }, years: null } } } },
    ],
    [
      "halal",
      "The halal certificate of the product in line 2 expired on 1 February 2027. Remove the product, or have the certificate renewed.",
      "انتهت شهادة الحلال للمنتج في البند 2 بتاريخ 1 فبراير 2027. أزل المنتج، أو اطلب تجديد الشهادة.",
      {},
      { products: productsOf([{}, { findings: [finding] }]) },
    ],
    [
      "campaignRuns",
      "The promocode is paused: the budget is used up.",
      "الرمز الترويجي متوقف مؤقتًا: نفدت الميزانية.",
      { campaign: { pauseSource: "budget" } },
    ],
    [
      "retailers",
      "The promocode can’t be used at this retailer, but at all except Demo Souk.",
      "لا يمكن استخدام الرمز الترويجي لدى هذا المتجر، بل لدى الكل باستثناء سوق تجريبي.",
      { terms: { conditions: [except("retailers", "r1")] } },
    ],
    [
      "memberLimit",
      "This member has reached the limit. Uses this week: 2 of 2.",
      "بلغ هذا العضو الحد. الاستخدامات هذا الأسبوع: 2 من 2.",
      { terms: everything, uses: { member: { week: 2 } } },
      { member },
    ],
  ])("%s says what is there, what is needed and what to do", (name, inEnglish, inArabic, parts, facts) => {
    expect(textsOf(name, parts, facts)).toEqual([inEnglish, inArabic]);
  });

  it("of every kind has a text in both languages, passed or failed", () => {
    const worlds: Parameters<typeof checksOf>[] = [
      [{ terms: everything, campaign: {} }, { member }],
      [
        { terms: everything, uses: { total: 9, retailer: 9, location: 9, member: { week: 9 } } },
        { member, at: "2026-12-01T00:00:00.000Z" },
      ],
      [{ terms: everything }, { member, at: "2027-02-12T09:00:00.000Z" }, basketOf([[1000, 3]])],
      [{ terms: { ...everything, conditions: everything.conditions!.map(inverse) } }, { member }],
      [{ terms: everything }, { locationId: null }, basketOf([1], { currency: "EUR" })],
      [{ code: { isAvailable: false, memberId: idOf("m2"), uses: 1, usesMax: 1, validTo: period.endsAt } }],
      [{ code: { memberId: idOf("m1"), usesMax: 2, validFrom: period.endsAt } }, { member }],
      [{ campaign: { status: "archived", fundingLeftMinor: 1 } }],
      [{ campaign: { status: "draft" } }],
      [{ campaign: { pauseSource: "manual" } }, { products: new Map() }],
      [{ campaign: { fundingLeftMinor: 1 } }],
      [{ campaign: { fundingLeftMinor: 1000 }, terms: { limits: { budgetMinor: 1000 } } }],
      [{ terms: { limits: { budgetMinor: 1 } } }],
      [{}, {}, basketOf([0])],
      [{}, {}, basketOf([[Number.MAX_SAFE_INTEGER, 2]])],
      [{ terms: everything }, { member: { ...member, redemptions: 0, isActive: false } }],
      [{}, { products: productsOf([{ findings: [{ ...finding, reason: "product_halal_suspended" }] }]) }],
      [{}, { products: productsOf([{ findings: [{ ...finding, reason: "body_not_recognised" }] }]) }],
    ];
    const checks = worlds.flatMap((question) => checksOf(...question));
    const conflicts = stackingConflicts.map((because): Check => {
      const actual = { kind: "records", ids: [idOf("one")], isExcluded: false } as const;
      const needed = { kind: "count", count: 5 } as const;
      return { check: "stacking", ok: false, reason: "not_stackable", actual, needed, because };
    });
    const hijri: Check = checksOf({
      terms: { window: { hijri: { ...ramadan, years: null } } },
      campaign: { hijriPeriods: [period] },
    }).find(({ check }) => check === "hijri")!;
    const confirmed = { ...hijri, isConfirmed: true };
    const later = { ...hijri, ok: false, opensAt: period.startsAt };
    for (const check of [...checks, ...conflicts, hijri, confirmed, later])
      for (const text of texts(check)) expect(text).toMatch(/^[^{}]+\.$/);
    const seen = new Set([...checks, hijri].map(({ check, ok }) => `${check} ${ok}`));
    const missing = checkNames.flatMap((name) => [`${name} true`, `${name} false`]).filter((each) => !seen.has(each));
    expect(missing).toEqual(["amountRange true", "stacking false"]);
  });

  const inverse = (condition: Condition): Condition =>
    "operator" in condition ? { ...condition, operator: condition.operator === "in" ? "notIn" : "in" } : condition;
});

it("a message without its value is a fault, and so is a key without a message", () => {
  expect(() => textOf({ key: "terms.orderTotal" }, readers.en)).toThrow("needs a value for amount");
  expect(() => textOf({ key: "terms.nothing" }, readers.en)).toThrow("there is no message terms.nothing");
});
