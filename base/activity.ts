import * as z from "zod/mini";
import * as fields from "#base/fields.ts";

/** The fields that a change modified, and only those. */
export const Changes = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));
export type Changes = z.output<typeof Changes>;

/** One entry in a record's history, newest first in lists. */
export const AuditEvent = z.object({
  id: z.int(),
  at: fields.instant(),
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  /** A verb of the resource: `create`, `update`, `archive`. */
  action: z.string(),
  reason: z.nullable(z.string()),
  changes: Changes,
});
export type AuditEvent = z.output<typeof AuditEvent>;

/** A record's history in pages, as input and output of each area's own operation. */
export const activityInput = {
  id: fields.id(),
  /** The id of the last entry already shown. */
  before: z.optional(z.int().check(z.minimum(1))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
};
/** Current names of records that changes refer to, by id; without those that the reader may not see. */
export const RecordNames = z.record(z.string(), z.string());
export const ActivityPage = z.object({
  events: z.array(AuditEvent),
  hasMore: z.boolean(),
  names: z.optional(RecordNames),
});
export type ActivityPage = z.output<typeof ActivityPage>;
