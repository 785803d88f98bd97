import { getTableColumns } from "drizzle-orm";
import type { ListInput, PreviewedPatch, RecordPatch, RecordTypes } from "#base/records/types.ts";
import { commonRefusals } from "#base/refusal.ts";
import { readActivityPage } from "#api/audit.ts";
import type { Columns } from "#api/columns.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { impactOf, requireFingerprint, requireGrounds, runAndRollBack, type WriteResult } from "#api/impact.ts";
import { countEach, readPage, whereOf } from "#api/list.ts";
import { type Reader, recordReader } from "#api/records/read.ts";
import type { RecordHandlers, RecordStore, StoredRecord, StoreOptions } from "#api/records/types.ts";
import { changesOf, recordWriter, type Writer } from "#api/records/write.ts";
import { listTable } from "#api/tableFile.ts";
import { violationOf } from "#api/violations.ts";

/** Reads and writes one kind of record: the only writer of its table. */
export function recordStore<T extends RecordTypes, Stored extends StoredRecord<T>>(
  options: StoreOptions<T, Stored>,
): RecordStore<T, Stored> {
  const reader = recordReader(options);
  const writer = recordWriter(options, reader);
  const { consequencesOf, ...updates } = updatesOf(options, reader, writer);
  const handlers = { ...handlersOf(options, reader, writer), ...updates };
  return { ...reader, ...writer, consequencesOf, impactFields: options.impact?.fields ?? [], handlers };
}

/** Handlers of `recordOperations`, except updates. */
function handlersOf<T extends RecordTypes, Stored extends StoredRecord<T>>(
  options: StoreOptions<T, Stored>,
  reader: Reader<T, Stored>,
  writer: Writer<T, Stored>,
): Omit<RecordHandlers<T>, "update" | "previewUpdate"> {
  const { description, table, answer } = reader;
  const known: Columns = getTableColumns(table);
  const isComputed = description.rowNames.some((name) => known[name] === undefined);
  const get: RecordHandlers<T>["get"] = async (ctx, { id }) => {
    const record = await reader.find(ctx, id);
    if (record === undefined) throw commonRefusals.not_found();
    return answer(ctx, record);
  };
  return {
    get,
    create: createOf(options, reader, writer),
    list: async (ctx, input) => {
      const { rows, ...rest } = await readPage(ctx, await listFor(options, reader, ctx, input), input);
      const ids = rows.map(({ id }) => String(id));
      const computed = await reader.computedFor(ctx, isComputed ? ids : [], input);
      return { ...rest, rows: completed(rows, computed) as unknown as T["row"][] };
    },
    countByStatus: async (ctx, filter) => {
      const looked = await listFor(options, reader, ctx, filter);
      const matching = whereOf(ctx, { ...looked, unless: () => undefined }, filter as never);
      const column = { column: known.status!, values: description.statuses };
      return { byStatus: await countEach(ctx, table, matching, column) };
    },
    exportCsv: exportOf(options, reader),
    activity: async (ctx, { id, before, limit }) => {
      await reader.requireVisible(ctx, id);
      return readActivityPage(ctx, { resource: description.auditResource, resourceId: id, before, limit });
    },
  };
}

/** The list, with the conditions that need a query first, and read from what the input asks for. */
async function listFor<T extends RecordTypes, Stored extends StoredRecord<T>>(
  { lookUp, from }: StoreOptions<T, Stored>,
  { list }: Reader<T, Stored>,
  ctx: Ctx,
  input: T["filter"],
): Promise<typeof list> {
  const filters = lookUp && { ...list.filters, ...((await lookUp(ctx, input)) as object) };
  const source = from?.(input as ListInput<T>, ctx);
  // Conditions that were looked up are for this input, and not for its groups.
  return { ...list, ...(filters && { filters, groupFilters: list.filters }), ...(source && { from: source }) };
}

const createOf =
  <T extends RecordTypes, Stored extends StoredRecord<T>>(
    { idTaken, fill, lockFirst }: StoreOptions<T, Stored>,
    { answer, findAny }: Reader<T, Stored>,
    { insert, refuseErrors, refusalOf, cleaned }: Writer<T, Stored>,
  ): RecordHandlers<T>["create"] =>
  async (ctx, { id, ...rest }) => {
    const values = cleaned(rest as unknown as T["values"]);
    refuseErrors(values, null);
    try {
      return await inTransaction(ctx, async (inner) => {
        await lockFirst?.(inner, values, true);
        const [record] = await insert(inner, [{ id, values }]);
        return answer(inner, record!);
      });
    } catch (error) {
      if (violationOf(error)?.kind !== "unique") throw error;
      const first = await findAny(ctx, id);
      if (first === undefined) throw await refusalOf(ctx, error, values);
      const filled = fill ? await fill(ctx, values, first) : values;
      // Once the record was edited, the first request can't be compared any more; it is enough that the caller created it.
      const isSame = first.version > 1 || Object.keys(changesOf(first, filled)).length === 0;
      if (first.createdBy !== actorOf(ctx).userId || !isSame) throw idTaken();
      return answer(ctx, first);
    }
  };

/** An update, its preview, and its side effects for a trial run: the same change each time. */
function updatesOf<T extends RecordTypes, Stored extends StoredRecord<T>>(
  { lockFirst }: StoreOptions<T, Stored>,
  { lock, answer }: Reader<T, Stored>,
  writer: Writer<T, Stored>,
) {
  /** `run` commits or rolls back. */
  const write = async <Answer>(
    ctx: Ctx,
    { fingerprint: _, reason, id, version, ...patch }: PreviewedPatch<T>,
    run: typeof inTransaction,
    answerOf: (inner: Ctx, written: WriteResult<Stored>) => Promise<Answer>,
  ): Promise<Answer> => {
    let wanted: T["values"] | undefined;
    try {
      return await run(ctx, async (inner) => {
        await lockFirst?.(inner, patch as unknown as Partial<T["values"]>, false);
        const before = await lock(inner, { id, version });
        wanted = { ...before, ...patch };
        const why = { action: "update", reason };
        return answerOf(inner, await writer.update(inner, before, patch as unknown as Partial<T["values"]>, why));
      });
    } catch (error) {
      throw await writer.refusalOf(ctx, error, wanted);
    }
  };
  return {
    update: (ctx: Ctx, input: PreviewedPatch<T>) =>
      write(ctx, input, inTransaction, async (inner, { record, consequences }) => {
        requireGrounds(inner, consequences, input.reason);
        // An approved change follows its request; the requester may see other records than the approver.
        if (inner.approval === undefined) await requireFingerprint(inner, consequences, input.fingerprint);
        return answer(inner, record);
      }),
    previewUpdate: (ctx: Ctx, input: RecordPatch<T>) =>
      write(ctx, input as PreviewedPatch<T>, runAndRollBack, (inner, { consequences }) =>
        impactOf(inner, consequences),
      ),
    consequencesOf: (ctx: Ctx, input: PreviewedPatch<T>) =>
      write(ctx, input, inTransaction, async (_, { consequences }) => consequences),
  };
}

/** Every record that the list finds, in its order, as a file that the import can read back. */
const exportOf =
  <T extends RecordTypes, Stored extends StoredRecord<T>>(
    options: StoreOptions<T, Stored>,
    reader: Reader<T, Stored>,
  ): RecordHandlers<T>["exportCsv"] =>
  async (ctx, { columns: requested, ...input }) => {
    const { description, table, computedFor } = reader;
    const names = requested ?? description.exportColumns;
    const known: Columns = getTableColumns(table);
    const cellOf = options.cellOf ?? plainCells(description.exportColumns);
    const stored = ["id", ...names.map((name) => (name in known ? name : translationsOf(name)))];
    const columns: Columns = Object.fromEntries(
      stored.flatMap((name) => (known[name] ? [[name, known[name]] as const] : [])),
    );
    const isComputed = stored.some((name) => !(name in known));
    const list = await listFor(options, reader, ctx, input as T["filter"]);
    return listTable(ctx, { ...list, columns }, input as never, {
      name: `${description.path.split("/").at(-1)}-${ctx.now.slice(0, 10)}`,
      header: names,
      cellsOf: async (rows) => {
        const ids = isComputed ? rows.map(({ id }) => String(id)) : [];
        const computed = await computedFor(ctx, ids, input, options.exported);
        return completed(rows, computed).map((row) => names.map((name) => cellOf(name, row)));
      },
    });
  };

type Row = Readonly<Record<string, unknown>>;

/** Rows with what was computed for them, without those that were deleted meanwhile. */
const completed = (rows: readonly Row[], computed: (id: string) => object | undefined): Row[] =>
  rows.flatMap((row) => {
    const more = computed(String(row.id));
    return more ? [{ ...row, ...more }] : [];
  });

/** The translations field of an Arabic column: `nameI18n` for `nameAr`. */
const translationsOf = (column: string) => column.replace(/Ar$/, "I18n");

/** The value, or its JSON. Arabic with a column of its own is left out of the other languages. */
const plainCells =
  (exportColumns: readonly string[]) =>
  (name: string, row: Row): CsvValue => {
    const value = row[name];
    if (value === undefined && name.endsWith("Ar"))
      return (row[translationsOf(name)] as Readonly<Record<string, string>>).ar ?? null;
    if (typeof value !== "object" || value === null) return value as CsvValue;
    const hasArabicColumn = name.endsWith("I18n") && exportColumns.includes(name.replace(/I18n$/, "Ar"));
    if (!hasArabicColumn) return JSON.stringify(value);
    const { ar: _, ...others } = value as Readonly<Record<string, string>>;
    return Object.keys(others).length === 0 ? null : JSON.stringify(others);
  };
