import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import {
  ledgerAccountsTable as accounts,
  ledgerPostingsTable as postings,
} from "#features/loyalty/ledger/api/tables.ts";
import { walletLaws } from "#features/loyalty/wallet/api/service/laws.ts";

/** The laws that something breaks, with the rows; for tests. Sums and chains of the ledger are checked too. */
export async function brokenLaws(db: Db): Promise<{ law: string; rows: unknown[] }[]> {
  const ledger = [
    {
      name: "sum",
      query: sql`select currency, sum(balance_minor)::text from ${accounts} group by currency having sum(balance_minor) <> 0`,
    },
    {
      name: "chain",
      query: sql`
        select bucket, id from (
          select bucket, id, version, balance, change,
                 lag(version) over whole as before, lag(balance) over whole as balance_before
            from (select bucket, source_id as id, source_version as version, source_balance_minor as balance, -amount_minor as change from ${postings}
                   union all
                  select bucket, destination_id, destination_version, destination_balance_minor, amount_minor from ${postings}) as ends
          window whole as (partition by bucket, id order by version)) as step
         where version <> coalesce(before, 0) + 1 or balance <> coalesce(balance_before, 0) + change`,
    },
  ];
  const broken = [];
  for (const { name, query } of [...walletLaws, ...ledger]) {
    const { rows } = (await db.execute(query)) as { rows: unknown[] };
    if (rows.length > 0) broken.push({ law: name, rows });
  }
  return broken;
}
