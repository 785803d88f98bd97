import { getTableColumns } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { ScopeKind } from "#base/grants.ts";
import type { Shortcut } from "#features/access/session/contract/account.ts";

/** A user, their credentials, and their settings in the shell. Written only by the service of this area. */
export const usersTable = pgTable("users", {
  id: uuid().primaryKey(),
  number: integer().notNull().generatedAlwaysAsIdentity(),
  categoryId: integer("category_id").notNull(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  /** Null: no sign-in with a password until a link has set one. */
  passwordHash: text("password_hash"),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  status: text().$type<"invited" | "pending" | "active" | "disabled" | "erased">().notNull(),
  language: text().notNull().default("en"),
  /** Null until the user has proved that the address is theirs. */
  emailConfirmedAt: instantColumn("email_confirmed_at"),
  /** The account can't approve anything until then (features/access/approvals). */
  approvalsPausedUntil: instantColumn("approvals_paused_until"),
  /** As derived from the rows of the factors (features/access/session). */
  hasSecondFactor: boolean("has_second_factor").notNull().default(false),
  lastSignInAt: instantColumn("last_sign_in_at"),
  /** The same for sorting; 1970 for never. Computed by the database; the migration says how. */
  lastSignInKey: instantColumn("last_sign_in_key").notNull().generatedAlwaysAs(""),
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** Null until the user has chosen any. */
  shortcuts: jsonb().$type<readonly Shortcut[]>(),
  photoUrl: text("photo_url").notNull().default(""),
  sortKey: text("sort_key").notNull(),
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  /** The user who invited them. */
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
});

const { passwordHash: _passwordHash, mustChangePassword: _mustChangePassword, ...record } = getTableColumns(usersTable);
/** A user without the credentials, which only a sign-in reads: no record, history or export may contain them. */
export const userColumns = record;
export type UserRecord = Omit<typeof usersTable.$inferSelect, "passwordHash" | "mustChangePassword">;

/** A user's new address, until it is confirmed at the old and at the new one. */
export const emailChangesTable = pgTable("email_changes", {
  userId: uuid("user_id").primaryKey(),
  email: text().notNull(),
  needsOld: boolean("needs_old").notNull(),
  oldTokenHash: bytesColumn("old_token_hash"),
  newTokenHash: bytesColumn("new_token_hash"),
  oldConfirmedAt: instantColumn("old_confirmed_at"),
  newConfirmedAt: instantColumn("new_confirmed_at"),
  requestedBy: uuid("requested_by"),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
});

export const userRolesTable = pgTable(
  "user_roles",
  {
    userId: uuid("user_id").notNull(),
    roleId: uuid("role_id").notNull(),
    /** Null means no limit, as in `validTo`. */
    validFrom: instantColumn("valid_from"),
    validTo: instantColumn("valid_to"),
    grantedBy: uuid("granted_by"),
    grantedAt: instantColumn("granted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.roleId] })],
);

export const userScopesTable = pgTable(
  "user_scopes",
  {
    userId: uuid("user_id").notNull(),
    kind: text().$type<ScopeKind>().notNull(),
    target: text().notNull(),
    grantedBy: uuid("granted_by"),
    grantedAt: instantColumn("granted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.target] })],
);
