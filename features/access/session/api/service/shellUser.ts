import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Actor, actorOf, type Ctx, inTransaction } from "#api/context.ts";
import {
  type account,
  accountRefusals,
  defaultShortcuts,
  type ShellUser,
} from "#features/access/session/contract/account.ts";
import { authenticateToken } from "#features/access/session/api/service/authenticate.ts";
import { signIn } from "#features/access/session/api/service/signIn.ts";
import { changeOwnName } from "#features/access/users/api/service/ownName.ts";
import { saveShellChoices } from "#features/access/users/api/service/shellChoices.ts";
import { userColumns, usersTable } from "#features/access/users/api/tables.ts";

type SignInResult = { user: ShellUser; access_token: string };

/** Refuses like `signIn` of the session. */
export async function signInToShell(
  ctx: Ctx,
  { email, password }: Input<typeof account.signIn>,
): Promise<SignInResult> {
  const { person, accessToken } = await signIn(ctx, { email, password });
  return { user: await readShellUser(ctx, person), access_token: accessToken };
}

/** Refuses with `credentials_in_url`, unless a development switch allows it to try out a template's client. */
export function signInByUrl(ctx: Ctx, { email, password }: Input<typeof account.signInByUrl>): Promise<SignInResult> {
  if (!ctx.settings.allowsCredentialsInUrl) throw accountRefusals.credentials_in_url();
  return signInToShell(ctx, { email: email ?? "", password: password ?? "" });
}

/**
 * The template returns a new token each time; this keeps the existing one, so that a lost response signs no user out.
 * Refuses with `credentials_in_url`, `invalid_token` or `token_expired`.
 */
export async function signInByToken(
  ctx: Ctx,
  { token, access_token: inUrl }: Input<typeof account.signInByToken>,
): Promise<SignInResult> {
  if (inUrl !== undefined) throw accountRefusals.credentials_in_url();
  return { user: await readShellUser(ctx, actorOf(ctx)), access_token: token };
}

/** The same with the token in the body. */
export async function signInByPostedToken(
  ctx: Ctx,
  { access_token }: Input<typeof account.signInByPostedToken>,
): Promise<SignInResult> {
  const authenticated = await authenticateToken(ctx, access_token);
  return { user: await readShellUser(ctx, authenticated), access_token };
}

/** Saves the sent fields of the own user; address and permissions can't be set. A new name is logged. */
export async function updateShellUser(ctx: Ctx, { user }: Input<typeof account.updateUser>): Promise<ShellUser> {
  const { displayName, photoURL, settings, shortcuts } = user.data;
  const actor = actorOf(ctx);
  return inTransaction(ctx, async (inner) => {
    await saveShellChoices(inner, actor.userId, omitUndefined({ photoUrl: photoURL, settings, shortcuts }));
    if (displayName !== undefined) await changeOwnName(inner, { userId: actor.userId, name: displayName });
    return readShellUser(inner, actor);
  });
}

async function readShellUser(ctx: Ctx, { userId, roles }: Pick<Actor, "userId" | "roles">): Promise<ShellUser> {
  const [found] = await ctx.db.select(userColumns).from(usersTable).where(eq(usersTable.id, userId));
  if (found === undefined) throw commonRefusals.invalid_token();
  const { name, email, photoUrl, settings, shortcuts } = found;
  return {
    uuid: userId,
    from: "custom-db",
    role: [...roles],
    data: { displayName: name, photoURL: photoUrl, email, settings, shortcuts: [...(shortcuts ?? defaultShortcuts)] },
  };
}
