import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import { changesBetween, preparedAudit, recordAudit } from "#api/audit.ts";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import type { GoodRow, ImportSource } from "#api/importer.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { isMoved, movedEvent, requirementChange } from "#features/catalogue/products/api/service/followMove.ts";
import type { FileInput } from "#features/catalogue/products/api/service/importColumns.ts";
import type { NewBrand } from "#features/catalogue/products/api/service/importParents.ts";
import type { ImportedProduct } from "#features/catalogue/products/api/service/importRows.ts";
import { productsThatLose } from "#features/catalogue/products/api/service/requirementLosses.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import { type ProductRecord, productsTable } from "#features/catalogue/products/api/tables.ts";
import { productFields, type ProductInput } from "#features/catalogue/products/fields.ts";

const { keysOf, scopedRows } = productStore;
const { empty } = productFields;

/**
 * Writes rows that passed the check in this transaction, with their audit entries, as the form writes one: a statement for
 * all of them, as brands are written.
 */
export async function writeProductRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedProduct>[],
  { fileName }: ImportSource,
): Promise<void> {
  const added: NewProduct[] = [];
  const changed: ProductChange[] = [];
  for (const { rowNumber, values } of rows) {
    const { input, before } = values;
    // Read by people of every language: `products.csv:212`.
    const reason = `${fileName}:${rowNumber}`;
    if (before === null) added.push({ id: newId(ctx), input, reason });
    else changed.push({ input, before, reason });
  }
  await addBrands(
    ctx,
    rows.flatMap(({ values }) => values.newBrand ?? []),
  );
  // Changes come first, so that a number they free can be taken.
  await rewriteProducts(ctx, changed);
  // The next chunk is prepared while the database writes one: each takes as long as the other.
  let written = Promise.resolve();
  for (let start = 0; start < added.length; start += addedAtOnce) {
    const prepared = prepare(ctx, added.slice(start, start + addedAtOnce));
    await written;
    written = addProducts(ctx, prepared);
  }
  await written;
}

// A statement that takes more than 3.5 s is cancelled. On a busy machine a thousand products and their indexes may.
const addedAtOnce = 500;

/** Each once, however many rows and chunks need it. */
async function addBrands(ctx: Ctx, wanted: readonly NewBrand[]): Promise<void> {
  const byId = new Map(wanted.map((brand) => [brand.id, brand]));
  if (byId.size === 0) return;
  const result = await ctx.db.execute(
    sql`select id from brands where id = any(${`{${[...byId.keys()].join(",")}}`}::uuid[])`,
  );
  for (const { id } of (result as { rows: { id: string }[] }).rows) byId.delete(id);
  if (byId.size === 0) return;
  await insertBrands(
    ctx,
    [...byId.values()].map(({ id, name }) => ({ id, values: { ...brandFields.empty, name } })),
  );
}

type NewProduct = { readonly id: string; readonly input: FileInput; readonly reason: string };

/** The parameter of the statement that writes these, the definitions of their columns, and their audit entries. */
function prepare(ctx: Ctx, added: readonly NewProduct[]) {
  const filled = filledFields(added.map(({ input }) => input));
  const rows = added.map(({ id, input }) => ({ id, ...storedBy(input, filled) }));
  return {
    ids: added.map(({ id }) => id),
    names: namesOf(rows),
    definitions: definitionsOf(rows),
    json: JSON.stringify(rows),
    recordEntries: preparedAudit(
      ctx,
      added.map(({ id, input, reason }) => ({
        action: "import",
        resource: "products",
        resourceId: id,
        reason,
        changes: changesOf(input, filled),
      })),
    ),
  };
}

async function addProducts(ctx: Ctx, { ids, names, definitions, json, recordEntries }: ReturnType<typeof prepare>) {
  const by = sql`${ctx.actor?.userId ?? null}::uuid`;
  const now = sql`${ctx.now}::timestamptz`;
  await ctx.db.execute(sql`
    insert into products (${names}, status, created_at, created_by, updated_at, updated_by)
    select ${names}, 'draft', ${now}, ${by}, ${now}, ${by}
      from jsonb_to_recordset(${json}::jsonb) as added (${definitions})`);
  await assertInScope(ctx, scopedRows, ids);
  await recordEntries();
}

type ProductChange = { readonly input: FileInput; readonly before: ProductRecord; readonly reason: string };

/** Throws when a product has changed since it was checked: then all rows must be checked again. */
async function rewriteProducts(ctx: Ctx, changes: readonly ProductChange[]): Promise<void> {
  if (changes.length === 0) return;
  await releaseNumbers(ctx, changes);
  const rows = changes.map(({ input, before: { id, version } }) => ({ id, version, ...storedBy(input) }));
  const assignments = Object.keys(storedBy(changes[0]!.input)).map(
    (name) => sql`${sql.identifier(name)} = wanted.${sql.identifier(name)}`,
  );
  const result = await ctx.db.execute(sql`
    update products
       set ${sql.join(assignments, sql`, `)},
           version = products.version + 1, updated_at = ${ctx.now}::timestamptz,
           updated_by = ${ctx.actor?.userId ?? null}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (${definitionsOf(rows)})
     where products.id = wanted.id and products.version = wanted.version
    returning products.id`);
  const rewritten = (result as { rows: unknown[] }).rows.length;
  if (rewritten !== changes.length)
    throw new Error(`${changes.length - rewritten} products changed during their import`);
  await assertInScope(
    ctx,
    scopedRows,
    changes.map(({ before }) => before.id),
  );
  await recordAudit(
    ctx,
    changes.map(({ input, before, reason }) => ({
      action: "update",
      resource: "products",
      resourceId: before.id,
      reason,
      changes: changesBetween(before, input),
    })),
  );
  const moved = changes.filter(({ input, before }) => isMoved(before, input));
  const requirements = moved.map(({ input, before }) => requirementChange(before, input));
  if ((await productsThatLose(ctx, { products: requirements })).length > 0)
    throw new Error("categories changed during the import, so that it would take a requirement from products");
  await recordEvents(
    ctx,
    moved.map(({ input, before }) => movedEvent(before, input)),
  );
}

/**
 * Products may pass numbers on within one file. A unique index looks at every row as it is written, so those that change
 * theirs first give up what they had.
 */
async function releaseNumbers(ctx: Ctx, changes: readonly ProductChange[]): Promise<void> {
  const moving = changes.filter(
    ({ input, before }) => input.gtin !== before.gtin || input.sku !== before.sku || input.brandId !== before.brandId,
  );
  if (moving.length === 0) return;
  await ctx.db
    .update(productsTable)
    .set({ sku: null })
    .where(
      inArray(
        productsTable.id,
        moving.map(({ before }) => before.id),
      ),
    );
  // Only products whose number changes release it: the database unlinks certificate lines as soon as it is gone.
  const renumbered = moving.filter(({ input, before }) => input.gtin !== before.gtin);
  // What is live must have a number or say why it has none, also for this moment.
  await ctx.db
    .update(productsTable)
    .set({ gtin: null, noBarcodeReason: "–", updatedAt: ctx.now })
    .where(
      inArray(
        productsTable.id,
        renumbered.map(({ before }) => before.id),
      ),
    );
}

// ------------------------------------------------------------------------------------------------ rows as JSON

type StoredProductRow = Readonly<Record<string, unknown>>;
const columns = getTableColumns(productsTable);
const typesByName = new Map(Object.values(columns).map((column) => [column.name, column.getSQLType()]));

const inputFields = Object.keys(empty).filter((field) => field !== "images") as (keyof FileInput)[];

/** What a product's columns hold, by their names in the database. */
function storedBy(input: FileInput, fields: readonly (keyof FileInput)[] = inputFields): StoredProductRow {
  const stored: Record<string, unknown> = {};
  for (const field of fields) stored[columns[field].name] = input[field];
  const keys = keysOf(input as ProductInput);
  stored[columns.sortKey.name] = keys.sortKey;
  stored[columns.words.name] = keys.words;
  return stored;
}

/** Without those that none of these products fills: the table's defaults are what is empty. Most files fill a third. */
const filledFields = (inputs: readonly FileInput[]) =>
  inputFields.filter((field) => inputs.some((input) => !isEmpty(field, input[field])));

function isEmpty(field: keyof FileInput, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === empty[field];
  for (const _ in value) return false;
  return true;
}

const absent: Readonly<Record<keyof FileInput, unknown>> = productFields.absent;

/** What the log says of a new product: what was filled in. */
function changesOf(input: FileInput, filled: readonly (keyof FileInput)[]): Changes {
  const changes: Changes = {};
  for (const field of filled) {
    const value = input[field];
    if (!isEmpty(field, value)) changes[field] = { before: absent[field], after: value };
  }
  changes.status = { before: null, after: "draft" };
  return changes;
}

const namesOf = ([first]: readonly StoredProductRow[]): SQL =>
  sql.join(
    Object.keys(first!).map((name) => sql.identifier(name)),
    sql`, `,
  );

const definitionsOf = ([first]: readonly StoredProductRow[]): SQL =>
  sql.join(
    Object.keys(first!).map((name) => sql`${sql.identifier(name)} ${sql.raw(typesByName.get(name)!)}`),
    sql`, `,
  );
