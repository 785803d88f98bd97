import { type FieldError, Refusal } from "#base/refusal.ts";
import { wordsFor } from "#web/i18n.ts";

/**
 * What to tell a person about a failure, in the language of the screen.
 *
 * By the refusal's code where a translation is known; else the server's message, else its first field error's, else the
 * status text (spec 000 §8); and for a fault, which explains nothing to anybody, 'Something went wrong'.
 */
export function textOf(error: unknown): string {
  if (!(error instanceof Refusal)) return somethingWentWrong();
  return (
    wordsFor(`refusals.${error.code}`, error.details) ||
    error.message ||
    (error.errors[0] && issueText(error.errors[0])) ||
    (error.details.statusText as string | undefined) ||
    somethingWentWrong()
  );
}

/** What is wrong with one field: by the code of the problem, with its numbers; else as the server says it. */
export function issueText({ code, message, params = {} }: FieldError): string {
  const isEmpty = code === "too_small" && params.origin === "string" && params.minimum === 1;
  const bound = params.minimum ?? params.maximum;
  const values = { ...params, context: params.origin, ...(typeof bound === "number" ? { count: bound } : {}) };
  return wordsFor(`issues.${isEmpty ? "required" : code}`, values) ?? message;
}

const somethingWentWrong = () => wordsFor("somethingWentWrong") ?? "Something went wrong"; // spec 000 §8
