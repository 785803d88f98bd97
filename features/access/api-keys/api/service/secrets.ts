import { and, eq, isNotNull } from "drizzle-orm";
import { addMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { apiKeySecretsTable as table } from "#features/access/api-keys/api/tables.ts";
import { oldSecretMs } from "#features/access/api-keys/rules.ts";
import { hashText, makeToken } from "#features/access/session/api/service/tokens.ts";

export type NewSecret = { readonly secret: string; readonly prefix: string };

// Crockford's base 32 in small letters: nothing in it is mistaken for something else when it is read out.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new secret: 256 random bits behind a prefix of 40 further ones, which may be shown. */
export function makeSecret(): NewSecret {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => alphabet[byte % alphabet.length]);
  const prefix = `mzk_${signs.join("")}`;
  return { secret: `${prefix}_${makeToken()}`, prefix };
}

/** Keeps the SHA-256 of a secret as the one in use. In the caller's transaction. */
export async function storeSecret(ctx: Ctx, keyId: string, { secret, prefix }: NewSecret): Promise<void> {
  const secretHash = await hashText(secret);
  await ctx.db.insert(table).values({ keyId, secretHash, prefix, createdAt: ctx.now });
}

/** Ends the secret in use: now, or in 24 hours. One that was on its way out ends now, so that there are never three. */
export async function endSecrets(ctx: Ctx, keyId: string, { keepsOld }: { keepsOld: boolean }): Promise<void> {
  const isOfKey = eq(table.keyId, keyId);
  await ctx.db.delete(table).where(keepsOld ? and(isOfKey, isNotNull(table.validTo)) : isOfKey);
  if (!keepsOld) return;
  await ctx.db
    .update(table)
    .set({ validTo: addMs(ctx.now, oldSecretMs) })
    .where(isOfKey);
}
