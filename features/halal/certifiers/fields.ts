import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { type FileRule, pictureTypes } from "#base/files.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";
import { patternProblem, templateProblem } from "#features/halal/certifiers/contract/numbers.ts";

export const certifierKinds = ["government", "semi_government", "ngo", "private"] as const;
export const stunningPolicies = ["none", "reversible", "irreversible", "not_applicable", "unknown"] as const;

export const certifierLimits = {
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
  title: schemas.text({ min: 1, max: certifierLimits.sourceTitleMax }),
  url: z.nullable(schemas.httpsUrl()),
  readOn: z.nullable(schemas.date()),
});
export type Source = z.output<typeof Source>;

/** Covers a scope, without which it says nothing: a certifier may be accredited for one kind of product in one market. */
const Accreditation = z.strictObject({
  id: schemas.id(),
  accreditor: schemas.text({ min: 1, max: certifierLimits.accreditorMax }),
  accreditationNo: z.nullable(schemas.text({ min: 1, max: certifierLimits.accreditationNoMax })),
  scopeText: schemas.text({ min: 1, max: certifierLimits.scopeMax, multiline: true }),
  validFrom: z.nullable(schemas.date()),
  validTo: z.nullable(schemas.date()),
  /** No longer in force from this day on, whatever its last day. Needs a reason. */
  withdrawnOn: z._default(z.nullable(schemas.date()), null),
  withdrawnReason: z._default(z.nullable(schemas.text({ min: 1, max: certifierLimits.reasonMax })), null),
  sourceUrl: z.nullable(schemas.httpsUrl()),
});
export type Accreditation = z.output<typeof Accreditation>;

/** A code that is checked before it is used. Entered and shown as an identifier. */
const checkedCode = (max: number, problemOf: (text: string) => string | null, codes: readonly string[]) => {
  const checks = codes.map((code) => z.refine<string>((text) => problemOf(text) !== code, { error: code }));
  const schema = z.nullable(schemas.text({ min: 1, max }).check(...checks));
  return field.custom<string | null>(schema, null, { kind: "code", answer: z.nullable(z.string()) });
};

const whole = (min: number, max: number) => field.integer({ min, max });
const { renewalDaysMax, validityMonths } = certifierLimits;

/** The fields of a certifier's form. */
export const certifierFields = fields(
  {
    acronym: field.text({ required: true, max: 40 }),
    name: field.text({ required: true, min: 2, max: certifierLimits.nameMax }),
    nameI18n: field.translations("name", { max: certifierLimits.nameMax }),
    country: field.custom(schemas.countryCode(), "", { kind: "country", isRequired: true, answer: z.string() }),
    kind: field.custom(z.enum(certifierKinds), "private", {
      kind: "choice",
      isRequired: true,
      choices: certifierKinds,
    }),
    website: field.url(),
    logoFileId: field.custom(z.nullable(schemas.id()), null, { answer: z.nullable(z.string()) }),
    registryUrl: field.url(),
    /** With `{number}` where the number of a certificate goes. */
    registryLookupTemplate: checkedCode(500, templateProblem, ["template_without_number", "template_address"]),
    /** A regular expression for whole numbers; simple enough to be matched with any number (contract/numbers.ts). */
    certificateNoPattern: checkedCode(certifierLimits.patternMax, patternProblem, [
      "pattern_invalid",
      "pattern_too_free",
    ]),
    typicalValidityMonths: whole(validityMonths.min, validityMonths.max),
    /** A renewal may be filed from so many days before the end … */
    renewalFromDays: whole(1, renewalDaysMax),
    /** … until so many. */
    renewalToDays: whole(0, renewalDaysMax),
    defaultStunningPolicy: field.choice(stunningPolicies, { initial: "unknown" }),
    /** Of Open Food Facts, such as `en:halal-food-council-of-europe`. */
    offLabelTags: field.custom(
      z
        .array(z.string().check(z.trim(), z.regex(/^[a-z]{2,3}:[a-z0-9-]{1,80}$/, { error: "off_label_tag" })))
        .check(z.maxLength(certifierLimits.tagsMax)),
      [],
    ),
    sources: field.custom(z.array(Source).check(z.maxLength(certifierLimits.sourcesMax)), []),
    accreditations: field.custom(z.array(Accreditation).check(z.maxLength(certifierLimits.accreditationsMax)), []),
  },
  { errorsOf: certifierErrors },
);
export interface CertifierInput extends ValuesOf<typeof certifierFields> {}

type Renewal = { readonly renewalFromDays: number | null; readonly renewalToDays: number | null };

function certifierErrors({
  renewalFromDays,
  renewalToDays,
  accreditations,
}: Renewal & { readonly accreditations: readonly Accreditation[] }): FieldError[] {
  const errors = accreditations.flatMap((accreditation, index) =>
    accreditationErrors(accreditation, `accreditations.${index}`),
  );
  if ((renewalFromDays === null) !== (renewalToDays === null)) {
    const path = renewalFromDays === null ? "renewalFromDays" : "renewalToDays";
    errors.push({ path, code: "renewal_half", message: "Enter both ends of the renewal window." });
  } else if (renewalFromDays !== null && renewalToDays !== null && renewalToDays > renewalFromDays) {
    errors.push({
      path: "renewalToDays",
      code: "renewal_order",
      message: "The renewal window must open before it closes.",
    });
  }
  return errors;
}

function accreditationErrors({ withdrawnOn, withdrawnReason, ...period }: Accreditation, path: string): FieldError[] {
  const errors = periodErrors(period, `${path}.validTo`);
  if (withdrawnOn !== null && withdrawnReason === null)
    errors.push({ path: `${path}.withdrawnReason`, code: "required", message: "Enter a reason." });
  if (withdrawnOn === null && withdrawnReason !== null)
    errors.push({ path: `${path}.withdrawnOn`, code: "required", message: "Enter the day of the withdrawal." });
  return errors;
}

/** The first and the last day, both included; open where null. */
export type Period = Pick<Accreditation, "validFrom" | "validTo">;

export const periodErrors = ({ validFrom, validTo }: Period, path: string): FieldError[] =>
  validFrom !== null && validTo !== null && validTo < validFrom
    ? [{ path, code: "ends_before_it_begins", message: "The last day must be on or after the first." }]
    : [];
