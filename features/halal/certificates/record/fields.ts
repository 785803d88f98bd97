import * as z from "zod/mini";
import { isTimeZone } from "#base/days.ts";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";
import {
  certificateKinds,
  certificateLimits as limits,
  evidenceLevels,
  holderTypes,
  productCategoryCodes,
  schemeCodes,
  slaughterMethods,
  type StoredState,
  stunningPolicies,
  validityBases,
} from "#features/halal/certificates/contract/vocabulary.ts";

/** A site on the certificate. On a premise certificate, and on a retailer's, `locationId` may be a shop. */
export const SiteInput = z.strictObject({
  id: schemas.id(),
  name: schemas.text({ min: 1, max: limits.siteNameMax }),
  address: z.nullable(schemas.text({ min: 1, max: limits.addressMax })),
  country: z.nullable(schemas.countryCode()),
  locationId: z.nullable(schemas.id()),
  isHeadquarters: z.boolean(),
});
export type SiteInput = z.output<typeof SiteInput>;

const site = z.object({
  id: schemas.id(),
  name: z.string(),
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  locationId: z.nullable(schemas.id()),
  isHeadquarters: z.boolean(),
});
/** An empty value says in its own words that the record must be chosen. */
const chosen = (error: string) => z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, { error }));
const reference = () => field.custom<string | null>(z.nullable(schemas.id()), null);
/** Responses have no upper bound. */
const listOf = <Value>(one: z.ZodMiniType<Value>, max: number, answer = one) =>
  field.custom<Value[]>(z.array(one).check(z.maxLength(max)), [], { answer: z.array(answer) });

/** The fields of a certificate, as its document states them. */
export const certificateFields = fields(
  {
    bodyId: field.custom<string>(chosen("body_missing"), "", { isRequired: true, answer: z.string() }),
    certificateNo: field.text({ required: true, max: limits.numberMax, isCode: true }),
    kind: field.choice(certificateKinds, { initial: "product" }),
    schemeCode: field.choice(schemeCodes),
    holderType: field.choice(holderTypes, { initial: "brand" }),
    holderBrandId: reference(),
    holderRetailerId: reference(),
    holderName: field.text({ required: true, max: limits.holderNameMax }),
    holderAddress: field.text({ max: limits.addressMax, isLong: true }),
    holderCountry: field.country(),
    standardIds: listOf(schemas.id(), limits.standardsMax),
    scopeText: field.text({ max: limits.scopeMax, isLong: true }),
    productCategoryCodes: listOf(z.enum(productCategoryCodes), productCategoryCodes.length),
    sites: listOf(SiteInput, limits.sitesMax, site),
    issuedOn: field.date(),
    validFrom: field.date(),
    expiresOn: field.date(),
    validityBasis: field.choice(validityBases, { initial: "dated" }),
    /** IANA. The certificate ends with the end of its last day there. */
    timezone: field.custom<string>(
      z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: "time_zone" })),
      "UTC",
      {
        answer: z.string(),
      },
    ),
    lastReviewedOn: field.date(),
    reviewDueOn: field.date(),
    slaughterMethod: field.choice(slaughterMethods, { initial: "unknown" }),
    stunningPolicy: field.choice(stunningPolicies, { initial: "unknown" }),
    evidenceLevel: field.choice(evidenceLevels, { initial: "document_only" }),
    notes: field.text({ max: limits.notesMax, isLong: true }),
  },
  {
    // A verified certificate may hold what a form no longer accepts; then only the notes are written.
    errorsOf: (values, state): FieldError[] =>
      state === null || isOpen(state as StoredState) ? certificateErrors(values) : [],
  },
);

export interface CertificateInput extends ValuesOf<typeof certificateFields> {}

/** The author can still edit all fields. */
export const isOpen = (state: StoredState): boolean => state === "draft" || state === "changes_requested";

/** Errors that involve more than one field. */
function certificateErrors(values: CertificateInput): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (path: keyof CertificateInput, code: string, message: string) => errors.push({ path, code, message });
  const { issuedOn, validFrom, expiresOn, validityBasis } = values;
  if (issuedOn !== null && validFrom !== null && validFrom < issuedOn)
    wrong("validFrom", "before_issue", "The start date can’t be before the issue date.");
  if (validFrom !== null && expiresOn !== null && expiresOn < validFrom)
    wrong("expiresOn", "before_start", "The expiry date can’t be before the start date.");
  if (validityBasis === "open_ended" && expiresOn !== null)
    wrong("expiresOn", "end_of_open_ended", "Open-ended certificates have a review date instead of an expiry date.");
  if (values.holderType === "brand" && values.holderBrandId === null)
    wrong("holderBrandId", "holder_missing", "Choose the brand.");
  if (values.holderType === "retailer" && values.holderRetailerId === null)
    wrong("holderRetailerId", "holder_missing", "Choose the retailer.");
  if (values.evidenceLevel === "registry_verified")
    wrong("evidenceLevel", "registry_needs_check", "Only a reviewer who has checked the registry can set this.");
  if (
    values.kind !== "premise" &&
    values.holderType !== "retailer" &&
    values.sites.some(({ locationId }) => locationId)
  )
    wrong(
      "sites",
      "place_without_shop",
      "Only premises certificates and retailers’ certificates can name store locations. Remove the locations or change the type.",
    );
  if (new Set(values.sites.map(({ id }) => id)).size < values.sites.length)
    wrong("sites", "site_twice", "This site is listed twice.");
  return errors;
}

/** Only the id of the holder's own type stays. */
export function withOneHolder<
  Values extends Pick<CertificateInput, "holderType" | "holderBrandId" | "holderRetailerId">,
>(values: Values): Values {
  return {
    ...values,
    holderBrandId: values.holderType === "brand" ? values.holderBrandId : null,
    holderRetailerId: values.holderType === "retailer" ? values.holderRetailerId : null,
  };
}
