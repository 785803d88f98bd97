/** All queues, the most important first. */
export const queueNames = ["approvals", "promocodes", "reviews", "expiring", "budgets"] as const;
export type QueueName = (typeof queueNames)[number];

/** All figures, the most important first. */
export const figureNames = [
  "activeBrands",
  "publishedProducts",
  "certifiedProducts",
  "activeRetailers",
  "redemptionsToday",
  "livePromocodes",
  "validCertificates",
] as const;
export type FigureName = (typeof figureNames)[number];

/** The screen has room for so many figures. */
const figuresMax = 6;

/**
 * Of the widgets that a user may see, those that home shows, in order. Screen and server ask the same, so that the
 * screen reserves the room before the answer arrives.
 */
export const shownOf = <Widget extends { readonly name: string }>(
  names: readonly string[],
  allowed: readonly Widget[],
): Widget[] => names.flatMap((name) => allowed.find((widget) => widget.name === name) ?? []).slice(0, figuresMax);

/** The list that each figure links to: its path, and the filters that find the counted records. */
export const figureLists: Readonly<Record<FigureName, { readonly to: string; readonly search: FilterSearch }>> = {
  redemptionsToday: { to: "/apps/promocode/redemptions", search: { since: "today" } },
  livePromocodes: { to: "/apps/promocode/promocodes", search: { runState: "active" } },
  activeBrands: { to: "/apps/brand/brands", search: { status: "active" } },
  publishedProducts: { to: "/apps/brand-product/brand-products", search: { status: "published" } },
  certifiedProducts: {
    to: "/apps/brand-product/brand-products",
    search: { status: "published", halal: "certified.expiring" },
  },
  activeRetailers: { to: "/apps/retailer/retailers", search: { status: "active" } },
  validCertificates: { to: "/apps/cert/certs", search: { state: "valid.expiring" } },
};
/** As in a list's address: values with dots between (`writeFilter` in web/list). */
type FilterSearch = Readonly<Record<string, string>>;
