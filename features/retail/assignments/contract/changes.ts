import * as z from "zod/mini";
import { selection } from "#base/bulk.ts";
import type { Decisions } from "#base/decisions.ts";
import * as fields from "#base/fields.ts";
import { halalStates } from "#base/halal.ts";
import { anyOf, listFilter } from "#base/list.ts";
import {
  AssignmentStatus,
  cashbackModes,
  Finding,
  LocationShown,
  stockStatuses,
} from "#features/retail/assignments/contract/rows.ts";

export const assignmentLimits = {
  retailerSkuMax: 64,
  pauseReasonMax: 500,
  consumerCapMax: 10_000,
  /** Maximum retailers in one change: a chain with its branches. */
  retailersMax: 250,
  /** Maximum lines that a preview shows; its file has the same. */
  linesMax: 10_000,
} as const;

const productFilters = {
  brand: anyOf(fields.id()),
  /** Categories with all their descendants. */
  category: anyOf(fields.id()),
  halal: anyOf(z.enum(halalStates)),
  isBlocked: z.optional(z.boolean()),
};

/** Products as candidates for one retailer. */
export const candidateFilters = {
  ...productFilters,
  retailerId: fields.id(),
  /** Null or left out: the retailer as a whole. */
  locationId: z.optional(fields.id()),
  isAssigned: z.optional(z.boolean()),
};
export const CandidateFilter = listFilter(candidateFilters);
export type CandidateFilter = z.output<typeof CandidateFilter>;

export const assignmentFilters = {
  ...productFilters,
  retailerId: fields.id(),
  /** Includes the branches. */
  withBranches: z.optional(z.boolean()),
  /** Without it a list leaves out ended assignments. */
  status: anyOf(AssignmentStatus),
  stock: anyOf(z.enum(stockStatuses)),
};
export const AssignmentFilter = listFilter(assignmentFilters);
export type AssignmentFilter = z.output<typeof AssignmentFilter>;

/** Changes that need more than the update permission: consumers' cashback, which others pay for. */
export const assignmentDecisions: Decisions = {
  resource: "assignments",
  fields: {
    cashbackMode: "assignments.setRates",
    cashbackBps: "assignments.setRates",
    cashbackFixedMinor: "assignments.setRates",
    cashbackCapMinor: "assignments.setRates",
    consumerCapPerMonth: "assignments.setRates",
  },
  transitions: {},
};

/** The fields of an assignment that users set. */
export const terms = {
  priceMinor: z.nullable(fields.amountMinor()),
  currency: z.nullable(fields.currencyCode()),
  priceValidFrom: z.nullable(fields.date()),
  priceValidTo: z.nullable(fields.date()),
  stockStatus: z.enum(stockStatuses),
  cashbackMode: z.enum(cashbackModes),
  /** In basis points; at most what the retailer's type allows. */
  cashbackBps: z.nullable(z.int().check(z.minimum(0), z.maximum(10_000))),
  /** Minor units of `currency`, like the next one. */
  cashbackFixedMinor: z.nullable(fields.amountMinor()),
  /** Maximum cashback per purchase. */
  cashbackCapMinor: z.nullable(fields.amountMinor()),
  consumerCapPerMonth: z.nullable(z.int().check(z.minimum(1), z.maximum(assignmentLimits.consumerCapMax))),
  startsAt: fields.instant(),
  endsAt: z.nullable(fields.instant()),
  retailerSku: z.nullable(fields.text({ min: 1, max: assignmentLimits.retailerSkuMax })),
  shelfUrl: z.nullable(fields.httpsUrl()),
};
export const Terms = z.strictObject(terms);
export type Terms = z.output<typeof Terms>;
export const TermsPatch = z.partial(Terms);
export type TermsPatch = z.output<typeof TermsPatch>;

const chosen = selection(AssignmentFilter);
const pair = z.strictObject({
  productId: fields.id(),
  retailerId: fields.id(),
  /** One of its locations; left out: all of them. */
  locationId: z.optional(fields.id()),
});

/** Maximum cashback per purchase, for the retailers that sell in this currency. */
const cap = z.strictObject({ amountMinor: fields.amountMinor(), currency: fields.currencyCode() });

/**
 * First and last day, as dates in each retailer's time zone. First day left out or today: from now on. Last day left
 * out: no end.
 */
const period = { startsOn: z.optional(fields.date()), endsOn: z.optional(fields.date()) };

/** All bulk changes, which are previewed before they are applied. */
export const Change = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("assign"),
    /** Each product to each of the retailers, or only these pairs. */
    target: z.union([
      z.strictObject({
        retailerIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(assignmentLimits.retailersMax)),
        /** A location of the only retailer. */
        locationId: z.optional(fields.id()),
        products: selection(CandidateFilter),
      }),
      z.strictObject({ pairs: z.array(pair).check(z.minLength(1), z.maxLength(5000)) }),
    ]),
    /** Blocked pairs are left out, or proposed: a user must activate them. */
    blocked: z._default(z.enum(["leave_out", "propose"]), "leave_out"),
    ...period,
    /** Left out: no limit. */
    cap: z.optional(cap),
  }),
  z.strictObject({
    kind: z.literal("copy"),
    fromRetailerId: fields.id(),
    retailerIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(assignmentLimits.retailersMax)),
    /** A location of the only target retailer. */
    locationId: z.optional(fields.id()),
    /** Includes prices and rates, if the currency is the same. */
    withTerms: z.boolean(),
    ...period,
  }),
  z.strictObject({
    kind: z.literal("pause"),
    selection: chosen,
    reason: fields.text({ min: 1, max: assignmentLimits.pauseReasonMax, multiline: true }),
  }),
  z.strictObject({ kind: z.literal("resume"), selection: chosen }),
  z.strictObject({ kind: z.literal("end"), selection: chosen }),
  z.strictObject({
    kind: z.literal("setPrice"),
    selection: chosen,
    priceMinor: terms.priceMinor,
    currency: terms.currency,
  }),
  z.strictObject({
    kind: z.literal("setRate"),
    selection: chosen,
    cashbackMode: z.enum(["inherit", "bps"]),
    cashbackBps: terms.cashbackBps,
  }),
  /** Null: no limit. */
  z.strictObject({ kind: z.literal("setCap"), selection: chosen, cap: z.nullable(cap) }),
  z.strictObject({ kind: z.literal("setStock"), selection: chosen, stockStatus: terms.stockStatus }),
]);
export type Change = z.output<typeof Change>;

/** The outcome for a pair or an assignment; with all but the first two it stays unchanged. */
export const lineOutcomes = [
  "create",
  "change",
  "propose",
  "already",
  "blocked",
  "ended",
  "wrong_currency",
  "rate_too_high",
  "cap_below_amount",
  "overlaps",
] as const;
export const PreviewLine = z.object({
  product: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameI18n: z.record(z.string(), z.string()),
    gtin: z.nullable(z.string()),
  }),
  retailer: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  /** Null: all locations of the retailer. */
  location: z.nullable(LocationShown),
  outcome: z.enum(lineOutcomes),
  findings: z.array(Finding),
});
export type PreviewLine = z.output<typeof PreviewLine>;
export type LineOutcome = PreviewLine["outcome"];

export const ChangePreview = z.object({
  /** The token to apply it: a digest of every fact that it depends on. */
  fingerprint: z.string(),
  matched: z.int(),
  /** Number of lines with each outcome; outcomes without lines are left out. */
  counts: z.partialRecord(z.enum(lineOutcomes), z.int()),
  /** Number of retailers with changes. */
  retailers: z.int(),
  /** Blocked ones first, then those that will change. */
  lines: z.array(PreviewLine),
});
export type ChangePreview = z.output<typeof ChangePreview>;
