import * as z from "zod/mini";
import { latinDigits } from "#base/digits.ts";
import * as schemas from "#base/fields.ts";
import { type Field, field, fields, type ValuesOf } from "#base/records/fields.ts";

const linksMax = 50;

/** Any number that people write down, as in `+44 116 496 0187 ext. 4`: a shared address book is no dialling plan. */
const phoneText = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(60),
      z.overwrite(latinDigits),
      z.regex(/^[+(]?(?:[\s\d()+./#*,;-]|ext\.?|x)*$/iu, { error: "contact_phone" }),
      z.regex(/(?:\d\D*){3}/, { error: "contact_phone" }),
    );

const recordIds = (): Field<string[]> => field.custom(z.array(schemas.id()).check(z.maxLength(linksMax)), []);

/** The fields of spec 001, and the records that a contact belongs to. */
export const contactFields = fields({
  name: field.text({ required: true, max: 80 }),
  /** Often empty: many Arabic names are one name. */
  lastName: field.text({ max: 80 }),
  nickname: field.text({ max: 80 }),
  company: field.text({ max: 120 }),
  jobTitle: field.text({ max: 120 }),
  email: field.email(),
  phone: field.custom<string | null>(z.nullable(phoneText()), null, { kind: "phone" }),
  address: field.text({ max: 300 }),
  birthday: field.date(),
  notes: field.text({ max: 5000, isLong: true }),
  /** The address of a picture. Only pictures of this site are shown. */
  avatar: field.text({ max: 500 }),
  retailerIds: recordIds(),
  brandIds: recordIds(),
  certifierIds: recordIds(),
});

export interface ContactInput extends ValuesOf<typeof contactFields> {}
