import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import {
  EvidenceLevel,
  CertificateKind,
  EffectiveState,
  HolderType,
  StunningPolicy,
} from "#features/halal/certificates/contract/vocabulary.ts";
import { CertificateRow } from "#features/halal/certificates/record/contract/records.ts";

export const certificateSorts = [
  "updatedAt",
  "endsAt",
  "createdAt",
  "certificateNo",
  "holderName",
  "code",
  "waiting",
] as const;

const filters = {
  ids: anyOf(fields.id()),
  bodyId: anyOf(fields.id()),
  kind: anyOf(CertificateKind),
  holderType: anyOf(HolderType),
  /** Held by it, or listing a product of it. */
  brandId: anyOf(fields.id()),
  /** Held by it. */
  retailerId: anyOf(fields.id()),
  productId: anyOf(fields.id()),
  /** Of its holder. */
  country: anyOf(fields.countryCode()),
  /** Where retailers hold it, above their branches too, or are assigned a product that it lists. */
  market: anyOf(fields.countryCode()),
  stunningPolicy: anyOf(StunningPolicy),
  evidenceLevel: anyOf(EvidenceLevel),
  /** Verified ones that end within so many days; of several the longest counts. */
  expiringWithin: anyOf(z.enum(["7", "14", "30", "60", "90", "180"])),
  /** Its last day, as it states it. */
  expiresFrom: z.optional(fields.date()),
  expiresTo: z.optional(fields.date()),
  reviewer: anyOf(z.enum(["me", "nobody"])),
  isUnverified: z.optional(z.boolean()),
  /** Its next check, or the review of an open-ended one, was due before today. */
  isCheckDue: z.optional(z.boolean()),
  hasUnmatchedLines: z.optional(z.boolean()),
};
const state = anyOf(EffectiveState);
/** Without `state` a list leaves superseded and rejected ones out. */
export const CertificateFilter = listFilter({ state, ...filters });
export type CertificateFilter = z.output<typeof CertificateFilter>;

/** What a file may hold of a certificate. */
export const certificateExportColumns = [
  "code",
  "body",
  "certificateNo",
  "revision",
  "kind",
  "schemeCode",
  "holderType",
  "holder",
  "holderName",
  "holderAddress",
  "holderCountry",
  "standards",
  "scopeText",
  "products",
  "issuedOn",
  "validFrom",
  "expiresOn",
  "validityBasis",
  "timezone",
  "reviewDueOn",
  "slaughterMethod",
  "stunningPolicy",
  "evidenceLevel",
  "state",
  "stateReason",
  "verifiedAt",
  "lastCheckedAt",
  "nextCheckDueOn",
  "daysLeft",
  "reviewer",
  "notes",
  "createdAt",
  "updatedAt",
] as const;
export type CertificateExportColumn = (typeof certificateExportColumns)[number];

/** The list, its counts and its files. */
export const listOperations = {
  list: operation({
    method: "GET",
    path: "/api/v1/certificates",
    reads: [{ resource: "certificates" }, { resource: "certifiers" }],
    permission: "certificates.read",
    summary: "List halal certificates, by page",
    forKeys: true,
    input: listInput(certificateSorts, { state, ...filters }),
    output: page(CertificateRow),
  }),
  countByState: operation({
    method: "GET",
    path: "/api/v1/certificates/counts",
    reads: [{ resource: "certificates" }],
    permission: "certificates.read",
    summary: "Count certificates by current status, under the other filters",
    forKeys: true,
    input: listFilter(filters),
    output: z.object({ byState: z.record(EffectiveState, Total) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/certificates/export.csv",
    permission: "certificates.export",
    summary: "Export the filtered certificates as CSV",
    forKeys: true,
    input: listInput(certificateSorts, { state, ...filters, columns: anyOf(z.enum(certificateExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/certificates/import-template.csv",
    permission: "certificates.import",
    summary: "Download a CSV template for imports, with one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
};
