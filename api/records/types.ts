import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ActivityPage, Changes } from "#base/activity.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import type { Page, Total } from "#base/list.ts";

import type {
  ActivityInput,
  ExportInput,
  ListInput,
  PreviewedPatch,
  RecordDescription,
  RecordMetadata,
  RecordOperations,
  RecordPatch,
  RecordTypes,
} from "#base/records/types.ts";
import type { RefusalMaker } from "#base/refusal.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import type { WriteResult } from "#api/impact.ts";
import type { ListDefinition } from "#api/list.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import type { TableFile } from "#api/tableFile.ts";

/** The minimum that a table of records holds. */
export type StoredRecord<T extends RecordTypes> = T["values"] &
  RecordMetadata & { readonly status: T["record"]["status"] };
type Computed<T extends RecordTypes, Stored> = Omit<T["record"], keyof Stored>;

/** A record to insert: the values that people fill in, and columns that only the server sets. */
export interface NewRecord<T extends RecordTypes, Stored> {
  readonly id: string;
  readonly values: T["values"];
  readonly columns?: Partial<Stored>;
}

/** The action and reason of an audit entry. */
export interface AuditReason {
  readonly action: string;
  readonly reason?: string | null | undefined;
  /** Further changes that the entry lists, such as in another table. */
  readonly changes?: Changes;
}

/** The values of a locked record now, and those to set it back to. All rows name the same columns. */
export type SetBackRow = { readonly id: string; readonly now: object; readonly before: object };
export type SetBackEntry = { readonly action: string; readonly logged: readonly string[] };

type ComputedFields<T extends RecordTypes> = (
  ctx: Ctx,
  ids: readonly string[],
  filter: T["filter"],
) => Promise<(id: string) => object | undefined>;

export interface StoreOptions<T extends RecordTypes, Stored extends StoredRecord<T>> {
  readonly record: RecordOperations<T>;
  /** Declared once, by hand. The store is the only writer. */
  readonly table: PgTable & { readonly $inferSelect: Stored };
  /** Rows that a grant may be limited to. By default only the creator's own. */
  readonly scope?: Partial<Pick<ScopePolicy, "by" | "label" | "isShared">> & { readonly own?: PgColumn | null };
  /** Fields to search by. The first is the record's name, which it is sorted by. */
  readonly searched: readonly [keyof T["values"] & string, ...(keyof T["values"] & string)[]];
  readonly sorts: { readonly [Name in T["sort"]]: readonly [PgColumn, ...PgColumn[]] };
  /** Conditions of filters that do not simply compare a column with a list of values. */
  readonly filters?: { readonly [Name in keyof T["filter"]]?: (value: never, ctx: Ctx) => SQL | undefined };
  /** Conditions that need a query first, for pages, counts and exports. They replace those of `filters`. */
  readonly lookUp?: (ctx: Ctx, filter: T["filter"]) => Promise<Readonly<Record<string, () => SQL | undefined>>>;
  /** More options of the list, such as `spellSearch`, `steady` and `splitBy`. */
  readonly list?: Partial<ListDefinition<Columns, ListInput<T>>>;
  /** What pages and exports are read from in place of the table, such as the table with a column to sort by. */
  readonly from?: (input: ListInput<T>, ctx: Ctx) => SQL | undefined;
  /** The refusal and the field for each unique index. */
  readonly unique: Readonly<Record<string, readonly [field: keyof T["values"] & string, RefusalMaker]>>;
  readonly idTaken: RefusalMaker;
  /** How a record is locked. Without it, nobody can refer to a locked record until it was written. */
  readonly rowLock?: "no key update";
  /** Locks to take before a record is created, or locked to be changed, such as that of a tree. */
  readonly lockFirst?: (ctx: Ctx, values: Partial<T["values"]>, isNew: boolean) => Promise<void>;
  /** Enters new records in other tables, such as a tree. Their scope is checked afterwards, as it may depend on it. */
  readonly enter?: (ctx: Ctx, records: readonly Stored[]) => Promise<void>;
  /** Values that other tables store, such as pictures. */
  readonly elsewhere?: {
    /** For many records at once. */
    readonly read: (ctx: Ctx, ids: readonly string[]) => Promise<(id: string) => Partial<T["values"]>>;
    /** Writes those that changed, after the record itself. */
    readonly write: (ctx: Ctx, id: string, values: Partial<T["values"]>) => Promise<void>;
  };
  /** Refuses to change the fields of a record, such as an archived one. */
  readonly requireEditable?: (record: Stored) => void;
  /**
   * Reads fields of rows and exports that the table does not store, for many records at once. A record without any is
   * left out: it was deleted meanwhile. `filter` is that of the list.
   */
  readonly computed?: ComputedFields<T>;
  /** The same for exports, where they have more columns than rows have fields. */
  readonly exported?: ComputedFields<T>;
  /** The same for a single record, instead of `computed`. */
  readonly computedOf?: (ctx: Ctx, record: Stored) => Promise<Computed<T, Stored>>;
  /** Details of the refusal for a unique index, such as the record that has the name. Runs after the rollback. */
  readonly duplicateOf?: (
    ctx: Ctx,
    field: keyof T["values"] & string,
    values: T["values"],
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** Fills values that the server sets when users leave them empty. */
  readonly fill?: (ctx: Ctx, patch: Partial<T["values"]>, before: Stored) => Promise<Partial<T["values"]>>;
  /** Further columns derived from the values. Runs in the transaction, before the write. */
  readonly derive?: (ctx: Ctx, values: T["values"], before: Stored | null, id: string) => Promise<Partial<Stored>>;
  /** Fields that other areas depend on, and the side effects there when one changes. */
  readonly impact?: {
    readonly fields: readonly (keyof T["values"] & string)[];
    readonly follow: (ctx: Ctx, record: Stored, before: Stored) => Promise<readonly SideEffect[]>;
  };
  /** A cell of the export, if neither the value nor its JSON will do. */
  readonly cellOf?: (name: string, row: Readonly<Record<string, unknown>>) => CsvValue;
}

/** Handlers of the operations of `recordOperations`. An area can replace any of them with its own function. */
export interface RecordHandlers<T extends RecordTypes> {
  /** Refuses with `invalid_cursor`. */
  readonly list: (ctx: Ctx, input: ListInput<T>) => Promise<Page<T["row"]>>;
  readonly countByStatus: (
    ctx: Ctx,
    filter: T["filter"],
  ) => Promise<{ byStatus: Record<T["record"]["status"], Total> }>;
  /** Every record that the list finds, in its order. */
  readonly exportCsv: (ctx: Ctx, input: ExportInput<T>) => Promise<TableFile>;
  /** Refuses with `not_found`, also for a record outside the caller's scope. */
  readonly get: (ctx: Ctx, at: { id: string }) => Promise<T["record"]>;
  readonly activity: (ctx: Ctx, input: ActivityInput) => Promise<ActivityPage>;
  /** Sent again with the same id, returns the record it created. Refuses as `unique` and `idTaken` say. */
  readonly create: (ctx: Ctx, input: { id: string } & T["values"]) => Promise<T["record"]>;
  /**
   * Unchanged values make no new version. Refuses with `not_found`, `version_conflict`, `invalid_input`,
   * `preview_stale`, `loss_needs_reason`, `not_for_keys`, and as `unique` says.
   */
  readonly update: (ctx: Ctx, input: PreviewedPatch<T>) => Promise<T["record"]>;
  /** The update itself, rolled back. */
  readonly previewUpdate: (ctx: Ctx, input: RecordPatch<T>) => Promise<Impact>;
}

/** Reads and writes one kind of record. Every write checks version, scope and uniqueness, and writes its audit entry. */
export interface RecordStore<T extends RecordTypes, Stored extends StoredRecord<T>> {
  readonly description: RecordDescription<T>;
  readonly handlers: RecordHandlers<T>;
  readonly scopedRows: ScopePolicy;
  readonly list: ListDefinition<Columns, ListInput<T>>;
  readonly table: PgTable;
  /** Fields that other areas depend on. */
  readonly impactFields: readonly (keyof T["values"] & string)[];
  /**
   * Records that are not archived, whatever the caller's scope: an import compares with all, and writes within the
   * scope.
   */
  readonly readActive: (ctx: Ctx) => Promise<Stored[]>;
  /** Records by id for other areas, whatever the caller's scope. */
  readonly readByIds: (ctx: Ctx, ids?: readonly string[]) => Promise<ReadonlyMap<string, Stored>>;
  /** Undefined also for a record outside the caller's scope. */
  readonly find: (ctx: Ctx, id: string) => Promise<Stored | undefined>;
  /** Refuses with `not_found`, also for a record outside the caller's scope. */
  readonly requireVisible: (ctx: Ctx, id: string) => Promise<void>;
  /** Locks a record until the transaction ends. Refuses with `not_found` and `version_conflict`. */
  readonly lock: (ctx: Ctx, at: { readonly id: string; readonly version?: number }) => Promise<Stored>;
  /** The columns that a record is compared, ordered and found by. */
  readonly keysOf: (values: T["values"]) => Partial<Stored>;
  /** Inserts checked records in the caller's transaction. */
  readonly insert: (ctx: Ctx, added: readonly NewRecord<T, Stored>[], why?: AuditReason) => Promise<Stored[]>;
  /** Changes fields of a locked record in the caller's transaction. Refuses with `invalid_input`. */
  readonly update: (
    ctx: Ctx,
    before: Stored,
    patch: Partial<T["values"]>,
    why?: AuditReason,
  ) => Promise<WriteResult<Stored>>;
  /** Sets the same columns in locked records, with an audit entry each. Of columns that are SQL the log says nothing. */
  readonly set: (
    ctx: Ctx,
    before: readonly (Partial<Stored> & { readonly id: string })[],
    columns: { readonly [Name in keyof Stored]?: Stored[Name] | SQL },
    why: (record: { readonly id: string }) => AuditReason,
  ) => Promise<void>;
  /** Sets columns of locked records back to values they had before, with an audit entry each of what `logged` names. */
  readonly setBack: (ctx: Ctx, rows: readonly SetBackRow[], entry: SetBackEntry) => Promise<void>;
  /** Makes an update in the caller's transaction and returns its side effects in other areas. */
  readonly consequencesOf: (ctx: Ctx, input: PreviewedPatch<T>) => Promise<readonly SideEffect[]>;
  /** A stored record as the API returns it. */
  readonly answer: (ctx: Ctx, record: Stored) => Promise<T["record"]>;
  /** The refusal for a broken unique index, or the error itself. */
  readonly refusalOf: (ctx: Ctx, error: unknown, values: T["values"] | undefined) => Promise<unknown>;
}
