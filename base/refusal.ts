/** One error of one field. `path` is the field as the caller spelled it, dotted: `name`, `nameI18n.ar`. */
export type FieldError = {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** Numbers and names that the message needs, such as `{ minimum: 2 }`. */
  readonly params?: Readonly<Record<string, unknown>>;
};

/** Facts sent with a refusal besides its code, for the screen to explain it. */
export type RefusalDetails = Readonly<Record<string, unknown>>;

/**
 * An expected failure with a code that the caller may act on. Any other error is a fault (HTTP 500).
 *
 * Created only by the functions that `refusals()` returns, so that code, status and message stay together.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  readonly status: number;
  readonly details: RefusalDetails;
  readonly errors: readonly FieldError[];

  constructor(
    code: string,
    status: number,
    message: string,
    details: RefusalDetails = {},
    errors: readonly FieldError[] = [],
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.errors = errors;
  }
}

/**
 * Creates one kind of refusal. Has its code, status and message, so that operations can list it in the API reference.
 */
export type RefusalMaker = {
  (details?: RefusalDetails, errors?: readonly FieldError[]): Refusal;
  readonly code: string;
  readonly status: number;
  readonly message: string;
};

/**
 * Declares the refusals of a feature: the only place for code, HTTP status and message.
 *
 * `{name}` in a message is replaced by the detail of that name. Screens translate by code and fall back to the message.
 */
export function refusals<const Table extends Record<string, { status: number; message: string }>>(table: Table) {
  const makers = Object.entries(table).map(([code, { status, message }]) => {
    const make = (details: RefusalDetails = {}, errors: readonly FieldError[] = []) =>
      new Refusal(code, status, fill(message, details), details, errors);
    return [code, Object.assign(make, { code, status, message })];
  });
  return Object.fromEntries(makers) as { readonly [Code in keyof Table]: RefusalMaker };
}

/** Also turns "1 seconds" into "1 second". */
const fill = (message: string, details: RefusalDetails) =>
  message.replaceAll(/\{(\w+)\}(?: second(s))?/g, (whole, name: string, plural?: string) => {
    if (!(name in details)) return whole;
    const unit = plural === undefined ? "" : details[name] === 1 ? " second" : " seconds";
    return `${String(details[name])}${unit}`;
  });

/** The refusals that any operation may answer with. */
export const commonRefusals = refusals({
  malformed_json: { status: 400, message: "The body isn’t valid JSON." },
  malformed_form: { status: 400, message: "The body isn’t a valid form." },
  unknown_field: { status: 400, message: "Unknown field." },
  invalid_cursor: { status: 400, message: "This page link is no longer valid. Start from the first page." },
  token_missing: { status: 401, message: "Sign in first." },
  invalid_token: { status: 401, message: "Invalid access_token" }, // spec 000 §8
  token_expired: { status: 401, message: "access_token expired" }, // spec 000 §8
  permission_denied: { status: 403, message: "You don’t have permission to do this." },
  outside_scope: { status: 403, message: "This record would be outside your scope." },
  not_for_keys: { status: 403, message: "API keys can’t call this. Sign in as a user." },
  form_from_elsewhere: { status: 403, message: "Another site can’t submit forms here." },
  viewing_only: { status: 403, message: "You’re viewing as someone else. Stop viewing to make changes." },
  password_change_required: { status: 403, message: "Change your password first." },
  second_factor_setup_required: {
    status: 403,
    message: "Set up two-factor authentication first. Your role requires it.",
  },
  not_found: { status: 404, message: "Record not found." },
  method_not_allowed: { status: 405, message: "Method not allowed. Use {allow}." },
  version_conflict: { status: 412, message: "Someone else changed this record in the meantime." },
  body_too_large: { status: 413, message: "The request is larger than {limit} bytes." },
  body_too_deep: { status: 413, message: "The request is nested more than {limit} levels deep." },
  unsupported_body: { status: 415, message: "Send JSON or a form." },
  invalid_input: { status: 422, message: "Some fields need your attention." },
  version_required: { status: 428, message: "Send the version you edited in the If-Match header." },
  rate_limited: { status: 429, message: "Too many attempts. Try again in {retryAfterSeconds} seconds." },
  internal: { status: 500, message: "Something went wrong" }, // spec 000 §8
  retry_later: { status: 503, message: "The service is temporarily unavailable. Try again in a moment." },
  server_busy: { status: 503, message: "The server is busy. Try again in a moment." },
  outcome_unknown: {
    status: 503,
    message:
      "The server didn’t finish in time, and your change may have been saved. Reload to see before you try again.",
  },
});
