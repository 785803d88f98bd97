import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** External identities, and the users that they are linked to. */
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
