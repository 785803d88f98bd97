import * as z from "zod/mini";
import { isTimeZone } from "#base/days.ts";
import { isGln, plainDigits } from "#base/checkDigit.ts";
import * as schemas from "#base/fields.ts";
import { type FileRule, pictureTypes } from "#base/files.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { contactField } from "#base/records/contactFields.ts";
import type { FieldError } from "#base/refusal.ts";

export const posIntegrations = ["none", "api", "csv", "manual"] as const;
export const visibilities = ["public", "hidden"] as const;

export const retailerLimits = {
  logoAltMax: 300,
  nameMin: 2,
  nameMax: 160,
  registrationNoMax: 40,
  taxNoMax: 40,
  settlementDaysMax: 90,
  riskFlagMax: 40,
  riskFlagsMax: 20,
  statusReasonMax: 500,
  /** A chain, its regions and their branches. */
  depthMax: 3,
  nearKmMax: 20_000,
} as const;
const { nameMin: min, nameMax: max, registrationNoMax, taxNoMax, logoAltMax } = retailerLimits;

export const retailerLogo: FileRule = { purpose: "retailerLogo", accepts: pictureTypes, bytesMax: 5_242_880 };
export const retailerCover: FileRule = { purpose: "retailerCover", accepts: pictureTypes, bytesMax: 5_242_880 };

/** A Global Location Number with its check digit. Removes spaces and dashes, and converts digits of other scripts. */
export const gln = () =>
  z.string().check(
    z.maxLength(60),
    z.overwrite((typed) => (isGln(plainDigits(typed)) ? plainDigits(typed) : typed)),
    z.refine(isGln, { error: "gln" }),
  );
/** An IANA name: `Asia/Dubai`. */
export const timeZone = () =>
  z.string().check(
    z.trim(),
    z.maxLength(64),
    z.refine((name) => (name === "UTC" || /^[A-Z][\w+-]+(?:\/[\w+-]+)+$/.test(name)) && isTimeZone(name), {
      error: "time_zone",
    }),
  );

const optional = (schema: z.ZodMiniType<string>, kind: "custom" | "code" = "custom") =>
  field.custom<string | null>(z.nullable(schema), null, { kind, answer: z.nullable(z.string()) });
const riskFlag = schemas.text({ min: 1, max: retailerLimits.riskFlagMax });

/** The fields of a retailer, without its parts. */
export const retailerFields = fields(
  {
    tradingName: field.text({ min, max, required: true }),
    tradingNameI18n: field.translations("tradingName", { max }),
    legalName: field.text({ min, max }),
    retailerTypeId: field.custom<string>(schemas.id(), "", { isRequired: true, answer: z.string() }),
    /** The chain that it is a branch of. */
    parentId: optional(schemas.id()),
    /** The market whose recognitions count for what it sells. */
    country: field.country(),
    timezone: optional(timeZone()),
    defaultLanguage: optional(schemas.languageTag()),
    defaultCurrency: field.currency(),
    registrationNo: field.text({ max: registrationNoMax, isCode: true }),
    registrationCountry: field.country(),
    taxNo: field.text({ max: taxNoMax, isCode: true }),
    gln: optional(gln(), "code"),
    website: field.url(),
    social: contactField.social(),
    logoFileId: optional(schemas.id()),
    /** What the logo shows, for those who cannot see it. */
    logoAlt: field.text({ max: logoAltMax }),
    logoAltI18n: field.translations("logoAlt", { max: logoAltMax }),
    coverFileId: optional(schemas.id()),
    /** Our share of what can earn cashback. */
    commissionBps: field.percent({ initial: 0 }),
    settlementTermsDays: field.integer({ max: retailerLimits.settlementDaysMax, initial: 30 }),
    posIntegration: field.choice(posIntegrations, { initial: "none" }),
    visibility: field.choice(visibilities, { initial: "public" }),
    riskFlags: field.custom<string[]>(z.array(riskFlag).check(z.maxLength(retailerLimits.riskFlagsMax)), [], {
      answer: z.array(z.string()),
    }),
  },
  { errorsOf: retailerErrors },
);
export interface RetailerInput extends ValuesOf<typeof retailerFields> {}

/** Only the fields that changed. */
export type RetailerPatch = Partial<RetailerInput>;

/** Fields that decide what may be promoted at a retailer. A change may pause and resume assignments. */
export const impactFields = ["retailerTypeId", "country", "timezone", "parentId"] as const;

type RetailerFacts = Readonly<Record<"country" | "timezone" | "registrationNo" | "registrationCountry", string | null>>;

/** Checks across fields, in the form, the API and the import. */
export function retailerErrors(retailer: RetailerFacts, status: string | null = null): FieldError[] {
  const errors: FieldError[] = [];
  for (const path of ["country", "timezone"] as const) {
    if (retailer[path] !== null || !isInService(status ?? "draft")) continue;
    errors.push({ path, code: `${path}_missing`, message: "Retailers in this status need this field." });
  }
  if ((retailer.registrationNo === null) !== (retailer.registrationCountry === null)) {
    const path = retailer.registrationNo === null ? "registrationNo" : "registrationCountry";
    errors.push({ path, code: "registration_incomplete", message: "Enter both the number and its country." });
  }
  return errors;
}

/** Whether a retailer with this status keeps its last location and contact, its country and its time zone. */
export const isInService = (status: string) => status === "submitted" || status === "active" || status === "suspended";
