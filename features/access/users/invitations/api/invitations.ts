import { and, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { emailKey } from "#base/emailAddress.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { violationOf } from "#api/violations.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import { issueInvitation, revokeLinks } from "#features/access/session/api/service/invitations.ts";
import { requireNotAbove } from "#features/access/users/api/service/grantableRoles.ts";
import { invitationEmail } from "#features/access/users/emails/api/emails.ts";
import { userKeys } from "#features/access/users/api/service/people.ts";
import { auditResource, getUser, lockUser, userRows } from "#features/access/users/api/service/records.ts";
import { giveRights, auditedRights } from "#features/access/users/rights/api/rightsChanges.ts";
import { writeUser } from "#features/access/users/api/service/writeUser.ts";
import {
  userColumns,
  type UserRecord,
  userRolesTable,
  userScopesTable,
  usersTable,
} from "#features/access/users/api/tables.ts";
import { userRefusals, users } from "#features/access/users/contract.ts";
import { type Invited, type User } from "#features/access/users/contract/people.ts";
import type { UserInput } from "#features/access/users/fields.ts";
import { userLimits, categoryNumber, mayTake } from "#features/access/users/rules.ts";
import type * as z from "zod/mini";
import { changesBetween, recordAudit } from "#api/audit.ts";

export const invitationKind = "users.invitation";

type InvitedUser = z.output<typeof Invited>;

/**
 * Creates an account without a password, and sends a link by email that lets the user set one.
 *
 * If it is sent again with the same id, it returns the user it created and sends no email. Refuses with `email_taken`,
 * `id_taken`, `grants_too_much`, `outside_scope`, and with `permission_denied` for permissions from a caller who may
 * not grant any.
 */
export async function inviteUser(ctx: Ctx, input: Input<typeof users.invite>): Promise<InvitedUser> {
  const { id, roles, scopes, ...values } = input;
  const isGiving = roles.length + scopes.length > 0;
  if (isGiving && !actorOf(ctx).permissions.has(users.changeRights.permission))
    throw commonRefusals.permission_denied();
  try {
    return await inTransaction(ctx, async (inner) => {
      await insertUser(inner, { id, values });
      await giveRights(inner, id, { roles, scopes });
      await pauseApprovals(inner, [id]);
      await assertInScope(inner, userRows, [id]);
      const changes = changesBetween(
        { roles: [], scopes: [] },
        { ...auditedValues(values), ...(await auditedRights(inner, id)) },
      );
      await recordAudit(inner, [{ action: "invite", resource: auditResource, resourceId: id, changes }]);
      const link = await sendInvitation(inner, id);
      return { user: await getUser(inner, { id }), link };
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const first = await findFirst(ctx, id, values);
    if (first !== null) return { user: first, link: null };
    throw emailTaken();
  }
}

export function emailTaken() {
  const { email_taken } = userRefusals;
  return email_taken({}, [{ path: "email", code: email_taken.code, message: email_taken.message }]);
}

/** The input as the audit log may keep it: never a name (docs/decisions/0020). The log masks addresses itself. */
export function auditedValues(values: Partial<UserInput>): Partial<UserInput> {
  return { ...values, ...(values.name === undefined ? {} : { name: "•••" }) };
}

async function insertUser(ctx: Ctx, { id, values }: { id: string; values: UserInput }): Promise<void> {
  const { name, email, category, language } = values;
  await ctx.db.insert(usersTable).values({
    id,
    categoryId: categoryNumber(category),
    name,
    email,
    emailKey: emailKey(email),
    ...userKeys({ name, email }),
    status: "invited",
    language,
    createdAt: ctx.now,
    createdBy: ctx.actor?.kind === "user" ? ctx.actor.userId : null,
    updatedAt: ctx.now,
  });
}

/** The user whom an earlier copy of this request invited; null if there is none with this id. */
async function findFirst(ctx: Ctx, id: string, { email }: UserInput): Promise<User | null> {
  const [record] = await ctx.db.select(userColumns).from(usersTable).where(eq(usersTable.id, id));
  if (record === undefined) return null;
  const isFirst = record.createdBy === actorOf(ctx).userId && record.emailKey === emailKey(email);
  if (!isFirst) throw userRefusals.id_taken();
  return getUser(ctx, { id });
}

/**
 * Sends a link by email once the transaction has committed; where emails are not sent, returns it at once, because the
 * administrator is the one who can hand it over.
 */
export async function sendInvitation(ctx: Ctx, userId: string): Promise<string | null> {
  if (handsOutLinks(ctx)) {
    const { link } = await issueInvitation(ctx, { userId, days: userLimits.invitationDays, isMailed: false });
    return link;
  }
  await enqueueJob(ctx, invitationKind, { userId });
  return null;
}

/** Where no email is sent, the inviting user gets the link. */
export const handsOutLinks = ({ mail }: Pick<Ctx, "mail">): boolean => !mail.canSend || mail.keepsLetters === true;

/** The job behind an invitation. It creates the link while writing the email, so that no table contains it. */
export async function sendInvitationEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const isWaiting = and(eq(usersTable.id, String(payload.userId)), eq(usersTable.status, "invited"));
  const [user] = await ctx.db.select(userColumns).from(usersTable).where(isWaiting);
  if (user === undefined) return;
  const { link } = await issueInvitation(ctx, { userId: user.id, days: userLimits.invitationDays, isMailed: true });
  await ctx.mail.send(invitationEmail({ to: user.email, name: user.name, language: user.language, link }));
}

/** Creates a new link; the one before stops working. Refuses with `not_found`, `holds_more` or `status_differs`. */
export async function resendInvitation(ctx: Ctx, { id }: Input<typeof users.resendInvitation>): Promise<InvitedUser> {
  const invited = await inTransaction(ctx, async (inner) => {
    await requireInvited(inner, await lockUser(inner, { id }));
    await revokeLinks(inner, id);
    const link = await sendInvitation(inner, id);
    // A change that two people can review, where the link is handed over.
    const changes = link === null ? {} : { link: { before: null, after: "•••" } };
    const user = await writeUser(inner, id, {}, { action: "resend_invitation", changes });
    return { user, link };
  });
  ctx.jobs.wake();
  return invited;
}

/**
 * Deletes the account. It was never used, so only the audit log refers to it.
 *
 * Refuses with `not_found`, `version_conflict`, `holds_more` or `status_differs`.
 */
export async function withdrawInvitation(
  ctx: Ctx,
  { id, version }: Input<typeof users.withdrawInvitation>,
): Promise<undefined> {
  await inTransaction(ctx, async (inner) => {
    await requireInvited(inner, await lockUser(inner, { id, version }));
    await revokeLinks(inner, id);
    await inner.db.delete(userRolesTable).where(eq(userRolesTable.userId, id));
    await inner.db.delete(userScopesTable).where(eq(userScopesTable.userId, id));
    await inner.db.delete(usersTable).where(eq(usersTable.id, id));
    await recordAudit(inner, [{ action: "withdraw", resource: auditResource, resourceId: id, changes: {} }]);
  });
}

async function requireInvited(ctx: Ctx, { id, status }: UserRecord): Promise<void> {
  if (!mayTake(status, "withdraw")) throw userRefusals.status_differs({ status });
  // The reader of the link can take over the account, with all permissions granted to it.
  await requireNotAbove(ctx, id);
}
