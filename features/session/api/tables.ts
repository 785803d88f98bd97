import { boolean, customType, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";

const bytesColumn = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** A person as somebody who signs in. Who they are, and what they may do, is written by features/users. */
export const usersTable = pgTable("users", {
  id: uuid().primaryKey(),
  number: integer().notNull().generatedAlwaysAsIdentity(),
  categoryId: integer("category_id").notNull(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  /** `null`: nobody can sign in with a password until a link has set one. */
  passwordHash: text("password_hash"),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  status: text().$type<"invited" | "pending" | "active" | "disabled" | "erased">().notNull(),
  language: text().notNull().default("en"),
  sortKey: text("sort_key").notNull(),
  searchKey: text("search_key").notNull(),
  lastSignInAt: instantColumn("last_sign_in_at"),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

export const sessionsTable = pgTable("sessions", {
  id: uuid().primaryKey(),
  tokenHash: bytesColumn("token_hash").notNull(),
  userId: uuid("user_id")
    .notNull()
    .references(() => usersTable.id),
  createdAt: instantColumn("created_at").notNull(),
  lastUsedAt: instantColumn("last_used_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
  address: text().notNull(),
  userAgent: text("user_agent").notNull(),
  /** Whose eyes this session looks through; at most one of both. */
  viewAsUserId: uuid("view_as_user_id"),
  viewAsRoleId: uuid("view_as_role_id"),
});

export const knownOriginsTable = pgTable(
  "known_origins",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => usersTable.id),
    origin: text().notNull(),
    lastUsedAt: instantColumn("last_used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.origin] })],
);

export const passwordResetsTable = pgTable("password_resets", {
  tokenHash: bytesColumn("token_hash").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => usersTable.id),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
});

export const attemptsTable = pgTable("attempts", {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: instantColumn("window_ends_at").notNull(),
});
