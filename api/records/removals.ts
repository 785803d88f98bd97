import { getTableColumns, inArray } from "drizzle-orm";
import { type BulkPreview, type BulkResult, bulkRefusals } from "#base/bulk.ts";
import type { BulkInput, RecordTypes, RecordVersion } from "#base/records/types.ts";
import type { RefusalMaker } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Columns } from "#api/columns.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { RecordStore, StoredRecord } from "#api/records/types.ts";
import { changesOf } from "#api/records/write.ts";
import { countReferences, isReferenced } from "#api/references.ts";
import { violationOf } from "#api/violations.ts";

export interface RemovalOptions<Stored> {
  readonly isDeletable: (record: Stored) => boolean;
  readonly notDeletable: RefusalMaker;
  /** The details are the number of rows that refer to the record, by table. */
  readonly inUse: RefusalMaker;
  readonly label: (record: Stored) => string;
  /** The columns that the two above need. */
  readonly reads: readonly (keyof Stored & string)[];
  /** Tables whose rows are deleted with the record. */
  readonly cascades?: readonly string[];
  /** Releases what belongs to records that are about to be deleted, such as their files. */
  readonly release?: (ctx: Ctx, records: readonly Stored[]) => Promise<void>;
}

/** A statement is cancelled after 3.5 s; each row is looked for in every table that may refer to it. */
const removedAtOnce = 500;

/** Deletes records that nothing refers to, one or many. */
export function recordRemovals<T extends RecordTypes, Stored extends StoredRecord<T>>(
  store: RecordStore<T, Stored>,
  options: RemovalOptions<Stored>,
) {
  const { table, list } = store;
  const { isDeletable, notDeletable, inUse, label, release } = options;
  const columns: Columns = getTableColumns(table);

  const removeAll = removerOf(store, release);
  type Candidate = Stored & { readonly isKept: boolean };
  const removalOf = async (ctx: Ctx, { selection }: BulkInput<T>): Promise<BulkAction<Candidate>> => {
    const read = ["id", "version", "status", ...options.reads].map((name) => [name, columns[name]!]);
    return {
      list,
      selected: selectedFrom(ctx, list, selection as never),
      columns: { ...Object.fromEntries(read), isKept: await isReferenced(ctx, table) } as never,
      label,
      judge: (record) => (isDeletable(record) ? (record.isKept ? inUse.code : null) : notDeletable.code),
      intent: "delete",
      change: removeAll,
    };
  };

  return {
    /** For runs over more records than one transaction deletes (api/bulkBatches.ts). */
    actionOf: removalOf,
    /** Refuses with `not_found`, `version_conflict`, `notDeletable` and `inUse`. */
    remove: async (ctx: Ctx, at: RecordVersion): Promise<undefined> => {
      try {
        await inTransaction(ctx, async (inner) => {
          const before = await store.lock(inner, at);
          if (!isDeletable(before)) throw notDeletable({ status: before.status });
          await removeAll(inner, [before]);
        });
      } catch (error) {
        // The foreign key decides: a count taken before could be old by now.
        if (violationOf(error)?.kind !== "foreign_key") throw error;
        const counts = Object.entries(await countReferences(ctx, table, at.id));
        const references = Object.fromEntries(counts.filter(([name]) => !options.cascades?.includes(name)));
        throw inUse({ references });
      }
    },
    /** Refuses with `too_many_rows`. */
    preview: async (ctx: Ctx, input: BulkInput<T>): Promise<BulkPreview> =>
      previewBulk(ctx, await removalOf(ctx, input)),
    /** Refuses as the preview does, and with `preview_stale`, also if a row refers to one of them meanwhile. */
    apply: async (ctx: Ctx, input: BulkInput<T> & { readonly fingerprint: string }): Promise<BulkResult> => {
      try {
        return await applyBulk(ctx, await removalOf(ctx, input), input.fingerprint);
      } catch (error) {
        throw violationOf(error)?.kind === "foreign_key" ? bulkRefusals.preview_stale() : error;
      }
    },
  };
}

/** Deletes locked records, each with its audit entry. */
const removerOf =
  <T extends RecordTypes, Stored extends StoredRecord<T>>(
    { table, description, readByIds }: RecordStore<T, Stored>,
    release: RemovalOptions<Stored>["release"],
  ) =>
  async (ctx: Ctx, locked: readonly { readonly id: string }[]): Promise<void> => {
    const { fields, auditResource: resource } = description;
    const { id: idColumn } = getTableColumns(table) as Columns;
    for (let start = 0; start < locked.length; start += removedAtOnce) {
      const ids = locked.slice(start, start + removedAtOnce).map(({ id }) => id);
      const records = [...(await readByIds(ctx, ids)).values()];
      await release?.(ctx, records);
      await ctx.db.delete(table).where(inArray(idColumn!, ids));
      await recordAudit(
        ctx,
        records.map((record) => ({
          action: "delete",
          resource,
          resourceId: record.id,
          changes: changesOf(fields.valuesOf(record), fields.absent),
        })),
      );
    }
  };
