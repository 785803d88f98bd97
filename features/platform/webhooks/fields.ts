import * as z from "zod/mini";
import { type EventType, eventTypes } from "#base/eventTypes.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";

export const webhookStatuses = ["active", "paused"] as const;

const titleMax = 80;
const urlMax = 500;

/** `https:`, or `http:` where the settings name the host; without a user, a password or a fragment. */
const receiverUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(urlMax),
    z.regex(/^https?:\/\/[^\s\p{Cc}/?#@]+([/?][^\s\p{Cc}#]*)?$/iu, { error: "receiver_url" }),
  );

const EventTypes = z.array(z.enum(eventTypes)).check(
  z.minLength(1, { error: "types_missing" }),
  z.refine((types) => new Set(types).size === types.length, "twice"),
);

/** The fields of the form. Each is in the audit entry of a new webhook, so none counts as empty. */
export const webhookFields = fields({
  title: field.text({ required: true, max: titleMax }),
  url: field.custom<string>(receiverUrl, "https://", { kind: "url", isRequired: true }),
  types: field.custom<EventType[]>(EventTypes, [], {
    isRequired: true,
    // Webhooks may have types that have been removed since.
    answer: z.array(z.string()) as unknown as z.ZodMiniType<EventType[]>,
  }),
  /** Users pause a webhook in its form; a receiver that fails pauses it as well. */
  status: field.custom(z.enum(webhookStatuses), "active", {
    kind: "choice",
    choices: webhookStatuses,
    isRequired: true,
  }),
});
export interface WebhookInput extends ValuesOf<typeof webhookFields> {}
