import { and, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import {
  requireGrantable,
  requireHeld,
  requireLastDay,
} from "#features/access/api-keys/api/service/grantablePermissions.ts";
import {
  auditResource,
  grantText,
  inputOf,
  keyScope,
  keysOf,
  lockKey,
  scopeText,
  toKey,
} from "#features/access/api-keys/api/service/records.ts";
import { endSecrets, storeSecret, makeSecret } from "#features/access/api-keys/api/service/secrets.ts";
import { type ApiKeyRecord, apiKeysTable as table } from "#features/access/api-keys/api/tables.ts";
import { type ApiKey, apiKeyRefusals, type apiKeys, type KeyWithSecret } from "#features/access/api-keys/contract.ts";
import type { KeyInput } from "#features/access/api-keys/fields.ts";
import { endOf } from "#features/access/api-keys/rules.ts";

/**
 * Creates a key and returns its secret, which is not stored anywhere.
 *
 * If it is sent again with the same id, it returns the key it created, without the secret. Refuses with
 * `invalid_input`, `key_grants_too_much`, and with `id_taken` when the id belongs to another key.
 */
export async function createKey(ctx: Ctx, { id, ...input }: Input<typeof apiKeys.create>): Promise<KeyWithSecret> {
  requireLastDay(ctx, input.lastDay);
  await requireGrantable(ctx, input);
  const made = makeSecret();
  try {
    return await inTransaction(ctx, async (inner) => {
      const by = actorOf(ctx).userId;
      const [record] = await inner.db
        .insert(table)
        .values({
          id,
          ...columnsOf(input),
          ...keysOf({ title: input.title, prefix: made.prefix }),
          prefix: made.prefix,
          createdAt: ctx.now,
          createdBy: by,
          updatedAt: ctx.now,
          updatedBy: by,
        })
        .returning();
      await storeSecret(inner, id, made);
      const changes = changesBetween({}, { ...input, prefix: made.prefix });
      await recordAudit(inner, [{ action: "create", resource: auditResource, resourceId: id, changes }]);
      return answer(await toKey(inner, record!), made.secret);
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "api_keys_pkey") throw error;
    return answer(await keyCreatedBefore(ctx, id, input), null);
  }
}

const answer = (key: ApiKey, secret: string | null): KeyWithSecret => ({ key, secret, version: key.version });

/** The key that an earlier copy of this request created. */
async function keyCreatedBefore(ctx: Ctx, id: string, input: KeyInput): Promise<ApiKey> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.createdBy, actorOf(ctx).userId)));
  // Once it has been edited, it can't be compared with what was first sent; the same creator must be enough.
  const isFirst =
    record !== undefined && (record.version > 1 || Object.keys(changesBetween(inputOf(record), input)).length === 0);
  if (!isFirst) throw apiKeyRefusals.id_taken();
  return toKey(ctx, record);
}

/**
 * Changes some fields. An unchanged value is no change and creates no version.
 *
 * Refuses with `not_found`, `version_conflict`, `key_revoked`, `invalid_input` and `key_grants_too_much`: a user who
 * changes a key's permissions must hold all that the key has afterwards.
 */
export function updateKey(ctx: Ctx, { id, version, ...patch }: Input<typeof apiKeys.update>): Promise<ApiKey> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockUnrevoked(inner, { id, version });
    const changes = changesBetween(inputOf(before), patch);
    const names = Object.keys(changes);
    if (names.length === 0) return toKey(inner, before);
    const after = { ...inputOf(before), ...omitUndefined(patch) };
    if (names.includes("lastDay")) requireLastDay(inner, after.lastDay);
    if (["kind", "grants", "scopes"].some((name) => names.includes(name)))
      await requireGrantable(inner, after, inputOf(before));
    const record = await write(inner, before, { ...columnsOf(after), ...keysOf({ ...before, title: after.title }) });
    await recordAudit(inner, [{ action: "update", resource: auditResource, resourceId: id, changes }]);
    return toKey(inner, record);
  });
}

/**
 * Creates a new secret; with `keepsOld`, the current one works for 24 more hours.
 *
 * Refuses with `not_found`, `version_conflict`, `key_revoked` and `key_grants_too_much`.
 */
export function rotateKey(ctx: Ctx, { id, version, keepsOld }: Input<typeof apiKeys.rotate>): Promise<KeyWithSecret> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockUnrevoked(inner, { id, version });
    requireHeld(inner, inputOf(before));
    const made = makeSecret();
    await endSecrets(inner, id, { keepsOld });
    await storeSecret(inner, id, made);
    const { prefix } = made;
    const record = await write(inner, before, { prefix, ...keysOf({ title: before.title, prefix }) });
    const changes = changesBetween(before, { prefix });
    await recordAudit(inner, [
      { action: keepsOld ? "renew" : "replace", resource: auditResource, resourceId: id, changes },
    ]);
    return answer(await toKey(inner, record), made.secret);
  });
}

/** Revokes a key permanently. Revoking it again is no change. Refuses with `not_found` and `version_conflict`. */
export function revokeKey(ctx: Ctx, { id, version, reason }: Input<typeof apiKeys.revoke>): Promise<ApiKey> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockKey(inner, { id, version });
    if (before.revokedAt !== null) return toKey(inner, before);
    await endSecrets(inner, id, { keepsOld: false });
    const record = await write(inner, before, { revokedAt: ctx.now, revokedBy: actorOf(ctx).userId });
    await recordAudit(inner, [
      { action: "revoke", resource: auditResource, resourceId: id, reason: reason || null, changes: {} },
    ]);
    return toKey(inner, record);
  });
}

async function lockUnrevoked(ctx: Ctx, at: { id: string; version: number }): Promise<ApiKeyRecord> {
  const record = await lockKey(ctx, at);
  if (record.revokedAt !== null) throw apiKeyRefusals.key_revoked();
  return record;
}

async function write(ctx: Ctx, before: ApiKeyRecord, changed: Partial<ApiKeyRecord>): Promise<ApiKeyRecord> {
  const [record] = await ctx.db
    .update(table)
    .set({ ...changed, version: before.version + 1, updatedAt: ctx.now, updatedBy: actorOf(ctx).userId })
    .where(and(eq(table.id, before.id), keyScope(ctx)))
    .returning();
  return record!;
}

const columnsOf = ({ title, kind, grants, scopes, callsPerMinute, lastDay }: KeyInput) => ({
  title,
  kind,
  grants: grants.map(grantText),
  scopes: scopes.map(scopeText),
  callsPerMinute,
  expiresAt: endOf(lastDay),
});
