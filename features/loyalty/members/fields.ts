import * as z from "zod/mini";
import { latinDigits } from "#base/digits.ts";
import * as schemas from "#base/fields.ts";
import { phone } from "#base/phoneField.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";
import { type ContactKind, contactKinds, isMasked } from "#features/loyalty/members/rules.ts";

export const memberLimits = {
  displayNameMax: 120,
  certifiersMax: 50,
  statusReasonMax: 1000,
  contactMax: 254,
} as const;

/** The language of what a member reads. */
export const memberLanguages = ["en", "ar"] as const;

/** The number of a card: `4711 0815` and `٤٧١١-٠٨١٥` are `47110815`. */
const plainNumber = (typed: string) =>
  latinDigits(typed.normalize("NFKC"))
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .toUpperCase();
const memberNumber = () =>
  z.string().check(z.maxLength(60), z.overwrite(plainNumber), z.regex(/^[A-Z0-9]{4,32}$/, { error: "member_number" }));

/** What contacts look like when they are entered. */
export const contactSchemas: Readonly<Record<ContactKind, z.ZodMiniType<string>>> = {
  memberNumber: memberNumber(),
  email: schemas.email(),
  phone: phone(),
};
const contactErrors = { memberNumber: "member_number", email: "email", phone: "phone" } as const;

/** A contact, or the mask of the stored one, which stays as it is: see `errorsOf`. */
function contactField(kind: ContactKind, control: "code" | "email" | "phone") {
  const schema = contactSchemas[kind];
  const plain = (typed: string) => (isMasked(typed) ? typed : (z.safeParse(schema, typed).data ?? typed));
  const isValid = (value: string) => isMasked(value) || z.safeParse(schema, value).success;
  const maskable = z
    .string()
    .check(z.maxLength(memberLimits.contactMax), z.overwrite(plain), z.refine(isValid, { error: contactErrors[kind] }));
  return field.custom<string | null>(z.nullable(maskable), null, { kind: control });
}

export const memberFields = fields(
  {
    memberNumber: contactField("memberNumber", "code"),
    email: contactField("email", "email"),
    phone: contactField("phone", "phone"),
    displayName: field.text({ max: memberLimits.displayNameMax }),
    country: field.country(),
    language: field.choice(memberLanguages, { initial: "en" }),
    /** Certifiers whose certificates the member accepts. Empty: all. */
    certifierIds: field.custom<string[]>(z.array(schemas.id()).check(z.maxLength(memberLimits.certifiersMax)), []),
  },
  {
    errorsOf: (values, _, before = null): FieldError[] => {
      const unknown = contactKinds.filter((kind) => {
        const value = values[kind];
        return value !== null && isMasked(value) && value !== before?.[kind];
      });
      if (unknown.length > 0)
        return unknown.map((path) => ({ path, code: contactErrors[path], message: "Enter the full value." }));
      if (contactKinds.some((kind) => values[kind] !== null)) return [];
      return [{ path: "memberNumber", code: "contact_needed", message: "Enter a number, an email or a phone." }];
    },
  },
);

export interface MemberInput extends ValuesOf<typeof memberFields> {}
