import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals } from "#base/refusal.ts";

export const noteLimits = { textMax: 4000, shownMax: 200 } as const;

export const CertificateNotes = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      createdAt: fields.instant(),
      /** The current name of the author; null for system notes and erased users. */
      createdByName: z.nullable(z.string()),
    }),
  ),
});

/** Notes of colleagues about a certificate, in any of its states. A note can't be edited. */
export const certificateNotes = {
  list: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/notes",
    reads: [{ resource: "certificates", id: "id" }],
    permission: "certificates.read",
    summary: "The latest notes about a certificate, newest first",
    input: z.strictObject({ id: fields.id() }),
    output: CertificateNotes,
    refusals: [commonRefusals.not_found],
  }),
  add: operation({
    method: "PUT",
    path: "/api/v1/certificates/{id}/notes/{noteId}",
    permission: "certificates.update",
    summary: "Add a note to a certificate (idempotent: the client supplies the ID)",
    input: z.strictObject({
      id: fields.id(),
      noteId: fields.id(),
      text: fields.text({ min: 1, max: noteLimits.textMax, multiline: true }),
    }),
    output: CertificateNotes,
    refusals: [commonRefusals.not_found],
  }),
};
