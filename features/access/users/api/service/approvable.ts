import { approvable } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { isApprover } from "#features/access/users/api/service/administrators.ts";
import { handsOutLinks, inviteUser, resendInvitation } from "#features/access/users/invitations/api/invitations.ts";
import { countsAtOnce, replaceEmail, updateUser } from "#features/access/users/record/api/profiles.ts";
import { auditResource, getUser } from "#features/access/users/api/service/records.ts";
import { changeRights } from "#features/access/users/rights/api/rightsChanges.ts";
import { approveUser, changeUserStatus } from "#features/access/users/record/api/statuses.ts";
import { users } from "#features/access/users/contract.ts";

type One = { readonly id: string };
const resourceIdOf = ({ id }: One) => id;
const baseVersion = async (ctx: Ctx, one: One) => (await getUser(ctx, one)).version;
const describe = async (ctx: Ctx, one: One) => ({ title: (await getUser(ctx, one)).name });
const some = (...given: readonly { readonly length: number }[]) => given.some(({ length }) => length > 0);

/**
 * Granting permissions takes two people; revoking them takes one, because it can be urgent. Revoking those of an
 * approver is different: without that approver, the caller would no longer need a second person (docs/decisions/0048).
 */
export const rightsChange = approvable<typeof users.changeRights>({
  action: "users.changeRights",
  resource: auditResource,
  operation: users.changeRights,
  resourceIdOf,
  isMeant: async ({ id, give, bind, take, unbind }, ctx) =>
    some(give, bind) || (some(take, unbind) && (await isApprover(ctx, id))),
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion,
  apply: changeRights,
  describe,
});

/** Approving a user with roles or scopes grants permissions. */
export const admission = approvable<typeof users.approve>({
  action: "users.approve",
  resource: auditResource,
  operation: users.approve,
  resourceIdOf,
  isMeant: ({ roles, scopes }) => some(roles, scopes),
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion,
  apply: approveUser,
  describe,
});

/** No user disables or enables an approver alone. Ending their sessions takes only one. */
export const disabling = approvable<typeof users.changeStatus>({
  action: "users.changeStatus",
  resource: auditResource,
  operation: users.changeStatus,
  resourceIdOf,
  isMeant: ({ id }, ctx) => isApprover(ctx, id),
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion,
  apply: changeUserStatus,
  describe,
});

const nobodyYet = "nobody";

/** Inviting a user with roles or scopes grants permissions too: otherwise a caller could invite their second person. */
export const invitation = approvable<typeof users.invite>({
  action: "users.invite",
  resource: auditResource,
  operation: users.invite,
  resourceIdOf,
  isMeant: ({ roles, scopes }) => some(roles, scopes),
  guardsApproval: true,
  baseVersion: (ctx, one) =>
    baseVersion(ctx, one).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === commonRefusals.not_found.code) return nobodyYet;
      throw error;
    }),
  apply: inviteUser,
  linkOf: (answer) => ("link" in answer ? answer.link : null),
  describe: async (_ctx, { name }) => ({ title: name }),
});

const withAddress = async (ctx: Ctx, { id, email = "" }: One & { readonly email?: string | undefined }) => ({
  title: `${(await getUser(ctx, { id })).name} (${email})`,
});

/**
 * An approver's address that counts at once: an invited account has no user yet, and without email no one confirms it.
 */
export const addressChange = approvable<typeof users.update>({
  action: "users.update",
  resource: auditResource,
  operation: users.update,
  resourceIdOf,
  isMeant: async ({ id, email }, ctx) =>
    email !== undefined && countsAtOnce(ctx, await getUser(ctx, { id })) && (await isApprover(ctx, id)),
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion,
  apply: updateUser,
  describe: withAddress,
});

/** A second person confirms it instead of the old mailbox, whichever user it is about. */
export const addressReplacement = approvable<typeof users.replaceEmail>({
  action: "users.replaceEmail",
  resource: auditResource,
  operation: users.replaceEmail,
  resourceIdOf,
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion,
  apply: replaceEmail,
  describe: withAddress,
});

/** The user who gets the link of an approver's invitation could act as that approver. */
export const newInvitationLink = approvable<typeof users.resendInvitation>({
  action: "users.resendInvitation",
  resource: auditResource,
  operation: users.resendInvitation,
  resourceIdOf,
  isMeant: async ({ id }, ctx) => handsOutLinks(ctx) && (await isApprover(ctx, id)),
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion,
  apply: resendInvitation,
  linkOf: (answer) => ("link" in answer ? answer.link : null),
  describe,
});
