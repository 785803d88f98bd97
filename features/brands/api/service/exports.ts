import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import type { Columns } from "#api/columns.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { figuresByBrand } from "#features/brands/api/service/figures.ts";
import { listFor } from "#features/brands/api/service/lists.ts";
import { brandsTable } from "#features/brands/api/tables.ts";
import { type BrandExportColumn, brandExportColumns, brands } from "#features/brands/contract.ts";
import type { BrandFigures } from "#features/brands/contract/figures.ts";
import { certifiedPart } from "#features/brands/rules.ts";

type FigureColumn = "products" | "certified";

/** Every row that the list finds, in its order, as a file that the import reads back. */
export async function exportBrands(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof brands.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? brandExportColumns;
  const columns: Columns = Object.fromEntries([
    ["id", brandsTable.id],
    ...names.filter((name) => !isFigure(name)).map((name) => [name, brandsTable[name as keyof typeof brandsTable]]),
  ]);
  const hasFigures =
    names.some(isFigure) && (ctx.actor === null || ctx.actor.permissions.has(brands.figures.permission));
  const lines = async function* () {
    const list = await listFor(ctx, input);
    for await (const rows of readBatches(ctx, { ...list, columns }, input)) {
      const ids = rows.map(({ id }) => id as string);
      const figures = hasFigures ? await figuresByBrand(ctx, ids) : null;
      const figuresOf = (id: unknown) => figures && (figures.get(id as string) ?? noProducts);
      yield rows.map((row) =>
        names.map((name) => (isFigure(name) ? figureOf(name, figuresOf(row.id)) : cellOf(name, row[name]))),
      );
    }
  };
  return { fileName: `brands-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

const isFigure = (name: BrandExportColumn): name is FigureColumn => name === "products" || name === "certified";

const noProducts = { products: 0, certifiable: 0, certified: 0 };

/** As the list shows it. Null, an empty cell: not for the caller to see, or nothing is published that needs a certificate. */
function figureOf(name: FigureColumn, figures: Omit<BrandFigures, "brandId"> | null): CsvValue {
  if (figures === null || name === "products") return figures && figures.products;
  const part = certifiedPart(figures);
  return part === null ? null : Math.round(part * 100);
}

/** How a file holds what is no single value: as the import reads it. */
function cellOf(name: Exclude<BrandExportColumn, FigureColumn>, value: unknown): CsvValue {
  // A list where a name has a bar of its own, or the import would take it for two.
  if (isNames(value)) return value.some((each) => /[|[]/.test(each)) ? JSON.stringify(value) : value.join("|");
  if (name === "nameI18n" || name === "storyI18n" || name === "social")
    return isEmpty(value) ? null : JSON.stringify(value);
  return value as CsvValue;
}

const isNames = (value: unknown): value is readonly string[] => Array.isArray(value);
const isEmpty = (value: unknown) => Object.keys(value as object).length === 0;
