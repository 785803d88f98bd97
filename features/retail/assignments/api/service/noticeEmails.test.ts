import { expect, test } from "vitest";
import { arabicNotice, englishNotice } from "#features/retail/assignments/api/service/noticeEmails.ts";
import type { FindingReason } from "#features/retail/assignments/contract/rows.ts";

const recipient = { name: "Aisyah", retailer_name: "Corner Shop" };
const nothing = { certificates: new Map(), products: new Map() };
const changed = (verb: "paused" | "resumed", productCount: number, reason: FindingReason) => ({
  changes: [
    {
      verb,
      reason,
      retailerId: "r",
      retailerCode: "RET-000001",
      certificateId: null,
      certificateCode: null,
      count: productCount,
      products: [],
      productCount,
    },
  ],
  known: nothing,
  link: "https://mizan.test",
});

test("a pause without a certificate gives its reason in words, in both languages", () => {
  const { text } = englishNotice(recipient, changed("paused", 3, "PREMISE_CERT_MISSING"));
  expect(text).toContain("- 3 products paused: no halal certificate for the store\n");
  expect(arabicNotice(recipient, changed("paused", 3, "PREMISE_CERT_MISSING")).text).toContain(
    "لا توجد شهادة حلال للمتجر\n",
  );
});

test("the Arabic verb agrees with the number of products", () => {
  const line = (verb: "paused" | "resumed", count: number) =>
    arabicNotice(recipient, changed(verb, count, "HALAL_MISSING")).text.split("\n")[4];
  expect([line("resumed", 1), line("resumed", 3), line("paused", 2), line("paused", 11)]).toEqual([
    "- استُؤنف منتج واحد: زال سبب الإيقاف (لا توجد شهادة حلال)",
    "- استُؤنفت 3 منتجات: زال سبب الإيقاف (لا توجد شهادة حلال)",
    "- أُوقف مؤقتًا منتجان: لا توجد شهادة حلال",
    "- أُوقف مؤقتًا 11 منتجًا: لا توجد شهادة حلال",
  ]);
});
