/** All queues, the most important first. */
export const queueNames = ["approvals", "reviews", "expiring"] as const;
export type QueueName = (typeof queueNames)[number];

/** All figures, the most important first. */
export const figureNames = [
  "activeBrands",
  "publishedProducts",
  "certifiedProducts",
  "activeRetailers",
  "validCertificates",
] as const;
export type FigureName = (typeof figureNames)[number];

/** The screen has room for so many figures. */
const figuresMax = 4;

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

/** The values that a chart's box shows, from its foot to its top. */
export type Range = {
  readonly ticks: readonly number[];
  /** 0 at the foot, 1 at the top. */
  readonly partOf: (value: number) => number;
};

const stepsMax = 4;

/** A range of round numbers around the values. Whole numbers: records are counted. */
export function rangeOf(values: readonly (number | null)[]): Range {
  const known = values.filter((value) => value !== null);
  const [lowest, highest] = known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known)];
  const step = roundStep((highest - lowest) / stepsMax);
  // A flat line is drawn in the middle, never below zero.
  const low = Math.max(0, Math.floor(lowest / step) * step - (lowest === highest ? step : 0));
  const high = Math.max(low + step, Math.ceil(highest / step) * step + (lowest === highest ? step : 0));
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
  return { ticks, partOf: (value) => (value - low) / (high - low) };
}

/** 1, 2 or 5 times a power of ten, at least 1. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least)!;
}
