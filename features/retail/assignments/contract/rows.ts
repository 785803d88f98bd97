import * as z from "zod/mini";
import { halalStates } from "#base/halal.ts";

/** The lifecycle of an assignment (domain 1.8). An expired period is shown as `ended` even before the job writes it. */
export const assignmentStatuses = ["proposed", "active", "paused", "ended"] as const;
export const AssignmentStatus = z.enum(assignmentStatuses);
export type AssignmentStatus = z.output<typeof AssignmentStatus>;

/** The badge colour of a status, here and wherever other areas show assignments. */
export const assignmentTones = {
  proposed: "info",
  active: "ok",
  paused: "warn",
  ended: "mute",
} as const satisfies Record<AssignmentStatus, string>;

/** Reasons against promoting a product at a retailer; README.md says when each applies. */
export const findingReasons = [
  "PRODUCT_NOT_PUBLISHED",
  "BRAND_NOT_ACTIVE",
  "RETAILER_NOT_ACTIVE",
  "HALAL_EXPIRED",
  "HALAL_SUSPENDED",
  "HALAL_WITHDRAWN",
  "HALAL_SCOPE_REDUCED",
  "HALAL_NOT_STARTED",
  "HALAL_UNVERIFIED",
  "HALAL_MISSING",
  "HALAL_BODY_SUSPENDED",
  "HALAL_REVIEW_OVERDUE",
  "BODY_NOT_RECOGNISED",
  "BODY_RECOGNITION_UNKNOWN",
  "BODY_NOT_ACCREDITED",
  "SLAUGHTER_POLICY_UNKNOWN",
  "PREMISE_CERT_EXPIRED",
  "PREMISE_CERT_SUSPENDED",
  "PREMISE_CERT_WITHDRAWN",
  "PREMISE_CERT_SCOPE_REDUCED",
  "PREMISE_CERT_NOT_STARTED",
  "PREMISE_CERT_UNVERIFIED",
  "PREMISE_CERT_MISSING",
  "PREMISE_CERT_BODY_SUSPENDED",
  "PREMISE_CERT_REVIEW_OVERDUE",
  "PREMISE_BODY_NOT_RECOGNISED",
  "PREMISE_BODY_RECOGNITION_UNKNOWN",
  "PREMISE_BODY_NOT_ACCREDITED",
] as const;
export const FindingReason = z.enum(findingReasons);
export type FindingReason = z.output<typeof FindingReason>;

/** The quickest fix of a finding, named after the action. */
export const fixKinds = [
  "verify_renewal",
  "finish_renewal",
  "await_renewal",
  "link_line",
  "renew_certificate",
  "open_certificate",
  "add_certificate",
  "see_recognitions",
  "see_body",
  "review_certificate",
  "publish_product",
  "activate_brand",
  "activate_retailer",
  "add_premise_certificate",
] as const;

const CertificateShown = z.object({ id: z.string(), code: z.string() });

export const Finding = z.object({
  reason: FindingReason,
  /** If false, a warning. */
  isBlocking: z.boolean(),
  /** The product doesn't state whether it has meat, so its category decides. */
  isMeatByCategory: z.boolean(),
  /** The certificate that the finding is about. */
  certificate: z.nullable(
    z.object({
      ...CertificateShown.shape,
      endsAt: z.nullable(z.string()),
      /** In the certificate's time zone, as is `firstDay` below. */
      lastDay: z.nullable(z.string()),
      body: z.string(),
      bodyId: z.string(),
    }),
  ),
  fix: z.object({
    kind: z.enum(fixKinds),
    /** The one to open: a renewal in progress, a line that names the product. */
    certificate: z.nullable(
      z.object({ ...CertificateShown.shape, startsAt: z.nullable(z.string()), firstDay: z.nullable(z.string()) }),
    ),
  }),
});
export type Finding = z.output<typeof Finding>;

/** What certificates say about a product, in any market. */
export const Halal = z.object({
  state: z.enum(halalStates),
  certificate: z.nullable(CertificateShown),
  endsAt: z.nullable(z.string()),
  /** The last day on which that certificate is valid, in its time zone, and the days until then: 0 on that day. */
  lastDay: z.nullable(z.string()),
  daysLeft: z.nullable(z.int()),
});
export type Halal = z.output<typeof Halal>;

/** A consumer's cashback, and the level that decided it. Either `bps` or `fixedMinor`. */
export const Rate = z.object({
  source: z.enum(["assignment", "product", "brand", "retailerType"]),
  bps: z.nullable(z.int()),
  /** Minor units of the price's currency. */
  fixedMinor: z.nullable(z.int()),
  /** Reduced to the maximum of the retailer's type. */
  isCapped: z.boolean(),
});
export type Rate = z.output<typeof Rate>;

export const Price = z.object({
  amountMinor: z.int(),
  currency: z.string(),
  /** `product`: the recommended price, because this retailer has no own price today. */
  source: z.enum(["assignment", "product"]),
});
export type Price = z.output<typeof Price>;

export const ProductSummary = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  gtin: z.nullable(z.string()),
  brand: z.object({ id: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
});
export type ProductSummary = z.output<typeof ProductSummary>;

/** With the first of its pictures, and a few pixels of it to show meanwhile. */
export const PicturedProduct = z.object({
  ...ProductSummary.shape,
  image: z.nullable(z.object({ fileId: z.string(), placeholder: z.nullable(z.string()) })),
});
export type PicturedProduct = z.output<typeof PicturedProduct>;

export const RetailerSummary = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  /** Null for a draft without a name. */
  country: z.nullable(z.string()),
});
export type RetailerSummary = z.output<typeof RetailerSummary>;

/** A retailer to select. */
export const RetailerWithCounts = z.object({
  ...RetailerSummary.shape,
  /** Number of products assigned to it. */
  assigned: z.int(),
  /** Null: not set yet. */
  currency: z.nullable(z.string()),
});
export type RetailerWithCounts = z.output<typeof RetailerWithCounts>;

export const LocationShown = z.object({ id: z.string(), name: z.string() });
export type LocationShown = z.output<typeof LocationShown>;

export const stockStatuses = ["in_stock", "low", "out", "unknown"] as const;
export const cashbackModes = ["inherit", "bps", "fixed"] as const;

export const Assignment = z.object({
  id: z.string(),
  retailer: RetailerSummary,
  /** Null: all locations of the retailer. */
  location: z.nullable(LocationShown),
  product: PicturedProduct,
  status: AssignmentStatus,
  /** A reason code of the rule if `auto` paused it, the user's text if `manual` did. */
  pauseReason: z.nullable(z.string()),
  pauseSource: z.nullable(z.enum(["auto", "manual"])),
  pausedAt: z.nullable(z.string()),
  priceMinor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  priceValidFrom: z.nullable(z.string()),
  priceValidTo: z.nullable(z.string()),
  stockStatus: z.enum(stockStatuses),
  cashbackMode: z.enum(cashbackModes),
  cashbackBps: z.nullable(z.int()),
  cashbackFixedMinor: z.nullable(z.int()),
  cashbackCapMinor: z.nullable(z.int()),
  consumerCapPerMonth: z.nullable(z.int()),
  startsAt: z.string(),
  endsAt: z.nullable(z.string()),
  retailerSku: z.nullable(z.string()),
  shelfUrl: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Today's values. Null: no price is set. */
  price: z.nullable(Price),
  rate: Rate,
  halal: Halal,
  /** Current reasons against promoting it, whatever its status. */
  findings: z.array(Finding),
  /** The certificate that proved it when it was last activated. */
  evidence: z.nullable(CertificateShown),
});
export type Assignment = z.output<typeof Assignment>;

/** A candidate product: its terms here, and whether it is already assigned. */
export const Candidate = z.object({
  product: PicturedProduct,
  price: z.nullable(Price),
  rate: Rate,
  halal: Halal,
  findings: z.array(Finding),
  /** Assigned where the request asked: at all locations of the retailer, or at the one. */
  assignment: z.nullable(z.object({ id: z.string(), status: AssignmentStatus, startsAt: z.string() })),
  /**
   * Other assignments at this retailer: to all locations if the request asked about one, else the number of single
   * locations.
   */
  elsewhere: z.object({ isAtAll: z.boolean(), placesCount: z.int() }),
});
export type Candidate = z.output<typeof Candidate>;

/** What one cascade did to the products of a retailer. */
export const RetailerEvent = z.object({
  id: z.int(),
  at: z.string(),
  /** The user whose action caused the cascade; null if a date did. */
  actorName: z.nullable(z.string()),
  verb: z.enum(["paused", "resumed"]),
  /** The reason of the pause; for resumed ones, the former reason. */
  reason: z.nullable(FindingReason),
  /** The cause: an event such as `certificate.suspended`, or `assignments.sweep`. */
  cause: z.string(),
  /** Codes of the records that caused it, such as `CERT-000114`. */
  causeCode: z.nullable(z.string()),
  productCount: z.int(),
  /** The first of them. */
  products: z.array(z.object({ id: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) })),
});
export type RetailerEvent = z.output<typeof RetailerEvent>;

export const RetailerSettings = z.object({
  ...RetailerSummary.shape,
  status: z.string(),
  typeName: z.string(),
  certificatePolicy: z.enum(["none", "warn", "require_product", "require_premise", "require_both"]),
  maxCashbackBps: z.int(),
  currency: z.nullable(z.string()),
  /** IANA name. Null: not set yet. */
  timezone: z.nullable(z.string()),
  /** Locations that are not permanently closed. */
  locations: z.array(LocationShown),
  /**
   * The retailer and the branches below it, as far as the caller may see them: the columns of the matrix, in their
   * order.
   */
  branches: z.array(z.object({ ...RetailerSummary.shape, status: z.string() })),
  /** Whether the caller's scope has everything that it sells, and not only some products. */
  isWhole: z.boolean(),
  /** Number of open assignments by current status. */
  counts: z.object({ active: z.int(), paused: z.int(), proposed: z.int() }),
});
export type RetailerSettings = z.output<typeof RetailerSettings>;

/** A product at a branch. `blockedBy` is the current reason, also if nothing is assigned. */
export const MatrixCell = z.object({
  assignmentId: z.nullable(z.string()),
  status: z.nullable(AssignmentStatus),
  /** Assigned from a future day. */
  isScheduled: z.boolean(),
  /** Number of single locations of the branch that it is also assigned to. */
  placesCount: z.int(),
  blockedBy: z.nullable(FindingReason),
});
export type MatrixCell = z.output<typeof MatrixCell>;
export const MatrixRow = z.object({
  product: ProductSummary,
  halal: z.enum(halalStates),
  /** In the order of `Shop.branches`. */
  cells: z.array(MatrixCell),
});
export type MatrixRow = z.output<typeof MatrixRow>;
