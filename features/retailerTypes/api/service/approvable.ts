import { losesRequirement } from "#base/impact.ts";
import { approvable } from "#api/approvals.ts";
import { triesLoss, undone } from "#api/impact.ts";
import { consequencesOfUpdate, updateRetailerType } from "#features/retailerTypes/api/service/changes.ts";
import { auditResource, getRetailerType } from "#features/retailerTypes/api/service/records.ts";
import { retailerTypes } from "#features/retailerTypes/contract.ts";
import { feltFields } from "#features/retailerTypes/rules.ts";

/** Two people decide that less is asked at the retailers of a type (docs/decisions/0045). One decides all else. */
export const retailerTypeUpdate = approvable<typeof retailerTypes.update>({
  action: "retailerTypes.update",
  resource: auditResource,
  operation: retailerTypes.update,
  resourceIdOf: ({ id }) => id,
  isMeant: (input, ctx) =>
    feltFields.some((name) => input[name] !== undefined) &&
    triesLoss(ctx, (inner) => consequencesOfUpdate(inner, input)),
  baseVersion: async (ctx, { id }) => (await getRetailerType(ctx, { id })).version,
  apply: updateRetailerType,
  describe: async (ctx, input) => {
    const { name } = await getRetailerType(ctx, input);
    const followed = await undone(ctx, (inner) => consequencesOfUpdate(inner, input));
    const lost = followed.filter((consequence) => losesRequirement([consequence]));
    return { title: name, impact: lost.map(({ count }) => ({ code: "retailers", count })) };
  },
});
