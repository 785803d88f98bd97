import { losesRequirement } from "#base/impact.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import { approvable, type RequestDescription } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { triesLoss, runAndRollBack } from "#api/impact.ts";
import { makeUpdate, updateCategory } from "#features/catalogue/categories/record/api/changes.ts";
import { mergeAll, mergeCategory } from "#features/catalogue/categories/merge/api/merges.ts";
import { makeMove, moveCategory } from "#features/catalogue/categories/tree/api/moves.ts";
import { getCategory } from "#features/catalogue/categories/api/store.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { impactFields } from "#features/catalogue/categories/fields.ts";

// Removing a halal requirement from products needs two people (docs/decisions/0045). A trial run, rolled back, shows
// whether a change removes one; all other changes apply at once.

type One = { readonly id: string };
const resourceIdOf = ({ id }: One) => id;
const baseVersion = async (ctx: Ctx, one: One) => (await getCategory(ctx, one)).version;

/** Describes the change by names, as its audit entry has ids, and the requirements that it removes. */
async function describe(
  ctx: Ctx,
  [id, toId]: readonly [string, (string | null)?],
  work: (inner: Ctx) => Promise<readonly SideEffect[]>,
): Promise<RequestDescription> {
  const { name } = await getCategory(ctx, { id });
  const target = toId ? ` → ${(await getCategory(ctx, { id: toId })).name}` : "";
  const lost = (await runAndRollBack(ctx, work)).filter((consequence) => losesRequirement([consequence]));
  const impact = lost.flatMap(({ facts }) => Object.entries(facts).map(([code, count]) => ({ code, count })));
  return { title: `${name}${target}`, impact };
}

const update = (input: Parameters<typeof makeUpdate>[1]) => async (ctx: Ctx) =>
  (await makeUpdate(ctx, input)).consequences;
const move = (input: Parameters<typeof makeMove>[1]) => async (ctx: Ctx) => (await makeMove(ctx, input)).consequences;
const merge = (input: Parameters<typeof mergeAll>[1]) => async (ctx: Ctx) => (await mergeAll(ctx, input)).consequences;

export const categoryUpdate = approvable<typeof categories.update>({
  action: "categories.update",
  resource: "categories",
  operation: categories.update,
  resourceIdOf,
  isMeant: ({ fingerprint: _, ...input }, ctx) =>
    impactFields.some((name) => input[name] !== undefined) && triesLoss(ctx, update(input)),
  baseVersion,
  apply: updateCategory,
  describe: (ctx, { fingerprint: _, ...input }) => describe(ctx, [input.id], update(input)),
});

export const categoryMove = approvable<typeof categories.move>({
  action: "categories.move",
  resource: "categories",
  operation: categories.move,
  resourceIdOf,
  isMeant: ({ fingerprint: _, ...input }, ctx) => triesLoss(ctx, move(input)),
  baseVersion,
  apply: moveCategory,
  describe: (ctx, { fingerprint: _, ...input }) => describe(ctx, [input.id, input.parentId], move(input)),
});

export const categoryMerge = approvable<typeof categories.merge>({
  action: "categories.merge",
  resource: "categories",
  operation: categories.merge,
  resourceIdOf,
  isMeant: (input, ctx) => triesLoss(ctx, merge(input)),
  baseVersion: async (ctx, { id, intoId }) =>
    `${await baseVersion(ctx, { id })}.${await baseVersion(ctx, { id: intoId })}`,
  apply: mergeCategory,
  describe: (ctx, input) => describe(ctx, [input.id, input.intoId], merge(input)),
});
