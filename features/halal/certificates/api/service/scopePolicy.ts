import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { inChains, retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

/** The resource of a certificate's audit entries and events. */
export const auditResource = "certificates";

export const anyOf = (targets: readonly string[]): SQL => sql`any(${`{${targets.join(",")}}`}::uuid[])`;

/**
 * A brand's: those it holds, and those that list a product of it. A retailer's: those that it or a shop below it holds.
 * A country's: those whose holder is there.
 */
export const certificateRows: ScopePolicy = {
  resource: auditResource,
  table,
  id: table.id,
  own: table.createdBy,
  by: {
    brand: (targets) => sql`(${table.holderBrandId} = ${anyOf(targets)} or exists (
      select from certificate_products as line join products as product on product.id = line.product_id
       where line.certificate_id = ${table.id} and product.brand_id = ${anyOf(targets)}))`,
    retailer: (targets) => inChains(table.holderRetailerId, targets),
    country: table.holderCountry,
  },
  label: { title: table.holderName, code: table.code, search: table.searchKey },
};

/** The certificates that the caller may reach by the current operation. */
export const certificateScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, certificateRows);

/** Those that the caller may read, whatever the operation: to name other certificates. */
export const readableScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, certificateRows, "certificates.read");

/** The products that the caller may read, to match lines to them. */
export const productScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, productRows, "products.read");

/** The brands for which the caller may create a certificate. */
export const brandHolders: ScopePolicy = {
  resource: "brands",
  table: brandsTable,
  id: brandsTable.id,
  by: { brand: brandsTable.id },
};

/** The retailers for which the caller may: those in scope and their branches. */
export const retailerHolders: ScopePolicy = {
  resource: "retailers",
  table: retailersTable,
  id: retailersTable.id,
  by: { retailer: retailerRows.by.retailer },
};
