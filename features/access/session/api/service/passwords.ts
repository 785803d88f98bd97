import type { Ctx } from "#api/context.ts";
import { canonicalPassword } from "#base/passwords.ts";

/** Argon2id with OWASP's first choice: 19 MiB, two passes, one lane (reliability R2). Both hosts hash with these. */
export const passwordCost = { memoryKiB: 19 * 1024, passes: 2, lanes: 1, hashBytes: 32, saltBytes: 16 } as const;

const currentPrefix = `$argon2id$v=19$m=${passwordCost.memoryKiB},t=${passwordCost.passes},p=${passwordCost.lanes}$`;

/**
 * The hash of 32 random bytes that were not stored: for unknown addresses the password is compared with it, to do the
 * same work.
 */
const hashOfNobody = `${currentPrefix}Sb3hnU/j0BI4sU/L4fDPJg$/D5nawWpX8smHmm9LKwxLPjPDjnR+M1LKJLmjCxs5gY`;

/** `true` for a hash with an older cost; it is replaced when the user signs in. */
export const isOutdated = (phc: string) => !phc.startsWith(currentPrefix);

export const hashPassword = (ctx: Ctx, password: string) => ctx.passwords.hash(canonicalPassword(password));

/** Does the same work whether or not there is a hash to compare with (reliability R5). */
export async function verifyPassword(ctx: Ctx, password: string, phc: string | null): Promise<boolean> {
  const isRight = await ctx.passwords.verify(canonicalPassword(password), phc ?? hashOfNobody);
  return isRight && phc !== null;
}
