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
 * time that a proof takes. Answers at most `most` rows of each law, with its number.
 */
export const chainQuery = (most: number): SQL => sql`
  with ends as (
    select source_id as account_id, source_version as version, source_balance_minor as balance, -amount_minor as change, transaction_id
      from ledger_postings
    union all
    select destination_id, destination_version, destination_balance_minor, amount_minor, transaction_id
      from ledger_postings
  ), steps as (
    select account_id, version, balance, transaction_id, lead(version) over whole is null as is_last,
           version <> coalesce(lag(version) over whole, 0) + 1
             or balance <> coalesce(lag(balance) over whole, 0) + change as is_loose
      from ends window whole as (partition by account_id order by version)
  ), checked as (
    select coalesce(account.id, step.account_id) as account_id, account.purpose, account.floor_minor, step.transaction_id,
           step.version, step.balance, account.version as account_version, account.balance_minor as account_balance,
           step.is_loose,
           case when step.account_id is null then account.version <> 0 or account.balance_minor <> 0
                when step.is_last then account.version <> step.version or account.balance_minor <> step.balance
                else false end as is_other_end,
           account.balance_minor < account.floor_minor or (account.purpose = 'owed' and account.balance_minor > 0)
             -- Floors of brands change with their limit, so only the present one binds.
             or (account.owner_kind <> 'brand' and step.balance < account.floor_minor)
             or (account.purpose = 'owed' and step.balance > 0) as is_below
      from steps as step full join ledger_accounts as account on account.id = step.account_id
  ), broken as (
    select checked.*, its.law, row_number() over (partition by its.law order by account_id, version) as place
      from checked
     cross join lateral (values (2, is_loose), (3, is_other_end), (4, is_below)) as its (law, is_broken)
     where (is_loose or is_other_end or is_below) and its.is_broken
  )
  select law, jsonb_build_object('bucket', bucket_of(account_id), 'accountId', account_id, 'purpose', purpose,
           'transactionId', transaction_id, 'version', version, 'balance', balance, 'accountVersion', account_version,
           'accountBalance', account_balance, 'floor', floor_minor) as row
    from broken where place <= ${most} order by law, place`;

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
                          count(distinct currency) as currencies
                     from ledger_postings group by bucket, transaction_id) as posting
          on posting.bucket = made.bucket and posting.transaction_id = made.id
       where made.id is null or posting.transaction_id is null or posting.first <> 1 or posting.last <> posting.count
          or posting.currencies <> 1`,
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
