import { and, eq, ne } from "drizzle-orm";
import type { Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { productScope } from "#features/catalogue/products/api/service/records.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { type DuplicateDetails, productRefusals } from "#features/catalogue/products/contract.ts";
import type { ProductInput } from "#features/catalogue/products/contract/product.ts";

type Unique = Pick<ProductInput, "gtin" | "sku" | "brandId">;

/**
 * The refusal for a statement that a unique index of the products turned down; null for any other error.
 *
 * Asked after the fact: only the index knows, however many create the same at once. Call it outside the transaction that
 * failed.
 */
export async function duplicateRefusal(ctx: Ctx, error: unknown, values: Unique): Promise<Refusal | null> {
  switch (violationOf(error)?.constraint) {
    case "products__gtin_key":
      return refuse(ctx, "gtin", values);
    case "products__sku_key":
      return refuse(ctx, "sku", values);
    default:
      return null;
  }
}

async function refuse(ctx: Ctx, field: DuplicateDetails["field"], values: Unique): Promise<Refusal> {
  const make = field === "gtin" ? productRefusals.duplicate_gtin : productRefusals.duplicate_sku;
  const details: DuplicateDetails = { field, other: await findOther(ctx, field, values) };
  return make(details, [{ path: field, code: make.code, message: make.message }]);
}

async function findOther(
  ctx: Ctx,
  field: DuplicateDetails["field"],
  { gtin, sku, brandId }: Unique,
): Promise<DuplicateDetails["other"]> {
  const { id, code, name, status } = productsTable;
  const isSame =
    field === "gtin"
      ? eq(productsTable.gtin, gtin ?? "")
      : and(eq(productsTable.brandId, brandId), eq(productsTable.sku, sku ?? ""));
  const [other] = await ctx.db
    .select({ id, code, name })
    .from(productsTable)
    .where(and(isSame, ne(status, "archived"), productScope(ctx)));
  return other ?? null;
}
