import { eq } from "drizzle-orm";
import { emailKey } from "#base/emailAddress.ts";
import type { Refusal } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { providerRefusals } from "#features/access/providers/contract.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import type { FactorQuestion } from "#features/access/session/contract/factors.ts";
import type { Adapter, Profile, Proof } from "#features/access/providers/api/service/adapter.ts";
import { findLinked, linkTo, noteUse } from "#features/access/providers/api/service/links.ts";
import { provisionUser } from "#features/access/providers/api/service/accountProvisioning.ts";
import { readProfile, syncProfile } from "#features/access/providers/api/service/profile.ts";
import { findAccount } from "#features/access/session/api/service/accounts.ts";
import { enter, signInEvent } from "#features/access/session/api/service/completeSignIn.ts";
import { askForFactor } from "#features/access/session/api/service/factorSignIn.ts";
import { lockFactorsOf } from "#features/access/session/api/service/factors.ts";
import { type Origins, originsOf } from "#features/access/session/api/service/origins.ts";
import { confirmAddress } from "#features/access/users/api/service/people.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** The result of a sign-in. A refusal is a result, because what led to it is stored and not rolled back. */
type Outcome =
  | { readonly accessToken: string; readonly userId: string }
  | { readonly question: FactorQuestion }
  | { readonly refusal: Refusal; readonly userId: string | null };

/**
 * Signs in a user with a verified identity: as the user that it is linked to, or whose address the provider has
 * verified. Returns the token of a new session.
 *
 * Refuses with `provider_address_unverified`, `linked_elsewhere`, `awaiting_approval`, `not_yet_activated` or
 * `account_closed`, and with `second_factor_required` like a sign-in with a password.
 */
export async function admit(ctx: Ctx, adapter: Adapter, proof: Proof): Promise<{ accessToken: string }> {
  const profile = await readProfile(ctx, adapter, proof);
  const origins = await originsOf(ctx, undefined);
  const outcome = await inTransaction(ctx, async (inner) => {
    const reached = await decideAdmission(inner, adapter, { proof, profile, origins });
    if ("refusal" in reached) await recordAudit(inner, [refusedEvent(adapter, reached)]);
    return reached;
  });
  ctx.jobs.wake();
  if ("refusal" in outcome) throw outcome.refusal;
  if ("question" in outcome) throw sessionRefusals.second_factor_required(outcome.question);
  if (profile !== undefined) await syncProfile(ctx, adapter, { proof, profile, userId: outcome.userId });
  return { accessToken: outcome.accessToken };
}

const refusedEvent = ({ settings }: Adapter, { refusal, userId }: { refusal: Refusal; userId: string | null }) => ({
  ...signInEvent("sign_in_failed", userId ?? "unknown", "provider"),
  reason: `${settings.code}: ${refusal.code}`,
});

type AdmissionInput = {
  readonly proof: Proof;
  readonly profile: Profile | null | undefined;
  readonly origins: Origins;
};

async function decideAdmission(
  ctx: Ctx,
  adapter: Adapter,
  { proof, profile, origins }: AdmissionInput,
): Promise<Outcome> {
  const provider = adapter.settings.name;
  const linkedUserId = await findLinked(ctx, proof);
  const refuse = (refusal: Refusal, userId: string | null = null): Outcome => ({ refusal, userId });
  if (linkedUserId !== null) return enterAs(ctx, linkedUserId, { proof, origins });
  if (proof.email === null || !proof.isEmailVerified)
    return refuse(providerRefusals.provider_address_unverified({ provider }));
  const address = proof.email;
  const user =
    (await findByAddress(ctx, address)) ?? (await provisionUser(ctx, adapter, { ...proof, email: address, profile }));
  if (user === null) return refuse(providerRefusals.provider_address_unverified({ provider }));
  // Another person may have registered with this address, which has now turned out to be this user's: they must not
  // share an account.
  if (user.status !== "active" && !user.isNew) return refuse(closedRefusal(user.status), user.userId);
  if (!(await linkTo(ctx, adapter, { proof, userId: user.userId })))
    return refuse(providerRefusals.linked_elsewhere({ provider }), user.userId);
  // The provider has verified that it is theirs.
  await confirmAddress(ctx, user.userId);
  return enterAs(ctx, user.userId, { proof, origins });
}

async function enterAs(
  ctx: Ctx,
  userId: string,
  { proof, origins }: { proof: Proof; origins: Origins },
): Promise<Outcome> {
  // A second factor that is set up at this moment either waits for this, or is required here.
  await lockFactorsOf(ctx, userId);
  const account = await findAccount(ctx, eq(usersTable.id, userId), origins);
  if (account?.status !== "active") return { refusal: closedRefusal(account?.status), userId };
  await noteUse(ctx, proof);
  if (account.hasSecondFactor) return { question: await askForFactor(ctx, userId, origins) };
  const { accessToken } = await enter(ctx, account, { origins, means: "provider" });
  return { accessToken, userId };
}

function closedRefusal(status: string | undefined): Refusal {
  if (status === "pending") return sessionRefusals.awaiting_approval();
  return status === "invited" ? providerRefusals.not_yet_activated() : providerRefusals.account_closed();
}

async function findByAddress(ctx: Ctx, address: string) {
  const [found] = await ctx.db
    .select({ userId: usersTable.id, status: usersTable.status })
    .from(usersTable)
    .where(eq(usersTable.emailKey, emailKey(address)));
  return found === undefined ? null : { ...found, isNew: false };
}
