import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { formatGrant, parseGrant } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import { readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { versionConflict } from "#api/versionConflict.ts";
import { apiKeySecretsTable, type ApiKeyRecord, apiKeysTable as table } from "#features/access/api-keys/api/tables.ts";
import { ApiKey, type apiKeys } from "#features/access/api-keys/contract.ts";
import { type KeyInput, keyScopeKinds } from "#features/access/api-keys/fields.ts";
import { keyStatus, lastDayOf } from "#features/access/api-keys/rules.ts";

/** The resource of a key's audit entries. */
export const auditResource = "apiKeys";

/** A key has no brand: callers with a grant `@scope` have access to none, and with `@own` to the keys they created. */
export const keyRows: ScopePolicy = { resource: auditResource, table, id: table.id, own: table.createdBy, by: {} };

export const keyScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, keyRows);

/** Refuses with `not_found`. */
export async function getKey(ctx: Ctx, { id }: Input<typeof apiKeys.get>): Promise<ApiKey> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), keyScope(ctx)));
  if (record === undefined) throw commonRefusals.not_found();
  return toKey(ctx, record);
}

/** The history of a key, newest first. Refuses with `not_found`. */
export async function readKeyActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof apiKeys.activity>,
): Promise<Output<typeof apiKeys.activity>> {
  await getKey(ctx, { id });
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/**
 * Reads a key and locks it until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` if it has changed since `version`, unless it is revoked: then
 * its other fields no longer matter.
 */
export async function lockKey(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<ApiKeyRecord> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), keyScope(ctx)))
    .for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (record.revokedAt === null && record.version !== version) {
    const current = await toKey(ctx, record);
    throw await versionConflict(ctx, { resource: auditResource, record, version, current, schema: ApiKey });
  }
  return record;
}

export async function toKey(ctx: Ctx, record: ApiKeyRecord): Promise<ApiKey> {
  const [secrets, names] = await Promise.all([
    ctx.db
      .select({
        prefix: apiKeySecretsTable.prefix,
        createdAt: apiKeySecretsTable.createdAt,
        lastUsedAt: apiKeySecretsTable.lastUsedAt,
        validTo: apiKeySecretsTable.validTo,
      })
      .from(apiKeySecretsTable)
      .where(and(eq(apiKeySecretsTable.keyId, record.id), stillValid(ctx)))
      .orderBy(desc(apiKeySecretsTable.validTo)),
    ctx.db.select({ name: sql<string>`users.name` }).from(sql`users`).where(sql`users.id = ${record.createdBy}::uuid`),
  ]);
  const { grants, scopes, expiresAt } = record;
  return {
    ...record,
    grants: grants.map(grantOf),
    scopes: scopes.map(scopeOf),
    status: keyStatus(record, ctx.now),
    lastDay: lastDayOf(expiresAt),
    createdByName: names[0]?.name ?? null,
    secrets: record.revokedAt === null ? secrets : [],
  };
}

const stillValid = (ctx: Ctx) => or(isNull(apiKeySecretsTable.validTo), gt(apiKeySecretsTable.validTo, ctx.now));

/** The editable fields of a key, for the audit log and to compare changes. */
export const inputOf = ({ title, kind, grants, scopes, callsPerMinute, expiresAt }: ApiKeyRecord): KeyInput => ({
  title,
  kind,
  grants: grants.map(grantOf),
  scopes: scopes.map(scopeOf),
  callsPerMinute,
  lastDay: lastDayOf(expiresAt),
});

export const scopeText = ({ kind, target }: { kind: string; target: string }) => `${kind}:${target}`;

function scopeOf(text: string): KeyInput["scopes"][number] {
  const colon = text.indexOf(":");
  const kind = keyScopeKinds.find((each) => each === text.slice(0, colon));
  if (kind === undefined) throw new Error(`a key is bound to ${text}, of which nothing is known`);
  return { kind, target: text.slice(colon + 1) };
}

export const grantText = ({ permission, limit }: KeyInput["grants"][number]) => formatGrant({ permission, limit });

function grantOf(text: string): KeyInput["grants"][number] {
  const grant = parseGrant(text);
  if (grant === null || grant.limit === "own") throw new Error(`a key holds ${text}, which means nothing`);
  return { permission: grant.permission, limit: grant.limit };
}

/** The columns by which keys are sorted and searched. */
export const keysOf = ({ title, prefix }: { title: string; prefix: string }) => ({
  sortKey: sortKey(title),
  searchKey: ` ${searchKey(title)} ${searchKey(prefix)}`,
});
