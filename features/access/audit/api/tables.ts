import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { TermKind } from "#features/access/audit/contract.ts";

/** The seals of the chain. Their digests of the entries are read only in SQL. */
export const auditSealsTable = pgTable("audit_seals", {
  number: bigint({ mode: "number" }).primaryKey(),
  firstId: bigint("first_id", { mode: "number" }).notNull(),
  lastId: bigint("last_id", { mode: "number" }).notNull(),
  entries: integer().notNull(),
  sealedAt: instantColumn("sealed_at").notNull(),
});

export const auditTermsTable = pgTable(
  "audit_terms",
  { kind: text().$type<TermKind>().notNull(), value: text().notNull(), title: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.value] })],
);
