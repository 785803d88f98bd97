import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import { closeDoors } from "#features/access/session/api/service/personalRecords.ts";
import { endSessionsOf } from "#features/access/session/api/service/userSessions.ts";
import { keepAdministrator } from "#features/access/users/api/service/administrators.ts";
import { requireNotAbove } from "#features/access/users/api/service/grantableRoles.ts";
import { sendLater } from "#features/access/users/emails/api/emails.ts";
import { lockUser } from "#features/access/users/api/service/records.ts";
import { giveRights, auditedRights } from "#features/access/users/rights/api/rightsChanges.ts";
import { writeUser } from "#features/access/users/api/service/writeUser.ts";
import type { UserRecord } from "#features/access/users/api/tables.ts";
import { userRefusals, type users } from "#features/access/users/contract.ts";
import { type User } from "#features/access/users/contract/people.ts";
import { mayTake, type UserAction } from "#features/access/users/rules.ts";

/**
 * Disables a user, which ends their sessions and mailed links, or enables them again.
 *
 * Refuses with `not_found`, `version_conflict`, `own_account`, `holds_more`, `last_administrator`, `status_differs`,
 * and with `invalid_input` when a user is disabled without a reason.
 */
export function changeUserStatus(ctx: Ctx, input: Input<typeof users.changeStatus>): Promise<User> {
  const { id, version, to } = input;
  const action = actionTo(to);
  const reason = reasonFor(to, input.reason);
  return inTransaction(ctx, async (inner) => {
    const before = await lockUser(inner, { id, version });
    if (inner.actor?.userId === id) throw userRefusals.own_account();
    requireAction(before, action);
    await requireNotAbove(inner, id);
    return writeStatus(inner, before, { to, reason });
  });
}

export const actionTo = (to: "active" | "disabled"): UserAction => (to === "disabled" ? "disable" : "enable");

export function reasonFor(to: "active" | "disabled", reason = ""): string | null {
  if (reason !== "" || to === "active") return reason === "" ? null : reason;
  throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Enter a reason." }]);
}

function requireAction({ status }: Pick<UserRecord, "status">, action: UserAction): void {
  if (!mayTake(status, action)) throw userRefusals.status_differs({ status });
}

/** Writes a permitted action on a locked user. Refuses with `last_administrator`. */
async function writeStatus(
  ctx: Ctx,
  { id, status }: Pick<UserRecord, "id" | "status">,
  { to, reason }: { to: "active" | "disabled"; reason: string | null },
): Promise<User> {
  const changes = changesBetween({ status }, { status: to });
  if (to === "active") await pauseApprovals(ctx, [id]);
  const user = await keepAdministrator(ctx, () =>
    writeUser(ctx, id, { status: to }, { action: actionTo(to), changes, reason }),
  );
  if (to === "disabled") await endSessionsOf(ctx, { userId: id });
  return user;
}

/**
 * Approves a user who registered, with roles and scopes, and notifies them by email.
 *
 * Refuses with `not_found`, `version_conflict`, `status_differs`, `email_unconfirmed`, `grants_too_much`,
 * `outside_scope`, and with `own_roles` for callers who would approve themselves.
 */
export async function approveUser(ctx: Ctx, input: Input<typeof users.approve>): Promise<User> {
  const { id, version, roles, scopes } = input;
  const approved = await inTransaction(ctx, async (inner) => {
    const before = await lockUser(inner, { id, version });
    if (inner.actor?.userId === id) throw userRefusals.own_roles();
    requireAction(before, "approve");
    const isProven = before.emailConfirmedAt !== null;
    if (!isProven && inner.mail.canSend) throw userRefusals.email_unconfirmed();
    // This makes everything final that was granted to the user while they waited.
    await requireNotAbove(inner, id);
    await giveRights(inner, id, { roles, scopes });
    await pauseApprovals(inner, [id]);
    // Where no email can be sent, no address can be confirmed: the approving user hands over the link of an invitation.
    const status = isProven ? "active" : "invited";
    const after = { status, ...(await auditedRights(inner, id)) };
    const changes = changesBetween({ status: before.status, roles: [], scopes: [] }, after);
    if (isProven) await sendLater(inner, "approved", addressOf(before));
    return writeUser(inner, id, { status }, { action: "approve", changes });
  });
  ctx.jobs.wake();
  return approved;
}

/**
 * Disables the account of a user who registered, and notifies them by email. The account stays, so that the address
 * can't register again every day. Refuses with `not_found`, `version_conflict` or `status_differs`.
 */
export async function declineUser(ctx: Ctx, input: Input<typeof users.decline>): Promise<User> {
  const { id, version, reason } = input;
  const declined = await inTransaction(ctx, async (inner) => {
    const before = await lockUser(inner, { id, version });
    requireAction(before, "decline");
    const changes = changesBetween({ status: before.status }, { status: "disabled" });
    // An unconfirmed address may belong to someone else, and the password to the person who used that address.
    if (before.emailConfirmedAt === null) await closeDoors(inner, { userId: id });
    else await sendLater(inner, "declined", addressOf(before));
    return writeUser(inner, id, { status: "disabled" }, { action: "decline", changes, reason: reason || null });
  });
  ctx.jobs.wake();
  return declined;
}

const addressOf = ({ id, email, name, language }: UserRecord) => ({ userId: id, to: email, name, language });
