import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import {
  ledgerAccountsTable as accounts,
  ledgerTransactionsTable as table,
} from "#features/loyalty/ledger/api/tables.ts";
import { ledger } from "#features/loyalty/ledger/contract.ts";

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** The accounts of brands in the caller's scope. Whoever has no scope sees all. */
export const accountRows: ScopePolicy = {
  resource: "ledger",
  table: accounts,
  id: accounts.id,
  by: { brand: (brands) => sql`(${accounts.ownerKind} = 'brand' and ${accounts.ownerId} = any(${uuids(brands)}))` },
};

/** The transactions with such an account at an end. */
export const transactionRows: ScopePolicy = {
  resource: "ledger",
  table,
  id: table.id,
  by: {
    brand: (brands) =>
      touches(
        { bucket: table.bucket, id: table.id },
        sql`account.owner_kind = 'brand' and account.owner_id = any(${uuids(brands)})`,
      ),
  },
};

/** Transactions with an account at an end that meets the condition on `account`. */
export const touches = ({ bucket, id }: { bucket: PgColumn; id: PgColumn }, condition: SQL): SQL => sql`exists (
  select from ledger_postings as posting
    join ledger_accounts as account
      on account.bucket = posting.bucket and account.id in (posting.source_id, posting.destination_id)
   where posting.bucket = ${bucket} and posting.transaction_id = ${id} and ${condition})`;

/** What may be exported is also limited by what may be read. */
export const bothScopes = (ctx: Ctx, rows: ScopePolicy): SQL | undefined =>
  and(scopeCondition(ctx, rows), scopeCondition(ctx, rows, ledger.list.permission));
