import type * as z from "zod/mini";
import english from "zod/v4/locales/en.js";
import { commonRefusals, type FieldError, type Refusal } from "#base/refusal.ts";
import { fieldMessages } from "#api/fieldMessages.ts";

// Screens have their own messages, by `code`. These English ones are for other callers.

const { localeError } = english();

/** zod's message for an issue, unless the schema has its own. A missing field has its own code. */
export const wordIssue: z.core.$ZodErrorMap = (issue) =>
  issue.code === "invalid_type" && issue.input === undefined ? "required" : localeError(issue);

/** The refusal for an input that failed its schema. */
export function inputRefusal(issues: readonly z.core.$ZodIssue[]): Refusal {
  const errors = issues.flatMap((issue) => fieldErrors(issue, []));
  const hasUnknown = errors.some(({ code }) => code === "unknown_field");
  return hasUnknown ? commonRefusals.unknown_field({}, errors) : commonRefusals.invalid_input({}, errors);
}

export const unknownField = (names: readonly string[]): Refusal =>
  commonRefusals.unknown_field(
    {},
    names.map((name) => unknownAt([name])),
  );

type Path = readonly PropertyKey[];

function fieldErrors(issue: z.core.$ZodIssue, above: Path): FieldError[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownAt([...path, key]));
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return likeliest(issue.errors).flatMap((inner) => fieldErrors(inner, path));
  }
  const { code, message, path: _path, params, ...facts } = issue as z.core.$ZodIssue & { params?: object };
  // Our own checks put their code in zod's message.
  const isCode = /^[a-z0-9_]+$/.test(message);
  return [
    {
      path: path.join("."),
      code: isCode ? message : code,
      message: isCode ? (fieldMessages[message] ?? sentence(message)) : message,
      params: plain({ ...facts, ...params }),
    },
  ];
}

/** Of the members of a union, the one that the input matches furthest: errors of the others do not help. */
const likeliest = (forms: readonly z.core.$ZodIssue[][]) =>
  forms.reduce((best, form) => (depthOf(form) > depthOf(best) ? form : best));

const depthOf = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));

const unknownAt = (path: Path): FieldError => ({
  path: path.join("."),
  code: "unknown_field",
  message: `Unknown field: ${String(path.at(-1))}.`,
});

const sentence = (code: string) => `${code[0]!.toUpperCase()}${code.slice(1).replaceAll("_", " ")}.`;

const plain = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)),
  );
