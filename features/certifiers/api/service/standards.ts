import { and, eq, inArray, ne, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import { given } from "#base/given.ts";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { changesBetween, changesSince, readActivityPage, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { isAnyOf, type ListDefinition, readBatches, readPage } from "#api/list.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";
import type { CsvFile } from "#api/serve.ts";
import { violationOf } from "#api/violations.ts";
import { type StandardRecord, standardsTable as table } from "#features/certifiers/api/tables.ts";
import { certifierRefusals, type standards } from "#features/certifiers/contract.ts";
import {
  Standard,
  standardExportColumns,
  type StandardInput,
  type StandardRow,
} from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";

/** The resource of a standard's audit entries. Its permissions are those of the bodies. */
export const standardResource = "halalStandards";

const standardRows: ScopedRows = { resource: "certifiers", table, id: table.id, by: {} };
const standardScope = (ctx: Ctx) => rowScope(ctx, standardRows);

const rowColumns = {
  id: table.id,
  code: table.code,
  edition: table.edition,
  title: table.title,
  titleI18n: table.titleI18n,
  owner: table.owner,
  status: table.status,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};

const standardList: ListDefinition<typeof rowColumns, Input<typeof standards.list>> = {
  table,
  id: table.id,
  columns: rowColumns,
  search: table.searchKey,
  sorts: { code: [table.sortKey, table.id], updatedAt: [table.updatedAt, table.id] },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => inArray(table.status, statuses),
  },
  unless: ({ status, ids }) => (status || ids ? undefined : ne(table.status, "archived")),
  scope: standardScope,
};

/** Refuses with `invalid_cursor`. */
export const listStandards = (ctx: Ctx, input: Input<typeof standards.list>): Promise<Output<typeof standards.list>> =>
  readPage(ctx, standardList, input);

/** Every edition that the list finds, in its order, as a file that the import reads back. */
export async function exportStandards(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof standards.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? standardExportColumns;
  const columns = { ...rowColumns, scope: table.scope, sourceUrl: table.sourceUrl };
  const lines = async function* () {
    for await (const rows of readBatches(ctx, { ...standardList, columns }, input)) {
      yield rows.map((row) => {
        const cells = cellsOf(row);
        return names.map((name) => cells[name]);
      });
    }
  };
  return { fileName: `halal-standards-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

type Exported = Omit<StandardRow, "id"> & Pick<Standard, "scope" | "sourceUrl">;

function cellsOf(row: Exported): Record<(typeof standardExportColumns)[number], CsvValue> {
  const { ar: titleAr = null, ...others } = row.titleI18n;
  const titleI18n = Object.keys(others).length === 0 ? null : JSON.stringify(others);
  return { ...row, titleI18n, titleAr };
}

/** Refuses with `not_found`. */
export async function getStandard(ctx: Ctx, { id }: Input<typeof standards.get>): Promise<Standard> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), standardScope(ctx)));
  if (record === undefined) throw commonRefusals.not_found();
  return toStandard(ctx, record);
}

/** What was done to a standard, newest first. Refuses with `not_found`. */
export async function readStandardActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof standards.activity>,
): Promise<Output<typeof standards.activity>> {
  await getStandard(ctx, { id });
  return readActivityPage(ctx, { resource: standardResource, resourceId: id, before, limit });
}

/**
 * Adds an edition. Sent again with the same id it answers the one that it made.
 * Refuses with `duplicate_standard` and `certifier_id_taken`.
 */
export async function createStandard(ctx: Ctx, { id, ...values }: Input<typeof standards.create>): Promise<Standard> {
  try {
    return await inTransaction(ctx, async (inner) => {
      await insertStandard(inner, id, values);
      return getStandard(inner, { id });
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "halal_standards_pkey") throw duplicateStandard(error) ?? error;
    const [first] = await ctx.db.select().from(table).where(eq(table.id, id));
    if (first?.createdBy !== actorOf(ctx).userId || first?.code !== values.code)
      throw certifierRefusals.certifier_id_taken();
    return toStandard(ctx, first);
  }
}

type Reason = { readonly action: string; readonly reason?: string };

/** Writes a checked standard with its audit entry, in the caller's transaction. */
export async function insertStandard(
  ctx: Ctx,
  id: string,
  values: StandardInput,
  { action, reason }: Reason = { action: "create" },
): Promise<void> {
  const by = ctx.actor?.userId ?? null;
  await ctx.db.insert(table).values({
    ...values,
    id,
    status: "active",
    createdAt: ctx.now,
    createdBy: by,
    updatedAt: ctx.now,
    updatedBy: by,
  });
  const nothing = { ...emptyStandard, code: null, edition: null, title: null, owner: null };
  const changes = changesBetween(nothing, values);
  await recordAudit(ctx, [{ action, resource: standardResource, resourceId: id, reason, changes }]);
}

/** Refuses with `not_found`, `version_conflict`, `duplicate_standard` and `certifier_archived`. */
export function updateStandard(ctx: Ctx, { id, version, ...patch }: Input<typeof standards.update>): Promise<Standard> {
  return changed(ctx, { id, version }, (before) => {
    if (before.status === "archived") throw certifierRefusals.certifier_archived();
    return { action: "update", wanted: given(patch) };
  });
}

/** Archives an edition, or restores it. Refuses with `not_found`, `version_conflict` and `duplicate_standard`. */
export const changeStandardStatus = (
  ctx: Ctx,
  { to, ...at }: Input<typeof standards.changeStatus>,
): Promise<Standard> =>
  changed(ctx, at, () => ({ action: to === "archived" ? "archive" : "restore", wanted: { status: to } }));

type Wanted = Partial<StandardInput & Pick<Standard, "status">>;
type Change = { readonly action: string; readonly wanted: Wanted };

async function changed(
  ctx: Ctx,
  at: { readonly id: string; readonly version: number },
  decide: (before: StandardRecord) => Change,
): Promise<Standard> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const before = await lockStandard(inner, at);
      const { action, wanted } = decide(before);
      await rewriteStandard(inner, before, wanted, { action });
      return getStandard(inner, { id: at.id });
    });
  } catch (error) {
    throw duplicateStandard(error) ?? error;
  }
}

/** Writes a change to a locked standard. What is as it was is no change and makes no version. */
export async function rewriteStandard(
  ctx: Ctx,
  before: StandardRecord,
  wanted: Wanted,
  { action, reason }: Reason,
): Promise<void> {
  const changes = changesBetween(before, wanted);
  if (Object.keys(changes).length === 0) return;
  await ctx.db
    .update(table)
    .set({ ...wanted, version: before.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null })
    .where(eq(table.id, before.id));
  await recordAudit(ctx, [{ action, resource: standardResource, resourceId: before.id, reason, changes }]);
}

/**
 * Reads a standard that nobody else can change until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`.
 */
export async function lockStandard(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<StandardRecord> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), standardScope(ctx)))
    .for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (version === undefined || record.version === version) return record;
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: standardResource, resourceId: id, versions });
  const current = z.parse(Standard, await toStandard(ctx, record));
  throw commonRefusals.version_conflict({ current, changedBy, changedAt: record.updatedAt, changes });
}

async function toStandard(ctx: Ctx, record: StandardRecord): Promise<Standard> {
  const result = await ctx.db.execute(sql`
    select count(*)::int as "certificateCount" from certificate_standards where standard_id = ${record.id}`);
  const [counted] = (result as { rows: [Pick<Standard, "certificateCount">] }).rows;
  return { ...record, ...counted };
}

function duplicateStandard(error: unknown): Refusal | null {
  if (violationOf(error)?.constraint !== "halal_standards__code_key") return null;
  const { duplicate_standard } = certifierRefusals;
  return duplicate_standard({}, [
    { path: "edition", code: duplicate_standard.code, message: duplicate_standard.message },
  ]);
}
