import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { accountRows, bothScopes } from "#features/loyalty/ledger/api/service/scopes.ts";
import {
  ledgerAccountsTable as accounts,
  ledgerPostingsTable as postings,
  ledgerTransactionsTable as transactions,
} from "#features/loyalty/ledger/api/tables.ts";
import type { AccountReference } from "#features/loyalty/ledger/contract/accounts.ts";
import type { ledger } from "#features/loyalty/ledger/contract.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

type AccountRow = typeof accounts.$inferSelect;
type Readable = AccountRow & { readonly isReadable: boolean };

/** These accounts, with whether the caller may see them. */
export async function readAccounts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Readable>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      account: accounts,
      isReadable: sql<boolean>`coalesce(${bothScopes(ctx, accountRows) ?? sql`true`}, false)`,
    })
    .from(accounts)
    .where(and(inArray(accounts.bucket, [...new Set(ids.map(bucketOf))]), inArray(accounts.id, [...new Set(ids)])));
  return new Map(rows.map(({ account, isReadable }) => [account.id, { ...account, isReadable }]));
}

/** Names of brands and retailers by id. */
export async function ownerNames(ctx: Ctx, owners: readonly { ownerKind: string; ownerId: string | null }[]) {
  const idsOf = (kind: string) => [
    ...new Set(owners.flatMap(({ ownerKind, ownerId }) => (ownerKind === kind && ownerId !== null ? [ownerId] : []))),
  ];
  const [brands, retailers] = [idsOf("brand"), idsOf("retailer")];
  const found = await Promise.all([
    brands.length === 0
      ? []
      : ctx.db
          .select({ id: brandsTable.id, name: brandsTable.name })
          .from(brandsTable)
          .where(inArray(brandsTable.id, brands)),
    retailers.length === 0
      ? []
      : ctx.db
          .select({ id: retailersTable.id, name: retailersTable.tradingName })
          .from(retailersTable)
          .where(inArray(retailersTable.id, retailers)),
  ]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

/** References by the id of the account. Of one that the caller may not see, only what it is for. */
export async function accountReferences(ctx: Ctx, ids: readonly string[]): Promise<Map<string, AccountReference>> {
  const found = await readAccounts(ctx, ids);
  const names = await ownerNames(ctx, [...found.values()]);
  return new Map(
    [...found].map(([id, { ownerKind, ownerId, purpose, isReadable }]) => [
      id,
      {
        id,
        ownerKind,
        ownerId: isReadable ? ownerId : null,
        ownerName: isReadable && ownerId !== null ? (names.get(ownerId) ?? null) : null,
        purpose,
      },
    ]),
  );
}

/** Balances by owner, purpose and currency; without an owner the sums by kind of owner. */
export async function listBalances(
  ctx: Ctx,
  { ownerKind, ownerId, currency }: Input<typeof ledger.balances>,
): Promise<Output<typeof ledger.balances>> {
  const owner = ownerId === undefined ? sql<string | null>`null::uuid` : accounts.ownerId;
  const rows = await ctx.db
    .select({
      ownerKind: accounts.ownerKind,
      ownerId: owner,
      purpose: accounts.purpose,
      currency: accounts.currency,
      balance: sql<string>`sum(${accounts.balanceMinor})::text`,
      floor: sql<
        string | null
      >`case when bool_and(${accounts.floorMinor} is not null) then sum(${accounts.floorMinor})::text end`,
      accounts: sql<number>`count(*)::int`,
      frozen: sql<number>`(count(*) filter (where ${accounts.status} <> 'open'))::int`,
    })
    .from(accounts)
    .where(and(matching({ ownerKind, ownerId, currency }), bothScopes(ctx, accountRows)))
    .groupBy(
      accounts.ownerKind,
      ...(ownerId === undefined ? [] : [accounts.ownerId]),
      accounts.purpose,
      accounts.currency,
    )
    .orderBy(asc(accounts.ownerKind), asc(accounts.currency), asc(accounts.purpose));
  const names = await ownerNames(ctx, rows);
  return {
    rows: rows.map(({ balance, floor, ...row }) => ({
      ...row,
      ownerName: names.get(row.ownerId ?? "") ?? null,
      balanceMinor: Number(balance),
      floorMinor: floor === null ? null : Number(floor),
    })),
  };
}

const matching = (requested: {
  ownerKind?: AccountRow["ownerKind"] | undefined;
  ownerId?: string | undefined;
  purpose?: AccountRow["purpose"] | undefined;
  currency?: string | undefined;
}): SQL | undefined =>
  and(
    requested.ownerKind && eq(accounts.ownerKind, requested.ownerKind),
    requested.ownerId === undefined ? undefined : eq(accounts.ownerId, requested.ownerId),
    requested.purpose && eq(accounts.purpose, requested.purpose),
    requested.currency === undefined ? undefined : eq(accounts.currency, requested.currency),
  );

/** More than all accounts of one owner in a few currencies. */
const accountsMax = 1000;

/** The accounts of one owner; of the platform without an id. */
export async function listAccounts(
  ctx: Ctx,
  { ownerKind, ownerId, purpose, currency }: Input<typeof ledger.accounts>,
): Promise<Output<typeof ledger.accounts>> {
  const ofPlatform = ownerId === undefined ? sql`${accounts.ownerId} is null` : undefined;
  const { bucket, id, balanceMinor, floorMinor, version, status } = accounts;
  const shown = {
    id,
    bucket,
    purpose: accounts.purpose,
    currency: accounts.currency,
    balanceMinor,
    floorMinor,
    version,
    status,
  };
  const rows = await ctx.db
    .select(shown)
    .from(accounts)
    .where(and(matching({ ownerKind, ownerId, purpose, currency }), ofPlatform, bothScopes(ctx, accountRows)))
    .orderBy(asc(accounts.currency), asc(accounts.purpose), asc(bucket))
    .limit(accountsMax);
  return { rows };
}

/** What changed an account, newest first. Refuses with `not_found`, also for one outside the caller's scope. */
export async function readStatement(
  ctx: Ctx,
  { id, before, limit }: Input<typeof ledger.statement>,
): Promise<Output<typeof ledger.statement>> {
  const account = (await readAccounts(ctx, [id])).get(id);
  if (account === undefined || !account.isReadable) throw commonRefusals.not_found();
  // Each end has an index by account and version; the newest of both are merged.
  const end = (own: "source" | "destination", other: "source" | "destination", sign: 1 | -1) => sql`
    (select ${sql.identifier(`${own}_version`)} as version, transaction_id, ordinal, ${sql.identifier(`${other}_id`)} as other_id,
            ${sign}::int * amount_minor as change, ${sql.identifier(`${own}_balance_minor`)} as balance
       from ${postings}
      where bucket = ${bucketOf(id)} and ${sql.identifier(`${own}_id`)} = ${id}::uuid
            ${before === undefined ? sql`` : sql`and ${sql.identifier(`${own}_version`)} < ${before}::bigint`}
      order by ${sql.identifier(`${own}_version`)} desc limit ${limit + 1})`;
  const result = await ctx.db.execute(sql`
    select line.version::text, line.transaction_id as "transactionId", made.number::text, made.kind,
           to_char(made.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt",
           line.other_id as "otherId", line.change::text, line.balance::text
      from (${end("source", "destination", -1)} union all ${end("destination", "source", 1)}) as line
      join ${transactions} as made on made.bucket = ${bucketOf(id)} and made.id = line.transaction_id
     order by line.version desc
     limit ${limit + 1}`);
  type Line = Record<
    "version" | "transactionId" | "number" | "kind" | "recordedAt" | "otherId" | "change" | "balance",
    string
  >;
  const { rows } = result as { rows: Line[] };
  const shown = rows.slice(0, limit);
  const references = await accountReferences(ctx, [id, ...shown.map(({ otherId }) => otherId)]);
  return {
    account: {
      ...references.get(id)!,
      currency: account.currency,
      balanceMinor: account.balanceMinor,
      version: account.version,
    },
    rows: shown.map(({ transactionId, kind, recordedAt, ...line }) => ({
      version: Number(line.version),
      transactionId,
      number: Number(line.number),
      kind,
      recordedAt,
      other: references.get(line.otherId)!,
      changeMinor: Number(line.change),
      balanceMinor: Number(line.balance),
    })),
    next: rows.length > limit ? Number(shown.at(-1)!.version) : null,
  };
}
