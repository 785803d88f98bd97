import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";
import { readTree } from "#features/catalogue/categories/tree/api/readTree.ts";
import { type categories, categoryExportColumns, type TreeRow } from "#features/catalogue/categories/contract.ts";
import { pathSign } from "#features/catalogue/categories/rules.ts";

/** The tree in its order, a category a row, as the import reads it back. */
export async function exportCategories(ctx: Ctx, input: Input<typeof categories.exportCsv>): Promise<TableFile> {
  const { rows } = await readTree(ctx, input);
  const lines = async function* () {
    yield linesOf(rows);
  };
  return wholeTable(`categories-${ctx.now.slice(0, 10)}`, categoryExportColumns, lines);
}

function linesOf(rows: readonly TreeRow[]): CsvValue[][] {
  const pathsById = new Map<string, string>();
  return rows.map((row) => {
    const above = row.parentId === null ? undefined : pathsById.get(row.parentId);
    const path = above === undefined ? row.name : above + pathSign + row.name;
    pathsById.set(row.id, path);
    const { ar = null, ...others } = row.nameI18n;
    const cells: Record<(typeof categoryExportColumns)[number], CsvValue> = {
      path,
      nameAr: ar,
      nameI18n: Object.keys(others).length === 0 ? null : JSON.stringify(others),
      slug: row.slug,
      halalRelevance: row.halalRelevance,
      effectiveHalalRelevance: row.effectiveHalalRelevance,
      containsMeat: row.containsMeat,
      effectiveContainsMeat: row.effectiveContainsMeat,
      gs1Brick: row.gs1Brick,
      status: row.status,
      products: row.productCount,
    };
    return categoryExportColumns.map((name) => cells[name]);
  });
}
