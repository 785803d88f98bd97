import { type FieldError, Refusal } from "#base/refusal.ts";

/** The code for a response without one: from another server, or from a proxy. */
export const unexplained = "unexplained";

/**
 * Reads a failed response of any shape: a bare string, `message`, `error`, else the first validation error. If it has
 * none, the message is empty and the details carry the status text (spec 000 §8).
 */
export async function failureOf(response: Response): Promise<Refusal> {
  const text = await response.text().catch(() => "");
  const body = parsed(text, response.headers.get("content-type") ?? "");
  if (typeof body === "string") return new Refusal(unexplained, response.status, body);
  const { code, message, error, details, errors } = (body ?? {}) as Answer;
  const fieldErrors = fieldErrorsOf(errors ?? (typeof error === "object" ? error : undefined));
  const said = [message, error, fieldErrors[0]?.message].find(isText) ?? "";
  const { status, statusText } = response;
  return new Refusal(isText(code) ? code : unexplained, status, said, said ? details : { statusText }, fieldErrors);
}

type Answer = {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly error?: unknown;
  readonly details?: Record<string, unknown>;
  readonly errors?: unknown;
};

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** An HTML error page from a proxy helps no user. */
function parsed(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return /^text\/plain\b/i.test(type) ? text : null;
  }
}

/** Field errors as this API or others send them: strings, or lists of strings, by field name. */
function fieldErrorsOf(errors: unknown): FieldError[] {
  if (Array.isArray(errors)) return errors.flatMap((each: unknown) => (hasMessage(each) ? [each] : []));
  if (typeof errors !== "object" || errors === null) return [];
  return Object.entries(errors).flatMap(([path, told]: [string, unknown]) =>
    [told].flat().flatMap((message) => (isText(message) ? [{ path, code: unexplained, message }] : [])),
  );
}

const hasMessage = (each: unknown): each is FieldError => isText((each as { message?: unknown } | null)?.message);
