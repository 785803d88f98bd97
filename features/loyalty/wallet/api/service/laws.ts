import { sql } from "drizzle-orm";
import {
  ledgerAccountsTable as accounts,
  ledgerHoldsTable as holds,
  ledgerPostingsTable as postings,
  ledgerTransactionsTable as transactions,
} from "#features/loyalty/ledger/api/tables.ts";
import { redemptionRollbacksTable, redemptionsTable } from "#features/loyalty/promocodes/api/tables.ts";
import {
  batchesTable,
  cashbackEventsTable,
  cashbackTable,
  itemsTable,
  lotsTable,
  lotUsesTable,
  payoutFilesTable,
} from "#features/loyalty/wallet/api/tables.ts";
import type { LedgerLaw } from "#features/loyalty/ledger/api/service/laws.ts";

/** What the wallet adds to the laws of the ledger (docs/ledger.md): each query names the rows that break it. */
export const walletLaws: readonly LedgerLaw[] = [
  {
    number: 8,
    name: "held_is_holds_and_payouts",
    query: sql`
      select 'held' as part, account.owner_id::text as id, account.balance_minor::text as balance, (wanted.holds + wanted.items)::text as expected
        from ${accounts} as account
       cross join lateral (
               select (select coalesce(sum(hold.amount_minor), 0) from ${holds} as hold
                         join ${accounts} as source on source.bucket = hold.bucket and source.id = hold.account_id
                        where hold.bucket = account.bucket and hold.status = 'open' and source.owner_id = account.owner_id
                          and hold.currency = account.currency) as holds,
                      (select coalesce(sum(item.amount_minor), 0) from ${itemsTable} as item
                        where item.bucket = account.bucket and item.member_id = account.owner_id and item.currency = account.currency
                          and item.status = 'locked') as items) as wanted
       where account.purpose = 'held' and account.balance_minor <> wanted.holds + wanted.items
      union all
      select 'clearing', coalesce(account.currency, item.currency), coalesce(account.balance, 0)::text, coalesce(item.sent, 0)::text
        from (select currency, sum(balance_minor) as balance from ${accounts} where purpose = 'payout_clearing' group by currency) as account
        full join (select currency, sum(amount_minor) as sent from ${itemsTable} where status = 'sent' group by currency) as item
          on item.currency = account.currency
       where coalesce(account.balance, 0) <> coalesce(item.sent, 0)
      union all
      select 'batch', batch.id::text, batch.items || ' ' || batch.total_minor, item.count || ' ' || item.total || ' ' || file.rows || ' ' || file.total
        from ${batchesTable} as batch
       cross join lateral (select count(*) as count, coalesce(sum(amount_minor), 0) as total from ${itemsTable} where batch_id = batch.id) as item
       cross join lateral (select coalesce(sum(rows), 0) as rows, coalesce(sum(total_minor), 0) as total from ${payoutFilesTable} where batch_id = batch.id) as file
       where (batch.items, batch.total_minor) is distinct from (item.count, item.total)
          or (batch.items, batch.total_minor) is distinct from (file.rows, file.total)`,
  },
  {
    number: 9,
    name: "balances_are_cashback",
    query: sql`
      select 'pending' as part, coalesce(account.owner_id, entry.member_id) as "memberId", coalesce(account.currency, entry.currency) as currency,
             account.balance_minor as balance, entry.left_minor as expected
        from (select * from ${accounts} where purpose = 'pending') as account
        full join (select member_id, currency, sum(left_minor) as left_minor from ${cashbackTable}
                    where status in ('pending', 'on_hold') group by member_id, currency) as entry
          on entry.member_id = account.owner_id and entry.currency = account.currency
       where coalesce(account.balance_minor, 0) <> coalesce(entry.left_minor, 0)
      union all
      select 'available', coalesce(account.owner_id, lot.member_id), coalesce(account.currency, lot.currency), account.balance_minor, lot.left_minor
        from (select * from ${accounts} where purpose = 'available') as account
        full join (select member_id, currency, sum(left_minor) as left_minor from ${lotsTable} group by member_id, currency) as lot
          on lot.member_id = account.owner_id and lot.currency = account.currency
       where coalesce(account.balance_minor, 0) <> coalesce(lot.left_minor, 0)
          + coalesce((select sum(case when posting.source_id = account.id then -posting.amount_minor else posting.amount_minor end)
                        from ${postings} as posting
                        join ${transactions} as made on made.bucket = posting.bucket and made.id = posting.transaction_id
                       where made.kind in ('hold_placed', 'hold_released', 'hold_expired')
                         and posting.bucket = account.bucket and account.id in (posting.source_id, posting.destination_id)), 0)
      union all
      select 'lot', lot.member_id, lot.currency, lot.left_minor, lot.amount_minor - coalesce(used.amount, 0)
        from ${lotsTable} as lot
        left join (select bucket, cashback_id, sum(amount_minor) as amount from ${lotUsesTable} group by bucket, cashback_id) as used
          on used.bucket = lot.bucket and used.cashback_id = lot.cashback_id
       where lot.left_minor <> lot.amount_minor - coalesce(used.amount, 0)`,
  },
  {
    number: 10,
    name: "redemptions_and_their_cashback",
    query: sql`
      select redemption.id as "redemptionId", redemption.cashback_minor as cashback, count(made.id) as earned,
             redemption.cashback_left_minor as "left"
        from ${redemptionsTable} as redemption
        left join ${cashbackTable} as entry on entry.bucket = redemption.bucket and entry.redemption_id = redemption.id
        left join ${transactions} as made
          on made.bucket = redemption.bucket and made.kind = 'cashback_earned' and made.reference_id = entry.id
       where redemption.committed_at is not null
       group by redemption.bucket, redemption.id
      having (redemption.cashback_minor > 0) <> (count(made.id) = 1)
          or redemption.cashback_minor <> redemption.cashback_left_minor + (
               select coalesce(sum(given.cashback_minor), 0) from ${redemptionRollbacksTable} as given
                where given.bucket = redemption.bucket and given.redemption_id = redemption.id)`,
  },
  {
    number: 11,
    name: "status_is_the_last_event",
    query: sql`
      select entry.id as "cashbackId", entry.status, event.to_status as "lastEvent", entry.events, event.sequence
        from ${cashbackTable} as entry
        left join ${cashbackEventsTable} as event
          on event.bucket = entry.bucket and event.cashback_id = entry.id and event.sequence = entry.events
       where entry.status is distinct from event.to_status
          or (select count(*) from ${cashbackEventsTable} as its where its.bucket = entry.bucket and its.cashback_id = entry.id) <> entry.events`,
  },
];
