import type { Input } from "#base/contract.ts";
import { printedGtin } from "#base/gtin.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import type { Ctx } from "#api/context.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { brandCodes } from "#features/catalogue/products/api/service/brandSpellings.ts";
import { readCategoryPaths } from "#features/catalogue/products/api/service/categoryPaths.ts";
import { productList } from "#features/catalogue/products/api/service/lists.ts";
import { readSurroundings } from "#features/catalogue/products/api/service/relatedRecords.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import {
  type ProductExportColumn,
  productExportColumns,
  type products,
} from "#features/catalogue/products/contract.ts";

const own = {
  id: productsTable.id,
  brandId: productsTable.brandId,
  categoryId: productsTable.categoryId,
  code: productsTable.code,
  name: productsTable.name,
  nameI18n: productsTable.nameI18n,
  description: productsTable.description,
  descriptionI18n: productsTable.descriptionI18n,
  gtin: productsTable.gtin,
  noBarcodeReason: productsTable.noBarcodeReason,
  sku: productsTable.sku,
  netContent: productsTable.netContent,
  netUnit: productsTable.netUnit,
  packOf: productsTable.packOf,
  countryOfOrigin: productsTable.countryOfOrigin,
  rrpMinor: productsTable.rrpMinor,
  rrpCurrency: productsTable.rrpCurrency,
  cashbackBps: productsTable.cashbackBps,
  ingredients: productsTable.ingredients,
  ingredientsI18n: productsTable.ingredientsI18n,
  allergens: productsTable.allergens,
  eNumbers: productsTable.eNumbers,
  isAnimalDerived: productsTable.isAnimalDerived,
  isAlcoholDerived: productsTable.isAlcoholDerived,
  containsGelatine: productsTable.containsGelatine,
  containsMeat: productsTable.containsMeat,
  halalClaim: productsTable.halalClaim,
  offLabels: productsTable.offLabels,
  status: productsTable.status,
  statusReason: productsTable.statusReason,
  createdAt: productsTable.createdAt,
  updatedAt: productsTable.updatedAt,
};

/** Every row that the list finds, in its order, as a file that the import reads back. */
export async function exportProducts(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof products.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? productExportColumns;
  const lines = async function* () {
    const { pathOf } = await readCategoryPaths(ctx);
    for await (const rows of readBatches(ctx, { ...productList(ctx), columns: own }, input)) {
      const around = await readSurroundings(
        ctx,
        rows.map(({ id }) => id),
      );
      const codes = await brandCodes(ctx, [...new Set(rows.map(({ brandId }) => brandId))]);
      yield rows.flatMap(({ code, brandId, categoryId, ...row }) => {
        const known = around.get(row.id);
        // One that was deleted meanwhile is not told.
        if (known === undefined) return [];
        const told: Told = {
          ...row,
          productCode: code,
          brand: known.brand.name,
          brandCode: codes.get(brandId) ?? null,
          category: categoryId && (pathOf(categoryId) ?? known.category?.name ?? null),
          halal: known.halal.state,
          halalEndsAt: known.halal.endsAt,
          halalLastDay: known.halal.lastDay,
          retailers: known.retailersCount,
        };
        return [names.map((name) => cellOf(name, told[name]))];
      });
    }
  };
  return { fileName: `products-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

type Told = Readonly<Record<ProductExportColumn, unknown>>;

/** How a file holds what is no single value: as the import reads it. */
function cellOf(name: ProductExportColumn, value: unknown): CsvValue {
  if (name === "gtin" && typeof value === "string") return printedGtin(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isTexts(value)) return value.length === 1 && /[,،;]/.test(value[0]!) ? `${value[0]}|` : value.join("|");
  if (name.endsWith("I18n")) return Object.keys(value as object).length === 0 ? null : JSON.stringify(value);
  return value as CsvValue;
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value);
