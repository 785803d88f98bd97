import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { SealedColumn } from "#api/cipherKey.ts";
import type { Ctx } from "#api/context.ts";
import { stepsOfCode } from "#features/access/session/api/service/totp.ts";
import { authenticatorsTable } from "#features/access/session/api/tables.ts";

/** Uses a code: `false` if it is wrong, or not newer than the last one used. A single statement checks and uses it. */
export async function takeCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const isSetUp = and(eq(authenticatorsTable.userId, userId), isNotNull(authenticatorsTable.confirmedAt));
  const [found] = await ctx.db
    .select({ sealedSecret: authenticatorsTable.sealedSecret })
    .from(authenticatorsTable)
    .where(isSetUp);
  if (found === undefined) return false;
  const secret = await openSecret(ctx, userId, found.sealedSecret);
  for (const step of await stepsOfCode(secret, code, ctx.now)) {
    const taken = await ctx.db
      .update(authenticatorsTable)
      .set({ lastUsedStep: step })
      .where(and(isSetUp, lt(authenticatorsTable.lastUsedStep, step)))
      .returning({ userId: authenticatorsTable.userId });
    if (taken.length > 0) return true;
  }
  return false;
}

// Bound to the user, so that a secret copied into another user's row can't be decrypted.
const purposeOf = (userId: string) => `authenticator:${userId}`;

export const sealedSecrets: readonly SealedColumn[] = [
  { table: "authenticators", column: "sealed_secret", owner: "user_id", purposeOf },
];

export const sealSecret = (ctx: Ctx, userId: string, secret: Uint8Array<ArrayBuffer>) =>
  ctx.cipher.seal(secret, purposeOf(userId));
export const openSecret = (ctx: Ctx, userId: string, sealed: Uint8Array) => ctx.cipher.open(sealed, purposeOf(userId));
