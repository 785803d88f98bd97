import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

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
  /** The user or role that this session views as; at most one of both. */
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
  /** Its user can read the mail of the address. */
  isMailed: boolean("is_mailed").notNull().default(false),
});

/** The secret of an authenticator app, encrypted by the host's cipher. */
export const authenticatorsTable = pgTable("authenticators", {
  userId: uuid("user_id").primaryKey(),
  sealedSecret: bytesColumn("sealed_secret").notNull(),
  /** Null until a first code was correct. */
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
  /** By its COSE identifier. */
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
