import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { PresentAt, presenceModes, recordId, streamRefusals } from "#base/live.ts";
import { commonRefusals } from "#base/refusal.ts";

const resource = () => fields.text({ min: 1, max: 64 });

/** The event stream, and who has which record open (docs/decisions/0090). */
export const live = {
  stream: operation({
    method: "GET",
    path: "/api/events/stream",
    permission: "session",
    summary: "A stream of which records changed, of those that the caller may read, until either side ends it",
    input: z.strictObject({
      token: z.string(),
      /** The last event that arrived, or a cursor of an earlier response: what came after it is sent first. */
      lastEventId: z.optional(fields.looseText({ max: 100 })),
    }),
    output: z.string(),
    reply: "events",
    readsToken: true,
    refusals: [streamRefusals.too_many_streams],
  }),
  listPresence: operation({
    method: "GET",
    path: "/api/v1/presence",
    permission: "session",
    summary: "Who has records of a resource open, of those that the caller may read",
    input: z.strictObject({ resource: resource() }),
    output: z.object({ rows: z.array(PresentAt) }),
    exampleQuery: "?resource=brands",
  }),
  setPresence: operation({
    method: "PUT",
    path: "/api/v1/presence",
    permission: "session",
    summary:
      "Say that the caller has a record open and what they do there, or that they left it, and get who else is there",
    input: z.strictObject({
      resource: resource(),
      id: recordId(),
      /** Null: they left. */
      mode: z.nullable(z.enum(presenceModes)),
    }),
    output: PresentAt,
    refusals: [commonRefusals.not_found],
  }),
};
