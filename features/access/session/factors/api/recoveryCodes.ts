import { and, count, eq, isNull } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { hashText } from "#features/access/session/api/service/tokens.ts";
import { recoveryCodesTable } from "#features/access/session/api/tables.ts";
import { recoveryCodesCount } from "#features/access/session/rules.ts";

// Crockford's base 32 in lower case, because users type it from a printout.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const charsInCode = 16;
const charsInGroup = 4;

/** Creates new codes that replace any others, in the caller's transaction. They are only in the response. */
export async function makeRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesCount }, makeCode);
  const rows = await Promise.all(
    codes.map(async (code) => ({ userId, codeHash: await hashCode(userId, code), createdAt: ctx.now })),
  );
  await ctx.db.delete(recoveryCodesTable).where(eq(recoveryCodesTable.userId, userId));
  await ctx.db.insert(recoveryCodesTable).values(rows);
  return codes;
}

/** Uses a code. `false` if it is not this user's, or was used before. */
export async function takeRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const isUsable = and(
    eq(recoveryCodesTable.userId, userId),
    eq(recoveryCodesTable.codeHash, await hashCode(userId, code)),
    isNull(recoveryCodesTable.usedAt),
  );
  const taken = await ctx.db
    .update(recoveryCodesTable)
    .set({ usedAt: ctx.now })
    .where(isUsable)
    .returning({ userId: recoveryCodesTable.userId });
  return taken.length > 0;
}

/** The number of unused codes. */
export async function countRecoveryCodes(ctx: Ctx, userId: string): Promise<number> {
  const [found] = await ctx.db
    .select({ left: count() })
    .from(recoveryCodesTable)
    .where(and(eq(recoveryCodesTable.userId, userId), isNull(recoveryCodesTable.usedAt)));
  return found?.left ?? 0;
}

/** `k7mq-29xw-4tab-cdef`: 80 random bits. */
function makeCode(): string {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(charsInCode)), (byte) => alphabet[byte % 32]).join("");
  return (signs.match(new RegExp(`.{${charsInGroup}}`, "g")) ?? []).join("-");
}

/** Normalizes a typed code: any case, with or without hyphens, and with the letters that Crockford reads as digits. */
const canonicalCode = (code: string) =>
  code.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");

const hashCode = (userId: string, code: string) => hashText(`${userId}:${canonicalCode(code)}`);
