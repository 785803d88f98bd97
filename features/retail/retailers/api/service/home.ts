import { eq, sql } from "drizzle-orm";
import type { HomeParts } from "#api/home.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";

export const retailersHome: HomeParts = {
  figures: [
    {
      name: "activeRetailers",
      operation: retailers.list,
      rows: retailerRows,
      where: () => eq(table.status, "active"),
      history: { status: table.status, value: "active", createdAt: table.createdAt },
    },
  ],
  steps: [
    {
      name: "retailer",
      operation: retailers.create,
      isDone: sql`exists (select from ${table} where ${table.status} not in ('rejected', 'closed'))`,
    },
  ],
};
