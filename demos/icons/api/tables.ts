import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";

export const favouritesTable = pgTable("icon_favourites", {
  ownerId: uuid("owner_id").primaryKey(),
  names: text().array().notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});
