import * as z from "zod/mini";
import { activityInput, ActivityPage, type Changes } from "#base/activity.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

/** What stands behind a key: a retailer's till, another company's system, the consumer app. */
export const keyKinds = ["till", "partner", "app"] as const;
export const keyStatuses = ["active", "expired", "revoked"] as const;
export const KeyStatus = z.enum(keyStatuses);
export type KeyStatus = z.output<typeof KeyStatus>;

export const keyLimits = {
  titleMax: 80,
  grantsMax: 200,
  scopesMax: 100,
  callsPerMinute: { min: 1, usual: 60, max: 6000 },
  reasonMax: 500,
} as const;

/** One permission, and whether it reaches every row or those inside the key's scopes. */
export const KeyGrant = z.strictObject({
  permission: z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/, { error: "permission_unknown" })),
  limit: z.enum(["all", "scope"]),
});
export type KeyGrant = z.output<typeof KeyGrant>;

/** What a key is bound to. Retailers join with their area. */
export const keyScopeKinds = ["brand", "country"] as const;
export const KeyScope = z.union([
  z.strictObject({ kind: z.literal("brand"), target: fields.id() }),
  z.strictObject({ kind: z.literal("country"), target: fields.countryCode() }),
]);
export type KeyScope = z.output<typeof KeyScope>;

/** What people write into a key. The form and the API check with these. */
export const KeyInput = z.strictObject({
  title: fields.text({ min: 1, max: keyLimits.titleMax }),
  kind: z.enum(keyKinds),
  grants: z
    .array(KeyGrant)
    .check(
      z.minLength(1, { error: "grants_missing" }),
      z.maxLength(keyLimits.grantsMax),
      z.refine(isEachOnce, "twice"),
    ),
  scopes: z.array(KeyScope).check(z.maxLength(keyLimits.scopesMax)),
  callsPerMinute: z.int().check(z.minimum(keyLimits.callsPerMinute.min), z.maximum(keyLimits.callsPerMinute.max)),
  /** In UTC, and the key works on it to its end. At most two years from now. */
  lastDay: fields.date(),
});
export type KeyInput = z.output<typeof KeyInput>;

function isEachOnce(grants: readonly { readonly permission: string }[]): boolean {
  return new Set(grants.map(({ permission }) => permission)).size === grants.length;
}

/** One secret of a key, without the secret. */
export const KeySecret = z.object({
  prefix: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Null: as long as the key itself. */
  validTo: z.nullable(z.string()),
});

export const ApiKey = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(keyKinds),
  /** `mzk_4f7a09kd`: tells keys apart in logs, and opens nothing. */
  prefix: z.string(),
  status: KeyStatus,
  grants: z.array(z.object({ permission: z.string(), limit: z.enum(["all", "scope"]) })),
  scopes: z.array(z.object({ kind: z.enum(keyScopeKinds), target: z.string() })),
  callsPerMinute: z.int(),
  lastDay: z.string(),
  expiresAt: z.string(),
  /** Written at most once a minute. */
  lastUsedAt: z.nullable(z.string()),
  lastUsedAddress: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  createdByName: z.nullable(z.string()),
  updatedAt: z.string(),
  /** Those that work now, the one in use first. */
  secrets: z.array(KeySecret),
  version: z.int(),
});
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyRow = z.pick(ApiKey, {
  id: true,
  title: true,
  kind: true,
  prefix: true,
  status: true,
  callsPerMinute: true,
  lastDay: true,
  expiresAt: true,
  lastUsedAt: true,
  createdAt: true,
  version: true,
});
export type ApiKeyRow = z.output<typeof ApiKeyRow>;

export const keySorts = ["title", "createdAt", "expiresAt", "lastUsedAt"] as const;

const filters = { kind: anyOf(z.enum(keyKinds)) };
/** Without it a list leaves revoked keys out. */
const status = anyOf(KeyStatus);

/** A permission that can be given to a key, and the calls that it opens. */
export const KeyChoice = z.object({
  permission: z.string(),
  limits: z.array(z.enum(["all", "scope"])),
  isDangerous: z.boolean(),
  /** `exampleQuery` is empty where nothing must be asked for. */
  calls: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string(), exampleQuery: z.string() })),
});
export type KeyChoice = z.output<typeof KeyChoice>;

/** `secret` is told this once. Null when an earlier copy of the same request was told it already. */
const KeyWithSecret = z.object({ key: ApiKey, secret: z.nullable(z.string()), version: z.int() });
export type KeyWithSecret = z.output<typeof KeyWithSecret>;

export const apiKeyRefusals = refusals({
  id_taken: { status: 409, message: "Another record already has this id." },
  key_revoked: { status: 409, message: "This key was revoked. Make a new one." },
  key_grants_too_much: { status: 403, message: "Nobody gives a key more than they hold themselves: {permissions}." },
});

/** The details of `version_conflict`. */
export type KeyConflict = {
  readonly current: ApiKey;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};

const { not_found } = commonRefusals;
const { id_taken, key_revoked, key_grants_too_much } = apiKeyRefusals;
const named = { id: fields.id() };
const versioned = { id: fields.id(), version: fields.version() };

export const apiKeys = {
  list: operation({
    method: "GET",
    path: "/api/v1/api-keys",
    permission: "apiKeys.read",
    summary: "API keys, a page at a time",
    input: listInput(keySorts, { status, ...filters }),
    output: page(ApiKeyRow),
  }),
  countByStatus: operation({
    method: "GET",
    path: "/api/v1/api-keys/counts",
    permission: "apiKeys.read",
    summary: "How many API keys have each status, under the other filters",
    input: listFilter(filters),
    output: z.object({ byStatus: z.record(KeyStatus, Total) }),
  }),
  choices: operation({
    method: "GET",
    path: "/api/v1/api-keys/choices",
    permission: "apiKeys.read",
    summary: "The permissions that the caller can give to an API key, and the calls that each opens",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(KeyChoice), address: z.string() }),
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/api-keys/{id}",
    permission: "apiKeys.read",
    summary: "One API key; its secret is not known here",
    input: z.strictObject(named),
    output: ApiKey,
    refusals: [not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/api-keys/{id}/activity",
    permission: "apiKeys.read",
    summary: "What was done to an API key, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [not_found],
  }),
  usage: operation({
    method: "GET",
    path: "/api/v1/api-keys/{id}/usage",
    permission: "apiKeys.read",
    summary: "How often an API key called on each of the last 30 days, in UTC",
    input: z.strictObject(named),
    output: z.object({ days: z.array(z.object({ day: z.string(), calls: z.int(), refused: z.int() })) }),
    refusals: [not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/api-keys",
    permission: "apiKeys.create",
    summary: "Make an API key. The caller makes the id; the secret is answered once and never again",
    input: z.strictObject({ id: fields.id(), ...KeyInput.shape }),
    output: KeyWithSecret,
    isDangerous: true,
    refusals: [id_taken, key_grants_too_much],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/api-keys/{id}",
    permission: "apiKeys.update",
    summary: "Change some fields of an API key; they hold from its next call on",
    input: z.strictObject({ ...versioned, ...z.partial(KeyInput).shape }),
    output: ApiKey,
    versioned: true,
    isDangerous: true,
    refusals: [not_found, key_revoked, key_grants_too_much],
  }),
  rotate: operation({
    method: "POST",
    path: "/api/v1/api-keys/{id}/secrets",
    permission: "apiKeys.update",
    summary: "Make a new secret for an API key. The old one ends now, or works on for 24 hours",
    input: z.strictObject({ ...versioned, keepsOld: z.boolean() }),
    output: KeyWithSecret,
    versioned: true,
    isDangerous: true,
    refusals: [not_found, key_revoked, key_grants_too_much],
  }),
  revoke: operation({
    method: "POST",
    path: "/api/v1/api-keys/{id}/revoke",
    permission: "apiKeys.revoke",
    summary: "End an API key for good. Its next call is refused",
    input: z.strictObject({
      ...versioned,
      reason: z.optional(fields.text({ max: keyLimits.reasonMax, multiline: true })),
    }),
    output: ApiKey,
    versioned: true,
    isDangerous: true,
    refusals: [not_found],
  }),
};

export const apiKeysMenu: MenuSection = {
  id: 1,
  title: "User",
  icon: "user",
  link: "/apps/user/users",
  entries: [{ id: 14, title: "API keys", link: "/apps/user/api-keys", needs: apiKeys.list }],
};
