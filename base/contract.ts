import type * as z from "zod/mini";
import type { Duty } from "#base/duties.ts";
import type { Pace } from "#base/rateLimits.ts";
import type { RefusalMaker } from "#base/refusal.ts";

/** `public` needs nothing, `session` a signed-in person, anything else a granted permission such as `brands.read`. */
export type Permission = "public" | "session" | `${string}.${string}`;

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One call across the wire. The only place its path, permission, shapes and refusals are written.
 *
 * The input is one flat object: path parameters by name, then the query (GET, DELETE) or the body (the rest).
 */
export type Operation<I extends z.core.$ZodType = z.core.$ZodType, O extends z.core.$ZodType = z.core.$ZodType> = {
  readonly method: Method;
  /** Parameters in braces are filled from the input field of the same name. */
  readonly path: `/${string}`;
  /** Further paths that answer the same, such as the literal ones of spec 000 §7. */
  readonly aliases?: readonly `/${string}`[];
  /**
   * The path of another operation of this method. Who lacks that one's permission and has this one's is answered there by
   * this one (docs/decisions/0034).
   */
  readonly standsInAt?: `/${string}`;
  /** What makes the path one that anybody can try at once, where something must be asked for. */
  readonly exampleQuery?: `?${string}`;
  readonly permission: Permission;
  /** One line for the API reference. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** What it may answer besides `commonRefusals`. */
  readonly refusals?: readonly RefusalMaker[];
  /**
   * The input's `version` travels as `If-Match`: without it 428, and the service answers 412 when it is stale. With
   * `ifSent` the last writer wins where none was sent, for calls of spec 001.
   */
  readonly versioned?: true | "ifSent";
  /** The input's `token` is the caller's own, as it came in the header. */
  readonly readsToken?: true;
  /** `text`, `bytes`: the body is not JSON but the input's field of that name, and the query fills the rest. `json` unless told. */
  readonly body?: "json" | "text" | "bytes";
  /** Upper bound of the body in bytes, when it is not `bodyBytesMax`. */
  readonly bodyBytesMax?: number;
  /**
   * `csv` streams rows, `file` answers bytes as they are kept, `empty` 200 without a body. `record` tells in the headers
   * what its body has no key for: the version as `ETag`, or `X-Record-Missing: 1` of one that is not there (spec 001,
   * where both answer 200). `json` unless told.
   */
  readonly reply?: "json" | "csv" | "file" | "empty" | "record";
  /** Its rows tell of no record, such as a template. Every other CSV is an export, and on record as one. */
  readonly holdsNoRecords?: true;
  /** Tells of a person what not everybody knows: who looked is on record (domain 1.14). */
  readonly readsPersonalData?: true;
  /** Somebody who still has to do one of these may call it all the same. */
  readonly allowedBefore?: readonly Duty[];
  /** Changes something that somebody who looks through another's eyes may change all the same, such as ending that. */
  readonly allowedWhileViewingAs?: true;
  /**
   * An API key may be given this operation's permission and call it with it. Without this no key ever does, whatever it
   * was given (docs/decisions/0018).
   */
  readonly forKeys?: true;
  /** Costs much besides files of records and searches, which nobody has to mark: how often, `base/rateLimits.ts` says. */
  readonly pace?: Pace;
  /** The time limit, if it differs from that of `base/timeouts.ts`. */
  readonly timeoutMs?: number;
  /**
   * Signing in, identifying the user and signing out: served separately from other calls, however many there are
   * (docs/decisions/0055).
   */
  readonly isSignIn?: true;
  /** Gives rights away, moves money or cannot be taken back: marked wherever its permission is shown. */
  readonly isDangerous?: true;
};

/** What a caller passes and a handler gets. */
export type Input<Op extends Operation> = z.output<Op["input"]>;
/** What a handler returns and a caller gets. */
export type Output<Op extends Operation> = z.output<Op["output"]>;

/** 1 MB (reliability R24); an operation that takes files says so with `bodyBytesMax`. */
export const bodyBytesMax = 1_048_576;

/** Declares a call. The kind of reply stays part of the type, as a handler answers a file in another way. */
export const operation = <I extends z.core.$ZodType, O extends z.core.$ZodType, const Rest>(
  op: Operation<I, O> & Rest,
): Operation<I, O> & Pick<Rest, keyof Rest & "reply"> => op;

/** Whether what is not in the path may travel in a body; of a GET and a DELETE it travels in the query. */
export const takesBody = ({ method }: Pick<Operation, "method">): boolean => method !== "GET" && method !== "DELETE";

/** Behind the path of a DELETE: the same call as a POST, where a network lets no DELETE through (spec 000 §7). */
export const deleteSuffix = "/delete";

/** The icons that the menu knows (spec 000 §2, seven), the fixed entries' and the one of the demo applications. */
export type MenuIcon =
  | "user"
  | "permissions"
  | "brands"
  | "brand-products"
  | "brand-categories"
  | "retailers"
  | "certificates"
  | "apps";

/** A section of the side menu. It shows when the person may call at least one entry's operation. */
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
  /** Names an operation, so that a permission is written once, in the contract. */
  readonly needs: Operation;
};
