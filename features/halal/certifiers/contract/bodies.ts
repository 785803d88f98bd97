import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { type FileRule, pictureTypes } from "#base/files.ts";
import { patternProblem, templateProblem } from "#features/halal/certifiers/contract/numbers.ts";

export const bodyKinds = ["government", "semi_government", "ngo", "private"] as const;
export const stunningPolicies = ["none", "reversible", "irreversible", "not_applicable", "unknown"] as const;
export const certifierStatuses = ["active", "archived"] as const;
export const CertifierStatus = z.enum(certifierStatuses);
/** Certificates of a suspended or archived body prove nothing. */
export const bodyStatuses = ["active", "suspended", "archived"] as const;
export const BodyStatus = z.enum(bodyStatuses);
export type BodyStatus = z.output<typeof BodyStatus>;

export const certifierLimits = {
  acronymMax: 40,
  nameMax: 200,
  patternMax: 200,
  validityMonths: { min: 1, max: 120 },
  /** Days before the end of a certificate. */
  renewalDaysMax: 730,
  tagsMax: 20,
  sourcesMax: 20,
  accreditationsMax: 50,
  scopeMax: 500,
  accreditorMax: 60,
  accreditationNoMax: 60,
  sourceTitleMax: 200,
  reasonMax: 500,
} as const;

export const certifierLogo: FileRule = { purpose: "certifierLogo", accepts: pictureTypes, bytesMax: 5_242_880 };

/** Where something was read, and when. */
export const Source = z.strictObject({
  title: fields.text({ min: 1, max: certifierLimits.sourceTitleMax }),
  url: z.nullable(fields.httpsUrl()),
  readOn: z.nullable(fields.date()),
});
export type Source = z.output<typeof Source>;

/** Covers a scope, without which it says nothing: a body may be accredited for one kind of product in one market alone. */
export const Accreditation = z.strictObject({
  id: fields.id(),
  accreditor: fields.text({ min: 1, max: certifierLimits.accreditorMax }),
  accreditationNo: z.nullable(fields.text({ min: 1, max: certifierLimits.accreditationNoMax })),
  scopeText: fields.text({ min: 1, max: certifierLimits.scopeMax, multiline: true }),
  validFrom: z.nullable(fields.date()),
  validTo: z.nullable(fields.date()),
  /** No longer in force from this day on, whatever its last day. Needs a reason. */
  withdrawnOn: z._default(z.nullable(fields.date()), null),
  withdrawnReason: z._default(z.nullable(fields.text({ min: 1, max: certifierLimits.reasonMax })), null),
  sourceUrl: z.nullable(fields.httpsUrl()),
});
export type Accreditation = z.output<typeof Accreditation>;

const refined = (max: number, problemOf: (text: string) => string | null, codes: readonly string[]) =>
  fields
    .text({ min: 1, max })
    .check(...codes.map((code) => z.refine<string>((text) => problemOf(text) !== code, { error: code })));

/** All of a certifying body that a person fills in. */
export const BodyInput = z.strictObject({
  acronym: fields.text({ min: 1, max: certifierLimits.acronymMax }),
  name: fields.text({ min: 2, max: certifierLimits.nameMax }),
  nameI18n: fields.translations({ max: certifierLimits.nameMax }),
  country: fields.countryCode(),
  kind: z.enum(bodyKinds),
  website: z.nullable(fields.httpsUrl()),
  logoFileId: z.nullable(fields.id()),
  registryUrl: z.nullable(fields.httpsUrl()),
  /** With `{number}` where the number of a certificate goes. */
  registryLookupTemplate: z.nullable(
    refined(500, templateProblem, ["template_without_number", "template_address"] as const),
  ),
  /** A regular expression for whole numbers; simple enough to be asked about any number (rules.ts). */
  certificateNoPattern: z.nullable(
    refined(certifierLimits.patternMax, patternProblem, ["pattern_invalid", "pattern_too_free"] as const),
  ),
  typicalValidityMonths: z.nullable(
    z.int().check(z.minimum(certifierLimits.validityMonths.min), z.maximum(certifierLimits.validityMonths.max)),
  ),
  /** A renewal may be filed from so many days before the end … */
  renewalFromDays: z.nullable(z.int().check(z.minimum(1), z.maximum(certifierLimits.renewalDaysMax))),
  /** … until so many. */
  renewalToDays: z.nullable(z.int().check(z.minimum(0), z.maximum(certifierLimits.renewalDaysMax))),
  defaultStunningPolicy: z.enum(stunningPolicies),
  /** Of Open Food Facts, such as `en:halal-food-council-of-europe`. */
  offLabelTags: z
    .array(z.string().check(z.trim(), z.regex(/^[a-z]{2,3}:[a-z0-9-]{1,80}$/, { error: "off_label_tag" })))
    .check(z.maxLength(certifierLimits.tagsMax)),
  sources: z.array(Source).check(z.maxLength(certifierLimits.sourcesMax)),
  accreditations: z.array(Accreditation).check(z.maxLength(certifierLimits.accreditationsMax)),
});
export type BodyInput = z.output<typeof BodyInput>;
export const BodyPatch = z.partial(BodyInput);
export type BodyPatch = z.output<typeof BodyPatch>;

export const Body = z.object({
  ...BodyInput.shape,
  id: z.string(),
  status: BodyStatus,
  /** Why it was suspended or reinstated. */
  statusReason: z.nullable(z.string()),
  statusChangedAt: z.string(),
  /** Certificates of every state that name it. */
  certificateCount: z.int(),
  /** Those that are verified or suspended and have not ended. While there are any, it can't be archived. */
  inForceCount: z.int(),
  /** Markets whose list names it today. */
  markets: z.array(z.string()),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
});
export type Body = z.output<typeof Body>;

export const BodyRow = z.pick(Body, {
  id: true,
  acronym: true,
  name: true,
  nameI18n: true,
  country: true,
  kind: true,
  website: true,
  logoFileId: true,
  renewalFromDays: true,
  renewalToDays: true,
  typicalValidityMonths: true,
  defaultStunningPolicy: true,
  status: true,
  version: true,
  createdAt: true,
  updatedAt: true,
});
export type BodyRow = z.output<typeof BodyRow>;

export const bodySorts = ["acronym", "country", "updatedAt"] as const;
export const bodyExportColumns = [
  "acronym",
  "name",
  "nameAr",
  "country",
  "kind",
  "website",
  "registryUrl",
  "registryLookupTemplate",
  "certificateNoPattern",
  "typicalValidityMonths",
  "renewalFromDays",
  "renewalToDays",
  "defaultStunningPolicy",
  "offLabelTags",
  "status",
] as const;
