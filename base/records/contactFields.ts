import * as z from "zod/mini";
import { phone } from "#base/phoneField.ts";
import { type Field, field } from "#base/records/fields.ts";
import { Social } from "#base/social.ts";

// Apart from the other kinds, so that only screens of companies load what phone numbers and addresses look like.

export const contactField = {
  /** E.164. */
  phone: (): Field<string | null> => field.custom<string | null>(z.nullable(phone()), null, { kind: "phone" }),
  /** Addresses by kind: `instagram`. */
  social: (): Field<Social> => field.custom<Social>(Social, {}, { kind: "social" }),
};
