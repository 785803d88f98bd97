import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { impactRefusals, withGrounds } from "#base/impact.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";

const selection = z.strictObject({
  ids: z.array(fields.id()).check(z.minLength(1), z.maxLength(categoryLimits.manyMax)),
});
const fingerprint = z.string().check(z.maxLength(100));

/** Null: to the top. */
const moves = { selection, parentId: z.nullable(fields.id()) };
const merges = { selection, intoId: fields.id() };
const archivings = { selection };
const stale = [bulkRefusals.preview_stale];
/** A second person approves loosened requirements, one record at a time. */
const lossy = [...stale, impactRefusals.loss_needs_reason, approvalRefusals.one_at_a_time];

/** What is done to several categories at once. What cannot be done to one leaves it as it is, and the others change. */
export const manyCategories = {
  previewMoves: operation({
    method: "POST",
    path: "/api/v1/categories/moves/preview",
    permission: "categories.update",
    summary: "Preview moving several categories under another",
    input: z.strictObject(moves),
    output: BulkPreview,
  }),
  applyMoves: operation({
    method: "POST",
    path: "/api/v1/categories/moves",
    permission: "categories.update",
    summary: "Move several categories under another, as previewed (all or none)",
    input: z.strictObject({ ...moves, fingerprint, ...withGrounds }),
    output: BulkResult,
    refusals: lossy,
  }),
  previewMerges: operation({
    method: "POST",
    path: "/api/v1/categories/merges/preview",
    permission: "categories.merge",
    summary: "Preview merging several categories into one",
    input: z.strictObject(merges),
    output: BulkPreview,
  }),
  applyMerges: operation({
    method: "POST",
    path: "/api/v1/categories/merges",
    permission: "categories.merge",
    summary: "Merge several categories into one, as previewed (all or none)",
    isDangerous: true,
    input: z.strictObject({ ...merges, fingerprint, ...withGrounds }),
    output: BulkResult,
    refusals: lossy,
  }),
  previewArchivings: operation({
    method: "POST",
    path: "/api/v1/categories/archivings/preview",
    permission: "categories.update",
    summary: "Preview archiving several categories",
    input: z.strictObject(archivings),
    output: BulkPreview,
  }),
  applyArchivings: operation({
    method: "POST",
    path: "/api/v1/categories/archivings",
    permission: "categories.update",
    summary: "Archive several categories, as previewed (all or none)",
    input: z.strictObject({ ...archivings, fingerprint }),
    output: BulkResult,
    refusals: stale,
  }),
};
