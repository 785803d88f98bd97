import { eq, sql } from "drizzle-orm";
import { omitUndefined } from "#base/omitUndefined.ts";
import { losesRequirement } from "#base/impact.ts";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import type { GoodRow, ImportSource } from "#api/importer.ts";
import { insertCategory, rewriteCategory } from "#features/catalogue/categories/record/api/changes.ts";
import { type ImportedCategory, pathKey, readByPath } from "#features/catalogue/categories/import/api/importRows.ts";
import { lockTree } from "#features/catalogue/categories/api/service/tree.ts";
import { readRecords } from "#features/catalogue/categories/api/store.ts";
import { categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import { categoryFields, type CategoryInput } from "#features/catalogue/categories/fields.ts";

/** Writes rows that were judged good, each with what is missing above it, as the form would. */
export async function writeCategoryRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedCategory>[],
  { fileName }: ImportSource,
): Promise<void> {
  await lockTree(ctx);
  const idsByPath = new Map([...(await readByPath(ctx))].map(([path, { id }]) => [path, id]));
  for (const { rowNumber, values } of rows) {
    // Read by people of every language: `categories.csv:12`.
    const reason = `${fileName}:${rowNumber}`;
    const { names, patch } = values;
    const known = idsByPath.get(pathKey(names));
    if (known === undefined) await addPath(ctx, idsByPath, { names, patch, reason });
    else {
      const [before] = await readRecords(ctx, sql`where ${eq(categoriesTable.id, known)} for update`);
      const { consequences } = await rewriteCategory(ctx, before!, patch, reason);
      if (losesRequirement(consequences))
        throw new Error("products changed during the import, so that it would take a requirement from them");
    }
  }
}

type CategoryWrite = {
  readonly names: readonly string[];
  readonly patch: Partial<CategoryInput>;
  readonly reason: string;
};

async function addPath(
  ctx: Ctx,
  idsByPath: Map<string, string>,
  { names, patch, reason }: CategoryWrite,
): Promise<void> {
  let parentId: string | null = null;
  for (const [place, name] of names.entries()) {
    const key = pathKey(names.slice(0, place + 1));
    const known = idsByPath.get(key);
    const id: string = known ?? newId(ctx);
    if (known === undefined) {
      const values = { ...categoryFields.empty, ...(place === names.length - 1 ? omitUndefined(patch) : {}), name };
      await insertCategory(ctx, { id, parentId, values, action: "import", reason });
      idsByPath.set(key, id);
    }
    parentId = id;
  }
}
