import { customType, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Shortcut } from "#features/account/contract.ts";

const bytesColumn = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** A person as themselves: what they asked for, and what the shell keeps for them. */
export const accountsTable = pgTable("users", {
  id: uuid().primaryKey(),
  categoryId: text("category_id").notNull(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  status: text().notNull(),
  language: text().notNull(),
  settings: jsonb().$type<ShellSettings>().notNull(),
  /** Null until the person has chosen any. */
  shortcuts: jsonb().$type<readonly Shortcut[]>(),
  emailConfirmedAt: instantColumn("email_confirmed_at"),
});

export type ShellSettings = Record<string, import("zod/mini").util.JSONType>;

export const emailConfirmationsTable = pgTable("email_confirmations", {
  tokenHash: bytesColumn("token_hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
});
