import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals } from "#base/refusal.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { ProductFilter } from "#features/catalogue/products/contract.ts";

const wanted = { selection: selection(ProductFilter), certificateId: fields.id() };
const refusals = [
  commonRefusals.not_found,
  refused.not_editable,
  refused.too_many_lines,
  bulkRefusals.too_many_rows,
] as const;

/** Many products of the catalogue become lines of a certificate that is still being written. */
export const certificateLinks = {
  preview: operation({
    method: "POST",
    path: "/api/v1/certificates/product-links/preview",
    permission: "certificates.update",
    summary: "Preview adding many products to a certificate",
    input: z.strictObject(wanted),
    output: BulkPreview,
    refusals,
  }),
  apply: operation({
    method: "POST",
    path: "/api/v1/certificates/product-links",
    permission: "certificates.update",
    summary: "Add many products to a certificate, as previewed (all or none)",
    input: z.strictObject({ ...wanted, fingerprint: z.string().check(z.maxLength(100)) }),
    output: BulkResult,
    refusals: [...refusals, bulkRefusals.preview_stale],
  }),
};
