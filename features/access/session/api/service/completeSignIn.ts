import { recordAudit } from "#api/audit.ts";
import type { Actor, Ctx } from "#api/context.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import type { Account } from "#features/access/session/api/service/accounts.ts";
import { actorFrom } from "#features/access/session/api/service/actors.ts";
import { openSession } from "#features/access/session/api/service/openSession.ts";
import { type Origins, rememberOrigins } from "#features/access/session/api/service/origins.ts";
import { recordSignIn } from "#features/access/users/api/service/credentials.ts";

export type SignedIn = { readonly person: Actor; readonly accessToken: string };

/** How a user signed in, as in the audit log. */
export type Means = "password" | "authenticator" | "recovery_code" | "passkey" | "provider";

/**
 * Signs in an authenticated user, in the caller's transaction: creates a session and a log entry, and from now on
 * counts failed attempts from this origin as the user's own. Refuses with `sign_in_failed` if the account was disabled
 * meanwhile.
 */
export async function enter(
  ctx: Ctx,
  account: Account,
  { origins, means }: { origins: Origins; means: Means },
): Promise<SignedIn> {
  if (!(await recordSignIn(ctx, account.userId))) throw sessionRefusals.sign_in_failed();
  const { accessToken, sessionId } = await openSession(ctx, account.userId);
  await rememberOrigins(ctx, account.userId, origins);
  const { passwordHash: _, status: __, hasSecondFactor: ___, knownOrigins: ____, ...rest } = account;
  const actor = actorFrom(ctx, { ...rest, sessionId });
  await recordAudit({ ...ctx, actor }, [signInEvent("sign_in", account.userId, means)]);
  return { person: actor, accessToken };
}

/** Log entry of a sign-in event. The password is the default and not recorded. */
export const signInEvent = (action: string, userId: string, means: Means = "password") => ({
  action,
  resource: "users",
  resourceId: userId,
  changes: means === "password" ? {} : { means: { before: null, after: means } },
});
