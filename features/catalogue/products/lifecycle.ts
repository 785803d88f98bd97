import { lifecycle } from "#base/records/lifecycle.ts";

type Facts = Readonly<Record<"categoryId" | "gtin" | "noBarcodeReason", string | null>> & {
  readonly status: string;
  readonly imagesCount: number;
  readonly brandStatus: string;
};
type Missing = "category_missing" | "barcode_missing";
type Blocker = Missing | "image_missing" | "brand_not_active" | "unpublish_first";

const archive = { to: "archived", event: "product.archived", hasImpact: true } as const;

/** The life of a product (domain 1.5; README.md draws it). An archived one stays archived; its GTIN is free again. */
export const productLifecycle = lifecycle<Facts>({ blockers })({
  draft: { submit: { to: "in_review", canUndo: true }, archive },
  in_review: {
    publish: { to: "published", event: "product.published", decision: "approve" },
    send_back: { to: "draft", needsReason: true },
  },
  published: {
    unpublish: { to: "unpublished", needsReason: true, event: "product.unpublished", hasImpact: true, canLock: true },
    archive,
  },
  unpublished: { republish: { to: "published", event: "product.published" }, archive },
  archived: {},
});

function blockers(product: Facts, to: string): Blocker[] {
  // A product that consumers see is archived in two steps, the first with a reason.
  if (product.status === "published" && to === "archived") return ["unpublish_first"];
  return [
    ...missingFor(to, product),
    ...(to === "published" && product.imagesCount === 0 ? (["image_missing"] as const) : []),
    ...(to === "published" && product.brandStatus !== "active" ? (["brand_not_active"] as const) : []),
  ];
}

/** What a product must have while it has this status. A constraint of the table says the same. */
export function missingFor(
  status: string,
  { categoryId, gtin, noBarcodeReason }: Pick<Facts, "categoryId" | "gtin" | "noBarcodeReason">,
): Missing[] {
  if (status !== "in_review" && status !== "published") return [];
  return [
    ...(categoryId === null ? (["category_missing"] as const) : []),
    ...(gtin === null && noBarcodeReason === null ? (["barcode_missing"] as const) : []),
  ];
}

/** Only drafts can be deleted. All others are archived. */
export const isDeletable = ({ status }: { readonly status: string }) => status === "draft";
