import * as z from "zod/mini";
import { SideEffectSummary } from "#base/impact.ts";

/** The effects of a change of the tree. Computed by making the change and rolling it back. */
export const Impact = z.object({
  /** A hash of all facts of the preview. */
  fingerprint: z.string(),
  /** Categories whose effective halal relevance or meat setting would change. */
  categories: z.int(),
  /** Their products that are not archived. */
  products: z.int(),
  /** Of those, published products that would then need a certificate. */
  newlyRequired: z.int(),
  /** Of those, published products that would then count as meat. */
  newlyMeat: z.int(),
  /** Side effects in other areas, such as paused assignments. */
  consequences: z.array(SideEffectSummary),
});
export type Impact = z.output<typeof Impact>;

/** What would move to the other category. */
export const MergePreview = z.object({
  ...Impact.shape,
  movedProducts: z.int(),
  movedChildren: z.int(),
  movedScopes: z.int(),
});
export type MergePreview = z.output<typeof MergePreview>;
