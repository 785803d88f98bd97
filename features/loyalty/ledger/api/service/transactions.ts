import { and, asc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, dayMs } from "#base/time.ts";
import { namesOf } from "#api/audit/names.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { accountReferences, readAccounts } from "#features/loyalty/ledger/api/service/accounts.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { bothScopes, touches, transactionRows } from "#features/loyalty/ledger/api/service/scopes.ts";
import {
  ledgerPostingsTable as postings,
  ledgerSealsTable as seals,
  ledgerTransactionsTable as table,
} from "#features/loyalty/ledger/api/tables.ts";
import type { OwnerKind } from "#features/loyalty/ledger/contract/accounts.ts";
import {
  type ledger,
  ledgerExportColumns,
  ledgerExportParts,
  type LedgerPosting,
  type LedgerTransaction,
} from "#features/loyalty/ledger/contract.ts";

const { id, number, kind, referenceKind, referenceId, reversesId, effectiveAt, recordedAt, actorId, reason } = table;
const columns = { id, number, kind, referenceKind, referenceId, reversesId, effectiveAt, recordedAt, actorId, reason };
type Row = { [Name in keyof typeof columns]: (typeof table.$inferSelect)[Name] };

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const startOf = (day: string) => `${day}T00:00:00.000Z`;
const here = { bucket: table.bucket, id };

const ownedBy = (ownerKind: OwnerKind, ids: readonly string[]) =>
  sql`account.owner_kind = ${ownerKind} and account.owner_id = any(${`{${ids.join(",")}}`}::uuid[])`;

const list: ListDefinition<typeof columns, Input<typeof ledger.list>> = {
  table,
  id,
  columns,
  search: (typed) => {
    const requested = typed.trim().toLowerCase();
    if (isUuid.test(requested)) return or(eq(id, requested), eq(referenceId, requested));
    return /^\d{1,15}$/.test(requested) ? eq(number, Number(requested)) : requested === "" ? undefined : sql`false`;
  },
  sorts: { recordedAt: [recordedAt, id] },
  filters: {
    ids: (ids) => isAnyOf(id, ids),
    accountId: (ids) =>
      // From the account's postings, which are few beside the whole ledger.
      sql`(${table.bucket}, ${id}) in (
        select bucket, transaction_id from ledger_postings
         where bucket = any(${`{${ids.map(bucketOf).join(",")}}`}::smallint[]) and source_id = any(${`{${ids.join(",")}}`}::uuid[])
        union all
        select bucket, transaction_id from ledger_postings
         where bucket = any(${`{${ids.map(bucketOf).join(",")}}`}::smallint[])
           and destination_id = any(${`{${ids.join(",")}}`}::uuid[]))`,
    ownerKind: (kinds) => touches(here, sql`account.owner_kind = any(${`{${kinds.join(",")}}`}::text[])`),
    ownerId: (requested) => touches(here, sql`account.owner_id = ${requested}::uuid`),
    brand: (ids) => touches(here, ownedBy("brand", ids)),
    retailer: (ids) => touches(here, ownedBy("retailer", ids)),
    member: (ids) => touches(here, ownedBy("member", ids)),
    purpose: (purposes) => touches(here, sql`account.purpose = any(${`{${purposes.join(",")}}`}::text[])`),
    currency: (requested) => touches(here, sql`posting.currency = ${requested}`),
    kind: (kinds) => isAnyOf(kind, kinds),
    referenceId: (requested) => eq(referenceId, requested),
    from: (day) => gte(recordedAt, startOf(day)),
    to: (day) => lt(recordedAt, addMs(startOf(day), dayMs)),
  },
  scope: (ctx) => bothScopes(ctx, transactionRows),
};

/** Refuses with `invalid_cursor`. */
export async function listTransactions(
  ctx: Ctx,
  input: Input<typeof ledger.list>,
): Promise<Output<typeof ledger.list>> {
  const { rows, ...rest } = await readPage(ctx, list, { direction: "desc", ...input });
  return { ...rest, rows: await withPostings(ctx, rows) };
}

/** Adds both ends. Postings of which the caller may see neither are left out. */
async function withPostings(ctx: Ctx, rows: readonly Row[]): Promise<LedgerTransaction[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const buckets = [...new Set(ids.map(bucketOf))];
  const [lines, reversals] = await Promise.all([
    ctx.db
      .select()
      .from(postings)
      .where(and(inArray(postings.bucket, buckets), inArray(postings.transactionId, ids)))
      .orderBy(asc(postings.transactionId), asc(postings.ordinal)),
    ctx.db
      .select({ id, reversesId })
      .from(table)
      .where(and(inArray(table.bucket, buckets), inArray(reversesId, ids))),
  ]);
  const ends = lines.flatMap(({ sourceId, destinationId }) => [sourceId, destinationId]);
  const [references, readable] = await Promise.all([accountReferences(ctx, ends), readAccounts(ctx, ends)]);
  const isReadable = (account: string) => readable.get(account)?.isReadable === true;
  const shown = (line: (typeof lines)[number]): LedgerPosting => ({
    ordinal: line.ordinal,
    source: references.get(line.sourceId)!,
    sourceBalanceMinor: isReadable(line.sourceId) ? line.sourceBalanceMinor : null,
    destination: references.get(line.destinationId)!,
    destinationBalanceMinor: isReadable(line.destinationId) ? line.destinationBalanceMinor : null,
    amountMinor: line.amountMinor,
    currency: line.currency,
  });
  const reversedBy = new Map(reversals.map((reversal) => [reversal.reversesId, reversal.id]));
  const visible = lines.filter(({ sourceId, destinationId }) => isReadable(sourceId) || isReadable(destinationId));
  return rows.map((row) => ({
    ...row,
    reversedById: reversedBy.get(row.id) ?? null,
    postings: visible.filter(({ transactionId }) => transactionId === row.id).map(shown),
  }));
}

/** Refuses with `not_found`, also for a transaction outside the caller's scope. */
export async function getTransaction(
  ctx: Ctx,
  { id: requested }: Input<typeof ledger.get>,
  reversibleKinds: readonly string[],
): Promise<Output<typeof ledger.get>> {
  const [found] = await ctx.db
    .select(columns)
    .from(table)
    .where(and(eq(table.bucket, bucketOf(requested)), eq(id, requested), bothScopes(ctx, transactionRows)));
  if (found === undefined) throw commonRefusals.not_found();
  const [[shown], names, [seal]] = await Promise.all([
    withPostings(ctx, [found]),
    namesOf(ctx, found.actorId === null ? [] : [found.actorId]),
    ctx.db
      .select({ number: seals.number, sealedAt: seals.sealedAt })
      .from(seals)
      .where(gte(seals.lastId, found.number))
      .orderBy(asc(seals.lastId))
      .limit(1),
  ]);
  return {
    ...shown!,
    actorName: names.get(found.actorId ?? "") ?? null,
    isReversible: reversibleKinds.includes(found.kind) && shown!.reversedById === null,
    seal: seal ?? null,
  };
}

/** Every transaction that the list finds, a line for each posting; with columns of the list, only what they show. */
export async function exportTransactions(
  ctx: Ctx,
  { columns: parts, ...input }: Input<typeof ledger.exportCsv>,
): Promise<TableFile> {
  const titles = parts?.flatMap((part) => ledgerExportParts[part]) ?? ledgerExportColumns;
  const order = { direction: "desc", ...input } as const;
  return listTable(ctx, list, order, {
    name: `ledger-${ctx.now.slice(0, 10)}`,
    header: titles,
    cellsOf: async (rows) => {
      const shown = await withPostings(ctx, rows);
      return shown.flatMap((made) =>
        made.postings.map((line) => {
          const cells = cellsOf(made, line);
          return titles.map((title) => cells[title]);
        }),
      );
    },
  });
}

const cellsOf = (
  made: LedgerTransaction,
  { source, destination, amountMinor, currency }: LedgerPosting,
): Record<(typeof ledgerExportColumns)[number], CsvValue> => ({
  ...made,
  sourceOwnerKind: source.ownerKind,
  sourceOwnerId: source.ownerId,
  sourcePurpose: source.purpose,
  destinationOwnerKind: destination.ownerKind,
  destinationOwnerId: destination.ownerId,
  destinationPurpose: destination.purpose,
  amountMinor,
  currency,
});
