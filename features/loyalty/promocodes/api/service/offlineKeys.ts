import { desc } from "drizzle-orm";
import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Output } from "#base/contract.ts";
import type { SealedColumn } from "#api/cipherKey.ts";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { offlineKeysTable as table } from "#features/loyalty/promocodes/api/tables.ts";
import type { offlineCalls } from "#features/loyalty/promocodes/contract/offline.ts";

const algorithm = "ES256";
const purposeOf = (id: string) => `offline-key:${id}`;
export const sealedOfflineKeys: SealedColumn = {
  table: "offline_keys",
  column: "sealed_private",
  owner: "id",
  purposeOf,
};

/** A list as a JSON Web Signature, by the newest key. The first one is created when it is needed. */
export async function signList(ctx: Ctx, list: object): Promise<string> {
  const [stored] = await ctx.db.select().from(table).orderBy(desc(table.createdAt), desc(table.id)).limit(1);
  const { id, key } = stored ? { id: stored.id, key: await privateKey(ctx, stored) } : await createKey(ctx);
  return new CompactSign(new TextEncoder().encode(JSON.stringify(list)))
    .setProtectedHeader({ alg: algorithm, kid: id, typ: "mizan-offline-list" })
    .sign(key);
}

async function privateKey(ctx: Ctx, { id, sealedPrivate }: { id: string; sealedPrivate: Uint8Array }) {
  const opened = await ctx.cipher.open(sealedPrivate, purposeOf(id));
  return importJWK(JSON.parse(new TextDecoder().decode(opened)) as JWK, algorithm);
}

async function createKey(ctx: Ctx) {
  const id = newId(ctx);
  const { privateKey: key, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const text = JSON.stringify(await exportJWK(key));
  const { kty, crv, x, y } = (await exportJWK(publicKey)) as { kty: string; crv: string; x: string; y: string };
  await ctx.db.insert(table).values({
    id,
    sealedPrivate: await ctx.cipher.seal(new TextEncoder().encode(text), purposeOf(id)),
    publicKey: { kty, crv, x, y },
    createdAt: ctx.now,
  });
  return { id, key };
}

/** All public keys: lists of an older key are valid until they end. */
export async function listOfflineKeys(ctx: Ctx): Promise<Output<typeof offlineCalls.keys>> {
  const rows = await ctx.db.select({ id: table.id, publicKey: table.publicKey }).from(table).orderBy(table.id);
  return { keys: rows.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: algorithm, use: "sig" })) };
}
