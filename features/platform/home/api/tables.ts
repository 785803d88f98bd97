import { bigint, date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";

/** Recomputed from the records every hour. */
export const figureDaysTable = pgTable(
  "figure_days",
  {
    figure: text().notNull(),
    scopeKey: text("scope_key").notNull(),
    day: date().notNull(),
    value: bigint({ mode: "number" }).notNull(),
    countedAt: instantColumn("counted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.figure, table.scopeKey, table.day] })],
);

export const dismissalsTable = pgTable("first_step_dismissals", {
  userId: uuid("user_id").primaryKey(),
  dismissedAt: instantColumn("dismissed_at").notNull(),
});
