import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import { ProductFilter } from "#features/catalogue/products/contract.ts";

const removal = { selection: selection(ProductFilter) };

/** Drafts by the thousand, such as those of a file that should not have been imported. */
export const productDrafts = {
  previewRemoval: operation({
    method: "POST",
    path: "/api/v1/products/removals/preview",
    permission: "products.delete",
    summary: "What deleting many drafts of products would take away, and what would stay",
    input: z.strictObject(removal),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows],
  }),
  applyRemoval: operation({
    method: "POST",
    path: "/api/v1/products/removals",
    permission: "products.delete",
    summary: "Delete many drafts of products that nothing refers to, as previewed: all of them or none",
    input: z.strictObject({ ...removal, fingerprint: z.string().check(z.maxLength(100)) }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
  }),
};
