import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { Impact, asPreviewed, impactRefusals } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { at, changed } from "#features/halal/certificates/contract/inputs.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { certificateLimits, UnlinkCause } from "#features/halal/certificates/contract/vocabulary.ts";
import { CertificateName } from "#features/halal/certificates/record/contract/records.ts";

/** A product as a line of a certificate shows it. */
export const LineProduct = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  gtin: z.nullable(z.string()),
  brandId: z.string(),
  brandName: z.string(),
});
export type LineProduct = z.output<typeof LineProduct>;

export const Line = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  gtin: z.nullable(z.string()),
  status: z.enum(["listed", "removed"]),
  removedAt: z.nullable(z.string()),
  removedReason: z.nullable(z.string()),
  /** Null until it is matched. */
  product: z.nullable(LineProduct),
  /** The reason for linking a product that is not the holder's. */
  linkReason: z.nullable(z.string()),
  /** The product linked before its number or brand stopped matching, and which of the two it was. */
  unlinked: z.nullable(z.object({ product: z.nullable(LineProduct), because: UnlinkCause })),
  /** Other valid certificates that list the same product. */
  alsoCoveredBy: z.array(CertificateName),
});
export type Line = z.output<typeof Line>;

/** A line as it was pasted or typed. The caller generates the id, so that a list sent twice is stored once. */
export const NewLine = z.strictObject({
  id: fields.id(),
  name: fields.text({ min: 1, max: certificateLimits.lineNameMax }),
  brand: z.nullable(fields.text({ min: 1, max: certificateLimits.lineBrandMax })),
  gtin: z.nullable(z.string().check(z.regex(/^\d{14}$/, { error: "gtin_padded" }))),
});
export type NewLine = z.output<typeof NewLine>;

/** A product that may match a line. `likeness` is from 0 to 1; a GTIN is exact. */
export const Match = z.object({
  product: LineProduct,
  by: z.enum(["gtin", "name"]),
  likeness: z.number(),
});
export type Match = z.output<typeof Match>;

export const LineMatches = z.object({ lineId: z.string(), matches: z.array(Match) });
export type LineMatches = z.output<typeof LineMatches>;

const linked = {
  ...at,
  links: z
    .array(z.strictObject({ lineId: fields.id(), productId: z.nullable(fields.id()) }))
    .check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
  /** The reason for linking products that are not the holder's. Required if there are any. */
  reason: z.optional(fields.text({ min: 1, max: certificateLimits.reasonMax, multiline: true })),
};
const linkRefusals = [
  commonRefusals.not_found,
  commonRefusals.permission_denied,
  refused.not_editable,
  refused.line_unknown,
  refused.product_unknown,
  refused.product_twice,
  refused.gtin_differs,
  refused.link_reason_required,
] as const;

/** The lines of a certificate, and the products that they are matched to. */
export const scopeOperations = {
  listLines: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/lines",
    reads: [{ resource: "certificates", id: "id" }, { resource: "products" }],
    permission: "certificates.read",
    summary: "List the lines of a certificate’s scope with their matched products",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(Line) }),
    refusals: [commonRefusals.not_found],
  }),
  findMatches: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/matches",
    reads: [{ resource: "certificates", id: "id" }, { resource: "products" }],
    permission: "certificates.update",
    summary: "Suggest products for unmatched lines: by GTIN, then by name in any script",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(LineMatches) }),
    pace: "search",
    refusals: [commonRefusals.not_found],
  }),
  findProducts: operation({
    method: "GET",
    path: "/api/v1/certificates/products",
    reads: [{ resource: "products" }],
    permission: "certificates.update",
    summary: "Find products for a line, by name, code or GTIN",
    input: z.strictObject({ search: fields.looseText({ min: 1, max: 200 }) }),
    output: z.object({ rows: z.array(LineProduct) }),
  }),
  addLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/lines",
    permission: "certificates.update",
    summary: "Append lines to the scope of a draft. Existing lines aren’t changed",
    input: z.strictObject({
      ...at,
      lines: z.array(NewLine).check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
    }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, refused.too_many_lines],
  }),
  removeLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/lines/removals",
    permission: "certificates.update",
    summary: "Remove lines from a draft. The scope of a verified certificate is reduced instead",
    input: z.strictObject({
      ...at,
      lineIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
    }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, refused.line_unknown],
  }),
  linkLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/links",
    permission: "certificates.update",
    summary: "Match lines to products. After submission, only users who may verify can",
    input: z.strictObject({ ...linked, ...asPreviewed }),
    ...changed,
    refusals: [...linkRefusals, impactRefusals.preview_stale],
  }),
  previewLinkLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/links/preview",
    permission: "certificates.update",
    summary: "Preview the impact of matching lines to products",
    input: z.strictObject(linked),
    output: Impact,
    versioned: true,
    refusals: linkRefusals,
  }),
};
