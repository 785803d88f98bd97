import * as z from "zod/mini";
import { type FileRule, pictureTypes } from "#base/files.ts";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { contactField } from "#base/records/contactFields.ts";
import type { FieldError } from "#base/refusal.ts";
import { missingFor } from "#features/catalogue/brands/lifecycle.ts";

export const muslimOwnedAnswers = ["yes", "no", "undeclared"] as const;

export const brandLimits = {
  nameMax: 120,
  slugMax: 80,
  alternativeNamesMax: 50,
  statusReasonMax: 500,
  similarMax: 5,
  /** The size of the longest page (`pageSizes`). */
  figuresMax: 100,
} as const;
const { nameMax, slugMax, alternativeNamesMax } = brandLimits;

/** Like the pictures of products (domain 1.5): at most 5 MB. */
export const brandLogo: FileRule = { purpose: "brandLogo", accepts: pictureTypes, bytesMax: 5_242_880 };

const visibleName = schemas
  .text({ min: 1, max: nameMax })
  .check(z.refine((name) => /[^\p{Cf}\p{Z}]/u.test(name), { error: "nothing_visible" }));
const slug = z.string().check(z.trim(), z.maxLength(slugMax), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "slug" }));
const identifier = (...checks: z.core.$ZodCheck<string>[]) =>
  field.custom<string | null>(z.nullable(z.string().check(...checks)), null, { kind: "code" });

export const brandFields = fields(
  {
    name: field.custom(visibleName, "", { kind: "text", isRequired: true }),
    nameI18n: field.translations("name", { max: nameMax }),
    /** Other spellings that users search for. */
    alternativeNames: field.custom(
      z.array(schemas.text({ min: 1, max: nameMax })).check(z.maxLength(alternativeNamesMax)),
      [],
      { answer: z.array(z.string()) },
    ),
    /** For web addresses: `noor-dates`. Null generates it from the name; after that only users change it. */
    slug: field.custom<string | null>(z.nullable(slug), null, { kind: "code" }),
    legalEntityName: field.text({ max: 160 }),
    /** As in the commercial register of its country. */
    registrationNo: field.text({ max: 40, isCode: true }),
    country: field.country(),
    website: field.url(),
    social: contactField.social(),
    story: field.text({ max: 5000, isLong: true }),
    storyI18n: field.translations("story", { max: 5000, isLong: true }),
    foundedYear: field.integer({ min: 1000, max: 2200 }),
    /** 6 to 12 digits, by GS1's General Specifications. It identifies the company that issued the number, not the country of origin. */
    gs1CompanyPrefix: identifier(z.regex(/^\d{6,12}$/, { error: "gs1_company_prefix" })),
    wikidataId: identifier(z.maxLength(12), z.regex(/^Q[1-9]\d*$/, { error: "wikidata_id" })),
    isMuslimOwned: field.choice(muslimOwnedAnswers, { initial: "undeclared" }),
    defaultCurrency: field.currency(),
    lowBalanceAlertMinor: field.amount("defaultCurrency"),
    monthlyBudgetMinor: field.amount("defaultCurrency"),
    /** Days before cashback of this brand can be spent, if they differ from the retailer type's. */
    pendingDays: field.integer({ max: 120 }),
    /** For its products without a rate of their own or of the assignment. Null: the retailer type's rate. */
    cashbackBps: field.percent(),
    contactName: field.text({ max: 160 }),
    contactEmail: field.email(),
    contactPhone: contactField.phone(),
    logoFileId: field.custom<string | null>(z.nullable(schemas.id()), null, { answer: z.nullable(z.string()) }),
    /** Alternative text of the logo. */
    logoAlt: field.text({ max: 300 }),
    logoAltI18n: field.translations("logoAlt", { max: 300 }),
  },
  { errorsOf: brandErrors },
);
export interface BrandInput extends ValuesOf<typeof brandFields> {}

const fieldsOfBlockers = {
  country_missing: "country",
  contact_missing: "contactEmail",
  currency_missing: "defaultCurrency",
} as const;

/** The field that a blocker asks for; undefined for a blocker that no field removes. */
export const fieldOfBlocker = (blocker: string): keyof BrandInput | undefined =>
  (fieldsOfBlockers as Readonly<Record<string, keyof BrandInput>>)[blocker];

type BrandFacts = Parameters<typeof missingFor>[1] &
  Readonly<Record<"lowBalanceAlertMinor" | "monthlyBudgetMinor", number | null>>;

const blockerMessages: Readonly<Record<keyof typeof fieldsOfBlockers, string>> = {
  country_missing: "Brands in this status need a country.",
  contact_missing: "Brands in this status need an email address or phone number.",
  currency_missing: "An active brand needs a currency.",
};

/** Checks across fields, in the form and in the API. */
function brandErrors(brand: BrandFacts, status: string | null): FieldError[] {
  const errors: FieldError[] = missingFor(status ?? "draft", brand).map((blocker) => ({
    path: fieldsOfBlockers[blocker],
    code: blocker,
    message: blockerMessages[blocker],
    params: { status: status! },
  }));
  if (brand.defaultCurrency !== null) return errors;
  for (const path of ["lowBalanceAlertMinor", "monthlyBudgetMinor"] as const) {
    if (brand[path] === null) continue;
    errors.push({ path, code: "amount_without_currency", message: "Choose the currency first." });
  }
  return errors;
}
