import * as z from "zod/mini";

/** Product figures of a brand, of those that the caller may see. */
export const BrandFigures = z.object({
  brandId: z.string(),
  /** Without archived ones. */
  products: z.int(),
  /** The published ones, without those of categories that need no certificate. */
  certifiable: z.int(),
  /** Of these, how many are certified now, including those that end soon. */
  certified: z.int(),
});
export type BrandFigures = z.output<typeof BrandFigures>;

/** The share of a brand's published products that need a certificate and have one; null if none needs one. */
export const certifiedPart = ({ certifiable, certified }: Pick<BrandFigures, "certifiable" | "certified">) =>
  certifiable === 0 ? null : certified / certifiable;
