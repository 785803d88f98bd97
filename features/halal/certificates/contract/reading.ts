import * as z from "zod/mini";
import { activityInput, ActivityPage } from "#base/activity.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import {
  BodyChoice,
  Certificate,
  CertificateRow,
  StandardChoice,
} from "#features/halal/certificates/record/contract/records.ts";
import {
  CalendarDay,
  Line,
  LineMatches,
  LineProduct,
  PublicCertificate,
  QueueEntry,
  Revision,
} from "#features/halal/certificates/scope/contract/scope.ts";
import {
  CertificateKind,
  EffectiveState,
  EvidenceLevel,
  HolderType,
  StunningPolicy,
} from "#features/halal/certificates/contract/vocabulary.ts";

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

export const reading = {
  list: operation({
    method: "GET",
    path: "/api/v1/certificates",
    permission: "certificates.read",
    summary: "Halal certificates, a page at a time",
    forKeys: true,
    input: listInput(certificateSorts, { state, ...filters }),
    output: page(CertificateRow),
  }),
  countByState: operation({
    method: "GET",
    path: "/api/v1/certificates/counts",
    permission: "certificates.read",
    summary: "How many certificates are in each state at this moment, under the other filters",
    forKeys: true,
    input: listFilter(filters),
    output: z.object({ byState: z.record(EffectiveState, Total) }),
  }),
  choices: operation({
    method: "GET",
    path: "/api/v1/certificates/choices",
    permission: "certificates.read",
    summary:
      "The certifying bodies and standards that certificates name; a new one may name those that are not archived",
    input: z.strictObject({}),
    output: z.object({
      bodies: z.array(z.object({ ...BodyChoice.shape, isArchived: z.boolean() })),
      standards: z.array(z.object({ ...StandardChoice.shape, isArchived: z.boolean() })),
    }),
  }),
  findHolders: operation({
    method: "GET",
    path: "/api/v1/certificates/holders",
    permission: "certificates.create",
    summary: "Brands or retailers that may hold a certificate, by name",
    input: z.strictObject({
      type: z.enum(["brand", "retailer"]),
      search: z.optional(fields.looseText({ max: 200 })),
      id: z.optional(fields.id()),
    }),
    output: z.object({
      rows: z.array(
        z.object({ id: z.string(), code: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
      ),
    }),
  }),
  readQueue: operation({
    method: "GET",
    path: "/api/v1/certificates/queue",
    permission: "certificates.verify",
    summary: "What waits for a reviewer: mine, nobody's and the others', waiting longest first",
    input: z.strictObject({}),
    output: z.object({ mine: z.array(QueueEntry), nobodys: z.array(QueueEntry), others: z.array(QueueEntry) }),
  }),
  readCalendar: operation({
    method: "GET",
    path: "/api/v1/certificates/calendar",
    permission: "certificates.read",
    summary: "On which days verified certificates end",
    input: z.strictObject({ from: fields.date(), to: fields.date() }),
    output: z.object({ days: z.array(CalendarDay) }),
    refusals: [commonRefusals.invalid_input],
  }),
  listReviewers: operation({
    method: "GET",
    path: "/api/v1/certificates/reviewers",
    permission: "certificates.verify",
    summary: "Who may verify certificates",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/certificates/export.csv",
    permission: "certificates.export",
    summary: "Every certificate the list finds, as a CSV file",
    forKeys: true,
    input: listInput(certificateSorts, { state, ...filters, columns: anyOf(z.enum(certificateExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/certificates/import-template.csv",
    permission: "certificates.import",
    summary: "A CSV file with the columns that an import understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}",
    permission: "certificates.read",
    summary: "One certificate",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Certificate,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/activity",
    permission: "certificates.read",
    summary: "What was done to a certificate, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  listRevisions: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/revisions",
    permission: "certificates.read",
    summary: "The revisions that a certificate follows and that follow it, newest first",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(Revision) }),
    refusals: [commonRefusals.not_found],
  }),
  listLines: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/lines",
    permission: "certificates.read",
    summary: "The lines of a certificate's scope, with the products they were matched to",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(Line) }),
    refusals: [commonRefusals.not_found],
  }),
  findMatches: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/matches",
    permission: "certificates.update",
    summary: "Which products the unmatched lines may be: by GTIN, then by name in any script",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(LineMatches) }),
    pace: "search",
    refusals: [commonRefusals.not_found],
  }),
  findProducts: operation({
    method: "GET",
    path: "/api/v1/certificates/products",
    permission: "certificates.update",
    summary: "Products for a line, by name, code or GTIN",
    input: z.strictObject({ search: fields.looseText({ min: 1, max: 200 }) }),
    output: z.object({ rows: z.array(LineProduct) }),
  }),
  /** By its plain code: docs/decisions/0027. */
  readPublic: operation({
    method: "GET",
    path: "/api/v1/public/certificates/{code}",
    permission: "public",
    summary: "What the house says of a certificate to everybody, and how it knows",
    input: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
    output: PublicCertificate,
    refusals: [commonRefusals.not_found],
  }),
};
