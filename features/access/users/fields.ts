import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { userCategories, userLanguages, userLimits } from "#features/access/users/rules.ts";

const name = schemas
  .text({ min: 1, max: userLimits.nameMax })
  .check(z.refine((text) => /[^\p{Cf}\p{Z}]/u.test(text), { error: "nothing_visible" }));

/** The fields of a profile and of an invitation. */
export const userFields = fields({
  name: field.custom<string>(name, "", { kind: "text", isRequired: true }),
  email: field.custom<string>(schemas.email(), "", { kind: "email", isRequired: true }),
  category: field.choice(userCategories, { initial: "platform" }),
  /** Of the emails that Mizan sends them. */
  language: field.choice(userLanguages, { initial: "en" }),
});
export interface UserInput extends ValuesOf<typeof userFields> {}
