import type { eventsTable } from "#api/events/tables.ts";

type EventRecord = typeof eventsTable.$inferSelect;

/** What is sent of an event, the same at every attempt and replay. */
export const bodyOf = ({ id, type, occurredAt, resource, resourceId, position, payload }: EventRecord): string =>
  JSON.stringify({ id, type, occurredAt, resource, resourceId, sequence: position, data: payload });
