import { pgTable } from "drizzle-orm/pg-core";
import type { ArticleCategory } from "#demos/knowledge-base/fields.ts";
import { publishedColumns } from "#demos/publishing/api/tables.ts";

export const articlesTable = pgTable("articles", publishedColumns<ArticleCategory>());
