import { and, eq, sql } from "drizzle-orm";
import type { HalalState } from "#base/halal.ts";
import type { HomeParts } from "#api/home.ts";
import { hasHalalState, wasCertifiedAt } from "#features/catalogue/products/api/service/halalConditions.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { productsTable as table } from "#features/catalogue/products/api/tables.ts";
import { products } from "#features/catalogue/products/contract.ts";

const certified: readonly HalalState[] = ["certified", "expiring"];

export const productsHome: HomeParts = {
  figures: [
    {
      name: "publishedProducts",
      operation: products.list,
      rows: productRows,
      where: () => eq(table.status, "published"),
      history: { status: table.status, value: "published", createdAt: table.createdAt },
    },
    {
      name: "certifiedProducts",
      operation: products.list,
      rows: productRows,
      where: (ctx) => and(eq(table.status, "published"), hasHalalState(certified, ctx))!,
      // The rule is asked for each product that a certificate names.
      sliceRows: 2000,
      history: (at) => and(eq(table.status, "published"), wasCertifiedAt(at))!,
    },
  ],
  steps: [
    {
      name: "product",
      operation: products.create,
      isDone: sql`exists (select from ${table} where ${table.status} <> 'archived')`,
    },
  ],
};
