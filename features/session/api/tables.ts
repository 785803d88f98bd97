import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { Shortcut } from "#features/session/contract/account.ts";

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
  /** Written with the rows of the factors themselves (service/factors.ts). */
  hasSecondFactor: boolean("has_second_factor").notNull().default(false),
  status: text().$type<"invited" | "pending" | "active" | "disabled" | "erased">().notNull(),
  language: text().notNull().default("en"),
  /** What the shell keeps for the person. */
  settings: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  /** Null until the person has chosen any. */
  shortcuts: jsonb().$type<readonly Shortcut[]>(),
  photoUrl: text("photo_url").notNull().default(""),
  /** Since when it is known that the address is theirs. */
  emailConfirmedAt: instantColumn("email_confirmed_at"),
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
  /** Whoever uses it reads the mail of the address. */
  isMailed: boolean("is_mailed").notNull().default(false),
});

/** The secret of an authenticator app, sealed by the host's cipher. */
export const authenticatorsTable = pgTable("authenticators", {
  userId: uuid("user_id").primaryKey(),
  sealedSecret: bytesColumn("sealed_secret").notNull(),
  /** Null until a first code was right. */
  confirmedAt: instantColumn("confirmed_at"),
  lastUsedStep: integer("last_used_step").notNull().default(0),
  createdAt: instantColumn("created_at").notNull(),
});

export const recoveryCodesTable = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id").notNull(),
    codeHash: bytesColumn("code_hash").notNull(),
    usedAt: instantColumn("used_at"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const passkeysTable = pgTable("passkeys", {
  id: uuid().primaryKey(),
  userId: uuid("user_id").notNull(),
  credentialId: bytesColumn("credential_id").notNull(),
  publicKey: bytesColumn("public_key").notNull(),
  /** By its COSE number. */
  algorithm: integer().notNull(),
  signaturesCount: bigint("signatures_count", { mode: "number" }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  version: integer().notNull().default(1),
  lastUsedAt: instantColumn("last_used_at"),
  createdAt: instantColumn("created_at").notNull(),
});

export const factorChallengesTable = pgTable("factor_challenges", {
  tokenHash: bytesColumn("token_hash").primaryKey(),
  purpose: text().$type<ChallengePurpose>().notNull(),
  userId: uuid("user_id"),
  device: text(),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
});
export type ChallengePurpose = "sign_in" | "passkey_sign_in" | "add_passkey";

export const emailConfirmationsTable = pgTable("email_confirmations", {
  tokenHash: bytesColumn("token_hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
});
