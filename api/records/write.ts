import { toHex } from "#base/hex.ts";
import { eq, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Changes } from "#base/activity.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { type Fields, isRichText } from "#base/records/fields.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { commonRefusals } from "#base/refusal.ts";
import { plainTextOf } from "#base/richText.ts";
import { nameKey, searchKey, sortKey } from "#base/searchKey.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import type { Reader } from "#api/records/read.ts";
import type {
  AuditReason,
  RecordStore,
  SetBackEntry,
  SetBackRow,
  StoredRecord,
  StoreOptions,
} from "#api/records/types.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { sanitizeRichText, sanitizeTranslations } from "#api/richText.ts";
import { returningOf } from "#api/statements.ts";
import { violationOf } from "#api/violations.ts";

export type Writer<T extends RecordTypes, Stored extends StoredRecord<T>> = Pick<
  RecordStore<T, Stored>,
  "keysOf" | "insert" | "update" | "set" | "setBack" | "refusalOf"
> & {
  readonly refuseErrors: (values: T["values"], before: Stored | null) => void;
  /** The values as they are stored: rich text is sanitised. */
  readonly cleaned: <Values extends Partial<T["values"]>>(values: Values) => Values;
};

// Each row is added to every index again, and no statement of a call may take longer than 3.5 s on a busy machine.
const rowsPerStatement = 1000;

/** Writes records of one kind: each write with its scope check, its version and its audit entry. */
export function recordWriter<T extends RecordTypes, Stored extends StoredRecord<T>>(
  options: StoreOptions<T, Stored>,
  { description, table, scopedRows, columns: allColumns, queryRows }: Reader<T, Stored>,
): Writer<T, Stored> {
  const { fields } = description;
  const { known, storedIn, writeElsewhere } = placesOf(options);
  const keysOf = keysOfValues(options);
  const derive = deriverOf(options, keysOf);
  const returning = returningOf(allColumns);
  const refuseErrors: Writer<T, Stored>["refuseErrors"] = (values, before) => {
    const errors = fields.errorsOf(values, before?.status ?? null, before);
    if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
  };
  const finish = finisherOf(scopedRows, description.auditResource);
  const cleaned = cleanerOf(fields);

  return {
    keysOf,
    refuseErrors,
    cleaned,
    insert: async (ctx, given, why = { action: "create" }) => {
      const added = given.map((each) => ({ ...each, values: cleaned(each.values) }));
      const { updatedAt: createdAt, updatedBy: createdBy } = updated(ctx);
      const rows: Stored[] = [];
      for (const { id, values, columns } of added) {
        const derived = await derive(ctx, values, null, id);
        const filled = { status: description.statuses[0], ...storedIn("table", values), ...derived };
        rows.push({ id, ...filled, createdAt, createdBy, ...updated(ctx), ...columns } as unknown as Stored);
      }
      const records = await queryRows(ctx, sql`${insertionOf(table, rows)} ${returning}`);
      for (const { id, values } of added) await writeElsewhere(ctx, id, values);
      await options.enter?.(ctx, records);
      await finish(
        ctx,
        rows.map(({ id, status }, index) => {
          const values = { ...added[index]!.values, status };
          return { id, changes: changesOf(fields.absent, values), why };
        }),
      );
      return records.map((record, index) => ({ ...added[index]!.values, ...record }));
    },
    update: async (ctx, before, given, why = { action: "update" }) => {
      options.requireEditable?.(before);
      const patch = cleaned(given);
      const filled = options.fill
        ? await options.fill(ctx, omitUndefined(patch) as Partial<T["values"]>, before)
        : patch;
      const changes = changesOf(before, filled);
      const names = Object.keys(changes);
      if (names.length === 0) return { record: before, consequences: [] };
      const after = { ...before, ...filled };
      refuseErrors(after, before);
      const changed = Object.fromEntries(names.map((name) => [name, after[name as keyof Stored]]));
      const columns = {
        ...storedIn("table", changed),
        ...(await derive(ctx, after, before, before.id)),
        ...updated(ctx),
      };
      const change = ctx.db.update(table).set({ ...columns, version: before.version + 1 });
      const [row] = (await change.where(eq(known.id!, before.id)).returning()) as unknown as [Stored];
      await writeElsewhere(ctx, before.id, changed);
      const record = { ...after, ...row };
      await finish(ctx, [{ id: before.id, changes, why }]);
      return { record, consequences: await followImpact(options, ctx, { record, before, names }) };
    },
    set: setterOf(table, finish),
    setBack: setterBackOf(table, finish),
    refusalOf: refusalFrom(options),
  };
}

const deriverOf =
  <T extends RecordTypes, Stored extends StoredRecord<T>>(
    { derive }: StoreOptions<T, Stored>,
    keysOf: (values: T["values"]) => Partial<Stored>,
  ) =>
  async (ctx: Ctx, values: T["values"], before: Stored | null, id: string) => ({
    ...keysOf(values),
    ...(await derive?.(ctx, values, before, id)),
  });

/** Sanitises the fields with rich text, and their translations. */
function cleanerOf<Values>({ names, all }: Fields<Values>) {
  const rich = names.filter((name) => isRichText(all, name));
  return <Some extends Partial<Values>>(values: Some): Some => {
    if (rich.length === 0) return values;
    const clean = rich.flatMap((name) => {
      const value: unknown = values[name];
      if (value === undefined) return [];
      const isText = typeof value === "string";
      return [[name, isText ? sanitizeRichText(value) : sanitizeTranslations(value as Record<string, string>)]];
    });
    return { ...values, ...(Object.fromEntries(clean) as object) };
  };
}

/** Splits values by where they are stored: in columns of the table, or elsewhere. */
function placesOf<T extends RecordTypes, Stored extends StoredRecord<T>>({
  table,
  elsewhere,
}: StoreOptions<T, Stored>) {
  const known: Columns = getTableColumns<PgTable>(table);
  const storedIn = (place: "table" | "elsewhere", values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name in known === (place === "table")));
  const writeElsewhere = async (ctx: Ctx, id: string, values: object) => {
    const outside = storedIn("elsewhere", values) as Partial<T["values"]>;
    if (Object.keys(outside).length > 0) await elsewhere!.write(ctx, id, outside);
  };
  return { known, storedIn, writeElsewhere };
}

/** Ends every write, in its transaction: no row outside the caller's scope, and none without an audit entry. */
const finisherOf =
  (scopedRows: ScopePolicy, resource: string) =>
  async (ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> => {
    const ids = entries.map(({ id }) => id);
    await assertInScope(ctx, scopedRows, ids);
    await recordAudit(
      ctx,
      entries.map(({ id, changes, why }) => ({
        ...why,
        resource,
        resourceId: id,
        changes: { ...changes, ...why.changes },
      })),
    );
  };

/** Sets columns in chunks of rows. */
const setterOf =
  <T extends RecordTypes, Stored extends StoredRecord<T>>(
    table: PgTable,
    finish: (ctx: Ctx, entries: readonly AuditEntry[]) => Promise<void>,
  ): Writer<T, Stored>["set"] =>
  async (ctx, before, columns, why) => {
    const { id: idColumn, version } = getTableColumns(table) as Columns;
    const logged = Object.fromEntries(Object.entries(columns).filter(([, value]) => !is(value, SQL)));
    for (let start = 0; start < before.length; start += rowsPerStatement) {
      const chunk = before.slice(start, start + rowsPerStatement);
      const ids = chunk.map(({ id }) => id);
      const query = ctx.db.update(table).set({ ...columns, ...updated(ctx), version: sql`${version!} + 1` });
      await query.where(isAnyOf(idColumn!, ids));
      await finish(
        ctx,
        chunk.map((each) => ({ id: each.id, changes: changesOf(each, logged), why: why(each) })),
      );
    }
  };

/** Sets columns of each row to its own values, in one statement and with one parameter for all of them. */
const setterBackOf =
  (table: PgTable, finish: (ctx: Ctx, entries: readonly AuditEntry[]) => Promise<void>) =>
  async (ctx: Ctx, rows: readonly SetBackRow[], { action, logged }: SetBackEntry): Promise<void> => {
    const { id: idColumn, version, ...columns } = getTableColumns(table) as Columns;
    const written = Object.keys(rows[0]!.before).map((name) => [name, columns[name]!.name] as const);
    const earlier = rows.map(({ id, before }) => ({
      id,
      ...Object.fromEntries(written.map(([name, column]) => [column, before[name as never]])),
    }));
    const values = written.map(([name, column]) => [name, sql`earlier.${sql.identifier(column)}`]);
    await ctx.db
      .update(table)
      .set({ ...Object.fromEntries(values), ...updated(ctx), version: sql`${version!} + 1` })
      .from(sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(earlier)}::jsonb) as earlier`)
      .where(sql`${idColumn!} = earlier.id`);
    const shown = (before: object) => Object.fromEntries(logged.map((name) => [name, before[name as never]]));
    await finish(
      ctx,
      rows.map(({ id, now, before }) => ({ id, changes: changesOf(now, shown(before)), why: { action } })),
    );
  };

const updated = ({ now, actor }: Ctx) => ({ updatedAt: now, updatedBy: actor?.userId ?? null });

type AuditEntry = { readonly id: string; readonly changes: Changes; readonly why: AuditReason };

/** The fields of `after` that differ from `before`. */
export const changesOf = (before: object, after: object): Changes =>
  changesBetween(before as Record<string, unknown>, after as Record<string, unknown>);

const refusalFrom =
  <T extends RecordTypes, Stored extends StoredRecord<T>>({ unique, duplicateOf }: StoreOptions<T, Stored>) =>
  async (ctx: Ctx, error: unknown, values: T["values"] | undefined): Promise<unknown> => {
    const broken = unique[violationOf(error)?.constraint ?? ""];
    if (broken === undefined) return error;
    const [path, refusal] = broken;
    const details = duplicateOf && values ? await duplicateOf(ctx, path, values) : {};
    return refusal(details, [{ path, code: refusal.code, message: refusal.message }]);
  };

const followImpact = async <T extends RecordTypes, Stored extends StoredRecord<T>>(
  { impact }: StoreOptions<T, Stored>,
  ctx: Ctx,
  { record, before, names }: { record: Stored; before: Stored; names: readonly string[] },
): Promise<readonly SideEffect[]> =>
  impact?.fields.some((name) => names.includes(name)) ? impact.follow(ctx, record, before) : [];

/** Inserts rows in their order: one parameter however many there are, of which a statement takes 65,535. */
function insertionOf<Stored extends object>(table: PgTable, rows: readonly Stored[]): SQL {
  const columns: Columns = getTableColumns(table);
  const written = Object.keys(rows[0]!).map((name) => [name, columns[name]!.name] as const);
  const list = sql.join(
    written.map(([, column]) => sql.identifier(column)),
    sql`, `,
  );
  const values = rows.map((row) =>
    Object.fromEntries(written.map(([name, column]) => [column, jsonOf(row[name as keyof Stored])])),
  );
  return sql`insert into ${table} (${list})
    select ${list} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::jsonb)`;
}

/** `bytea` reads bytes from a text: `\x0102`. */
const jsonOf = (value: unknown): unknown => (value instanceof Uint8Array ? `\\x${toHex(value)}` : value);

/** The keys to compare, sort and search a record by, if its table has these columns and does not compute them. */
function keysOfValues<T extends RecordTypes, Stored extends StoredRecord<T>>({
  searched,
  table,
  record: { description },
}: StoreOptions<T, Stored>) {
  const columns = getTableColumns<PgTable>(table) as Columns;
  const isStored = (name: string) => columns[name] !== undefined && columns[name].generated === undefined;
  const keys = Object.entries({
    nameKey: ([name = ""]: string[]) => nameKey(name),
    sortKey: ([name = ""]: string[]) => sortKey(name),
    words: (texts: string[]) => [...new Set(texts.map(searchKey).flatMap(withJoinedStart))].join(" "),
  }).filter(([name]) => isStored(name));
  const { all } = description.fields;
  return (values: T["values"]): Partial<Stored> => {
    const texts = searched.flatMap((name) =>
      textsOf(values[name]).map(isRichText(all, name) ? plainTextOf : (text) => text),
    );
    return Object.fromEntries(keys.map(([name, keyOf]) => [name, keyOf(texts)])) as Partial<Stored>;
  };
}

/** A search key, and its first two words as one: `cocacola` finds Coca-Cola and `almarai` Al Marai. */
function withJoinedStart(key: string): string[] {
  const [first = "", second] = key.split(" ");
  return second === undefined ? [key] : [key, first + second];
}

const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : value === null ? [] : Object.values(value as Record<string, string>);
