import { and, gt } from "drizzle-orm";
import { bulkRunRefusals } from "#base/bulkRuns.ts";
import type { Operation } from "#base/contract.ts";
import { type BulkAction, type BulkRow, type KeptValues, readSelected, validateRows } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";

/**
 * A bulk action that may run over any number of records, in batches (docs/decisions/0094). Actions that happen as a
 * whole or not at all have none.
 */
export type BulkService = {
  /** Applies the action to fewer records, in one transaction. Its permission is needed. */
  readonly operation: Operation;
  readonly actionOf: (ctx: Ctx, input: BulkServiceInput) => Promise<BulkAction<BulkRow>>;
};

/** The input of the operation, without the fingerprint. */
export type BulkServiceInput = { readonly selection: { ids: string[] } | { filter: object } };

/** Lets an action run in batches. */
export const inBatches = <Input, Row extends BulkRow>(
  operation: Operation,
  actionOf: (ctx: Ctx, input: Input) => Promise<BulkAction<Row>> | BulkAction<Row>,
): BulkService => ({
  operation,
  actionOf: async (ctx, input) => (await actionOf(ctx, input as Input)) as unknown as BulkAction<BulkRow>,
});

/** The next records of a selection, in the order of their ids. */
export const readSlice = (
  ctx: Ctx,
  action: BulkAction<BulkRow>,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<BulkRow[]> =>
  readSelected(ctx, action, {
    where: and(action.selected, after === null ? undefined : gt(action.list.id, after)),
    limit,
    lock: false,
  });

/** A record as it was when the user confirmed the change, or as the run to undo left it. */
export type FrozenRow = {
  readonly recordId: string;
  readonly version: number | null;
  /** For an undo. */
  readonly before?: KeptValues | null;
};

/** What became of a record, and what an undo needs to know of it. */
export type RowResult = {
  /** `changed`, `moved`, or the code of the reason why a record is left out now. */
  readonly outcome: string;
  readonly before?: KeptValues | undefined;
  readonly leftVersion?: number | undefined;
};
type RowResults = ReadonlyMap<string, RowResult>;

/**
 * Changes the records that are still as they were, in the caller's transaction. Returns what became of each: `moved`
 * are those that were changed or deleted meanwhile, or that left the caller's scope.
 */
export async function changeFrozen(
  ctx: Ctx,
  action: BulkAction<BulkRow>,
  frozen: readonly FrozenRow[],
): Promise<RowResults> {
  const { changing, leftOut } = await validateRows(ctx, action, await lockUnmoved(ctx, action, frozen));
  if (changing.length > 0) await action.change(ctx, changing);
  const versions = action.undo ? await versionsOf(ctx, action, changing) : null;
  return resultsOf(frozen, {
    leftOut: leftOut.map(({ row, code }) => [row.id, code]),
    changed: changing.map(({ id, kept }) => [
      id,
      versions === null ? {} : { before: kept, leftVersion: versions.get(id) },
    ]),
  });
}

/**
 * Sets back the records that are still as the run left them, in the caller's transaction. Returns the same. Refuses with
 * `run_not_undoable`.
 */
export async function setBackFrozen(
  ctx: Ctx,
  action: BulkAction<BulkRow>,
  frozen: readonly FrozenRow[],
): Promise<RowResults> {
  const { undo } = action;
  if (undo === undefined) throw bulkRunRefusals.run_not_undoable();
  const earlier = new Map(frozen.map(({ recordId, before }) => [recordId, before!]));
  const rows = (await lockUnmoved(ctx, action, frozen)).map((row) => ({
    row,
    now: row.kept,
    before: earlier.get(row.id)!,
  }));
  const refused = (await undo.guard?.(ctx, rows)) ?? new Map<string, string>();
  const undone = rows.filter(({ row }) => !refused.has(row.id));
  if (undone.length > 0) await undo.setBack(ctx, undone);
  return resultsOf(frozen, { leftOut: [...refused], changed: undone.map(({ row }) => [row.id, {}]) });
}

type LockedRow = BulkRow & { readonly kept: KeptValues };

/** Locks the records that still have their version and are in the caller's scope. */
async function lockUnmoved(
  ctx: Ctx,
  { list, columns, undo }: BulkAction<BulkRow>,
  frozen: readonly FrozenRow[],
): Promise<LockedRow[]> {
  const versions = new Map(frozen.map(({ recordId, version }) => [recordId, version]));
  const ids = [...versions.keys()];
  // Nested, as an action may read something else under the name of a column.
  const read = (undo ? { ...columns, kept: undo.columns } : columns) as never;
  const where = and(list.scope(ctx), isAnyOf(list.id, ids));
  const rows = await readSelected<LockedRow>(ctx, { list, columns: read }, { where, limit: ids.length, lock: true });
  return rows.filter(({ id, version }) => versions.get(id) === version);
}

/** The versions that a change left. */
async function versionsOf(ctx: Ctx, { list, columns: { id, version } }: BulkAction<BulkRow>, rows: readonly BulkRow[]) {
  const ids = rows.map((row) => row.id);
  const where = isAnyOf(list.id, ids);
  const read = { list, columns: { id, version } };
  const left = await readSelected<BulkRow>(ctx, read, { where, limit: ids.length, lock: false });
  return new Map(left.map((row) => [row.id, row.version]));
}

type Results = {
  readonly leftOut: readonly (readonly [id: string, code: string])[];
  readonly changed: readonly (readonly [id: string, kept: Omit<RowResult, "outcome">])[];
};

const resultsOf = (frozen: readonly FrozenRow[], { leftOut, changed }: Results): RowResults =>
  new Map<string, RowResult>([
    ...frozen.map(({ recordId }) => [recordId, { outcome: "moved" }] as const),
    ...leftOut.map(([id, outcome]) => [id, { outcome }] as const),
    ...changed.map(([id, kept]) => [id, { outcome: "changed", ...kept }] as const),
  ]);
