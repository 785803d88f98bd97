import { and, asc, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type BulkPreview, type BulkResult, bulkMax, bulkRefusals, examplesMax, type Selection } from "#base/bulk.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import type { Columns } from "#api/columns.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { consequenceFacts, fingerprintOf, shownConsequences, runAndRollBack } from "#api/impact.ts";
import { type FilterOf, isAnyOf, type ListControls, type ListDefinition, whereOf } from "#api/list.ts";

export type BulkRow = { readonly id: string; readonly version: number };

/** An action on many records. */
export type BulkAction<Row extends BulkRow> = {
  readonly list: Pick<ListDefinition<Columns, never>, "table" | "id" | "scope">;
  /** The selected records: `selectedFrom` of their list. */
  readonly selected: SQL | undefined;
  /** What `judge` and `change` need to know of a record, including computed expressions. */
  readonly columns: { readonly [Name in keyof Row]: PgColumn | SQL };
  /** The name by which users recognise a record among many. */
  readonly label: (row: Row) => string;
  /** The code of the reason why this record is left out; null if it changes. */
  readonly judge: (row: Row) => string | null;
  /**
   * The same for checks that need the database, by record id. Called once the records are locked, so that the answer
   * still holds when they change.
   */
  readonly guard?: (ctx: Ctx, rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * The requested change, such as the new status: part of the preview's fingerprint. The user's reason is not part of
   * it.
   */
  readonly intent: unknown;
  /**
   * Other areas depend on the result: a preview makes the change and rolls it back to find the side effects, which are
   * part of the fingerprint.
   */
  readonly hasImpact?: boolean;
  /**
   * Changes these records and writes an audit entry for each, in the transaction of the context it gets. Returns the
   * side effects in other areas, if it has any.
   */
  readonly change: (ctx: Ctx, rows: readonly Row[]) => Promise<readonly SideEffect[] | void>;
  /** Without it, a run of the action can't be undone. */
  readonly undo?: BulkUndo<Row> | undefined;
};

/**
 * How records are set back after a run (docs/decisions/0105). Only for actions that no one else acts on: never for
 * decisions, money, what was sent, or what has an impact.
 */
export type BulkUndo<Row extends BulkRow> = {
  /** The columns that `change` sets. With each record, a run keeps their values from before. */
  readonly columns: Readonly<Record<string, PgColumn>>;
  /** The codes of the reasons why records can't be set back now, by record id. Called once they are locked. */
  readonly guard?: (ctx: Ctx, rows: readonly UndoRow<Row>[]) => Promise<ReadonlyMap<string, string>>;
  /** Sets records back and writes an audit entry for each, in the transaction of the context it gets. */
  readonly setBack: (ctx: Ctx, rows: readonly UndoRow<Row>[]) => Promise<void>;
};

export type KeptValues = Readonly<Record<string, unknown>>;

/** A locked record to set back, with the values of its columns now and before the run. */
export type UndoRow<Row> = { readonly row: Row; readonly now: KeptValues; readonly before: KeptValues };

type BulkDescription<Row extends BulkRow> = Pick<BulkAction<Row>, "label" | "intent" | "hasImpact">;

/** The records of a list that a selection matches, within what the caller may see. */
export const selectedFrom = <Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Columns, Input>,
  selection: Selection<FilterOf<Input>>,
): SQL | undefined =>
  "ids" in selection ? and(list.scope(ctx), isAnyOf(list.id, selection.ids)) : whereOf(ctx, list, selection.filter);

/** Returns what the action would do, and changes nothing. Refuses with `too_many_rows`. */
export async function previewBulk<Row extends BulkRow>(ctx: Ctx, action: BulkAction<Row>): Promise<BulkPreview> {
  if (!action.hasImpact) return previewOf(ctx, action, await validateSelection(ctx, action, { lock: false }));
  return runAndRollBack(ctx, async (inner) => {
    const checked = await validateSelection(inner, action, { lock: true });
    return previewOf(inner, action, checked, await changeAll(inner, action, checked));
  });
}

/** The preview of records that are already validated. Callers that can validate only by writing must roll back. */
export async function previewOf<Row extends BulkRow>(
  ctx: Ctx,
  action: BulkDescription<Row>,
  checked: Candidate<Row>,
  consequences: readonly SideEffect[] = [],
): Promise<BulkPreview> {
  return {
    fingerprint: await fingerprintOf(ctx, factsOf(action, checked, consequences)),
    matched: checked.changing.length + checked.leftOut.length,
    changing: checked.changing.length,
    examples: examplesOf(action, checked.changing),
    leftOut: byCode(checked.leftOut).map(([code, rows]) => ({
      code,
      count: rows.length,
      examples: examplesOf(action, rows),
    })),
    consequences: action.hasImpact ? shownConsequences(consequences) : null,
  };
}

/**
 * Applies what was previewed: all of it in one transaction, or nothing.
 *
 * Refuses with `preview_stale` when a record joined or left the selection or was changed since the preview, or when the
 * side effects would now differ, and with `too_many_rows`. Records that the preview left out stay unchanged.
 */
export function applyBulk<Row extends BulkRow>(
  ctx: Ctx,
  action: BulkAction<Row>,
  fingerprint: string,
): Promise<BulkResult> {
  return inTransaction(ctx, async (inner) => {
    const checked = await validateSelection(inner, action, { lock: true });
    const requireSame = async (consequences: readonly SideEffect[]) => {
      if ((await fingerprintOf(inner, factsOf(action, checked, consequences))) !== fingerprint)
        throw bulkRefusals.preview_stale();
    };
    // Side effects are known only after the change.
    if (!action.hasImpact) await requireSame([]);
    const consequences = await changeAll(inner, action, checked);
    if (action.hasImpact) await requireSame(consequences);
    return { changed: checked.changing.length, leftOut: checked.leftOut.length };
  });
}

async function changeAll<Row extends BulkRow>(
  ctx: Ctx,
  { change }: BulkAction<Row>,
  { changing }: Candidate<Row>,
): Promise<readonly SideEffect[]> {
  return changing.length === 0 ? [] : ((await change(ctx, changing)) ?? []);
}

type LeftOut<Row> = { readonly row: Row; readonly code: string };
export type Candidate<Row> = { readonly changing: Row[]; readonly leftOut: LeftOut<Row>[] };

async function validateSelection<Row extends BulkRow>(
  ctx: Ctx,
  action: BulkAction<Row>,
  { lock }: { lock: boolean },
): Promise<Candidate<Row>> {
  const rows = await readSelected(ctx, action, { lock, where: action.selected, limit: bulkMax + 1 });
  if (rows.length > bulkMax) throw bulkRefusals.too_many_rows({ limit: bulkMax });
  return validateRows(ctx, action, rows);
}

/** What the action would do with these records, in their order. */
export async function validateRows<Row extends BulkRow>(
  ctx: Ctx,
  action: Pick<BulkAction<Row>, "judge" | "guard">,
  rows: readonly Row[],
): Promise<Candidate<Row>> {
  const guarded = await action.guard?.(ctx, rows);
  const checked: Candidate<Row> = { changing: [], leftOut: [] };
  for (const row of rows) {
    const code = action.judge(row) ?? guarded?.get(row.id) ?? null;
    if (code === null) checked.changing.push(row);
    else checked.leftOut.push({ row, code });
  }
  return checked;
}

/** The most frequent reason first. */
function byCode<Row>(leftOut: readonly LeftOut<Row>[]): [string, Row[]][] {
  const rowsByCode = new Map<string, Row[]>();
  for (const { row, code } of leftOut) {
    const rows = rowsByCode.get(code);
    if (rows) rows.push(row);
    else rowsByCode.set(code, [row]);
  }
  return [...rowsByCode].sort(([, a], [, b]) => b.length - a.length);
}

/** Locked in the order of their ids, so that two bulk actions never deadlock. */
export async function readSelected<Row extends BulkRow>(
  ctx: Ctx,
  { list, columns }: Pick<BulkAction<Row>, "list" | "columns">,
  { where, limit, lock }: { where: SQL | undefined; limit: number; lock: boolean },
): Promise<Row[]> {
  const query = ctx.db
    .select(columns as Columns)
    .from(list.table)
    .where(where)
    .orderBy(asc(list.id))
    .limit(limit);
  return (await (lock ? query.for("update") : query)) as unknown as Row[];
}

/**
 * Every fact that the outcome depends on: the request, the records with their versions and validation results, and the
 * side effects.
 */
const factsOf = <Row extends BulkRow>(
  { intent }: BulkDescription<Row>,
  { changing, leftOut }: Candidate<Row>,
  consequences: readonly SideEffect[],
): unknown => [
  intent,
  changing.map(({ id, version }) => [id, version]),
  leftOut.map(({ row: { id, version }, code }) => [id, version, code]),
  consequenceFacts(consequences),
];

const examplesOf = <Row extends BulkRow>({ label }: BulkDescription<Row>, rows: readonly Row[]) =>
  rows.slice(0, examplesMax).map((row) => ({ id: row.id, label: label(row) }));
