import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import { usersTable } from "#features/session/api/tables.ts";
import type { Shortcut } from "#features/session/contract/account.ts";

/** Accounts elsewhere, and whose they are here. */
export const identitiesTable = pgTable("identities", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => usersTable.id),
  provider: text().notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  email: text(),
  linkedAt: instantColumn("linked_at").notNull(),
  lastUsedAt: instantColumn("last_used_at").notNull(),
});

export const providerSignInsTable = pgTable("provider_sign_ins", {
  ticketHash: bytesColumn("ticket_hash").primaryKey(),
  provider: text().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
});

/** A person as a provider's proof finds them, and what their shell keeps (features/session writes that). */
export const peopleTable = pgTable("users", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  status: text().$type<"invited" | "pending" | "active" | "disabled" | "erased">().notNull(),
  settings: jsonb().$type<Record<string, unknown>>().notNull(),
  shortcuts: jsonb().$type<readonly Shortcut[]>(),
  lastSignInAt: instantColumn("last_sign_in_at"),
});
