import type { SQL } from "drizzle-orm";
import type { MenuSection, Operation, Permission } from "#base/contract.ts";
import type { Decisions } from "#base/decisions.ts";
import type { RequiredAction } from "#base/requiredActions.ts";
import type { SideEffect, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Permissions, RowScope } from "#base/grants.ts";
import type { NotificationKind } from "#base/notifications.ts";
import type { Pace } from "#base/rateLimits.ts";
import type { Instant } from "#base/time.ts";
import type { Db } from "#api/db.ts";
import type {
  Cipher,
  Files,
  Jobs,
  Log,
  Mail,
  HttpClient,
  WebhookClient,
  Passwords,
  Pictures,
  Ports,
} from "#api/ports.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import type { LiveResource } from "#api/live/resource.ts";
import { type CallProgress, type OpenTransaction, runTransaction } from "#api/transactions.ts";

export type { Db };

/** The caller: the user or API key behind a valid token, with their current rights from the database. */
export type Actor = {
  readonly kind: "user" | "apiKey";
  /** For an API key, its own id: its calls are not attributed to a user. */
  readonly userId: string;
  /** The `mt_user_id` of the original's wire (spec 000 §7). */
  readonly userNumber: number;
  /** The `mt_category_id`: the kind of principal, such as platform or brand (domain 1.12). */
  readonly userCategoryId: number;
  readonly name: string;
  readonly email: string;
  /** The codes of the roles that are valid now. */
  readonly roles: readonly string[];
  readonly sessionId: string;
  readonly permissions: Permissions;
  /** What `@scope` grants are limited to. */
  readonly scopes: readonly RowScope[];
  /** Until it is done, only operations that declare it in `allowedBefore` answer. */
  readonly mustFirst: RequiredAction | null;
  /** For API keys: what is left of this minute. */
  readonly rateLimit?: RateLimit;
  /** Views the app as a role or another user, and so can't change anything. */
  readonly isViewingAs: boolean;
  /** The role or user being viewed as. */
  readonly onBehalfOf?: { readonly kind: "user" | "role"; readonly id: string };
};

/** The calls allowed per window, how many are left, and when the window resets. */
export type RateLimit = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

/** Fixed by the host at start. */
export type Settings = {
  /** The product's public URL, without a slash at the end. Links in emails begin with it. */
  readonly publicUrl: string;
  /** `browser` is the demonstration that stores its rows in the visitor's browser. */
  readonly host: "node" | "browser";
  /** A development switch: email address and password may be in a URL, as the template sent them. */
  readonly allowsCredentialsInUrl: boolean;
  /** Other ways to sign in. None in the browser. */
  readonly signInProviders: readonly ProviderSettings[];
  /** The most calls of a kind per minute, where they differ from `base/rateLimits.ts`. */
  readonly rateLimits?: Readonly<Partial<Record<Pace, number>>>;
  /** The product's version, from `package.json`. */
  readonly version: string;
};

/** An external sign-in provider, as configured by the administrator. features/access/providers implements each kind. */
export type ProviderSettings = OpenIdSettings | RealtimeSettings;

type ProviderIdentity = {
  /** Used in paths and rows. */
  readonly code: string;
  /** The label of the sign-in button. */
  readonly name: string;
  /** The code of the role that new users get. Null: they have no role until an administrator assigns one. */
  readonly defaultRole: string | null;
};

/** Any OpenID Connect provider. `issuer` is spelled exactly as the provider spells it. */
export type OpenIdSettings = ProviderIdentity & {
  readonly kind: "openId";
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
};

/** A hosted realtime database and its accounts. URLs without a slash at the end. */
export type RealtimeSettings = ProviderIdentity & {
  readonly kind: "realtime";
  readonly projectId: string;
  readonly apiKey: string;
  /** Contains a profile record for each user. */
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly certificatesUrl: string;
  readonly accountsUrl: string;
};

/** Everything the API offers, for the few services that describe the API itself. */
export type Catalogue = {
  readonly operations: readonly Operation[];
  readonly menu: readonly MenuSection[];
  /** Every permission that an operation, a field or a transition requires, in declaration order. */
  readonly permissions: readonly string[];
  /** The resources whose rows a grant may limit. */
  readonly scopedRows: readonly ScopePolicy[];
  /** Fields and transitions that need a permission of their own. */
  readonly decisions: readonly Decisions[];
  /** Which feature stores what about users. */
  readonly personal: readonly PersonalRecords[];
  /** The handlers of events from other areas. */
  readonly eventHandlers: readonly EventHandler[];
  /** The resources whose changes the event stream reports, by name. */
  readonly live: ReadonlyMap<string, LiveResource>;
  /** Who notifies users of changes (`notify` in api/notifications.ts). */
  readonly notifier: Notifier | undefined;
};

/** What services and the kernel need of the event stream (api/live/hub.ts). */
export type Live = {
  /** Something may have been committed: the stream reads now instead of at its usual time. */
  readonly wake: () => void;
  /** The place up to which every event was seen; null until the database was read. */
  readonly cursor: () => string | null;
  /** Opens a stream for the caller, after `lastEventId` if it is still known. Refuses with `too_many_streams`. */
  readonly open: (
    ctx: Ctx,
    input: { readonly token: string; readonly lastEventId?: string | undefined },
  ) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
};

export type ReadActor = (ctx: Ctx, userId: string) => Promise<Actor | null>;

/** Everything a service may use. Nothing is global: neither the clock nor the connection. */
export type Ctx = {
  readonly db: Db;
  readonly now: Instant;
  /** `null` only behind a `public` operation and in jobs. */
  readonly actor: Actor | null;
  /** The permission of the running operation, which determines the row scope. Null in jobs, seeds and start-up. */
  readonly permission: Permission | null;
  /** The change will be rolled back: it takes no lock that real changes wait for. */
  readonly isPreview?: true;
  /** No event is sent: for sample rows, which exist before a page is open. */
  readonly isSilent?: true;
  /** Of a read: the place in the event stream before it began. */
  readonly eventCursor?: string;
  /**
   * While an approved change is applied: the request, and who made it. The change is attributed to the decider and
   * names both.
   */
  readonly approval?: { readonly id: string; readonly requestedByName: string };
  /** Reads a user's current rights; null unless the user is active. Only for `api/jobActor.ts`. */
  readonly readActor: ReadActor;
  readonly requestId: string;
  /** The peer's address as the host determined it; never what a header claims unless a proxy is configured. */
  readonly address: string;
  readonly userAgent: string;
  readonly log: Log;
  readonly mail: Mail;
  readonly files: Files;
  readonly pictures: Pictures;
  readonly readSample: Ports["readSample"];
  readonly jobs: Jobs;
  readonly live: Live;
  readonly passwords: Passwords;
  readonly cipher: Cipher;
  readonly httpClient: HttpClient;
  readonly webhookClient: WebhookClient;
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly isDatabaseUnavailable: Ports["isDatabaseUnavailable"];
  /** Progress of the call being answered. Jobs, seeds and start-up have none. */
  readonly call?: CallProgress;
  /** The transaction that `db` is in. */
  readonly transaction?: OpenTransaction;
};

type RecordOwner = { readonly userId: string };

/**
 * What a feature stores about users who sign in, so that all of it can be exported and erased without a central list
 * (docs/decisions/0020).
 */
export type PersonalRecords = {
  /** Its name in the exported file. */
  readonly name: string;
  /** Everything stored about a user; null if there is nothing. */
  readonly read: (ctx: Ctx, whose: RecordOwner) => Promise<unknown>;
  /**
   * Removes what identifies the user or could sign them in, in the transaction of the erasure. Omitted if only the
   * user's id is stored, which no longer leads to a name.
   */
  readonly erase?: (ctx: Ctx, whose: RecordOwner) => Promise<void>;
};

/** Handles events of another area in their transaction: both commit, or neither. */
export type EventHandler = {
  readonly types: readonly EventType[];
  readonly follow: (ctx: Ctx, events: readonly DomainEvent[]) => Promise<readonly SideEffect[]>;
};

/**
 * Who notifies users: features/platform/notifications, which is above the areas that call it. Without it, such as in
 * tests of a single area, nobody is notified.
 */
export type Notifier = {
  /** `rows` selects `user_id`, `kind`, `resource`, `resource_id`, `permission`, `group_key` and `payload`. */
  readonly notify: (ctx: Ctx, rows: SQL) => Promise<void>;
  /** Removes what nobody needs to see any more, such as a request that another user has decided. */
  readonly withdraw: (ctx: Ctx, about: NotificationSubject) => Promise<void>;
  readonly emailTimes: (ctx: Ctx, kind: NotificationKind, userIds: readonly string[]) => Promise<EmailTimes>;
  readonly audit: AuditFollower;
};

/** When each user may get an email of an area’s own: now, or after their quiet hours. Others don’t want it at once. */
export type EmailTimes = ReadonlyMap<string, Instant>;

export type NotificationSubject = {
  readonly kind: NotificationKind;
  readonly resource: string;
  readonly resourceId: string;
};

/** Looks at audit entries in the statement that writes them, so that it costs no round trip where nothing follows. */
export type AuditFollower = {
  /** Selects from `events`: `action`, `resource`, `resource_id` and `changes` of each entry. */
  readonly query: (ctx: Ctx) => SQL;
  /** Called in the same transaction if the query found rows. */
  readonly follow: (ctx: Ctx, rows: readonly unknown[][]) => Promise<void>;
};

/** The caller of an operation that requires a sign-in. Operations other than `public` always have one. */
export function actorOf(ctx: Ctx): Actor {
  if (ctx.actor === null) throw new Error("an operation that needs an actor was reached without one");
  return ctx.actor;
}

/**
 * Runs `work` in one database transaction: all of it happens, or none of it. Use only the context that is passed in; on
 * a single connection, the outer one would wait for this transaction forever.
 *
 * `work` may run several times, as the database may roll it back in favour of another transaction. So it has no effects
 * outside of the database: it sends an email by queuing a job. Refuses with `retry_later` after some attempts, and if
 * the call was given up in the meantime: then nothing is committed. `last` makes a last statement of the result, which is
 * sent together with the `commit` where the driver can.
 */
export function inTransaction<Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
  last: (ctx: Ctx, result: Result) => SQL | null = () => null,
): Promise<Result> {
  return runTransaction(ctx, { work, last });
}

/** Like `inTransaction`, but inside another transaction without a savepoint: an error must end that one as well. */
export const inSameTransaction = <Result>(ctx: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  ctx.transaction === undefined ? runTransaction(ctx, { work }) : work(ctx);
