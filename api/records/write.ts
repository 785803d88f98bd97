import { eq, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Changes } from "#base/activity.ts";
import type { Consequence } from "#base/eventTypes.ts";
import type { Field } from "#base/records/fields.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey, searchKey, sortKey } from "#base/searchKey.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import type { Reader } from "#api/records/read.ts";
import type { AuditReason, RecordStore, StoredRecord, StoreOptions } from "#api/records/types.ts";
import { requireInside } from "#api/rowScope.ts";
import { violationOf } from "#api/violations.ts";

export type Writer<T extends RecordTypes, Stored extends StoredRecord<T>> = Pick<
  RecordStore<T, Stored>,
  "insert" | "update" | "set" | "refusalOf"
> & { readonly refuseErrors: (values: T["values"], status: string | null) => void };

// Each row is added to every index again, and no statement of a call may take longer than 3.5 s on a busy machine.
const rowsPerStatement = 1000;

/** Writes records of one kind: each write with its scope check, its version and its audit entry. */
export function recordWriter<T extends RecordTypes, Stored extends StoredRecord<T>>(
  options: StoreOptions<T, Stored>,
  { description, table, scopedRows }: Reader<T, Stored>,
): Writer<T, Stored> {
  const { fields, auditResource: resource } = description;
  const { id: idColumn, version } = getTableColumns(table) as Columns;
  const derive = options.derive ?? deriveKeys(options);
  const insertRows = options.insertRows ?? ((ctx: Ctx, rows: readonly Stored[]) => insertInto(ctx, table, rows));
  const all = fields.all as Readonly<Record<string, Field<unknown>>>;
  const required = fields.names.filter((name) => all[name]!.isRequired);
  const noRecord = { ...fields.empty, ...Object.fromEntries(required.map((name) => [name, null])) };
  const refuseErrors = (values: T["values"], status: string | null) => {
    const errors = fields.errorsOf(values, status);
    if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
  };
  /** Ends every write, in its transaction: no row outside the caller's scope, and none without an audit entry. */
  const finish = async (ctx: Ctx, entries: readonly AuditEntry[]) => {
    const ids = entries.map(({ id }) => id);
    await requireInside(ctx, scopedRows, ids);
    await recordAudit(
      ctx,
      entries.map(({ id, changes, why }) => ({ ...why, resource, resourceId: id, changes })),
    );
  };

  return {
    refuseErrors,
    insert: async (ctx, added, why = { action: "create" }) => {
      const { updatedAt: createdAt, updatedBy: createdBy } = updated(ctx);
      const rows: Stored[] = [];
      for (const { id, values, columns } of added) {
        const filled = { status: description.statuses[0], ...values, ...(await derive(ctx, values, null, id)) };
        rows.push({ id, ...filled, createdAt, createdBy, ...updated(ctx), ...columns } as unknown as Stored);
      }
      const records = await insertRows(ctx, rows);
      await finish(
        ctx,
        added.map(({ id, values }) => ({ id, changes: changesOf(noRecord, values), why })),
      );
      return records;
    },
    update: async (ctx, before, patch, why = { action: "update" }) => {
      options.requireEditable?.(before);
      const changes = changesOf(before, patch);
      const names = Object.keys(changes);
      if (names.length === 0) return { record: before, consequences: [] };
      const after = { ...before, ...patch };
      refuseErrors(after, before.status);
      const changed = Object.fromEntries(names.map((name) => [name, after[name as keyof Stored]]));
      const columns = { ...changed, ...(await derive(ctx, after, before, before.id)), ...updated(ctx) };
      const query = ctx.db.update(table).set({ ...columns, version: before.version + 1 });
      const [record] = (await query.where(eq(idColumn!, before.id)).returning()) as unknown as [Stored];
      await finish(ctx, [{ id: before.id, changes, why }]);
      return { record, consequences: await followImpact(options, ctx, { record, before, names }) };
    },
    set: async (ctx, before, columns, why) => {
      for (let start = 0; start < before.length; start += rowsPerStatement) {
        const chunk = before.slice(start, start + rowsPerStatement);
        const ids = chunk.map(({ id }) => id);
        const query = ctx.db.update(table).set({ ...columns, ...updated(ctx), version: sql`${version!} + 1` });
        await query.where(isAnyOf(idColumn!, ids));
        await finish(
          ctx,
          chunk.map((each) => ({ id: each.id, changes: changesOf(each, columns), why: why(each) })),
        );
      }
    },
    refusalOf: refusalFrom(options),
  };
}

const updated = ({ now, actor }: Ctx) => ({ updatedAt: now, updatedBy: actor?.userId ?? null });

type AuditEntry = { readonly id: string; readonly changes: Changes; readonly why: AuditReason };

/** The fields of `after` that differ from `before`. */
export const changesOf = (before: object, after: object): Changes =>
  changesBetween(before as Record<string, unknown>, after as Record<string, unknown>);

const refusalFrom =
  <T extends RecordTypes, Stored extends StoredRecord<T>>({ unique }: StoreOptions<T, Stored>) =>
  (error: unknown): unknown => {
    const broken = unique[violationOf(error)?.constraint ?? ""];
    if (broken === undefined) return error;
    const [path, refusal] = broken;
    return refusal({}, [{ path, code: refusal.code, message: refusal.message }]);
  };

const followImpact = async <T extends RecordTypes, Stored extends StoredRecord<T>>(
  { impact }: StoreOptions<T, Stored>,
  ctx: Ctx,
  { record, before, names }: { record: Stored; before: Stored; names: readonly string[] },
): Promise<readonly Consequence[]> =>
  impact?.fields.some((name) => names.includes(name)) ? impact.follow(ctx, record, before) : [];

const insertInto = async <Stored>(ctx: Ctx, table: PgTable, rows: readonly Stored[]): Promise<Stored[]> =>
  (await ctx.db
    .insert(table)
    .values(rows as never)
    .returning()) as unknown as Stored[];

/**
 * The keys to compare, sort and search a record by, if its table has these columns and the database does not compute
 * them.
 */
function deriveKeys<T extends RecordTypes, Stored extends StoredRecord<T>>({
  searched,
  table,
}: StoreOptions<T, Stored>) {
  const columns = getTableColumns<PgTable>(table) as Columns;
  const isStored = (name: string) => columns[name] !== undefined && columns[name].generated === undefined;
  return async (_: Ctx, values: T["values"]): Promise<Partial<Stored>> => {
    const texts = searched.map((name) => textsOf(values[name]));
    const [[name = ""] = []] = texts;
    const keys = {
      nameKey: nameKey(name),
      sortKey: sortKey(name),
      words: [...new Set(texts.flat().map(searchKey))].join(" "),
    };
    return Object.fromEntries(Object.entries(keys).filter(([each]) => isStored(each))) as Partial<Stored>;
  };
}

const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : value === null ? [] : Object.values(value as Record<string, string>);
