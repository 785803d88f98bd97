import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ListInput, RecordTypes } from "#base/records/types.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition } from "#api/list.ts";
import type { RecordStore, StoredRecord, StoreOptions } from "#api/records/types.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { readArrays, rowFrom, rowReader, selectionOf } from "#api/statements.ts";
import { versionConflict } from "#api/versionConflict.ts";

export type Reader<T extends RecordTypes, Stored extends StoredRecord<T>> = ReturnType<typeof recordReader<T, Stored>>;

/** Reads records of one kind, always within the caller's scope unless it says otherwise. */
export function recordReader<T extends RecordTypes, Stored extends StoredRecord<T>>(options: StoreOptions<T, Stored>) {
  const { description } = options.record;
  const table: PgTable = options.table;
  const known: Columns = getTableColumns(table);
  const { id, status } = known as { id: PgColumn; status: PgColumn };
  const [names, columns] = [Object.keys(known), Object.values(known) as PgColumn[]];
  const scopedRows = scopedRowsOf(options);
  const scope = (ctx: Ctx) => scopeCondition(ctx, scopedRows);

  const computedFor = async (ctx: Ctx, ids: readonly string[], filter: T["filter"] = {}, read = options.computed) =>
    read === undefined || ids.length === 0 ? () => ({}) : read(ctx, ids, filter);
  const computedOf = async (ctx: Ctx, record: Stored) =>
    options.computedOf ? options.computedOf(ctx, record) : (await computedFor(ctx, [record.id]))(record.id);
  const answer = async (ctx: Ctx, record: Stored) =>
    ({ ...record, ...(await computedOf(ctx, record)) }) as unknown as T["record"];

  const recordFrom = (values: readonly unknown[]) => rowFrom(names, columns, values) as Stored;
  const queryRows = async (ctx: Ctx, statement: SQL) =>
    (await readArrays(ctx.db, statement, { hasStablePlan: true })).map(recordFrom);
  const query = async (ctx: Ctx, statement: SQL) => withElsewhere(options, ctx, await queryRows(ctx, statement));
  const selection = selectionOf(columns, table);
  const readAnyById = rowReader(columns, table, id);
  const findAnyRow = async (ctx: Ctx, recordId: string): Promise<Stored[]> => {
    const values = await readAnyById(ctx.db, recordId);
    return values ? [recordFrom(values)] : [];
  };
  const findRow = async (ctx: Ctx, recordId: string): Promise<Stored[]> => {
    const inside = scope(ctx);
    if (inside === undefined) return findAnyRow(ctx, recordId);
    return queryRows(ctx, sql`${selection} where ${and(eq(id, recordId), inside)}`);
  };
  const oneOf = async (ctx: Ctx, rows: Promise<Stored[]>): Promise<Stored | undefined> =>
    (await withElsewhere(options, ctx, await rows))[0];
  const lockClause = options.rowLock === undefined ? sql`for update` : sql`for no key update`;

  const lock: RecordStore<T, Stored>["lock"] = async (ctx, { id: recordId, version }) => {
    const isMet = and(eq(id, recordId), scope(ctx));
    const [record] = await query(ctx, sql`${selection} where ${isMet} ${lockClause}`);
    if (record === undefined) throw commonRefusals.not_found();
    if (version === undefined || record.version === version) return record;
    const { auditResource: resource, record: schema } = description;
    throw await versionConflict(ctx, { resource, record, version, current: await answer(ctx, record), schema });
  };
  return {
    description,
    table,
    scopedRows,
    list: listOf(options, scope),
    computedFor,
    answer,
    lock,
    queryRows,
    columns,
    find: (ctx: Ctx, recordId: string) => oneOf(ctx, findRow(ctx, recordId)),
    requireVisible: async (ctx: Ctx, recordId: string) => {
      if ((await findRow(ctx, recordId)).length === 0) throw commonRefusals.not_found();
    },
    /** Ignores the caller's scope: finds the record that an earlier copy of a request created. */
    findAny: (ctx: Ctx, recordId: string) => oneOf(ctx, findAnyRow(ctx, recordId)),
    readActive: (ctx: Ctx) => query(ctx, sql`${selection} where ${isNotArchived(status)}`),
    readByIds: async (ctx: Ctx, ids?: readonly string[]): Promise<ReadonlyMap<string, Stored>> => {
      if (ids?.length === 0) return new Map();
      const isMeant = ids === undefined ? sql`true` : isAnyOf(id, [...new Set(ids)]);
      return new Map((await query(ctx, sql`${selection} where ${isMeant}`)).map((row) => [row.id, row]));
    },
  };
}

/** Rows with the values of other tables, which are read after the rows are locked. */
async function withElsewhere<T extends RecordTypes, Stored extends StoredRecord<T>>(
  { elsewhere }: StoreOptions<T, Stored>,
  ctx: Ctx,
  rows: Stored[],
): Promise<Stored[]> {
  if (elsewhere === undefined || rows.length === 0) return rows;
  const ids = rows.map((row) => row.id);
  const valuesOf = await elsewhere.read(ctx, ids);
  return rows.map((row) => ({ ...row, ...valuesOf(row.id) }));
}

// Spelled out, so that a plan for any value can use the index that leaves archived records out.
const isNotArchived = (status: PgColumn): SQL => sql`${status} <> 'archived'`;

function scopedRowsOf<T extends RecordTypes, Stored extends StoredRecord<T>>({
  record: { description },
  table,
  searched,
  scope: { own: ownColumn, ...scope } = {},
}: StoreOptions<T, Stored>): ScopePolicy {
  const columns: Columns = getTableColumns<PgTable>(table);
  const own = ownColumn === undefined ? columns.createdBy! : ownColumn;
  const code = columns.code ? { code: columns.code } : {};
  return {
    resource: description.resource,
    table,
    id: columns.id!,
    ...(own ? { own } : {}),
    by: {},
    label: { title: columns[searched[0]]!, ...code, search: columns.searchKey! },
    ...scope,
  };
}

/** The list of a kind of record. Its choices and its status are filters by a column. */
function listOf<T extends RecordTypes, Stored extends StoredRecord<T>>(
  { record: { description }, table, sorts, filters, list }: StoreOptions<T, Stored>,
  scope: (ctx: Ctx) => SQL | undefined,
): ListDefinition<Columns, ListInput<T>> {
  const columns: Columns = getTableColumns<PgTable>(table);
  const rowColumns = description.rowNames.flatMap((name) => (columns[name] ? [[name, columns[name]] as const] : []));
  const choices = ["status", ...Object.keys(description.filters)].flatMap((name) => {
    const column = name === "ids" ? columns.id : columns[name];
    return column ? [[name, (values: readonly string[]) => isAnyOf(column, values)] as const] : [];
  });
  return {
    table,
    id: columns.id,
    columns: Object.fromEntries(rowColumns),
    search: columns.searchKey,
    sorts,
    filters: { ...Object.fromEntries(choices), ...filters },
    unless: ({ status, ids }: { status?: unknown; ids?: unknown }) =>
      status || ids ? undefined : isNotArchived(columns.status as PgColumn),
    scope,
    ...list,
  } as unknown as ListDefinition<Columns, ListInput<T>>;
}
