import type * as z from "zod/mini";
import english from "zod/v4/locales/en.js";
import { commonRefusals, type FieldError, type Refusal } from "#base/refusal.ts";
import { fieldMessages } from "#api/fieldMessages.ts";

// A message a person can act on stands in the screens' words, under `code`. The English here is for other callers.

const { localeError } = english();

/** What zod says of an issue, where the schema has no word of its own for it. A field that is not there has a code of its own. */
export const wordIssue: z.core.$ZodErrorMap = (issue) =>
  issue.code === "invalid_type" && issue.input === undefined ? "required" : localeError(issue);

/** The refusal for an input that its schema turned down. */
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
  // Our own checks put their code where zod puts its message.
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

/** Of the forms an input may have, the one it follows furthest: what is wrong with the others says nothing. */
const likeliest = (forms: readonly z.core.$ZodIssue[][]) =>
  forms.reduce((best, form) => (depthOf(form) > depthOf(best) ? form : best));

const depthOf = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));

const unknownAt = (path: Path): FieldError => ({
  path: path.join("."),
  code: "unknown_field",
  message: `"${String(path.at(-1))}" is not known here.`,
});

const sentence = (code: string) => `${code[0]!.toUpperCase()}${code.slice(1).replaceAll("_", " ")}.`;

const plain = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)),
  );
