import { eq, sql } from "drizzle-orm";
import type { HomeParts } from "#api/home.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brandsTable as table } from "#features/catalogue/brands/api/tables.ts";
import { brands } from "#features/catalogue/brands/contract.ts";

export const brandsHome: HomeParts = {
  figures: [
    {
      name: "activeBrands",
      operation: brands.list,
      rows: brandStore.scopedRows,
      where: () => eq(table.status, "active"),
      history: { status: table.status, value: "active", createdAt: table.createdAt },
    },
  ],
  steps: [
    {
      name: "brand",
      operation: brands.create,
      isDone: sql`exists (select from ${table} where ${table.status} <> 'archived')`,
    },
  ],
};
