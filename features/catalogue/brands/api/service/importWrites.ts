import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import type { GoodRow, ImportSource } from "#api/importer.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import type { ImportedBrand } from "#features/catalogue/brands/api/service/importRows.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { type BrandRecord, brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { brandFields, type BrandInput } from "#features/catalogue/brands/fields.ts";

const { keysOf, scopedRows } = brandStore;

/**
 * Writes validated rows in this transaction, with their audit entries, like `createBrand` and `updateBrand`. A single
 * statement for all: a thousand brands are one parameter instead of 29,000, which is twice as fast.
 */
export async function writeBrandRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedBrand>[],
  { fileName }: ImportSource,
): Promise<void> {
  const added: NewBrand[] = [];
  const changed: BrandChange[] = [];
  for (const { rowNumber, values } of rows) {
    const { input, before } = values;
    // Language-neutral, for readers of every language: `brands.csv:212`.
    const reason = `${fileName}:${rowNumber}`;
    if (before === null) added.push({ id: newId(ctx), input, reason });
    else changed.push({ input, before, reason });
  }
  // Changes come first, to free names for others; then brands with a slug, before similar ones are generated.
  await rewriteBrands(ctx, changed);
  added.sort((one, other) => Number(one.input.slug === null) - Number(other.input.slug === null));
  for (let start = 0; start < added.length; start += addedAtOnce) {
    await addBrands(ctx, added.slice(start, start + addedAtOnce));
  }
  await assertInScope(ctx, scopedRows, [...changed.map(({ before }) => before.id), ...added.map(({ id }) => id)]);
}

// Statements are cancelled after 3.5 s. On a busy machine a thousand brands with their ten indexes may take that long.
const addedAtOnce = 250;

type NewBrand = { readonly id: string; readonly input: BrandInput; readonly reason: string };

async function addBrands(ctx: Ctx, added: readonly NewBrand[]): Promise<void> {
  const rows = added.map(({ id, input }) => ({ id, ...storedBy(input) }));
  const names = namesOf(rows);
  const by = sql`${ctx.actor?.userId ?? null}::uuid`;
  const now = sql`${ctx.now}::timestamptz`;
  await ctx.db.execute(sql`
    insert into brands (${names}, status, created_at, created_by, updated_at, updated_by)
    select ${names}, 'draft', ${now}, ${by}, ${now}, ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (${definitionsOf(rows)})`);
  await recordAudit(
    ctx,
    added.map(({ id, input, reason }) => ({
      action: "import",
      resource: "brands",
      resourceId: id,
      reason,
      changes: changesBetween(brandFields.absent, { ...input, status: "draft" }),
    })),
  );
}

type BrandChange = { readonly input: BrandInput; readonly before: BrandRecord; readonly reason: string };

/** Throws if a brand has changed since validation: then all rows must be validated again. */
async function rewriteBrands(ctx: Ctx, changes: readonly BrandChange[]): Promise<void> {
  if (changes.length === 0) return;
  await releaseKeys(ctx, changes);
  const rows = changes.map(({ input, before: { id, version } }) => ({ id, version, ...storedBy(input) }));
  const assignments = Object.keys(storedBy(changes[0]!.input)).map(
    (name) => sql`${sql.identifier(name)} = wanted.${sql.identifier(name)}`,
  );
  const result = await ctx.db.execute(sql`
    update brands
       set ${sql.join(assignments, sql`, `)},
           version = brands.version + 1, updated_at = ${ctx.now}::timestamptz,
           updated_by = ${ctx.actor?.userId ?? null}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (${definitionsOf(rows)})
     where brands.id = wanted.id and brands.version = wanted.version
    returning brands.id`);
  const rewritten = (result as { rows: unknown[] }).rows.length;
  if (rewritten !== changes.length) throw new Error(`${changes.length - rewritten} brands changed during their import`);
  await recordAudit(
    ctx,
    changes.map(({ input, before, reason }) => ({
      action: "update",
      resource: "brands",
      resourceId: before.id,
      reason,
      changes: changesBetween(before, input),
    })),
  );
}

/**
 * Brands may swap names within one file: A becomes B while B becomes C. A unique index checks every row as it is
 * written, so rows that change their name, slug or Wikidata id first release the old value.
 */
async function releaseKeys(ctx: Ctx, changes: readonly BrandChange[]): Promise<void> {
  const moving = changes.filter(
    ({ input, before }) =>
      keysOf(input).nameKey !== before.nameKey || input.slug !== before.slug || input.wikidataId !== before.wikidataId,
  );
  if (moving.length === 0) return;
  const ids = moving.map(({ before }) => before.id);
  await ctx.db
    .update(brandsTable)
    .set({ nameKey: sql`${brandsTable.id}::text`, slug: sql`${brandsTable.id}::text`, wikidataId: null })
    .where(inArray(brandsTable.id, ids));
}

// ------------------------------------------------------------------------------------------------ rows as JSON

type StoredBrandRow = Readonly<Record<string, unknown>>;
const columns = getTableColumns(brandsTable);
const typesByName = new Map(Object.values(columns).map((column) => [column.name, column.getSQLType()]));

/** The column values of a brand, by their names in the database. */
const storedBy = (input: BrandInput): StoredBrandRow =>
  Object.fromEntries(
    Object.entries({ ...input, ...keysOf(input) }).map(([field, value]) => [
      columns[field as keyof typeof columns].name,
      value,
    ]),
  );

const namesOf = ([first]: readonly StoredBrandRow[]): SQL =>
  sql.join(
    Object.keys(first!).map((name) => sql.identifier(name)),
    sql`, `,
  );

const definitionsOf = ([first]: readonly StoredBrandRow[]): SQL =>
  sql.join(
    Object.keys(first!).map((name) => sql`${sql.identifier(name)} ${sql.raw(typesByName.get(name)!)}`),
    sql`, `,
  );
