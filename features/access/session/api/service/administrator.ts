import { and, asc, eq } from "drizzle-orm";
import { normalEmail } from "#base/emailAddress.ts";
import { alone } from "#base/passwords.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { refuseWeak } from "#features/access/session/passwords/api/passwordRules.ts";
import { hashPassword } from "#features/access/session/api/service/passwords.ts";
import { administratorRole } from "#features/access/session/api/service/sessionUser.ts";
import { grantRole, holdsRole, insertUsers } from "#features/access/users/api/service/people.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** Code in `user_categories`: platform staff. */
export const platformCategory = 1;

/**
 * Makes sure that an administrator account exists. Returns its address, and the password if one was generated.
 *
 * Does nothing if there is an administrator. Without `given`, generates an address and a password of 100 random bits,
 * which must be changed at the first sign-in. Refuses with `password_too_short` or `password_guessable`.
 */
export async function ensureAdministrator(
  ctx: Ctx,
  given: { readonly email: string; readonly password: string } | null,
): Promise<{ readonly email: string; readonly madePassword: string | null }> {
  const existing = await findAdministrator(ctx);
  if (existing !== undefined) return { email: existing, madePassword: null };
  const name = "Administrator";
  const email = normalEmail(given?.email ?? "admin@mizan.example");
  if (given) await refuseWeak(given.password, { field: "password", person: { name, email, ...alone } });
  const password = given?.password ?? makePassword();
  const passwordHash = await hashPassword(ctx, password);
  const isMade = await inTransaction(ctx, async (inner) => {
    const id = newId(ctx);
    // If two processes start at the same time on a new database, the second finds the address taken.
    const mustChangePassword = given === null;
    const isNew = (
      await insertUsers(inner, [
        { id, categoryId: platformCategory, name, email, passwordHash, mustChangePassword, status: "active" },
      ])
    ).has(id);
    if (isNew) {
      await grantRole(inner, { userId: id, role: administratorRole });
      await recordAudit(inner, [{ action: "create", resource: "users", resourceId: id, changes: {} }]);
    }
    return isNew;
  });
  return { email, madePassword: isMade && given === null ? password : null };
}

async function findAdministrator(ctx: Ctx): Promise<string | undefined> {
  const [found] = await ctx.db
    .select({ email: usersTable.email })
    .from(usersTable)
    .where(and(holdsRole(usersTable.id, administratorRole, ctx.now), eq(usersTable.status, "active")))
    .orderBy(asc(usersTable.number))
    .limit(1);
  return found?.email;
}

// Crockford's base 32 in lower case: no characters that are confused when copied from a screen.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** `k7mq2-9xw4t-…`: four groups of five, 100 bits. */
export function makePassword(): string {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => alphabet[byte % alphabet.length]);
  return [0, 5, 10, 15].map((start) => signs.slice(start, start + 5).join("")).join("-");
}
