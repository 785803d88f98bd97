import type { Ctx } from "#api/context.ts";
import type { CheckedRow, ImportRow, ImportRun } from "#api/importer.ts";
import { requirementChange } from "#features/catalogue/products/api/service/followMove.ts";
import { checkProductRows, type ImportedProduct } from "#features/catalogue/products/api/service/importRows.ts";
import { productsThatLose } from "#features/catalogue/products/api/service/requirementLosses.ts";

/** As `checkProductRows`, but refuses rows that remove a requirement (docs/decisions/0045). The product's page can. */
export async function checkRowsAndLosses(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedProduct>[]> {
  const checked = await checkProductRows(ctx, rows, run);
  const changes = checked.flatMap((row) =>
    row.outcome === "update" && row.values.before !== null
      ? [requirementChange(row.values.before, row.values.input)]
      : [],
  );
  const lost = new Set((await productsThatLose(ctx, { products: changes })).map(({ id }) => id));
  if (lost.size === 0) return checked;
  return checked.map((row) => {
    if (row.outcome !== "update" || row.values.before === null || !lost.has(row.values.before.id)) return row;
    const { before, input } = row.values;
    const field = before.categoryId === input.categoryId ? "containsMeat" : "category";
    return { rowNumber: row.rowNumber, outcome: "bad", problems: [{ field, code: "requirement_lost" }] };
  });
}
