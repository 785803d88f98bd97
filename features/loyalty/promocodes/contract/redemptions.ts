import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { impactFingerprint } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { callLimits, Check, RedemptionStatus } from "#features/loyalty/promocodes/contract/calls.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";

// What staff read about redemptions, and how they give back many. Tills use `calls.ts`.

const names = { name: z.string(), nameI18n: z.record(z.string(), z.string()) };
const Translated = z.object({ id: z.string(), code: z.string(), ...names });

/** A redemption in the list. Amounts are in minor units of its currency. */
const RedemptionRow = z.object({
  id: z.string(),
  /** The receipt’s number at the retailer. */
  orderRef: z.string(),
  status: RedemptionStatus,
  campaign: Translated,
  /** As it is printed; null for a promocode that needs none. */
  code: z.nullable(z.string()),
  retailer: Translated,
  location: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Masked: a number or a contact such as `h•••@example.com`; `label` is null if nothing is known, or it was erased. */
  member: z.nullable(z.object({ id: z.string(), label: z.nullable(z.string()) })),
  currency: z.string(),
  discountMinor: z.int(),
  cashbackMinor: z.int(),
  /** What was not rolled back. */
  discountLeftMinor: z.int(),
  cashbackLeftMinor: z.int(),
  createdAt: fields.instant(),
});
export type RedemptionRow = z.output<typeof RedemptionRow>;

const amounts = {
  baseMinor: z.int(),
  discountMinor: z.int(),
  cashbackMinor: z.int(),
  brandMinor: z.int(),
  retailerMinor: z.int(),
  platformMinor: z.int(),
};

const RedeemedLine = z.object({
  number: z.int(),
  product: z.nullable(Translated),
  quantity: z.int(),
  /** Where the usual cashback rate came from: the product, its brand, the retailer’s type or the assignment. */
  rateSource: z.nullable(z.string()),
  rateBps: z.nullable(z.int()),
  /** The certificate that proved the product when it was redeemed. */
  certificate: z.nullable(z.object({ id: z.string(), code: z.string(), certificateNo: z.string() })),
  ...amounts,
  /** The value at shelf prices that was not rolled back, and the units it is worth. */
  baseLeftMinor: z.int(),
  quantityLeft: z.number(),
});

const RollbackEntry = z.object({
  sequence: z.int(),
  at: fields.instant(),
  reason: z.string(),
  /** Null for an API key or a user who is gone. */
  by: z.nullable(z.string()),
  discountMinor: z.int(),
  cashbackMinor: z.int(),
});

export const timelineEvents = ["reserved", "redeemed", "committed", "released", "expired", "rolledBack"] as const;
const TimelineEntry = z.object({
  event: z.enum(timelineEvents),
  at: fields.instant(),
  /** Of `rolledBack`: which one it was. */
  sequence: z.nullable(z.int()),
});

/** A redemption with everything that led to it and followed from it. */
export const RedemptionTrace = z.object({
  ...RedemptionRow.shape,
  campaignVersion: z.int(),
  costMinor: z.int(),
  costLeftMinor: z.int(),
  reservedUntil: z.nullable(fields.instant()),
  committedAt: z.nullable(fields.instant()),
  endedAt: z.nullable(fields.instant()),
  /** The API key or user that called. */
  caller: z.nullable(z.string()),
  requestId: z.string(),
  /** In the order in which they were made. */
  checks: z.array(Check),
  /** Names of the records that the checks refer to, as far as the reader may see them. */
  names: z.record(z.string(), z.string()),
  /** Empty for a reservation: its lines are written when it is committed. */
  lines: z.array(RedeemedLine),
  /** Who paid for it, in sum. */
  shares: z.object({ brandMinor: z.int(), retailerMinor: z.int(), platformMinor: z.int() }),
  rollbacks: z.array(RollbackEntry),
  /** Oldest first. */
  timeline: z.array(TimelineEntry),
});
export type RedemptionTrace = z.output<typeof RedemptionTrace>;

const newestFirst = { direction: z._default(z.enum(["asc", "desc"]), "desc") };
const filters = {
  ids: anyOf(fields.id()),
  campaign: anyOf(fields.id()),
  retailer: anyOf(fields.id()),
  member: anyOf(fields.id()),
  status: anyOf(RedemptionStatus),
  /** In UTC, as on the home screen: a link to it stays right tomorrow. */
  since: anyOf(z.enum(["today"])),
  /** First and last day, in UTC, both included. */
  from: z.optional(fields.date()),
  to: z.optional(fields.date()),
  /** Exactly the receipt’s number. */
  orderRef: z.optional(fields.text({ min: 1, max: callLimits.orderRef })),
  /** As it was entered: case, spaces and lookalikes make no difference. */
  code: z.optional(
    fields.text({ min: 1, max: callLimits.codeLength }).check(z.refine((code) => codeKey(code) !== "", "code_letters")),
  ),
};

export const redemptionSorts = ["createdAt"] as const;
export const redemptionExportColumns = [
  "id",
  "orderRef",
  "createdAt",
  "status",
  "campaign",
  "code",
  "retailer",
  "location",
  "member",
  "currency",
  "discountMinor",
  "cashbackMinor",
  "discountLeftMinor",
  "cashbackLeftMinor",
] as const;
export type RedemptionExportColumn = (typeof redemptionExportColumns)[number];

/** What a bulk rollback would give back, by currency. */
const AmountsBack = z.array(
  z.object({ currency: z.string(), count: z.int(), discountMinor: z.int(), cashbackMinor: z.int() }),
);
export const RollbackPreview = z.object({ ...BulkPreview.shape, amounts: AmountsBack });
export type RollbackPreview = z.output<typeof RollbackPreview>;

const bulkRollback = {
  selection: selection(listFilter(filters)),
  reason: fields.text({ min: 1, max: callLimits.reason, multiline: true }),
};
const { preview_stale, too_many_rows } = bulkRefusals;

/** A result of a promocode by day covers at most so many days. */
export const resultDaysMax = 92;
export const resultRefusals = refusals({
  period_too_long: { status: 422, message: "Choose a period of at most {days} days." },
});

const Used = { uses: z.int(), costMinor: z.int() };
export const PromocodeResults = z.object({
  currency: z.string(),
  from: fields.date(),
  to: fields.date(),
  /** Every day of the period, oldest first. Uses that were rolled back whole are not counted; of others, what is left. */
  days: z.array(z.object({ day: fields.date(), ...Used })),
  /** Those with the highest cost, then the rest as one with `id` null. */
  retailers: z.array(
    z.object({ id: z.nullable(z.string()), name: z.nullable(z.string()), nameI18n: names.nameI18n, ...Used }),
  ),
  /** The most frequent first. Written every few seconds, so the newest may be missing. */
  refusals: z.array(z.object({ reason: z.string(), count: z.int() })),
});
export type PromocodeResults = z.output<typeof PromocodeResults>;

export const redemptions = {
  list: operation({
    method: "GET",
    path: "/api/v1/redemptions",
    reads: [{ resource: "redemptions" }],
    permission: "redemptions.read",
    summary: "List redemptions, by page, newest first",
    input: listInput(redemptionSorts, { ...filters, ...newestFirst }),
    output: page(RedemptionRow),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/redemptions/export.csv",
    permission: "redemptions.export",
    summary: "Export the listed redemptions as CSV, with masked members",
    input: listInput(redemptionSorts, { ...filters, ...newestFirst, columns: anyOf(z.enum(redemptionExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  trace: operation({
    method: "GET",
    path: "/api/v1/redemptions/{id}/trace",
    reads: [{ resource: "redemptions", id: "id" }],
    permission: "redemptions.read",
    summary: "Get a redemption with its checks, lines, shares, rollbacks and timeline",
    input: z.strictObject({ id: fields.id() }),
    output: RedemptionTrace,
    refusals: [commonRefusals.not_found],
  }),
  previewRollback: operation({
    method: "POST",
    path: "/api/v1/redemptions/bulk/preview",
    permission: "redemptions.rollback",
    summary: "Preview a rollback of many redemptions: how many, and how much goes back",
    input: z.strictObject(bulkRollback),
    output: RollbackPreview,
    refusals: [too_many_rows],
  }),
  rollbackMany: operation({
    method: "POST",
    path: "/api/v1/redemptions/bulk",
    permission: "redemptions.rollback",
    summary: "Roll back what is left of the previewed redemptions. Many continue in the background",
    isDangerous: true,
    input: z.strictObject({ ...bulkRollback, fingerprint: impactFingerprint() }),
    output: BulkResult,
    refusals: [preview_stale, too_many_rows],
  }),
  results: operation({
    method: "GET",
    path: "/api/v1/promocodes/{id}/results",
    reads: [{ resource: "promocodes", id: "id" }, { resource: "redemptions" }],
    permission: "promocodes.read",
    summary: "Uses and cost of a promocode by day and by retailer, and refusals by reason. Days are in UTC",
    input: z.strictObject({ id: fields.id(), from: z.optional(fields.date()), to: z.optional(fields.date()) }),
    output: PromocodeResults,
    refusals: [commonRefusals.not_found, resultRefusals.period_too_long],
  }),
};
