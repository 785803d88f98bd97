import * as z from "zod/mini";
import { halalStates } from "#base/halal.ts";

/** The life of an assignment (domain 1.8). A period that has run out is shown as `ended` before the job writes it. */
export const assignmentStatuses = ["proposed", "active", "paused", "ended"] as const;
export const AssignmentStatus = z.enum(assignmentStatuses);
export type AssignmentStatus = z.output<typeof AssignmentStatus>;

/** In which tone a status is shown, here and wherever other areas name assignments. */
export const assignmentTones = {
  proposed: "info",
  active: "ok",
  paused: "warn",
  ended: "mute",
} as const satisfies Record<AssignmentStatus, string>;

/** Everything that speaks against promoting a product at a retailer; README.md says when. */
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

/** The shortest way out of a finding, named after what somebody has to do. */
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
  /** A warning otherwise. */
  isBlocking: z.boolean(),
  /** The product says nothing of meat itself: its category does. */
  isMeatByCategory: z.boolean(),
  /** Of which it speaks. */
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
    /** The one to look at: a renewal that waits, a line that names the product. */
    certificate: z.nullable(
      z.object({ ...CertificateShown.shape, startsAt: z.nullable(z.string()), firstDay: z.nullable(z.string()) }),
    ),
  }),
});
export type Finding = z.output<typeof Finding>;

/** What certificates say of a product, whatever the market. */
export const Halal = z.object({
  state: z.enum(halalStates),
  certificate: z.nullable(CertificateShown),
  endsAt: z.nullable(z.string()),
  /** The last day on which that certificate is valid, in its time zone, and the days until then: 0 on that day. */
  lastDay: z.nullable(z.string()),
  daysLeft: z.nullable(z.int()),
});
export type Halal = z.output<typeof Halal>;

/** What a consumer gets back, and which level decided it. Either `bps` or `fixedMinor`. */
export const Rate = z.object({
  source: z.enum(["assignment", "product", "brand", "retailerType"]),
  bps: z.nullable(z.int()),
  /** Minor units of the price's currency. */
  fixedMinor: z.nullable(z.int()),
  /** More was wanted than the retailer's type allows. */
  isCapped: z.boolean(),
});
export type Rate = z.output<typeof Rate>;

export const Price = z.object({
  amountMinor: z.int(),
  currency: z.string(),
  /** `product`: the recommended price, as this retailer has none of its own today. */
  source: z.enum(["assignment", "product"]),
});
export type Price = z.output<typeof Price>;

export const ProductShown = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  gtin: z.nullable(z.string()),
  brand: z.object({ id: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
});
export type ProductShown = z.output<typeof ProductShown>;

export const RetailerShown = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  /** Null of a draft that nobody gave one yet. */
  country: z.nullable(z.string()),
});
export type RetailerShown = z.output<typeof RetailerShown>;

/** A retailer to choose. */
export const ShopShown = z.object({
  ...RetailerShown.shape,
  /** Products that are assigned to it. */
  assigned: z.int(),
  /** Null: nobody has said one yet. */
  currency: z.nullable(z.string()),
});
export type ShopShown = z.output<typeof ShopShown>;

export const LocationShown = z.object({ id: z.string(), name: z.string() });
export type LocationShown = z.output<typeof LocationShown>;

export const stockStatuses = ["in_stock", "low", "out", "unknown"] as const;
export const cashbackModes = ["inherit", "bps", "fixed"] as const;

export const Assignment = z.object({
  id: z.string(),
  retailer: RetailerShown,
  /** Null: all places of the retailer. */
  location: z.nullable(LocationShown),
  product: ProductShown,
  status: AssignmentStatus,
  /** A reason of the rule when `auto` paused it, a person's words when `manual` did. */
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
  /** What holds today. Null: nobody has said a price. */
  price: z.nullable(Price),
  rate: Rate,
  halal: Halal,
  /** What speaks against promoting it at this moment, whatever its status. */
  findings: z.array(Finding),
  /** What proved it when it was last made active. */
  evidence: z.nullable(CertificateShown),
});
export type Assignment = z.output<typeof Assignment>;

/** A product as somebody who assigns looks at it: what it would be here, and whether it is already. */
export const Candidate = z.object({
  product: ProductShown,
  price: z.nullable(Price),
  rate: Rate,
  halal: Halal,
  findings: z.array(Finding),
  /** Where it was asked about: at all places of the retailer, or at the one. */
  assignment: z.nullable(z.object({ id: z.string(), status: AssignmentStatus, startsAt: z.string() })),
  /** Beside that: assigned to all places where one is asked about, and to how many single ones otherwise. */
  elsewhere: z.object({ isAtAll: z.boolean(), placesCount: z.int() }),
});
export type Candidate = z.output<typeof Candidate>;

/** What a cascade did to the products of a retailer, in one go. */
export const ShopEvent = z.object({
  id: z.int(),
  at: z.string(),
  /** Whose deed the cascade followed; null where a clock decided. */
  actorName: z.nullable(z.string()),
  verb: z.enum(["paused", "resumed"]),
  /** Why they were paused; of those that resumed, why they had been. */
  reason: z.nullable(FindingReason),
  /** What happened: an event such as `certificate.suspended`, or `assignments.sweep`. */
  cause: z.string(),
  /** Of the record that it happened to, such as `CERT-000114`. */
  causeCode: z.nullable(z.string()),
  productCount: z.int(),
  /** The first of them. */
  products: z.array(z.object({ id: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) })),
});
export type ShopEvent = z.output<typeof ShopEvent>;

export const Shop = z.object({
  ...RetailerShown.shape,
  status: z.string(),
  typeName: z.string(),
  certificatePolicy: z.enum(["none", "warn", "require_product", "require_premise", "require_both"]),
  maxCashbackBps: z.int(),
  currency: z.nullable(z.string()),
  /** IANA name. Null: nobody has said one yet. */
  timezone: z.nullable(z.string()),
  /** Those that are not closed for good. */
  locations: z.array(LocationShown),
  /** Itself and the branches below it, as far as the caller may see them: the columns of the matrix, in their order. */
  branches: z.array(z.object({ ...RetailerShown.shape, status: z.string() })),
  /** Whether the caller reaches all that it sells, and not some products alone. */
  isWhole: z.boolean(),
  /** Of its open assignments, by what they are now. */
  counts: z.object({ active: z.int(), paused: z.int(), proposed: z.int() }),
});
export type Shop = z.output<typeof Shop>;

/** A product at a branch. `blockedBy` speaks of now, also where nothing is assigned. */
export const MatrixCell = z.object({
  assignmentId: z.nullable(z.string()),
  status: z.nullable(AssignmentStatus),
  /** Assigned from a day to come. */
  isScheduled: z.boolean(),
  /** Single places of the branch that it is assigned to besides. */
  placesCount: z.int(),
  blockedBy: z.nullable(FindingReason),
});
export type MatrixCell = z.output<typeof MatrixCell>;
export const MatrixRow = z.object({
  product: ProductShown,
  halal: z.enum(halalStates),
  /** In the order of `Shop.branches`. */
  cells: z.array(MatrixCell),
});
export type MatrixRow = z.output<typeof MatrixRow>;
