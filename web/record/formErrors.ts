import { toNestErrors } from "@hookform/resolvers";
import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";
import type { FieldError } from "#base/refusal.ts";
import { issueText } from "#web/textOf.ts";

type Issue = z.core.$ZodIssue & { readonly params?: object };

/**
 * Validates a form with the server's schema and with checks across several fields. Translates the codes to messages, so
 * that client and server show the same ones.
 */
export function checkedBy<Values extends FieldValues>(
  schema: z.core.$ZodType<Values>,
  errorsOf: (values: Values) => readonly FieldError[] = () => [],
): Resolver<Values> {
  return async (values, _context, options) => {
    const result = await schema["~standard"].validate(values);
    const errors = result.issues ? result.issues.map((issue) => fieldError(issue as Issue)) : errorsOf(result.value);
    if (errors.length === 0 && !result.issues) return { values: result.value, errors: {} };
    return { values: {}, errors: toNestErrors<Values>(byPath(errors), options) };
  };
}

/** The first error of each field, in the language of the screen. */
function byPath(errors: readonly FieldError[]): Record<string, { type: string; message: string }> {
  const found: Record<string, { type: string; message: string }> = {};
  for (const error of errors) found[error.path] ??= { type: error.code, message: issueText(error) };
  return found;
}

/** Like the server (`api/inputErrors.ts`): our own checks put their code in zod's message. */
export function fieldError({ code, message, path, params, ...facts }: Issue): FieldError {
  const plain = Object.entries({ ...facts, ...params }).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  const isCode = /^[a-z0-9_]+$/.test(message);
  return { path: path.join("."), code: isCode ? message : code, message, params: Object.fromEntries(plain) };
}

/** The number of fields with an error. In a group such as translations each of its fields counts. */
export function countErrors(errors: object): number {
  return Object.entries(errors).reduce((sum, [, error]: [string, unknown]) => {
    if (typeof error !== "object" || error === null) return sum;
    return sum + ("type" in error && typeof error.type === "string" ? 1 : countErrors(error));
  }, 0);
}
