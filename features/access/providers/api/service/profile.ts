import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { account } from "#features/access/session/contract/account.ts";
import type { Adapter, Profile, Proof } from "#features/access/providers/api/service/adapter.ts";
import { adoptShellChoices } from "#features/access/users/api/service/shellChoices.ts";
import { userRolesTable, usersTable } from "#features/access/users/api/tables.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/** The record as far as it can be read. `undefined`: it can't be read now, so it must not be written either. */
export async function readProfile(ctx: Ctx, { profiles }: Adapter, proof: Proof): Promise<Profile | null | undefined> {
  if (profiles === null) return undefined;
  return profiles.read(ctx, proof).catch(ignoreUnreachable);
}

/**
 * Synchronizes record and account after a sign-in, if there is a token for it: a new account takes over what the user
 * had chosen there, and from then on the record follows the account. If the record can't be written, the sign-in still
 * succeeds.
 */
export async function syncProfile(
  ctx: Ctx,
  { profiles }: Adapter,
  { proof, profile, userId }: { proof: Proof; profile: Profile | null; userId: string },
): Promise<void> {
  if (profiles === null) return;
  await takeOverChoices(ctx, userId, profile);
  const wanted = profileOf(proof, profile, await readProfileUser(ctx, userId));
  if (!isSame(wanted, profile)) await profiles.write(ctx, proof, wanted).catch(ignoreUnreachable);
}

async function takeOverChoices(ctx: Ctx, userId: string, profile: Profile | null): Promise<void> {
  const chosen = z.safeParse(account.updateUser.input, {
    user: { data: { settings: profile?.data?.settings, shortcuts: profile?.data?.shortcuts } },
  });
  if (chosen.success) await adoptShellChoices(ctx, userId, chosen.data.user.data);
}

async function readProfileUser(ctx: Ctx, userId: string) {
  const [person] = await ctx.db
    .select({
      name: usersTable.name,
      email: usersTable.email,
      settings: usersTable.settings,
      shortcuts: usersTable.shortcuts,
      roles: sql<string[]>`array(
        select roles.code from ${userRolesTable} join ${rolesTable} on roles.id = user_roles.role_id
         where user_roles.user_id = ${userId} order by roles.code)`,
    })
    .from(usersTable)
    .where(eq(usersTable.id, userId));
  if (person === undefined) throw new Error(`person ${userId} vanished after signing in`);
  return person;
}

/** Other fields of the record, such as a picture, stay. */
function profileOf(proof: Proof, before: Profile | null, user: Awaited<ReturnType<typeof readProfileUser>>): Profile {
  const { name: displayName, email, settings, shortcuts, roles: role } = user;
  const data = { photoURL: "", ...before?.data, displayName, email, settings, shortcuts: shortcuts ?? [] };
  return { ...before, uuid: proof.subject, from: "firebase", role, data };
}

/** Such a database stores no empty lists and objects, so absent and empty are equal. */
function isSame(a: unknown, b: unknown): boolean {
  const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;
  const inOrder = (_key: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, each]) => !isEmpty(each) && each !== undefined)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value;
  return JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);
}

function ignoreUnreachable(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
