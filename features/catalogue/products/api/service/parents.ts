import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isReachable, rowsOfResource } from "#api/reachable.ts";
import { productRefusals } from "#features/catalogue/products/contract.ts";

// These take a share lock: until the product is written, no other transaction can archive its brand or category.

/** Refuses with `brand_unavailable`, also for a brand that the caller may not see. */
export async function requireBrand(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.execute(
    sql`select from brands where id = ${id}::uuid and status <> 'archived' for key share`,
  );
  if (isEmpty(found) || !(await isNameable(ctx, "brands", id)))
    throw productRefusals.brand_unavailable({}, [errorAt("brandId", "brand_unavailable")]);
}

/** Refuses with `category_unavailable`, also for a category that the caller may not see. */
export async function requireCategory(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.execute(
    sql`select from categories where id = ${id}::uuid and status <> 'archived' for key share`,
  );
  if (isEmpty(found) || !(await isNameable(ctx, "categories", id)))
    throw productRefusals.category_unavailable({}, [errorAt("categoryId", "category_unavailable")]);
}

async function isNameable(ctx: Ctx, resource: string, id: string): Promise<boolean> {
  const rows = rowsOfResource(ctx, resource);
  return rows === undefined || isReachable(ctx, rows, id);
}

const isEmpty = (found: unknown) => (found as { rows: unknown[] }).rows.length === 0;

const errorAt = (path: string, code: "brand_unavailable" | "category_unavailable") => ({
  path,
  code,
  message: productRefusals[code].message,
});
