import { approvable } from "#api/approvals.ts";
import { updateRole } from "#features/roles/api/service/changes.ts";
import { auditResource, getRole, readRole } from "#features/roles/api/service/records.ts";
import { roles } from "#features/roles/contract.ts";

/** What a role may do is changed by two people; what it is called by one. */
export const roleChange = approvable<typeof roles.update>({
  action: "roles.update",
  resource: auditResource,
  operation: roles.update,
  resourceIdOf: ({ id }) => id,
  isMeant: ({ grants, needsSecondFactor }) => grants !== undefined || needsSecondFactor !== undefined,
  baseVersion: async (ctx, { id }) => (await readRole(ctx, id)).version,
  apply: updateRole,
  describe: async (ctx, { id }) => {
    const { title, usersCount } = await getRole(ctx, { id });
    return { title, impact: [{ code: "people", count: usersCount }] };
  },
});
