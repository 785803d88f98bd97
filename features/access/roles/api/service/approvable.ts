import { approvable } from "#api/approvals.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { createRole, updateRole } from "#features/access/roles/api/service/changes.ts";
import { grantsDanger } from "#features/access/roles/api/service/grants.ts";
import { auditResource, getRole, readRole } from "#features/access/roles/api/service/records.ts";
import { roles } from "#features/access/roles/contract.ts";

const noneYet = "none";

/** Creating a role that can do harm takes two people; any other takes one, but assigning it takes two. */
export const roleCreation = approvable<typeof roles.create>({
  action: "roles.create",
  resource: auditResource,
  operation: roles.create,
  guardsApproval: true,
  resourceIdOf: ({ id }) => id,
  isMeant: ({ grants = [] }, { catalogue }) => grantsDanger(catalogue, grants),
  baseVersion: async (ctx, { id }) => {
    try {
      return (await readRole(ctx, id)).version;
    } catch (error) {
      if (error instanceof Refusal && error.code === commonRefusals.not_found.code) return noneYet;
      throw error;
    }
  },
  apply: createRole,
  describe: async (_ctx, { title }) => ({ title }),
});

/** Changing what a role may do takes two people; renaming it takes one. */
export const roleChange = approvable<typeof roles.update>({
  action: "roles.update",
  resource: auditResource,
  operation: roles.update,
  guardsApproval: true,
  resourceIdOf: ({ id }) => id,
  isMeant: ({ grants, needsSecondFactor }) => grants !== undefined || needsSecondFactor !== undefined,
  baseVersion: async (ctx, { id }) => (await readRole(ctx, id)).version,
  apply: updateRole,
  describe: async (ctx, { id }) => {
    const { title, usersCount } = await getRole(ctx, { id });
    return { title, impact: [{ code: "people", count: usersCount }] };
  },
});
