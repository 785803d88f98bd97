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
  /** Retailers in one change: a chain with its branches. */
  retailersMax: 250,
  /** Lines a preview may show; the file of a preview has as many. */
  linesMax: 10_000,
} as const;

const productFilters = {
  brand: anyOf(fields.id()),
  /** With everything below them. */
  category: anyOf(fields.id()),
  halal: anyOf(z.enum(halalStates)),
  isBlocked: z.optional(z.boolean()),
};

/** Products as candidates of one retailer. */
export const candidateFilters = {
  ...productFilters,
  retailerId: fields.id(),
  /** Null and left out: the retailer as a whole. */
  locationId: z.optional(fields.id()),
  isAssigned: z.optional(z.boolean()),
};
export const CandidateFilter = listFilter(candidateFilters);
export type CandidateFilter = z.output<typeof CandidateFilter>;

export const assignmentFilters = {
  ...productFilters,
  retailerId: fields.id(),
  /** With the branches below it. */
  withBranches: z.optional(z.boolean()),
  /** Without it a list leaves out what has ended. */
  status: anyOf(AssignmentStatus),
  stock: anyOf(z.enum(stockStatuses)),
};
export const AssignmentFilter = listFilter(assignmentFilters);
export type AssignmentFilter = z.output<typeof AssignmentFilter>;

/** Changes that need more than the update permission: the cashback of consumers, which others pay for. */
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

/** What a person says about an assignment. */
export const terms = {
  priceMinor: z.nullable(fields.amountMinor()),
  currency: z.nullable(fields.currencyCode()),
  priceValidFrom: z.nullable(fields.date()),
  priceValidTo: z.nullable(fields.date()),
  stockStatus: z.enum(stockStatuses),
  cashbackMode: z.enum(cashbackModes),
  /** Of 10,000; not above what the retailer's type allows. */
  cashbackBps: z.nullable(z.int().check(z.minimum(0), z.maximum(10_000))),
  /** Minor units of `currency`, as the next. */
  cashbackFixedMinor: z.nullable(fields.amountMinor()),
  /** Most that one purchase brings. */
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
  /** One of its places; left out: all of them. */
  locationId: z.optional(fields.id()),
});

/** The most cashback of one purchase: of the retailers that sell in this currency. */
const cap = z.strictObject({ amountMinor: fields.amountMinor(), currency: fields.currencyCode() });

/**
 * First and last day, as calendars show them at each retailer. Left out, or begun today: from now on; until somebody ends it.
 */
const period = { startsOn: z.optional(fields.date()), endsOn: z.optional(fields.date()) };

/** Everything that is previewed before it is done to many. */
export const Change = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("assign"),
    /** Each product to each of the retailers, or these pairs alone. */
    target: z.union([
      z.strictObject({
        retailerIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(assignmentLimits.retailersMax)),
        /** A place of the only retailer. */
        locationId: z.optional(fields.id()),
        products: selection(CandidateFilter),
      }),
      z.strictObject({ pairs: z.array(pair).check(z.minLength(1), z.maxLength(5000)) }),
    ]),
    /** What is blocked is left out, or proposed: it waits for somebody to activate it. */
    blocked: z._default(z.enum(["leave_out", "propose"]), "leave_out"),
    ...period,
    /** Left out: no limit. */
    cap: z.optional(cap),
  }),
  z.strictObject({
    kind: z.literal("copy"),
    fromRetailerId: fields.id(),
    retailerIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(assignmentLimits.retailersMax)),
    /** A place of the only retailer that is copied to. */
    locationId: z.optional(fields.id()),
    /** Prices, stock and rates as well, where the currency is the same. */
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

/** What becomes of a pair or an assignment; all but the first two stay as they are. */
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
  /** Null: all places of the retailer. */
  location: z.nullable(LocationShown),
  outcome: z.enum(lineOutcomes),
  findings: z.array(Finding),
});
export type PreviewLine = z.output<typeof PreviewLine>;
export type LineOutcome = PreviewLine["outcome"];

export const ChangePreview = z.object({
  /** The token that applies it: a digest of every fact that it rests on. */
  fingerprint: z.string(),
  matched: z.int(),
  /** How many lines have each outcome; those with none are left out. */
  counts: z.partialRecord(z.enum(lineOutcomes), z.int()),
  /** Retailers among those that change. */
  retailers: z.int(),
  /** Blocked ones first, then what would be done. */
  lines: z.array(PreviewLine),
});
export type ChangePreview = z.output<typeof ChangePreview>;
