import * as z from "zod/mini";
import { readGtin } from "#base/gtin.ts";

// Beside the other fields, not among them: these travel with the login page.

/**
 * A brand's GTIN however it is written; arrives padded to 14 digits (base/gtin.ts). What is wrong with it is the code, one
 * of `gtinProblems`.
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
