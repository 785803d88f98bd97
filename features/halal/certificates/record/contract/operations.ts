import * as z from "zod/mini";
import { activityInput, ActivityPage } from "#base/activity.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals, type FileRule } from "#base/files.ts";
import { commonRefusals } from "#base/refusal.ts";
import { at, changed } from "#features/halal/certificates/contract/inputs.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { certificateLimits, DocumentKind } from "#features/halal/certificates/contract/vocabulary.ts";
import { Certificate, CertifierChoice, StandardChoice } from "#features/halal/certificates/record/contract/records.ts";
import { certificateFields } from "#features/halal/certificates/record/fields.ts";

/** A document of a certificate: as the certifier issued it, or a picture of it (domain 1.7). */
export const certificateDocument: FileRule = {
  purpose: "certificateDocument",
  accepts: ["application/pdf", "image/jpeg", "image/png"],
  bytesMax: 20_971_520,
};

const { bodyId, certificateNo, holderName } = certificateFields.shape;
const patch = z.partial(z.strictObject(certificateFields.shape)).shape;

/** One certificate: read, written down, with its documents. */
export const detailOperations = {
  get: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}",
    reads: [{ resource: "certificates", id: "id" }],
    permission: "certificates.read",
    summary: "Get a certificate",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Certificate,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/activity",
    reads: [{ resource: "certificates", id: "id" }],
    permission: "certificates.read",
    summary: "History of a certificate, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  choices: operation({
    method: "GET",
    path: "/api/v1/certificates/choices",
    reads: [{ resource: "certifiers" }, { resource: "halalStandards" }],
    permission: "certificates.read",
    summary:
      "The certifying bodies and standards that certificates name; a new one may name those that aren’t archived",
    input: z.strictObject({}),
    output: z.object({
      bodies: z.array(z.object({ ...CertifierChoice.shape, isArchived: z.boolean() })),
      standards: z.array(z.object({ ...StandardChoice.shape, isArchived: z.boolean() })),
    }),
  }),
  findHolders: operation({
    method: "GET",
    path: "/api/v1/certificates/holders",
    reads: [{ resource: "brands" }, { resource: "retailers" }],
    permission: "certificates.create",
    summary: "Find brands or retailers that may hold a certificate, by name",
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
  create: operation({
    method: "POST",
    path: "/api/v1/certificates",
    permission: "certificates.create",
    summary: "Create a draft certificate (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: fields.id(), ...patch, bodyId, certificateNo, holderName }),
    output: Certificate,
    refusals: [refused.id_taken, refused.certificate_taken],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/certificates/{id}",
    permission: "certificates.update",
    summary: "Update a certificate. After submission, only its notes",
    input: z.strictObject({ ...at, ...patch }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, refused.certificate_taken],
  }),
  setDocuments: operation({
    method: "PUT",
    path: "/api/v1/certificates/{id}/documents",
    permission: "certificates.update",
    summary: "Set the documents of a certificate and their order",
    input: z.strictObject({
      ...at,
      documents: z
        .array(
          z.strictObject({
            fileId: fields.id(),
            kind: DocumentKind,
            language: z.nullable(fields.languageTag()),
          }),
        )
        .check(z.maxLength(certificateLimits.documentsMax)),
    }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, fileRefusals.file_unknown],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/certificates/{id}",
    permission: "certificates.delete",
    summary: "Delete a draft certificate",
    input: z.strictObject(at),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, refused.only_drafts_can_be_deleted, refused.certificate_in_use],
  }),
};
