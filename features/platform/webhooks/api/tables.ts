import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { EventType } from "#base/eventTypes.ts";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { deliveryFailures, deliveryStatuses, pauseReasons } from "#features/platform/webhooks/contract.ts";
import type { webhookStatuses } from "#features/platform/webhooks/fields.ts";

export const webhooksTable = pgTable("webhook_endpoints", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  url: text().notNull(),
  types: text().array().$type<EventType[]>().notNull(),
  status: text().$type<(typeof webhookStatuses)[number]>().notNull(),
  pauseReason: text("pause_reason").$type<(typeof pauseReasons)[number]>(),
  sealedSecret: bytesColumn("sealed_secret").notNull(),
  sealedOldSecret: bytesColumn("sealed_old_secret"),
  oldSecretValidTo: instantColumn("old_secret_valid_to"),
  failingSince: instantColumn("failing_since"),
  lastDeliveredAt: instantColumn("last_delivered_at"),
  sortKey: text("sort_key").notNull(),
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type WebhookRecord = typeof webhooksTable.$inferSelect;

export const deliveriesTable = pgTable("webhook_deliveries", {
  id: uuid().primaryKey(),
  endpointId: uuid("endpoint_id").notNull(),
  eventId: uuid("event_id").notNull(),
  type: text().notNull(),
  status: text().$type<(typeof deliveryStatuses)[number]>().notNull(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: instantColumn("next_attempt_at"),
  lastStatus: integer("last_status"),
  lastFailure: text("last_failure").$type<(typeof deliveryFailures)[number]>(),
  deliveredAt: instantColumn("delivered_at"),
  createdAt: instantColumn("created_at").notNull(),
  isReplay: boolean("is_replay").notNull().default(false),
  /** Copied from the event, to send the deliveries of a record in order. */
  resource: text().notNull(),
  resourceId: text("resource_id").notNull(),
  position: bigint({ mode: "number" }).notNull(),
});
export type DeliveryRecord = typeof deliveriesTable.$inferSelect;
