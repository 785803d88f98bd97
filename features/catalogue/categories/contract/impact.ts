import * as z from "zod/mini";
import { SideEffectSummary } from "#base/impact.ts";

/** What a change of the tree brings about. Made by doing it and taking it back. */
export const Impact = z.object({
  /** Stands for every fact that it was made of. */
  fingerprint: z.string(),
  /** Categories of which another relevance or another word on meat would hold. */
  categories: z.int(),
  /** Products in them that are not archived. */
  products: z.int(),
  /** Of those, published ones that would from then on need a certificate. */
  newlyRequired: z.int(),
  /** Of those, published ones that would from then on count as meat. */
  newlyMeat: z.int(),
  /** What follows in other areas, such as assignments that are paused. */
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
