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
 * Two people give rights; to take them away one is enough, and soon. Those of somebody who approves changes are another
 * matter: without them whoever took them would need nobody any more (docs/decisions/0048).
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

/** Somebody who is let in with rights was given them. */
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

/** Nobody puts an approver out alone, or lets one in again. Signing out takes one. */
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

/** So was somebody who is invited with them: else whoever needs a second person would invite one. */
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

/** An approver's address that counts at once: nobody is behind an invitation, and without mail nobody confirms it. */
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

/** Instead of the old mailbox a second person confirms it, whoever it is about. */
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

/** Whoever is handed the link of an approver's invitation could be that approver. */
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
