import * as z from "zod/mini";

/** What the products of a brand come to, of those that the caller may see. */
export const BrandFigures = z.object({
  brandId: z.string(),
  /** Without those of the archive. */
  products: z.int(),
  /** The published ones but those of categories that ask for no certificate. */
  certifiable: z.int(),
  /** Of these: certified at this moment, also by what ends soon. */
  certified: z.int(),
});
export type BrandFigures = z.output<typeof BrandFigures>;

/** Of one, how much of what a brand has published and needs a certificate has one; null where it has published no such thing. */
export const certifiedPart = ({ certifiable, certified }: Pick<BrandFigures, "certifiable" | "certified">) =>
  certifiable === 0 ? null : certified / certifiable;
