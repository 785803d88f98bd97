import { and, asc, eq } from "drizzle-orm";
import { normalEmail } from "#base/emailAddress.ts";
import { alone } from "#base/passwords.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { refuseWeak } from "#features/access/session/api/service/passwordRules.ts";
import { hashPassword } from "#features/access/session/api/service/passwords.ts";
import { administratorRole } from "#features/access/session/api/service/person.ts";
import { grantRole, holdsRole, insertUsers } from "#features/access/users/api/service/people.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** Of `user_categories`: staff of the platform itself. */
export const platformCategory = 1;

/**
 * Sees to it that somebody may sign in and do everything. Answers their address, and the password when one was made.
 *
 * Where there is an administrator already, nothing happens. Without `given`, an address and a password of 100 random
 * bits are made, which must be changed at the first sign-in. Refuses with `password_too_short` or `password_guessable`.
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
    // Of two processes that start at once on a new database, the one that comes second finds the address taken.
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

// Crockford's base 32 in small letters: nothing in it is mistaken for something else when it is copied from a screen.
const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** `k7mq2-9xw4t-…`: four groups of five, 100 bits. */
export function makePassword(): string {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]);
  return [0, 5, 10, 15].map((start) => signs.slice(start, start + 5).join("")).join("-");
}
