import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { PublishingStatus, Verdict } from "#base/publishedTexts.ts";
import { instantColumn } from "#api/columns.ts";

type Texts = Record<string, string>;

/** The columns of a table of published texts: `pgTable("articles", publishedColumns<Category>())`. */
export const publishedColumns = <Category extends string>() => ({
  id: uuid().primaryKey(),
  title: text().notNull(),
  sortKey: text("sort_key").notNull(),
  // Computed by the database, like `searchKey`; the migration says how.
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  titleI18n: jsonb("title_i18n").$type<Texts>().notNull(),
  category: text().$type<Category>().notNull(),
  place: integer().notNull(),
  isFeatured: boolean("is_featured").notNull(),
  body: text().notNull(),
  bodyI18n: jsonb("body_i18n").$type<Texts>().notNull(),
  reviewOn: date("review_on", { mode: "string" }),
  status: text().$type<PublishingStatus>().notNull(),
  statusReason: text("status_reason"),
  submittedBy: uuid("submitted_by"),
  edition: integer().notNull().default(0),
  isLive: boolean("is_live").notNull().default(false),
  publishedAt: instantColumn("published_at"),
  publishedBy: uuid("published_by"),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export type PublishedTable = ReturnType<typeof pgTable<string, ReturnType<typeof publishedColumns<string>>>>;
export type PublishedRow = PublishedTable["$inferSelect"];

/** The texts that another edition has replaced, or that are being revised. */
export const editionsTable = pgTable(
  "editions",
  {
    resource: text().notNull(),
    recordId: uuid("record_id").notNull(),
    edition: integer().notNull(),
    title: text().notNull(),
    titleI18n: jsonb("title_i18n").$type<Texts>().notNull(),
    body: text().notNull(),
    bodyI18n: jsonb("body_i18n").$type<Texts>().notNull(),
    publishedAt: instantColumn("published_at"),
    publishedBy: uuid("published_by"),
  },
  (table) => [primaryKey({ columns: [table.resource, table.recordId, table.edition] })],
);

export const feedbackTable = pgTable(
  "feedback",
  {
    resource: text().notNull(),
    recordId: uuid("record_id").notNull(),
    userId: uuid("user_id").notNull(),
    verdict: text().$type<Verdict>().notNull(),
    comment: text().notNull(),
    edition: integer().notNull(),
    givenAt: instantColumn("given_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.recordId, table.userId] })],
);
