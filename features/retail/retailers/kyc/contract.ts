import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals, type FileRule, scanTypes, StoredFile } from "#base/files.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { retailerOperations } from "#features/retail/retailers/contract.ts";

/** The documents that prove a retailer's identity (domain 1.2). */
export const documentTypes = ["trade_licence", "tax", "id", "bank_letter", "halal_premise"] as const;
export type DocumentType = (typeof documentTypes)[number];
/** The decision of a reviewer. Whether a document has expired depends on the date. */
export const documentStatuses = ["pending", "accepted", "rejected"] as const;

export const documentLimits = { numberMax: 60, reasonMax: 500, perRetailerMax: 100 } as const;

export const retailerDocument: FileRule = {
  purpose: "retailerDocument",
  accepts: scanTypes,
  bytesMax: 20_971_520,
};

const written = {
  type: z.enum(documentTypes),
  /** Null if the document was shown but not uploaded. */
  fileId: z.nullable(fields.id()),
  number: z.nullable(fields.text({ min: 1, max: documentLimits.numberMax })),
  issuedOn: z.nullable(fields.date()),
  expiresOn: z.nullable(fields.date()),
};

export const DocumentInput = z.strictObject(written);
export type DocumentInput = z.output<typeof DocumentInput>;

export const RetailerDocument = z.object({
  id: z.string(),
  ...z.object(written).shape,
  file: z.nullable(StoredFile),
  status: z.enum(documentStatuses),
  /** As of today, in UTC. */
  isExpired: z.boolean(),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  decidedAt: z.nullable(fields.instant()),
  /** Null if the document is pending, or if the reviewer's name is no longer known. */
  decidedByName: z.nullable(z.string()),
  createdAt: fields.instant(),
});
export type RetailerDocument = z.output<typeof RetailerDocument>;

/** The documents of a retailer, and those that its type requires. */
export const Kyc = z.object({
  rows: z.array(RetailerDocument),
  /** The document types that its type requires. */
  asked: z.array(z.enum(documentTypes)),
  /** Those required types without an accepted and still valid document. */
  missing: z.array(z.enum(documentTypes)),
  version: z.int(),
});
export type Kyc = z.output<typeof Kyc>;

export const documentRefusals = refusals({
  documents_missing: { status: 409, message: "Some required documents are missing, not accepted or expired." },
  document_decided: { status: 409, message: "This document has already been reviewed." },
  own_documents: { status: 409, message: "You added this document, so someone else must review it." },
  kyc_step_invalid: { status: 409, message: "Not possible in the retailer’s current KYC status." },
  too_many_documents: { status: 409, message: "A retailer can have at most {maximum} documents." },
});
const d = documentRefusals;
const document = { id: fields.id(), documentId: fields.id(), version: fields.version() };
const reason = z.optional(fields.text({ max: documentLimits.reasonMax, multiline: true }));

export const retailerDocuments = {
  list: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/documents",
    reads: [{ resource: "retailers", id: "id" }],
    permission: "retailers.read",
    summary: "List the KYC documents of a retailer, newest first, and those its type requires",
    input: z.strictObject({ id: fields.id() }),
    output: Kyc,
    refusals: [commonRefusals.not_found],
  }),
  add: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/documents/{documentId}",
    permission: "retailers.update",
    summary: "Add a KYC document for review (idempotent: the client supplies the ID)",
    input: z.strictObject({ ...document, ...written }),
    output: Kyc,
    versioned: true,
    refusals: [commonRefusals.not_found, d.document_decided, d.too_many_documents, fileRefusals.file_unknown],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/retailers/{id}/documents/{documentId}",
    permission: "retailers.update",
    summary: "Remove a KYC document that hasn’t been reviewed",
    input: z.strictObject(document),
    output: Kyc,
    versioned: true,
    refusals: [commonRefusals.not_found, d.document_decided],
  }),
  decide: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/documents/{documentId}/decision",
    permission: "retailers.verify",
    summary: "Accept a KYC document, or reject it with a reason",
    input: z.strictObject({ ...document, decision: z.enum(["accepted", "rejected"]), reason }),
    output: Kyc,
    versioned: true,
    refusals: [commonRefusals.not_found, d.document_decided, d.own_documents],
  }),
  decideKyc: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/kyc",
    permission: "retailers.verify",
    summary: "Verify the KYC of a retailer at the level of its type, reopen it, or reject it with a reason",
    isDangerous: true,
    input: z.strictObject({
      id: fields.id(),
      version: fields.version(),
      decision: z.enum(["verified", "rejected", "in_review"]),
      reason,
    }),
    output: retailerOperations.description.record,
    versioned: true,
    refusals: [commonRefusals.not_found, d.documents_missing, d.kyc_step_invalid, d.own_documents],
  }),
};
