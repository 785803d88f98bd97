import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import {
  manualPauseSources,
  pauseSources,
  promocodeStatuses,
  PromocodeTransition,
  RunState,
} from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields, type PromocodeInput, promocodeLimits } from "#features/loyalty/promocodes/fields.ts";
import { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

/** `uncertified`: withdrawn, or replaced by one that lists the product no more. */
export const lossReasons = ["expired", "suspended", "scope_reduced", "uncertified"] as const;

const description = describeRecord({
  name: "promocodes",
  path: "/api/v1/promocodes",
  fields: promocodeFields,
  statuses: promocodeStatuses,
  more: {
    /** `PROMO-00017`, for people to read out. */
    code: z.string(),
    ownerBrand: z.nullable(
      z.object({ id: z.string(), code: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
    ),
    /** The number of the version that can be used; null before the first approval. */
    liveVersion: z.nullable(z.int()),
    /** Null without a live version, and in the archive. */
    runState: z.nullable(RunState),
    currency: z.string(),
    startsAt: z.nullable(z.string()),
    /** Exclusive. */
    endsAt: z.nullable(z.string()),
    /** Uses and budget, reservations included. Null: no limit. */
    uses: z.int(),
    usesMax: z.nullable(z.int()),
    budgetTakenMinor: z.int(),
    budgetMinor: z.nullable(z.int()),
    /** Unique codes generated so far. */
    codesCount: z.int(),
    pauseSource: z.nullable(z.enum(pauseSources)),
    pauseReason: z.nullable(z.string()),
    /** Why it was sent back. */
    statusReason: z.nullable(z.string()),
    /** The terms that can be used now, while those of the record may be a draft of the next version. */
    liveTerms: z.nullable(Terms),
    /**
     * What the live version lost with certificates that expired, were suspended or withdrawn, or list its products no
     * more; null if nothing, and for terms that name no products, brands or categories.
     */
    lostCertificates: z.nullable(
      z.object({
        productsLost: z.int(),
        productsChecked: z.int(),
        /** Of terms that name brands or categories, only the first products were checked. */
        isPartial: z.boolean(),
        /** No product is left of those that the effect or a condition needs. */
        givesNothing: z.boolean(),
        /** Those that the reader may see, the ones of most products first. */
        certificates: z.array(
          z.object({
            id: z.string(),
            code: z.string(),
            certificateNo: z.string(),
            reason: z.enum(lossReasons),
            products: z.int(),
          }),
        ),
      }),
    ),
    /** The possible transitions, with what blocks them. */
    allowedTransitions: z.array(PromocodeTransition),
  },
  rowOmits: [
    "pauseReason",
    "statusReason",
    "liveTerms",
    "lostCertificates",
    "allowedTransitions",
    "createdBy",
    "updatedBy",
  ],
  sorts: ["updatedAt", "name", "code"],
  filters: ["codeMode"],
  moreFilters: {
    /** As it is at the moment of asking. */
    runState: anyOf(RunState),
    ownerBrand: anyOf(schemas.id()),
  },
  exportColumns: [
    "code",
    "name",
    "nameI18n",
    "nameAr",
    "codeMode",
    "sharedCode",
    "terms",
    "status",
    "runState",
    "currency",
    "startsAt",
    "endsAt",
    "uses",
    "usesMax",
    "budgetTakenMinor",
    "budgetMinor",
    "createdAt",
    "updatedAt",
  ],
});
export interface Promocode extends RecordOf<typeof description> {}
export interface PromocodeTypes extends TypesOf<typeof description, PromocodeInput, Promocode> {}
export type PromocodeRow = PromocodeTypes["row"];
export const promocodeOperations = recordOperations<PromocodeTypes>(description);

export const promocodeRefusals = refusals({
  shared_code_taken: { status: 409, message: "Another promocode already has this code." },
  promocode_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  owner_brand_unavailable: { status: 422, message: "This brand is archived or no longer exists." },
  promocode_not_editable: { status: 409, message: "Only drafts can be edited. Start a new version of it first." },
  invalid_promocode_step: { status: 409, message: "A promocode can’t change from {from} to {to}." },
  promocode_step_blocked: { status: 409, message: "The promocode is missing information required for status {to}." },
  promocode_window_ended: { status: 409, message: "The promocode would end before it is approved. Extend it first." },
  limit_below_used: { status: 409, message: "More than this has already been used. Enter higher limits." },
  promocode_not_live: { status: 409, message: "Only approved promocodes can be paused." },
});
const { shared_code_taken, promocode_id_taken, owner_brand_unavailable, promocode_not_editable } = promocodeRefusals;
const { invalid_promocode_step, promocode_step_blocked, promocode_window_ended, limit_below_used, promocode_not_live } =
  promocodeRefusals;

const reason = schemas.text({ min: 1, max: promocodeLimits.reasonMax, multiline: true });
const versioned = { id: schemas.id(), version: schemas.version() };
const record = { output: description.record, versioned: true } as const;

export const promocodes = {
  list: promocodeOperations.list({ summary: "List promocodes, by page", reads: [{ resource: "redemptions" }] }),
  countByStatus: promocodeOperations.countByStatus({ summary: "Count promocodes by status, under the other filters" }),
  exportCsv: promocodeOperations.exportCsv({ summary: "Export the filtered promocodes as CSV" }),
  get: promocodeOperations.get({ summary: "Get a promocode", reads: [{ resource: "redemptions" }] }),
  activity: promocodeOperations.activity({ summary: "History of a promocode, newest first" }),
  create: promocodeOperations.create({
    summary: "Create a draft promocode (idempotent: the client supplies the ID)",
    refusals: [shared_code_taken, promocode_id_taken, owner_brand_unavailable],
  }),
  update: promocodeOperations.update({
    summary: "Update a draft. A live version isn’t changed before the draft is approved",
    refusals: [shared_code_taken, owner_brand_unavailable, promocode_not_editable],
  }),
  changeStatus: promocodeOperations.changeStatus(
    {
      path: "status",
      permission: "update",
      more: { reason: z.optional(schemas.text({ max: promocodeLimits.reasonMax, multiline: true })) },
    },
    {
      summary: "Submit, approve, send back, revise or archive a promocode. Another person approves its terms",
      refusals: [
        invalid_promocode_step,
        promocode_step_blocked,
        promocode_window_ended,
        limit_below_used,
        shared_code_taken,
      ],
    },
  ),
  pause: operation({
    method: "POST",
    path: "/api/v1/promocodes/{id}/pause",
    permission: "promocodes.pause",
    summary: "Pause a promocode: it can’t be redeemed until it is resumed",
    isDangerous: true,
    input: z.strictObject({ ...versioned, source: z._default(z.enum(manualPauseSources), "manual"), reason }),
    ...record,
    refusals: [commonRefusals.not_found, promocode_not_live],
  }),
  resume: operation({
    method: "POST",
    path: "/api/v1/promocodes/{id}/resume",
    permission: "promocodes.pause",
    summary: "Resume a paused promocode",
    isDangerous: true,
    input: z.strictObject({ ...versioned, reason }),
    ...record,
    refusals: [commonRefusals.not_found, promocode_not_live],
  }),
};
