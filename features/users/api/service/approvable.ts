import { approvable } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { inviteUser } from "#features/users/api/service/invitations.ts";
import { auditResource, getUser } from "#features/users/api/service/records.ts";
import { changeRights } from "#features/users/api/service/rightsChanges.ts";
import { approveUser } from "#features/users/api/service/statuses.ts";
import { users } from "#features/users/contract.ts";

type One = { readonly id: string };
const resourceIdOf = ({ id }: One) => id;
const baseVersion = async (ctx: Ctx, one: One) => (await getUser(ctx, one)).version;
const describe = async (ctx: Ctx, one: One) => ({ title: (await getUser(ctx, one)).name });
const some = (...given: readonly { readonly length: number }[]) => given.some(({ length }) => length > 0);

/** Two people give rights; to take them away one is enough, and soon. */
export const rightsChange = approvable<typeof users.changeRights>({
  action: "users.changeRights",
  resource: auditResource,
  operation: users.changeRights,
  resourceIdOf,
  isMeant: ({ give, bind }) => some(give, bind),
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
  baseVersion,
  apply: approveUser,
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
  describe: async (_ctx, { name }) => ({ title: name }),
});
