import { type SQL, sql } from "drizzle-orm";

/**
 * A law of the ledger: a query whose rows break it, with what names and explains each. Areas above the ledger hand
 * theirs to `ledgerFeature`; one with the number of a law here replaces it, as it knows more.
 */
export interface LedgerLaw {
  readonly number: number;
  readonly name: string;
  readonly query: SQL;
}

/** A law whose broken rows the scan of `chainQuery` finds, which is the same for all of them. */
interface ChainLaw extends Omit<LedgerLaw, "query"> {
  readonly query: null;
}

/**
 * Laws 2, 3 and 4 in one pass over the postings, each once for each end: the sort by account and version is most of the
 * time that a proof takes. One number is sorted fastest: the account's place, and 40 bits for the version. A version
 * outside of them counts as 0, which breaks the chain. Postings of unknown accounts break law 1. Answers at most `most`
 * rows of each law, with its number.
 */
export const chainQuery = (most: number): SQL => sql`
  with accounts as materialized (
    select row_number() over () as place, ledger_accounts.* from ledger_accounts
  ), ends as (
    select account.place << 40 | case when posting.source_version between 1 and 1099511627775 then posting.source_version else 0 end as step,
           posting.source_balance_minor as balance, -posting.amount_minor as change
      from ledger_postings as posting join accounts as account on account.id = posting.source_id
    union all
    select account.place << 40 | case when posting.destination_version between 1 and 1099511627775 then posting.destination_version else 0 end,
           posting.destination_balance_minor, posting.amount_minor
      from ledger_postings as posting join accounts as account on account.id = posting.destination_id
  ), steps as (
    select step >> 40 as place, step & 1099511627775 as version, balance,
           lead(step) over whole is distinct from step + 1 as is_last,
           case when step - 1 = lag(step) over whole then balance <> lag(balance) over whole + change
                else step & 1099511627775 <> 1 or balance <> change end as is_loose
      from ends window whole as (order by step)
  ), checked as (
    select account.id, account.purpose, account.floor_minor, step.version, step.balance, account.version as account_version,
           account.balance_minor as account_balance, coalesce(step.is_loose, false) as is_loose,
           case when step.place is null then account.version <> 0 or account.balance_minor <> 0
                when step.is_last then account.version <> step.version or account.balance_minor <> step.balance
                else false end as is_other_end,
           account.balance_minor < account.floor_minor or (account.purpose = 'owed' and account.balance_minor > 0)
             -- Floors of brands change with their limit, so only the present one binds.
             or (account.owner_kind <> 'brand' and step.balance < account.floor_minor)
             or (account.purpose = 'owed' and step.balance > 0) as is_below
      from accounts as account left join steps as step on step.place = account.place
  ), broken as (
    select checked.*, its.law, row_number() over (partition by its.law order by id, version) as nth
      from checked
     cross join lateral (values (2, is_loose), (3, is_other_end), (4, is_below)) as its (law, is_broken)
     where (is_loose or is_other_end or is_below) and its.is_broken
  )
  select law, jsonb_build_object('bucket', bucket_of(id), 'accountId', id, 'purpose', purpose, 'transactionId', (
             select transaction_id from ledger_postings as posting
              where posting.bucket = bucket_of(broken.id)
                and (broken.id, broken.version) in ((source_id, source_version), (destination_id, destination_version)) limit 1),
           'version', version, 'balance', balance, 'accountVersion', account_version,
           'accountBalance', account_balance, 'floor', floor_minor) as row
    from broken where nth <= ${most} order by law, nth`;

/** The laws of docs/ledger.md, by their number. 8 to 11 concern what the wallet stores, and the wallet replaces or adds them. */
const ledgerLaws: readonly (LedgerLaw | ChainLaw)[] = [
  {
    number: 1,
    name: "ends_and_currencies",
    query: sql`
      select posting.bucket, posting.transaction_id as "transactionId", posting.ordinal, posting.currency,
             source.currency as "sourceCurrency", destination.currency as "destinationCurrency"
        from ledger_postings as posting
        left join ledger_accounts as source on source.bucket = posting.bucket and source.id = posting.source_id
        left join ledger_accounts as destination
          on destination.bucket = posting.bucket and destination.id = posting.destination_id
       where posting.currency is distinct from source.currency or posting.currency is distinct from destination.currency`,
  },
  { number: 2, name: "chain", query: null },
  { number: 3, name: "balance_is_the_end_of_the_chain", query: null },
  { number: 4, name: "floors", query: null },
  {
    number: 5,
    name: "sums_are_zero",
    query: sql`
      select currency, 'all' as accounts, sum(balance_minor) as sum from ledger_accounts
       group by currency having sum(balance_minor) <> 0
      union all
      select currency, 'transit', sum(balance_minor) from ledger_accounts where purpose = 'transit'
       group by currency having sum(balance_minor) <> 0`,
  },
  {
    number: 6,
    name: "transactions_have_postings",
    query: sql`
      select coalesce(made.bucket, posting.bucket) as bucket, coalesce(made.id, posting.transaction_id) as "transactionId",
             posting.count, posting.last
        from ledger_transactions as made
        full join (select bucket, transaction_id, count(*) as count, min(ordinal) as first, max(ordinal) as last,
                          min(currency) <> max(currency) as is_mixed
                     from ledger_postings group by bucket, transaction_id) as posting
          on posting.bucket = made.bucket and posting.transaction_id = made.id
       where made.id is null or posting.transaction_id is null or posting.first <> 1 or posting.last <> posting.count
          or posting.is_mixed`,
  },
  {
    number: 7,
    name: "reversals",
    query: sql`
      with reversal as (
        select bucket, id, reverses_id from ledger_transactions where reverses_id is not null
      ), wanted as (
        select reversal.bucket, reversal.id, posting.destination_id as source_id, posting.source_id as destination_id,
               posting.amount_minor, posting.currency
          from reversal
          left join ledger_postings as posting
            on posting.bucket = reversal.bucket and posting.transaction_id = reversal.reverses_id
      ), found as (
        select reversal.bucket, reversal.id, posting.source_id, posting.destination_id, posting.amount_minor, posting.currency
          from reversal
          left join ledger_postings as posting on posting.bucket = reversal.bucket and posting.transaction_id = reversal.id
      )
      select bucket, id as "transactionId", amount_minor as amount, 'missing' as problem
        from (select * from wanted except all select * from found) as missing
      union all
      select bucket, id, amount_minor, 'unexpected' from (select * from found except all select * from wanted) as unexpected
      union all
      select bucket, id, null, 'of_nothing' from wanted where source_id is null
      union all
      select bucket, reverses_id, null, 'twice' from reversal group by bucket, reverses_id having count(*) > 1`,
  },
  {
    number: 8,
    // The wallet's law 8 also counts what payouts hold.
    name: "held_covers_holds",
    query: sql`
      select held.bucket, held.id as "accountId", held.balance_minor as held, coalesce(open.amount, 0) as open
        from ledger_accounts as held
        full join (select hold.bucket, account.owner_id, hold.currency, sum(hold.amount_minor) as amount
                     from ledger_holds as hold
                     left join ledger_accounts as account on account.bucket = hold.bucket and account.id = hold.account_id
                    where hold.status = 'open'
                    group by hold.bucket, account.owner_id, hold.currency) as open
          on open.bucket = held.bucket and open.owner_id = held.owner_id and open.currency = held.currency
             and held.purpose = 'held'
       where (held.purpose = 'held' or held.id is null) and coalesce(held.balance_minor, 0) <> coalesce(open.amount, 0)
      union all
      select hold.bucket, hold.id, hold.amount_minor, null
        from ledger_holds as hold
        left join ledger_postings as posting
          on posting.bucket = hold.bucket and posting.transaction_id = hold.transaction_id
         and posting.source_id = hold.account_id and posting.amount_minor = hold.amount_minor
       where posting.transaction_id is null`,
  },
];

/** The laws of the ledger with those of the areas above it. */
export const allLaws = (added: readonly LedgerLaw[]): (LedgerLaw | ChainLaw)[] =>
  [...ledgerLaws.filter(({ number }) => !added.some((law) => law.number === number)), ...added].toSorted(
    (one, other) => one.number - other.number,
  );
