import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { MenuSection, Operation, Permission } from "#base/contract.ts";
import type { Decisions } from "#base/decisions.ts";
import type { Duty } from "#base/duties.ts";
import type { Consequence, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Permissions, RowScope } from "#base/grants.ts";
import type { Pace } from "#base/rateLimits.ts";
import type { Instant } from "#base/time.ts";
import type { Cipher, Files, Jobs, Log, Mail, HttpClient, Parcels, Passwords, Pictures, Ports } from "#api/ports.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { type CallProgress, type OpenTransaction, runTransaction } from "#api/transactions.ts";

export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Who is calling: the person or the key behind a valid token, as the database knows them at this moment. */
export type Actor = {
  readonly kind: "user" | "apiKey";
  /** Of a key its own id: nobody in person does what it does. */
  readonly userId: string;
  /** The `mt_user_id` of the original's wire (spec 000 §7). */
  readonly userNumber: number;
  /** The `mt_category_id`: which kind of principal, such as platform or brand (domain 1.12). */
  readonly userCategoryId: number;
  readonly name: string;
  readonly email: string;
  /** The codes of the roles that are valid now. */
  readonly roles: readonly string[];
  readonly sessionId: string;
  readonly permissions: Permissions;
  /** What `@scope` grants reach. */
  readonly scopes: readonly RowScope[];
  /** Until it is done, only operations that are `allowedBefore` it answer. */
  readonly mustFirst: Duty | null;
  /** Of an API key: what is left of this minute. */
  readonly rateLimit?: RateLimit;
  /** Looks through the eyes of a role or of another person, and so changes nothing. */
  readonly isViewingAs: boolean;
  /** Whose eyes these are. */
  readonly onBehalfOf?: { readonly kind: "user" | "role"; readonly id: string };
};

/** How many calls may be made within a while, how many of them are left, and when all are there again. */
export type RateLimit = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

/** What a host settles once, at start. */
export type Settings = {
  /** Where people reach the product, without a slash at the end. Links in mails begin with it. */
  readonly publicUrl: string;
  /** `browser` is the demonstration that keeps its rows in the visitor's browser. */
  readonly host: "node" | "browser";
  /** A development switch: e-mail address and password may stand in an address, as the template sent them. */
  readonly allowsCredentialsInUrl: boolean;
  /** Other ways to sign in. None in the browser. */
  readonly signInProviders: readonly ProviderSettings[];
  /** Most calls of a kind a minute, where they are not those of `base/rateLimits.ts`. */
  readonly rateLimits?: Readonly<Partial<Record<Pace, number>>>;
  /** Of the product, as `package.json` has it. */
  readonly version: string;
};

/** An external sign-in provider, as the administrator set it up. What each kind does is in features/access/providers. */
export type ProviderSettings = OpenIdSettings | RealtimeSettings;

type ProviderIdentity = {
  /** Stands in paths and rows. */
  readonly code: string;
  /** Stands on the button. */
  readonly name: string;
  /** The code of the role that unknown people get. Null: they wait for an administrator, without any. */
  readonly defaultRole: string | null;
};

/** Any provider of OpenID Connect. `issuer` is spelled as the provider itself spells it. */
export type OpenIdSettings = ProviderIdentity & {
  readonly kind: "openId";
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
};

/** A hosted realtime database and the accounts that belong to it. Addresses without a slash at the end. */
export type RealtimeSettings = ProviderIdentity & {
  readonly kind: "realtime";
  readonly projectId: string;
  readonly apiKey: string;
  /** Holds a profile record for each person. */
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly certificatesUrl: string;
  readonly accountsUrl: string;
};

/** All that the house offers, for those few services that speak about the API itself. */
export type Catalogue = {
  readonly operations: readonly Operation[];
  readonly menu: readonly MenuSection[];
  /** Every permission that an operation, a field or a transition requires, in declaration order. */
  readonly permissions: readonly string[];
  /** The resources whose rows a grant may limit. */
  readonly scopedRows: readonly ScopePolicy[];
  /** Fields and transitions that need a permission of their own. */
  readonly decisions: readonly Decisions[];
  /** Who keeps what about people. */
  readonly personal: readonly PersonalRecords[];
  /** What follows from events of other areas. */
  readonly eventHandlers: readonly EventHandler[];
};

export type ReadActor = (ctx: Ctx, userId: string) => Promise<Actor | null>;

/** Everything a service may touch. Nothing is ambient: no global clock, no global connection. */
export type Ctx = {
  readonly db: Db;
  readonly now: Instant;
  /** `null` only behind a `public` operation and in jobs. */
  readonly actor: Actor | null;
  /** What the operation that runs asks for: row scopes follow it. Null in jobs, seeds and start-up. */
  readonly permission: Permission | null;
  /** The change will be rolled back: it takes no lock that real changes wait for. */
  readonly isPreview?: true;
  /** While an approved change is applied: the request, and who made it. The change is the decider's, and named after both. */
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
  readonly passwords: Passwords;
  readonly cipher: Cipher;
  readonly httpClient: HttpClient;
  readonly webhookClient: Parcels;
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly isDatabaseUnavailable: Ports["isDatabaseUnavailable"];
  /** Progress of the call being answered. Jobs, seeds and start-up have none. */
  readonly call?: CallProgress;
  /** The transaction that `db` is in. */
  readonly transaction?: OpenTransaction;
};

type Whose = { readonly userId: string };

/**
 * What a feature keeps about people who sign in, so that all of it can be handed out and all of it be taken away,
 * without anybody having to know who keeps what (docs/decisions/0020).
 */
export type PersonalRecords = {
  /** Its name in the file that a person gets. */
  readonly name: string;
  /** Everything that is kept about a person; null where that is nothing. */
  readonly read: (ctx: Ctx, whose: Whose) => Promise<unknown>;
  /**
   * Takes away what tells who somebody was and what opens a door for them, in the transaction of the erasure. Left out
   * where all that is kept is the id, which tells nobody's name any more.
   */
  readonly erase?: (ctx: Ctx, whose: Whose) => Promise<void>;
};

/** Does what must follow from events of another area, in their transaction: both happen, or neither. */
export type EventHandler = {
  readonly types: readonly EventType[];
  readonly follow: (ctx: Ctx, events: readonly DomainEvent[]) => Promise<readonly Consequence[]>;
};

/** The context of a call that somebody signed in makes. Operations other than `public` always have one. */
export function actorOf(ctx: Ctx): Actor {
  if (ctx.actor === null) throw new Error("an operation that needs an actor was reached without one");
  return ctx.actor;
}

/**
 * Runs `work` in one database transaction: all of it happens, or none of it.
 * Use only the context that is handed in; the outer one would wait for this transaction for ever on a single connection.
 *
 * `work` may run several times, as the database may roll it back in favour of another transaction. So it does nothing
 * outside of the database: an email is a job that it queues. Refuses with `retry_later` after some attempts, and where
 * the call was given up meanwhile: then nothing is committed.
 */
export function inTransaction<Result>(ctx: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  return runTransaction(ctx, work);
}
