import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Topic } from "#demos/faq/fields.ts";
import { publishedColumns } from "#demos/publishing/api/tables.ts";

export const answersTable = pgTable("faq_answers", publishedColumns<Topic>());

export const searchesTable = pgTable("faq_searches", {
  query: text().primaryKey(),
  searchedAt: instantColumn("searched_at").notNull(),
  times: integer().notNull(),
});
