import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { emailKey } from "#base/emailAddress.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import type { Adapter, Profile } from "#features/access/providers/api/service/adapter.ts";
import { platformCategory } from "#features/access/session/api/service/administrator.ts";
import { newId } from "#api/newId.ts";
import { grantRole, insertUsers } from "#features/access/users/api/service/people.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

type NewAccount = {
  readonly email: string;
  readonly name: string | null;
  readonly profile: Profile | null | undefined;
};
type ProvisionedUser = { readonly userId: string; readonly status: string; readonly isNew: boolean };

/**
 * Creates an account for a user whose address the provider has verified and that is unknown here, in the caller's
 * transaction: with the role that the administrator set for the provider, else without a role, to wait for approval.
 *
 * Returns the existing user if the address was taken meanwhile, and `null` for an address that we could not send email
 * to.
 */
export async function provisionUser(
  ctx: Ctx,
  { settings }: Adapter,
  account: NewAccount,
): Promise<ProvisionedUser | null> {
  const address = z.safeParse(fields.email(), account.email);
  if (!address.success) return null;
  const email = address.data;
  const name = nameOf(account);
  const role = await knownRole(ctx, settings.defaultRole);
  const status = role === null ? "pending" : "active";
  const id = newId(ctx);
  const categoryId = role?.categoryId ?? platformCategory;
  const added = await insertUsers(ctx, [{ id, categoryId, name, email, status, emailConfirmedAt: ctx.now }]);
  if (!added.has(id)) return whoeverHas(ctx, email);
  if (role !== null) await grantRole(ctx, { userId: id, role: role.code });
  const action = role === null ? "register" : "create";
  const changes = {
    provider: { before: null, after: settings.code },
    role: { before: null, after: role?.code ?? null },
  };
  await recordAudit(ctx, [{ action, resource: "users", resourceId: id, changes }]);
  return { userId: id, status, isNew: true };
}

/** A role that was renamed or removed since is not assigned. */
async function knownRole(ctx: Ctx, code: string | null) {
  if (code === null) return null;
  const result = await ctx.db.execute(sql`select user_category_id from ${rolesTable} where code = ${code}`);
  const [found] = (result as { rows: { user_category_id: number | null }[] }).rows;
  if (found === undefined) ctx.log.error("PROVIDER_DEFAULT_ROLE names no role", { role: code });
  return found === undefined ? null : { code, categoryId: found.user_category_id };
}

async function whoeverHas(ctx: Ctx, email: string): Promise<ProvisionedUser> {
  const result = await ctx.db.execute(sql`select id, status from ${usersTable} where email_key = ${emailKey(email)}`);
  const [found] = (result as { rows: { id: string; status: string }[] }).rows;
  if (found === undefined) throw new Error("an address was taken by nobody");
  return { userId: found.id, status: found.status, isNew: false };
}

/** The provider's name for the user, else the one in their profile, else the part before the @. */
function nameOf({ name, profile, email }: NewAccount): string {
  const spelled = [name, profile?.data?.displayName, email.split("@")[0]].flatMap((each) => {
    const parsed = z.safeParse(fields.text({ min: 1, max: 160 }), each ?? "");
    return parsed.success ? [parsed.data] : [];
  });
  return spelled[0] ?? "—";
}
