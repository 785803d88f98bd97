import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { type FileRule, fileRefusals } from "#base/files.ts";
import { asPreviewed, Impact, impactRefusals } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { NewLine } from "#features/halal/certificates/scope/contract/scope.ts";
import { certificateLimits, DocumentKind } from "#features/halal/certificates/contract/vocabulary.ts";
import { certificateFields } from "#features/halal/certificates/record/fields.ts";

/** What may be shown of a certificate: as it came from its body, or a picture of it (domain 1.7). */
export const certificateDocument: FileRule = {
  purpose: "certificateDocument",
  accepts: ["application/pdf", "image/jpeg", "image/png"],
  bytesMax: 20_971_520,
};

const { bodyId, certificateNo, holderName } = certificateFields.shape;
const patch = z.partial(z.strictObject(certificateFields.shape)).shape;
const at = { id: fields.id(), version: fields.version() };
const changed = { output: Certificate, versioned: true } as const;
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

export const writing = {
  create: operation({
    method: "POST",
    path: "/api/v1/certificates",
    permission: "certificates.create",
    summary: "Make a draft. The caller makes the id; sent again, it answers the certificate it made",
    input: z.strictObject({ id: fields.id(), ...patch, bodyId, certificateNo, holderName }),
    output: Certificate,
    refusals: [refused.id_taken, refused.certificate_taken],
  }),
  renew: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/renewal",
    permission: "certificates.create",
    summary: "Begin the next revision of a certificate as a draft with the same scope",
    input: z.strictObject({ id: fields.id(), newId: fields.id() }),
    output: Certificate,
    refusals: [
      commonRefusals.not_found,
      refused.invalid_step,
      refused.step_blocked,
      refused.renewal_exists,
      refused.id_taken,
    ],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/certificates/{id}",
    permission: "certificates.update",
    summary: "Change some fields. Once it is submitted, only the notes",
    input: z.strictObject({ ...at, ...patch }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, refused.certificate_taken],
  }),
  setDocuments: operation({
    method: "PUT",
    path: "/api/v1/certificates/{id}/documents",
    permission: "certificates.update",
    summary: "Which files a certificate shows, in this order",
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
    summary: "Delete a draft",
    input: z.strictObject(at),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, refused.only_drafts_can_be_deleted, refused.certificate_in_use],
  }),
  addLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/lines",
    permission: "certificates.update",
    summary: "Put lines at the end of the scope of a draft. Lines that are there already stay as they are",
    input: z.strictObject({
      ...at,
      lines: z.array(NewLine).check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
    }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, refused.too_many_lines],
  }),
  linkLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/links",
    permission: "certificates.update",
    summary: "Say which product each line is. From its submission on, only who may verify says so",
    input: z.strictObject({ ...linked, ...asPreviewed }),
    ...changed,
    refusals: [...linkRefusals, impactRefusals.preview_stale],
  }),
  previewLinkLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/links/preview",
    permission: "certificates.update",
    summary: "What saying so would bring about elsewhere, such as assignments that resume. Changes nothing",
    input: z.strictObject(linked),
    output: Impact,
    versioned: true,
    refusals: linkRefusals,
  }),
  removeLines: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/lines/removals",
    permission: "certificates.update",
    summary: "Take lines out of a draft. The scope of a verified certificate is reduced instead",
    input: z.strictObject({
      ...at,
      lineIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
    }),
    ...changed,
    refusals: [commonRefusals.not_found, refused.not_editable, refused.line_unknown],
  }),
};
