import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { EmailChoice, NotificationKind } from "#base/notifications.ts";
import { instantColumn } from "#api/columns.ts";

/** A group of events that a user is notified of. Of each group one row is unread. */
export const notificationsTable = pgTable("notifications", {
  id: uuid().primaryKey(),
  userId: uuid("user_id").notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  resource: text().notNull(),
  /** Null: of several records. */
  resourceId: text("resource_id"),
  /** What a reader needs for the record. Null: nothing. */
  permission: text(),
  actorId: uuid("actor_id"),
  groupKey: text("group_key").notNull(),
  times: integer().notNull(),
  payload: jsonb().$type<Readonly<Record<string, string | number>>>().notNull(),
  inBell: boolean("in_bell").notNull(),
  popsUp: boolean("pops_up").notNull(),
  /** How it is still to be emailed. */
  email: text().$type<Exclude<EmailChoice, "off">>(),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
  readAt: instantColumn("read_at"),
});

export const settingsTable = pgTable(
  "notification_settings",
  {
    userId: uuid("user_id").notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    bell: boolean().notNull(),
    popup: boolean().notNull(),
    email: text().$type<EmailChoice>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const hoursTable = pgTable("notification_hours", {
  userId: uuid("user_id").primaryKey(),
  /** Minutes of the day. Both are null without quiet hours. */
  quietFrom: smallint("quiet_from"),
  quietTo: smallint("quiet_to"),
  timeZone: text("time_zone").notNull(),
});

export const watchedTable = pgTable(
  "watched_records",
  {
    resource: text().notNull(),
    resourceId: text("resource_id").notNull(),
    userId: uuid("user_id").notNull(),
    watchedAt: instantColumn("watched_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.resourceId, table.userId] })],
);

export const remindersTable = pgTable(
  "reminders",
  {
    resource: text().notNull(),
    resourceId: text("resource_id").notNull(),
    userId: uuid("user_id").notNull(),
    remindAt: instantColumn("remind_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.resourceId, table.userId] })],
);
