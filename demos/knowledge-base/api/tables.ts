import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { GlossaryTerm } from "#demos/knowledge-base/contract.ts";
import type { ArticleCategory } from "#demos/knowledge-base/fields.ts";
import { publishedColumns } from "#demos/publishing/api/tables.ts";

export const articlesTable = pgTable("articles", publishedColumns<ArticleCategory>());

// The reasons for these columns are in database/migrations/0071_glossary.sql.
export const glossaryTermsTable = pgTable("glossary_terms", {
  id: uuid().primaryKey(),
  term: text().notNull(),
  termAr: text("term_ar"),
  definition: text().notNull(),
  definitionAr: text("definition_ar"),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar"),
  status: text().$type<GlossaryTerm["status"]>().notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
