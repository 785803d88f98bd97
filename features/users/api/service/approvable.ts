import { approvable } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { administratorsAmong, grantEverything } from "#features/users/api/service/administrators.ts";
import { inviteUser } from "#features/users/api/service/invitations.ts";
import { auditResource, getUser } from "#features/users/api/service/records.ts";
import { changeRights } from "#features/users/api/service/rightsChanges.ts";
import { approveUser, changeUserStatus } from "#features/users/api/service/statuses.ts";
import { users } from "#features/users/contract.ts";

type One = { readonly id: string };
const resourceIdOf = ({ id }: One) => id;
const baseVersion = async (ctx: Ctx, one: One) => (await getUser(ctx, one)).version;
const describe = async (ctx: Ctx, one: One) => ({ title: (await getUser(ctx, one)).name });
const some = (...given: readonly { readonly length: number }[]) => given.some(({ length }) => length > 0);

/** Two people give rights; to take them away one is enough, and soon. An administrator's own is another matter. */
export const rightsChange = approvable<typeof users.changeRights>({
  action: "users.changeRights",
  resource: auditResource,
  operation: users.changeRights,
  resourceIdOf,
  isMeant: async ({ give, bind, take }, ctx) => some(give, bind) || (await grantEverything(ctx, take)),
  isAboutPerson: true,
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
  baseVersion,
  apply: approveUser,
  describe,
});

/** Nobody puts an administrator out alone, and the administrator in question is not asked. Signing out takes one. */
export const disabling = approvable<typeof users.changeStatus>({
  action: "users.changeStatus",
  resource: auditResource,
  operation: users.changeStatus,
  resourceIdOf,
  isMeant: async ({ id, to }, ctx) => to === "disabled" && (await administratorsAmong(ctx, [id])).has(id),
  isAboutPerson: true,
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
  baseVersion: (ctx, one) =>
    baseVersion(ctx, one).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === commonRefusals.not_found.code) return nobodyYet;
      throw error;
    }),
  apply: inviteUser,
  linkOf: (answer) => ("link" in answer ? answer.link : null),
  describe: async (_ctx, { name }) => ({ title: name }),
});
