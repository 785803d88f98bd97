import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { keyFields, type KeyInput } from "#features/access/api-keys/fields.ts";

export const keyStatuses = ["active", "expired", "revoked"] as const;
export type KeyStatus = (typeof keyStatuses)[number];
export const reasonMax = 500;

/** One secret of a key, without the secret itself. */
const KeySecret = z.object({
  prefix: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Null: as long as the key itself. */
  validTo: z.nullable(z.string()),
});

const description = describeRecord({
  name: "apiKeys",
  path: "/api/v1/api-keys",
  fields: keyFields,
  /** Not stored: derived from the time and the revocation. Without the filter, a list leaves out revoked keys. */
  statuses: keyStatuses,
  more: {
    /** `mzk_4f7a09kd`: identifies a key in logs, and gives no access. */
    prefix: z.string(),
    expiresAt: z.string(),
    /** Written at most once a minute. */
    lastUsedAt: z.nullable(z.string()),
    lastUsedAddress: z.nullable(z.string()),
    revokedAt: z.nullable(z.string()),
    createdByName: z.nullable(z.string()),
    /** The secrets that work now, the current one first. */
    secrets: z.array(KeySecret),
  },
  hides: ["updatedBy"],
  // biome-ignore format: a list
  rowOmits: ["grants", "scopes", "lastUsedAddress", "revokedAt", "createdBy", "createdByName", "updatedAt", "secrets"],
  sorts: ["title", "createdAt", "expiresAt", "lastUsedAt"],
  filters: ["kind"],
  hasNoIds: true,
  exportColumns: [],
});
export const ApiKey = description.record;
export interface ApiKey extends RecordOf<typeof description> {}
export interface ApiKeyTypes extends TypesOf<typeof description, KeyInput, ApiKey> {}
export const keyOperations = recordOperations<ApiKeyTypes>(description);

/** A permission that can be granted to a key, and the calls that it allows. */
export const KeyChoice = z.object({
  permission: z.string(),
  limits: z.array(z.enum(["all", "scope"])),
  isDangerous: z.boolean(),
  /** `exampleQuery` is empty if the call needs no query. */
  calls: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string(), exampleQuery: z.string() })),
});
export type KeyChoice = z.output<typeof KeyChoice>;

/** `secret` is returned only once. Null if an earlier copy of the same request has returned it already. */
const KeyWithSecret = z.object({ key: ApiKey, secret: z.nullable(z.string()), version: z.int() });
export type KeyWithSecret = z.output<typeof KeyWithSecret>;

export const apiKeyRefusals = refusals({
  id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  key_revoked: { status: 409, message: "This key has been revoked. Create a new one." },
  key_grants_too_much: { status: 403, message: "You can’t give a key permissions you don’t have: {permissions}." },
});

const { not_found } = commonRefusals;
const { id_taken, key_revoked, key_grants_too_much } = apiKeyRefusals;
const named = { id: schemas.id() };
const versioned = { id: schemas.id(), version: schemas.version() };

export const apiKeys = {
  list: keyOperations.list({ summary: "List API keys" }),
  countByStatus: keyOperations.countByStatus({
    summary: "Count API keys by status, under the other filters",
  }),
  choices: operation({
    method: "GET",
    path: "/api/v1/api-keys/choices",
    permission: "apiKeys.read",
    summary: "List the permissions the caller can give to an API key, and the calls each allows",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(KeyChoice), address: z.string() }),
  }),
  get: keyOperations.get({ summary: "Get an API key, without its secret" }),
  activity: keyOperations.activity({ summary: "List the activity of an API key, newest first" }),
  usage: operation({
    method: "GET",
    path: "/api/v1/api-keys/{id}/usage",
    permission: "apiKeys.read",
    summary: "Count the calls of an API key on each of the last 30 days, in UTC",
    input: z.strictObject(named),
    output: z.object({ days: z.array(z.object({ day: z.string(), calls: z.int(), refused: z.int() })) }),
    refusals: [not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/api-keys",
    permission: "apiKeys.create",
    summary: "Create an API key (the client supplies the ID). The secret is returned once and never again",
    input: z.strictObject({ id: schemas.id(), ...keyFields.shape }),
    output: KeyWithSecret,
    isDangerous: true,
    refusals: [id_taken, key_grants_too_much],
  }),
  update: keyOperations.update({
    summary: "Update an API key. Changes apply from its next call",
    isDangerous: true,
    refusals: [key_revoked, key_grants_too_much],
  }),
  rotate: operation({
    method: "POST",
    path: "/api/v1/api-keys/{id}/secrets",
    permission: "apiKeys.update",
    summary: "Rotate the secret of an API key. The old one stops working now or after 24 hours",
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
    summary: "Revoke an API key permanently. Its next call is rejected",
    input: z.strictObject({
      ...versioned,
      reason: z.optional(schemas.text({ max: reasonMax, multiline: true })),
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
