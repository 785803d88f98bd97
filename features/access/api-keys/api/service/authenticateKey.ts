import { toHex } from "#base/hex.ts";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, type Instant, minuteMs } from "#base/time.ts";
import type { Actor, Ctx } from "#api/context.ts";
import { countCall } from "#features/access/api-keys/api/service/callLimit.ts";
import { preparedStatement, rowFrom } from "#api/statements.ts";
import { type ApiKeyRecord, apiKeySecretsTable, apiKeysTable } from "#features/access/api-keys/api/tables.ts";
import { keyPattern } from "#features/access/api-keys/rules.ts";
import { networkOf } from "#api/networks.ts";
import { countOrRefuse } from "#api/throttle.ts";
import { hashText } from "#features/access/session/api/service/tokens.ts";
import { rightsOf } from "#features/access/users/api/service/rights.ts";

/** Wrong keys that one network may send in 15 minutes. Valid keys from there work all the same. */
export const wrongKeysMax = 60;
const useRecordedEveryMs = minuteMs;

export const isApiKey = (token: string): boolean => keyPattern.test(token);

/**
 * The key for a token. Reads the database each time, so that a revoked or changed key takes effect at its next call.
 *
 * Refuses with `invalid_token` (unknown or revoked), `token_expired`, and `rate_limited`: the key has used up its calls
 * of this minute, or this address has sent too many wrong keys.
 */
export async function authenticateKey(ctx: Ctx, token: string): Promise<Actor> {
  const found = await findKey(ctx, await hashText(token));
  if (found === undefined || found.revokedAt !== null) {
    await countOrRefuse(ctx, [{ key: `api-key:address:${networkOf(ctx.address)}`, max: wrongKeysMax }]);
    throw commonRefusals.invalid_token();
  }
  if (ctx.now >= found.expiresAt || (found.validTo !== null && ctx.now >= found.validTo))
    throw commonRefusals.token_expired();
  const rateLimit = await countCall(ctx, { id: found.id, max: found.callsPerMinute });
  if (found.secretUsedAt === null || ctx.now >= addMs(found.secretUsedAt, useRecordedEveryMs))
    recordUseLater(ctx, found);
  return { ...keyActor(ctx, found), rateLimit };
}

/** The actor for a key id, for work done on behalf of the key. Null unless the key is valid. */
export async function readKeyActor(ctx: Ctx, keyId: string): Promise<Actor | null> {
  const { id, title, grants, scopes, revokedAt, expiresAt } = apiKeysTable;
  const [key] = await ctx.db
    .select({ id, title, grants, scopes })
    .from(apiKeysTable)
    .where(and(eq(id, keyId), isNull(revokedAt), gt(expiresAt, ctx.now)));
  return key === undefined ? null : keyActor(ctx, key);
}

/** A valid key as an actor. */
function keyActor(ctx: Ctx, { id, title, grants, scopes }: Pick<KeyRow, "id" | "title" | "grants" | "scopes">): Actor {
  return {
    kind: "apiKey",
    userId: id,
    userNumber: 0,
    userCategoryId: 0,
    name: title,
    email: "",
    ...rightsOf(ctx.catalogue, { roles: [], grants, scopes }),
    sessionId: id,
    mustFirst: null,
    isViewingAs: false,
  };
}

interface KeyRow
  extends Pick<ApiKeyRecord, "id" | "title" | "grants" | "scopes" | "callsPerMinute" | "expiresAt" | "revokedAt"> {
  readonly prefix: string;
  readonly validTo: Instant | null;
  readonly secretUsedAt: Instant | null;
}

const read = {
  id: apiKeysTable.id,
  title: apiKeysTable.title,
  grants: apiKeysTable.grants,
  scopes: apiKeysTable.scopes,
  callsPerMinute: apiKeysTable.callsPerMinute,
  expiresAt: apiKeysTable.expiresAt,
  revokedAt: apiKeysTable.revokedAt,
  prefix: apiKeySecretsTable.prefix,
  validTo: apiKeySecretsTable.validTo,
  secretUsedAt: apiKeySecretsTable.lastUsedAt,
};
const [names, columns] = [Object.keys(read), Object.values(read)];

// Prepared, as every call with a key begins with it; in a subselect, so that its plan does not depend on the value.
const readKey = preparedStatement(sql`
  select ${sql.join(columns, sql`, `)}
    from ${apiKeySecretsTable} join ${apiKeysTable} on ${apiKeysTable.id} = ${apiKeySecretsTable.keyId}
   where ${apiKeySecretsTable.secretHash} = (select decode(${sql.placeholder("hash")}::text, 'hex'))`);

async function findKey(ctx: Ctx, secretHash: Uint8Array): Promise<KeyRow | undefined> {
  const [found] = await readKey(ctx.db, { hash: toHex(secretHash) });
  return found && (rowFrom(names, columns, found) as unknown as KeyRow);
}

/** No call waits for this, and calls at the same moment write once. */
function recordUseLater(ctx: Ctx, { id, prefix }: KeyRow) {
  const before = addMs(ctx.now, -useRecordedEveryMs);
  ctx.db
    .execute(
      sql`
      with touched as (
        update api_key_secrets set last_used_at = ${ctx.now}::timestamptz
         where prefix = ${prefix} and (last_used_at is null or last_used_at <= ${before}::timestamptz)
        returning key_id
      )
      update api_keys set last_used_at = ${ctx.now}::timestamptz, last_used_address = ${ctx.address}
        from touched where api_keys.id = touched.key_id`,
    )
    .catch((error: unknown) => ctx.log.warn("use of a key not noted", { keyId: id, error: String(error) }));
}
