import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals } from "#base/refusal.ts";

export const noteLimits = { textMax: 4000, shownMax: 200 } as const;

export const Note = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: fields.instant(),
  /** The current name of the author; null for system notes and erased users. */
  createdByName: z.nullable(z.string()),
});
export type Note = z.output<typeof Note>;
const Notes = z.object({ rows: z.array(Note) });

/** Notes of colleagues about a retailer. A note can't be edited. */
export const retailerNotes = {
  list: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/notes",
    reads: [{ resource: "retailers", id: "id" }],
    permission: "retailers.read",
    summary: "List the latest notes about a retailer, newest first",
    input: z.strictObject({ id: fields.id() }),
    output: Notes,
    refusals: [commonRefusals.not_found],
  }),
  add: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/notes/{noteId}",
    permission: "retailers.update",
    summary: "Add a note to a retailer (idempotent: the client supplies the ID)",
    input: z.strictObject({
      id: fields.id(),
      noteId: fields.id(),
      text: fields.text({ min: 1, max: noteLimits.textMax, multiline: true }),
    }),
    output: Notes,
    refusals: [commonRefusals.not_found],
  }),
};
