import { and, eq, getTableColumns, inArray, ne, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { ListInput, RecordTypes } from "#base/records/types.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesSince } from "#api/audit.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition } from "#api/list.ts";
import type { RecordStore, StoredRecord, StoreOptions } from "#api/records/types.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";

export type Reader<T extends RecordTypes, Stored extends StoredRecord<T>> = ReturnType<typeof recordReader<T, Stored>>;

/** Reads records of one kind, always within the caller's scope unless it says otherwise. */
export function recordReader<T extends RecordTypes, Stored extends StoredRecord<T>>(options: StoreOptions<T, Stored>) {
  const { description } = options.record;
  const table: PgTable = options.table;
  const { id, status } = getTableColumns(table) as Columns;
  const scopedRows = scopedRowsOf(options);
  const scope = (ctx: Ctx) => rowScope(ctx, scopedRows);

  const computedFor = async (ctx: Ctx, ids: readonly string[]) =>
    options.computed === undefined || ids.length === 0 ? () => ({}) : options.computed(ctx, ids);
  const answer = async (ctx: Ctx, record: Stored) =>
    ({ ...record, ...(await computedFor(ctx, [record.id]))(record.id) }) as unknown as T["record"];
  const read = async (ctx: Ctx, where: SQL | undefined) =>
    (await ctx.db.select().from(table).where(where)) as unknown as Stored[];
  const inScope = (ctx: Ctx, recordId: string) => and(eq(id!, recordId), scope(ctx));

  const lock: RecordStore<T, Stored>["lock"] = async (ctx, { id: recordId, version }) => {
    const query = ctx.db.select().from(table).where(inScope(ctx, recordId)).for("update");
    const [record] = (await query) as unknown as Stored[];
    if (record === undefined) throw commonRefusals.not_found();
    if (version === undefined || record.version === version) return record;
    const subject = { resource: description.auditResource, resourceId: recordId };
    const versions = Math.max(0, record.version - version);
    const { changedBy, changes } = await changesSince(ctx, { ...subject, versions });
    // The details of a refusal pass no output schema, so columns that the API does not return are removed here.
    const current = z.parse(description.record, await answer(ctx, record));
    throw commonRefusals.version_conflict({ current, changedBy, changedAt: record.updatedAt, changes });
  };
  return {
    description,
    table,
    scopedRows,
    list: listOf(options, scope),
    computedFor,
    answer,
    lock,
    find: async (ctx: Ctx, recordId: string): Promise<Stored | undefined> =>
      (await read(ctx, inScope(ctx, recordId)))[0],
    /** Ignores the caller's scope: finds the record that an earlier copy of a request created. */
    findAny: async (ctx: Ctx, recordId: string): Promise<Stored | undefined> => (await read(ctx, eq(id!, recordId)))[0],
    readActive: (ctx: Ctx) => read(ctx, ne(status!, "archived")),
    readByIds: async (ctx: Ctx, ids?: readonly string[]): Promise<ReadonlyMap<string, Stored>> => {
      if (ids?.length === 0) return new Map();
      const rows = await read(ctx, ids === undefined ? undefined : inArray(id!, [...new Set(ids)]));
      return new Map(rows.map((row) => [row.id, row]));
    },
  };
}

function scopedRowsOf<T extends RecordTypes, Stored extends StoredRecord<T>>({
  record: { description },
  table,
  searched,
  scope: { own: ownColumn, ...scope } = {},
}: StoreOptions<T, Stored>): ScopedRows {
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
      status || ids ? undefined : ne(columns.status!, "archived"),
    scope,
    ...list,
  } as unknown as ListDefinition<Columns, ListInput<T>>;
}
