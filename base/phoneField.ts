import * as z from "zod/mini";
import { latinDigits } from "#base/digits.ts";

// In a file of its own, because fields.ts is part of the login page.

/** E.164, at most 15 digits: `+442079460123`. Separators, as in `+44 (0)20 7946-0123`, are removed. */
export const phone = () =>
  z.string().check(z.maxLength(60), z.overwrite(plainPhone), z.regex(/^\+[1-9]\d{6,14}$/, { error: "phone" }));

// `(0)` is dialled only inside the country, instead of its code.
const plainPhone = (typed: string) =>
  latinDigits(typed)
    .replace("(0)", "")
    .replace(/[\s\p{Cf}\p{Pd}().]/gu, "");
