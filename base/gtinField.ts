import * as z from "zod/mini";
import { readGtin } from "#base/gtin.ts";

// In a file of its own, because fields.ts is part of the login page.

/**
 * A brand's GTIN in any spelling; the output is padded to 14 digits (base/gtin.ts). Its error code is one of
 * `gtinProblems`.
 */
export const gtin = () =>
  z.string().check(
    z.maxLength(60),
    z.overwrite((typed) => readGtin(typed).gtin ?? typed),
    z.superRefine((typed, context) => {
      const reading = readGtin(typed);
      if (reading.problem === null) return;
      context.addIssue({ code: "custom", message: reading.problem, params: reading.params, input: typed });
    }),
  );
