import { and, gt } from "drizzle-orm";
import type { Operation } from "#base/contract.ts";
import { type BulkAction, type BulkRow, readSelected, validateRows } from "#api/bulk.ts";
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

/** A record as it was when the user confirmed the change. */
export type FrozenRow = { readonly recordId: string; readonly version: number };

/** `changed`, `moved`, or the code of the reason why a record is left out now. */
export type RowOutcome = string;

/**
 * Changes the records that are still as they were, in the caller's transaction. Returns the outcome of each: `moved` for
 * those that were changed or deleted meanwhile, or that left the caller's scope.
 */
export async function changeFrozen(
  ctx: Ctx,
  action: BulkAction<BulkRow>,
  frozen: readonly FrozenRow[],
): Promise<ReadonlyMap<string, RowOutcome>> {
  const ids = frozen.map(({ recordId }) => recordId);
  const where = and(action.list.scope(ctx), isAnyOf(action.list.id, ids));
  const rows = await readSelected(ctx, action, { where, limit: ids.length, lock: true });
  const versions = new Map(frozen.map(({ recordId, version }) => [recordId, version]));
  const unmoved = rows.filter(({ id, version }) => versions.get(id) === version);
  const { changing, leftOut } = await validateRows(ctx, action, unmoved);
  if (changing.length > 0) await action.change(ctx, changing);
  return new Map<string, RowOutcome>([
    ...ids.map((id) => [id, "moved"] as const),
    ...leftOut.map(({ row, code }) => [row.id, code] as const),
    ...changing.map(({ id }) => [id, "changed"] as const),
  ]);
}
