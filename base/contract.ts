import type * as z from "zod/mini";
import type { RequiredAction } from "#base/requiredActions.ts";
import type { Pace } from "#base/rateLimits.ts";
import type { RefusalMaker } from "#base/refusal.ts";

/** `public` needs nothing, `session` a signed-in user, anything else a granted permission such as `brands.read`. */
export type Permission = "public" | "session" | `${string}.${string}`;

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One API call. The only place that defines its path, permission, schemas and refusals.
 *
 * The input is one flat object: path parameters by name, then the query (GET, DELETE) or the body (the rest).
 */
export type Operation<I extends z.core.$ZodType = z.core.$ZodType, O extends z.core.$ZodType = z.core.$ZodType> = {
  readonly method: Method;
  /** Parameters in braces are filled from the input field of the same name. */
  readonly path: `/${string}`;
  /** Further paths with the same response, such as the literal ones of spec 000 §7. */
  readonly aliases?: readonly `/${string}`[];
  /**
   * The path of another operation with this method, for which this one is the fallback: it answers callers who have its
   * permission but not the other's (docs/decisions/0034).
   */
  readonly standsInAt?: `/${string}`;
  /**
   * A query for trying the path, if it requires one.
   */
  readonly exampleQuery?: `?${string}`;
  readonly permission: Permission;
  /** One line for the API reference. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Its refusals besides `commonRefusals`. */
  readonly refusals?: readonly RefusalMaker[];
  /**
   * The input's `version` is sent as `If-Match`: without it 428, and the service answers 412 when it is stale. With
   * `ifSent` it is optional, and without it the last writer wins, for calls of spec 001.
   */
  readonly versioned?: true | "ifSent";
  /** The input's `token` is the caller's own, from the header. */
  readonly readsToken?: true;
  /**
   * `text`, `bytes`: the body is not JSON but the input's field of that name; the query contains the rest. `json` by
   * default.
   */
  readonly body?: "json" | "text" | "bytes";
  /** The maximum size of the body in bytes, if not `bodyBytesMax`. */
  readonly bodyBytesMax?: number;
  /**
   * `csv` streams rows, as CSV or XLSX as the `Accept` header says, `file` answers stored bytes, `empty` 200 without a body. `record` uses headers for what its
   * body has no field for: the version as `ETag`, or `X-Record-Missing: 1` if it does not exist (spec 001, where both
   * answer 200). `events` is a stream that does not end by itself, after the input's `lastEventId`, which is sent as
   * `Last-Event-ID`. `json` by default.
   */
  readonly reply?: "json" | "csv" | "file" | "empty" | "record" | "events";
  /**
   * The records that it reads, by the resource in their audit entries. When one changes, screens read it again. With
   * `id`, only when the record changes whose id is the input's field of that name.
   */
  readonly reads?: readonly Reads[];
  /** Its rows contain no records, such as a template. Every other CSV is an export and audited as one. */
  readonly holdsNoRecords?: true;
  /** Contains personal data: each view is audited (domain 1.14). */
  readonly readsPersonalData?: true;
  /** Users who still have one of these to do may call it all the same. */
  readonly allowedBefore?: readonly RequiredAction[];
  /**
   * Callers may use it while viewing as another user or role although it changes something, such as ending that view.
   */
  readonly allowedWhileViewingAs?: true;
  /**
   * API keys may be granted this operation's permission and call it. Without this no key ever can, whatever it was
   * granted (docs/decisions/0018).
   */
  readonly forKeys?: true;
  /**
   * The operation accepts the header `Idempotency-Key`, and needs it if `required`: the next call with the same key and
   * input gets the stored answer (docs/decisions/0077). Only for JSON answers without secrets and personal data.
   */
  readonly idempotencyKey?: "required" | "ifSent";
  /** The rate limit in `base/rateLimits.ts` for an expensive operation. Exports and searches have theirs without it. */
  readonly pace?: Pace;
  /** The time limit, if it differs from that of `base/timeouts.ts`. */
  readonly timeoutMs?: number;
  /**
   * Signing in, identifying the user and signing out: served separately from other calls, however many there are
   * (docs/decisions/0055).
   */
  readonly isSignIn?: true;
  /** Grants rights, moves money or can't be undone: marked wherever its permission is shown. */
  readonly isDangerous?: true;
};

export type Reads = { readonly resource: string; readonly id?: string };

/** What a caller passes and a handler gets. */
export type Input<Op extends Operation> = z.output<Op["input"]>;
/** What a handler returns and a caller gets. */
export type Output<Op extends Operation> = z.output<Op["output"]>;

/** 1 MB (reliability R24); operations that accept files set their own `bodyBytesMax`. */
export const bodyBytesMax = 1_048_576;

/** Declares an operation. `reply` stays part of the type, because a file's handler returns another type. */
export const operation = <I extends z.core.$ZodType, O extends z.core.$ZodType, const Rest>(
  op: Operation<I, O> & Rest,
): Operation<I, O> & Pick<Rest, keyof Rest & "reply"> => op;

/** Whether fields that are not in the path are sent in the body; for GET and DELETE they are sent in the query. */
export const takesBody = ({ method }: Pick<Operation, "method">): boolean => method !== "GET" && method !== "DELETE";

/** Names a call, so that sending it again has no second effect (docs/decisions/0077). */
export const idempotencyKeyHeader = "Idempotency-Key";

/** A suffix for the path of a DELETE: the same call as a POST, for networks that block DELETE (spec 000 §7). */
export const deleteSuffix = "/delete";

/** The menu's icons: the seven of spec 000 §2, those of the fixed entries, and that of the demo applications. */
export type MenuIcon =
  | "user"
  | "permissions"
  | "brands"
  | "brand-products"
  | "brand-categories"
  | "retailers"
  | "certificates"
  | "promocode"
  | "apps";

/** A section of the side menu. It is shown if the user may call at least one entry's operation. */
export type MenuSection = {
  /** Stable across releases: the `ad_main_id` of the permission rows (spec 000 §3). */
  readonly id: number;
  readonly title: string;
  readonly icon: MenuIcon;
  readonly link: `/${string}`;
  readonly entries: readonly MenuEntry[];
};

export type MenuEntry = {
  /** The `ad_sub_id` of the permission rows. */
  readonly id: number;
  readonly title: string;
  readonly link: `/${string}`;
  /** Refers to an operation, so that a permission is written once, in the contract. */
  readonly needs: Operation;
};
