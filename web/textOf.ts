import { type FieldError, Refusal, type RefusalDetails } from "#base/refusal.ts";
import { wordsFor } from "#web/i18n.ts";

/**
 * The message for a failure, in the language of the screen.
 *
 * By the refusal's code if a translation is known; else the server's message, else its first field error's, else the
 * status text (spec 000 §8). For a fault, whose details would not help the user, 'Something went wrong'.
 */
export function textOf(error: unknown): string {
  if (!(error instanceof Refusal)) return somethingWentWrong();
  return (
    wordsFor(`refusals.${error.code}`, withCount(error.details)) ||
    error.message ||
    (error.errors[0] && issueText(error.errors[0])) ||
    (error.details.statusText as string | undefined) ||
    somethingWentWrong()
  );
}

/** The message for a field error: by its code, with its parameters; else the server's message. */
export function issueText({ code, message, params = {} }: FieldError): string {
  const isEmpty = code === "too_small" && params.origin === "string" && params.minimum === 1;
  const bound = params.minimum ?? params.maximum;
  const values = { ...params, context: params.origin, ...(typeof bound === "number" ? { count: bound } : {}) };
  return wordsFor(`issues.${isEmpty ? "required" : code}`, values) ?? message;
}

/** A wait is the number that a message agrees with: "1 second", "2 seconds". */
const withCount = (details: RefusalDetails) =>
  typeof details.retryAfterSeconds === "number" ? { count: details.retryAfterSeconds, ...details } : details;

const somethingWentWrong = () => wordsFor("somethingWentWrong") ?? "Something went wrong"; // spec 000 §8
