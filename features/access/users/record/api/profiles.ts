import type { Input } from "#base/contract.ts";
import { emailKey } from "#base/emailAddress.ts";
import { changesBetween } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { moveAddress, startEmailChange } from "#features/access/users/api/service/emailChanges.ts";
import { requireNotAbove } from "#features/access/users/api/service/grantableRoles.ts";
import { emailTaken, handsOutLinks, sendInvitation } from "#features/access/users/invitations/api/invitations.ts";
import { sendLater } from "#features/access/users/emails/api/emails.ts";
import { cancelEmailChange } from "#features/access/users/emails/api/pendingEmailChanges.ts";
import { userKeys } from "#features/access/users/api/service/people.ts";
import { lockUser, toUser } from "#features/access/users/api/service/records.ts";
import { writeUser } from "#features/access/users/api/service/writeUser.ts";
import type { UserRecord } from "#features/access/users/api/tables.ts";
import { userRefusals, type users } from "#features/access/users/contract.ts";
import { type User } from "#features/access/users/contract/people.ts";
import type { UserInput } from "#features/access/users/fields.ts";
import { categoryNumber, categoryOf } from "#features/access/users/rules.ts";

/**
 * Changes a user's profile. An unchanged value is no change and creates no version.
 *
 * A new address waits until it is confirmed at the old and at the new one, and ends no session. For an invited user,
 * and where no email can be sent, it counts at once. Refuses with `not_found`, `version_conflict`, `email_taken`, with
 * `holds_more` for the address of a user with permissions that the caller lacks, because the owner of the address can
 * set the password, and with `status_differs` if the user is erased.
 */
export const updateUser = (ctx: Ctx, { id, version, ...patch }: Input<typeof users.update>): Promise<User> =>
  changing(ctx, async (inner) => {
    const before = await lockUser(inner, { id, version });
    requireNotErased(before);
    return rewriteUser(inner, before, patch);
  });

/**
 * Replaces an address whose mailbox is lost: only the new one confirms it, and the old one is notified.
 *
 * Refuses with `not_found`, `version_conflict`, `email_taken`, `holds_more`, `status_differs`, and with `own_account`
 * for the caller's own address.
 */
export const replaceEmail = (ctx: Ctx, input: Input<typeof users.replaceEmail>): Promise<User> =>
  changing(ctx, async (inner) => {
    const { id, version, email, reason } = input;
    const before = await lockUser(inner, { id, version });
    if (inner.actor?.userId === id) throw userRefusals.own_account();
    requireNotErased(before);
    if (emailKey(email) === before.emailKey) return toUser(inner, before);
    await requireNotAbove(inner, id);
    const changes = { email: { before: before.email, after: email } };
    if (countsAtOnce(inner, before)) await moveNow(inner, before, email);
    else {
      await startEmailChange(inner, before, { email, needsOld: false });
      const { name, language } = before;
      await sendLater(inner, "addressReplaced", { userId: id, to: before.email, name, language });
    }
    return writeUser(inner, id, {}, { action: "replace_email", changes, reason });
  });

/** Ends a change of address that is not confirmed yet. Refuses with `not_found` and `version_conflict`. */
export const stopEmailChange = (ctx: Ctx, { id, version }: Input<typeof users.stopEmailChange>): Promise<User> =>
  changing(ctx, async (inner) => {
    const before = await lockUser(inner, { id, version });
    if (!(await cancelEmailChange(inner, id))) return toUser(inner, before);
    return writeUser(inner, id, {}, { action: "stop_email_change", changes: {} });
  });

/** Whether this change of an address needs no confirmation: then approvers are asked instead (approvable.ts). */
export const countsAtOnce = ({ mail }: Pick<Ctx, "mail">, { status }: Pick<UserRecord, "status">): boolean =>
  status === "invited" || !mail.canSend;

function requireNotErased({ status }: UserRecord): void {
  if (status === "erased") throw userRefusals.status_differs({ status });
}

async function changing(ctx: Ctx, work: (inner: Ctx) => Promise<User>): Promise<User> {
  try {
    const user = await inTransaction(ctx, work);
    ctx.jobs.wake();
    return user;
  } catch (error) {
    throw violationOf(error)?.kind === "unique" ? emailTaken() : error;
  }
}

type Patch = { readonly [Name in keyof UserInput]?: UserInput[Name] | undefined };

async function rewriteUser(ctx: Ctx, before: UserRecord, { email = before.email, ...patch }: Patch): Promise<User> {
  const isMoved = emailKey(email) !== before.emailKey;
  if (isMoved) await requireNotAbove(ctx, before.id);
  const isAtOnce = isMoved && countsAtOnce(ctx, before);
  const current = { ...before, category: categoryOf(before.categoryId) };
  const changes = changesBetween(current, isMoved && !isAtOnce ? patch : { ...patch, email });
  let user: User | null = null;
  if (Object.keys(changes).length > 0) {
    const { name = before.name, language = before.language, category } = patch;
    if (isAtOnce) await moveNow(ctx, { ...before, name, language }, email);
    const spelled = isMoved ? {} : { email };
    const written = {
      name,
      language,
      ...spelled,
      ...(category === undefined ? {} : { categoryId: categoryNumber(category) }),
      ...userKeys({ name, email: isMoved && !isAtOnce ? before.email : email }),
    };
    // The fact that it changed is kept, but not the values (docs/decisions/0020).
    const noted = { ...changes, ...(changes.name ? { name: { before: "•••", after: "••••" } } : {}) };
    user = await writeUser(ctx, before.id, written, { action: "update", changes: noted });
  }
  if (!isMoved || isAtOnce) return user ?? toUser(ctx, before);
  await startEmailChange(ctx, before, { email, needsOld: true });
  return writeUser(
    ctx,
    before.id,
    {},
    { action: "start_email_change", changes: { email: { before: before.email, after: email } } },
  );
}

/** An invited account has no user yet: the new address gets the link, and the old one gets no more emails. */
async function moveNow(ctx: Ctx, before: UserRecord, email: string): Promise<void> {
  await moveAddress(ctx, before, { email, isConfirmed: false });
  if (before.status === "invited" && !handsOutLinks(ctx)) await sendInvitation(ctx, before.id);
}
