import { recordAudit } from "#api/audit.ts";
import type { Actor, Ctx } from "#api/context.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import type { Account } from "#features/access/session/api/service/accounts.ts";
import { actorFrom } from "#features/access/session/api/service/actors.ts";
import { openSession } from "#features/access/session/api/service/openSession.ts";
import { type Origins, rememberOrigins } from "#features/access/session/api/service/origins.ts";
import { recordSignIn } from "#features/access/users/api/service/credentials.ts";

export type SignedIn = { readonly person: Actor; readonly accessToken: string };

/** By what somebody signed in, as the log has it. */
export type Means = "password" | "authenticator" | "recovery_code" | "passkey" | "provider";

/**
 * Lets a person in who has proven to be one, in the caller's transaction: a new session, an entry in the log, and from
 * now on wrong tries from here are their own. Refuses with `sign_in_failed` when the account was closed meanwhile.
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
  const person = actorFrom(ctx, { ...rest, sessionId });
  await recordAudit({ ...ctx, actor: person }, [signInEvent("sign_in", account.userId, means)]);
  return { person, accessToken };
}

/** What the log says of somebody at the door. The password is what is meant where nothing else is said. */
export const signInEvent = (action: string, userId: string, means: Means = "password") => ({
  action,
  resource: "users",
  resourceId: userId,
  changes: means === "password" ? {} : { means: { before: null, after: means } },
});
