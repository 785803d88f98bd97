import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import { BrandFilter } from "#features/brands/contract.ts";

const removal = { selection: selection(BrandFilter) };

/** Drafts by the thousand, such as those of a file that should not have been imported. */
export const brandDrafts = {
  previewRemoval: operation({
    method: "POST",
    path: "/api/v1/brands/removals/preview",
    permission: "brands.delete",
    summary: "What deleting many drafts would take away, and what would stay",
    input: z.strictObject(removal),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows],
  }),
  applyRemoval: operation({
    method: "POST",
    path: "/api/v1/brands/removals",
    permission: "brands.delete",
    summary: "Delete many drafts that nothing refers to, as previewed: all of them or none",
    input: z.strictObject({ ...removal, fingerprint: z.string().check(z.maxLength(100)) }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
  }),
};
