import { latinDigits } from "#base/digits.ts";
import { gtinHeaders } from "#base/gtin.ts";
import type { CellProblem, ImportColumn } from "#api/importer.ts";
import { cashbackModes, stockStatuses } from "#features/retail/assignments/contract/rows.ts";

/** The assignment in a row, cell by cell, before the contract validates it. */
export type TermsDraft = Record<string, unknown>;

type CellReading = Omit<CellProblem, "field"> | undefined;
export type TermsColumn = ImportColumn & {
  /** Parses the cell into the draft, or returns the reason why it can't. An empty cell clears the field. */
  readonly read: (text: string, draft: TermsDraft) => CellReading;
};

const notRead = () => undefined;

export const assignmentColumns: readonly TermsColumn[] = [
  {
    field: "retailerCode",
    title: { en: "Retailer code", ar: "رمز المتجر" },
    aliases: ["retailer_code", "retailer", "store", "store_code", "رمز المتجر", "المتجر"],
    role: "required",
    example: "RET-000123",
    read: notRead,
  },
  {
    field: "gtin",
    title: { en: "GTIN", ar: "رقم GTIN" },
    aliases: gtinHeaders.filter((header) => header !== "code"),
    role: "required",
    example: "9521000000018",
    read: notRead,
  },
  {
    field: "location",
    title: { en: "Location", ar: "الموقع" },
    aliases: ["place", "branch", "الفرع"],
    example: "Whitechapel Road",
    read: notRead,
  },
  numberColumn("priceMinor", "Price, minor units", "السعر بالوحدات الصغرى", "890", ["price_minor"]),
  {
    field: "currency",
    title: { en: "Currency", ar: "العملة" },
    aliases: ["currency_code", "العملة"],
    example: "GBP",
    read: (text, draft) => void (draft.currency = text.toUpperCase() || null),
  },
  wordColumn("stockStatus", "Stock", "المخزون", stockStatuses, "unknown", ["stock", "availability"]),
  wordColumn("cashbackMode", "Cashback", "الاسترداد النقدي", cashbackModes, "inherit", ["cashback_mode", "cashback"]),
  numberColumn("cashbackBps", "Cashback rate (500 = 5%)", "نسبة الاسترداد النقدي (500 = 5%)", "500", [
    "cashback_bps",
    "rate_bps",
  ]),
  numberColumn("cashbackFixedMinor", "Cashback amount (minor units)", "مبلغ الاسترداد النقدي (بالوحدات الصغرى)", "50", [
    "cashback_fixed_minor",
  ]),
  numberColumn(
    "cashbackCapMinor",
    "Maximum cashback per purchase (minor units)",
    "الحد الأقصى للاسترداد النقدي لكل عملية شراء (بالوحدات الصغرى)",
    "500",
    ["cashback_cap_minor"],
  ),
  numberColumn("consumerCapPerMonth", "Monthly limit per consumer", "الحد الشهري لكل مستهلك", "4", [
    "consumer_cap_per_month",
  ]),
  textColumn("retailerSku", "Retailer SKU", "رمز المنتج لدى المتجر (SKU)", "DS-1001", ["retailer_sku", "sku"]),
  textColumn("shelfUrl", "Product page URL", "صفحة المنتج", "https://shop.example/dates", ["shelf_url", "url"]),
];

type Naming = readonly [field: string, en: string, ar: string];

function textColumn(...[field, en, ar, example, aliases]: [...Naming, string, readonly string[]]): TermsColumn {
  return { field, title: { en, ar }, aliases, example, read: (text, draft) => void (draft[field] = text || null) };
}

function numberColumn(...[field, en, ar, example, aliases]: [...Naming, string, readonly string[]]): TermsColumn {
  return {
    field,
    title: { en, ar },
    aliases,
    example,
    read: (text, draft) => {
      const digits = latinDigits(text).replaceAll(/[\s,٬]/g, "");
      if (digits === "") return void (draft[field] = null);
      if (!/^\d+$/.test(digits)) return { code: "not_a_number" };
      draft[field] = Number(digits);
      return undefined;
    },
  };
}

function wordColumn(
  ...[field, en, ar, words, empty, aliases]: [...Naming, readonly string[], string, readonly string[]]
): TermsColumn {
  return {
    field,
    title: { en, ar },
    aliases,
    example: words[0]!,
    read: (text, draft) => {
      const word = text.toLowerCase().replaceAll(/[\s-]+/g, "_") || empty;
      if (!words.includes(word)) return { code: "not_one_of", params: { allowed: words.join(", ") } };
      draft[field] = word;
      return undefined;
    },
  };
}
