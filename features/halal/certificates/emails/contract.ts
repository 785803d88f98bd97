import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { at, changed, previewed, selected, bulkRefused } from "#features/halal/certificates/contract/inputs.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";

/** Asks holders to renew. */
export const reminderOperations = {
  remind: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/reminder",
    permission: "certificates.verify",
    summary: "Email the holder a renewal request",
    input: z.strictObject(at),
    ...changed,
    refusals: [commonRefusals.not_found, refused.reminder_impossible],
  }),
  previewReminder: operation({
    method: "POST",
    path: "/api/v1/certificates/reminders/preview",
    permission: "certificates.verify",
    summary: "Preview renewal requests to many holders",
    input: z.strictObject(selected),
    output: BulkPreview,
    refusals: bulkRefused,
  }),
  applyReminder: operation({
    method: "POST",
    path: "/api/v1/certificates/reminders",
    permission: "certificates.verify",
    summary: "Email renewal requests to many holders, as previewed",
    input: z.strictObject({ ...selected, ...previewed }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, ...bulkRefused],
  }),
};
