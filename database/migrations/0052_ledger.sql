-- The ledger: accounts, transactions, postings, holds and seals. A posting stays in one bucket, with all that it touches, and
-- unique keys start with the bucket (docs/decisions/0079, 0080; the laws that must hold: docs/ledger.md).

-- A new id in a bucket: its last byte is the bucket.
create function new_id_in(b smallint) returns uuid language sql volatile parallel safe
as $$ select encode(set_byte(uuid_send(gen_random_uuid()), 15, b), 'hex')::uuid $$;

create table ledger_accounts (
  bucket smallint not null constraint ledger_accounts__range check (bucket between 0 and 63),
  -- Follows from the columns up to currency: see ledger_account_id.
  id uuid not null,
  owner_kind text not null,
  -- Null: the platform.
  owner_id uuid,
  purpose text not null,
  currency text not null constraint ledger_accounts__currency check (currency ~ '^[A-Z]{3}$'),
  -- Accounts are locked in this order, then by bucket and id: members' accounts before shared ones.
  lock_order smallint not null generated always as (
    case purpose when 'pending' then 1 when 'available' then 2 when 'held' then 3 when 'owed' then 4 when 'funding' then 5
                 when 'promotions' then 6 when 'settlement' then 7 when 'payout_clearing' then 8 when 'payout_fees' then 9
                 when 'breakage' then 10 when 'charity' then 11 when 'adjustments' then 12 when 'transit' then 13
                 when 'paypal_cash' then 14 when 'bank' then 15 end) stored,
  balance_minor bigint not null default 0,
  -- Null: may go below zero without a limit.
  floor_minor bigint,
  version bigint not null default 0,
  status text not null default 'open' constraint ledger_accounts__status check (status in ('open', 'frozen', 'closed')),
  primary key (bucket, id),
  constraint ledger_accounts__owner unique nulls not distinct (bucket, owner_kind, owner_id, purpose, currency),
  constraint ledger_accounts__bucket check (bucket = bucket_of(id) and (owner_kind <> 'member' or bucket = bucket_of(owner_id))),
  constraint ledger_accounts__purpose check (
    case owner_kind
      when 'member' then purpose in ('pending', 'available', 'held', 'owed')
      when 'brand' then purpose = 'funding'
      when 'retailer' then purpose = 'settlement'
      when 'platform' then purpose in ('promotions', 'payout_clearing', 'payout_fees', 'breakage', 'charity', 'adjustments',
                                       'transit', 'paypal_cash', 'bank')
      else false end
    and (owner_id is null) = (owner_kind = 'platform')),
  constraint ledger_accounts__floor check (balance_minor >= floor_minor),
  -- What a member owes is below zero; nobody repays more.
  constraint ledger_accounts__owed check (purpose <> 'owed' or balance_minor <= 0),
  -- 2^53 - 1: JavaScript counts exactly up to here.
  constraint ledger_accounts__exact check (balance_minor between -9007199254740991 and 9007199254740991)
) with (fillfactor = 50);
create index ledger_accounts__by_owner on ledger_accounts (owner_kind, owner_id, purpose, currency);
create trigger ledger_accounts__frozen
  before update of bucket, id, owner_kind, owner_id, purpose, currency or delete or truncate on ledger_accounts
  for each statement execute function frozen_columns_changed();

create table ledger_transactions (
  bucket smallint not null,
  id uuid not null,
  number bigint not null generated always as identity,
  kind text not null constraint ledger_transactions__kind check (kind ~ '^[a-z][a-z_]{1,39}$'),
  -- What makes a second attempt do nothing: `cashback_confirmed:<id>`.
  dedupe_key text not null constraint ledger_transactions__dedupe_key check (length(dedupe_key) between 1 and 200),
  reference_kind text,
  reference_id uuid,
  reverses_id uuid,
  effective_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  actor_id uuid,
  reason text,
  primary key (bucket, id),
  constraint ledger_transactions__dedupe unique (bucket, dedupe_key),
  constraint ledger_transactions__bucket check (bucket = bucket_of(id)),
  constraint ledger_transactions__reference check ((reference_id is null) = (reference_kind is null))
);
create unique index ledger_transactions__reverses on ledger_transactions (bucket, reverses_id) where reverses_id is not null;
create index ledger_transactions__by_number on ledger_transactions (number);
create index ledger_transactions__by_recorded on ledger_transactions (recorded_at, id);
create index ledger_transactions__by_kind on ledger_transactions (kind, recorded_at, id);
create index ledger_transactions__by_reference on ledger_transactions (reference_id) where reference_id is not null;
create trigger ledger_transactions__append_only
  before update or delete or truncate on ledger_transactions
  for each statement execute function frozen_columns_changed();

-- One amount from one account to another, with what both had after it. The versions of an account number its postings 1 to n.
create table ledger_postings (
  bucket smallint not null,
  transaction_id uuid not null,
  ordinal smallint not null,
  source_id uuid not null,
  source_version bigint not null,
  source_balance_minor bigint not null,
  destination_id uuid not null,
  destination_version bigint not null,
  destination_balance_minor bigint not null,
  amount_minor bigint not null constraint ledger_postings__amount check (amount_minor between 1 and 9007199254740991),
  currency text not null,
  primary key (bucket, transaction_id, ordinal),
  constraint ledger_postings__source unique (bucket, source_id, source_version),
  constraint ledger_postings__destination unique (bucket, destination_id, destination_version),
  constraint ledger_postings__bucket check (
    bucket = bucket_of(transaction_id) and bucket = bucket_of(source_id) and bucket = bucket_of(destination_id)),
  constraint ledger_postings__ends check (source_id <> destination_id)
);
create trigger ledger_postings__append_only
  before update or delete or truncate on ledger_postings
  for each statement execute function frozen_columns_changed();

-- An amount of a member that is set aside in their `held` account, until it is captured, released or expires.
create table ledger_holds (
  bucket smallint not null,
  id uuid not null,
  -- Where it came from, and returns to.
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null constraint ledger_holds__amount check (amount_minor > 0),
  expires_at timestamptz(3) not null,
  -- The transaction that set it aside.
  transaction_id uuid not null,
  status text not null constraint ledger_holds__status check (status in ('open', 'captured', 'released', 'expired')),
  primary key (bucket, id),
  constraint ledger_holds__bucket check (
    bucket = bucket_of(id) and bucket = bucket_of(account_id) and bucket = bucket_of(transaction_id))
) with (fillfactor = 70);
create index ledger_holds__open on ledger_holds (expires_at) where status = 'open';
create index ledger_holds__by_account on ledger_holds (account_id) where status = 'open';
create trigger ledger_holds__frozen
  before update of bucket, id, account_id, currency, amount_minor, expires_at, transaction_id or delete or truncate on ledger_holds
  for each statement execute function frozen_columns_changed();

-- As audit_seals and audit_horizon (0010): transactions with their postings, by number.
create table ledger_seals (
  number bigint primary key constraint ledger_seals__number check (number > 0),
  first_id bigint not null,
  last_id bigint not null unique,
  entries int not null,
  ids bigint[] not null,
  digests bytea[] not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz(3) not null,
  constraint ledger_seals__entries
    check (entries > 0 and cardinality(ids) = entries and cardinality(digests) = entries)
);
create trigger ledger_seals__append_only
  before update or delete or truncate on ledger_seals
  for each statement execute function frozen_columns_changed();

create table ledger_horizon (
  is_only boolean primary key default true constraint ledger_horizon__is_only check (is_only),
  up_to bigint not null,
  waits_for text[] not null
);

-- ------------------------------------------------------------------------------------------------------------ accounts

-- The id of an account: a hash of what it is (a UUID of version 8), with the bucket as the last byte.
create function ledger_account_id(b smallint, its_owner_kind text, its_owner uuid, its_purpose text, its_currency text) returns uuid
language sql immutable parallel safe as $$
  select encode(set_byte(set_byte(set_byte(hash, 6, get_byte(hash, 6) & 15 | 128), 8, get_byte(hash, 8) & 63 | 128), 15, b), 'hex')::uuid
    from substring(sha256(convert_to(
           its_owner_kind || ':' || coalesce(its_owner::text, '') || ':' || its_purpose || ':' || its_currency, 'UTF8')) from 1 for 16) as hash
$$;

-- Opens the account if it is missing. Never locks one that exists.
create function ledger_account(b smallint, its_owner_kind text, its_owner uuid, its_purpose text, its_currency text) returns uuid
language plpgsql as $$
declare
  found_id uuid := ledger_account_id(b, its_owner_kind, its_owner, its_purpose, its_currency);
begin
  perform from ledger_accounts where bucket = b and id = found_id;
  if not found then
    insert into ledger_accounts (bucket, id, owner_kind, owner_id, purpose, currency, floor_minor)
    values (b, found_id, its_owner_kind, its_owner, its_purpose, its_currency,
            case when its_purpose in ('pending', 'available', 'held', 'funding', 'payout_clearing', 'breakage', 'charity') then 0 end)
    on conflict do nothing;
  end if;
  return found_id;
end $$;

-- Locks accounts in the one order. Called first by what posts more than one transaction.
create function ledger_lock(accounts uuid[]) returns void language plpgsql as $$
begin
  perform from unnest(accounts) as wanted (id)
    join ledger_accounts as account on account.bucket = bucket_of(wanted.id) and account.id = wanted.id
   order by account.lock_order, account.bucket, account.id
     for no key update of account;
end $$;

-- How far below zero the 64 accounts of an owner may go together: a prepaid brand not at all. Each gets an equal share of the
-- limit; if one is further below zero already, an equal share of what is left.
create function ledger_set_limit(its_owner_kind text, its_owner uuid, its_purpose text, its_currency text, limit_minor bigint)
returns void language plpgsql as $$
declare
  accounts uuid[] := array(
    select ledger_account(b::smallint, its_owner_kind, its_owner, its_purpose, its_currency) from generate_series(0, 63) as b);
  free bigint;
  is_even boolean;
begin
  perform ledger_lock(accounts);
  select limit_minor + sum(balance_minor), bool_and(balance_minor >= -(limit_minor / 64))
    into free, is_even
    from unnest(accounts) as wanted (id) join ledger_accounts as account on bucket = bucket_of(wanted.id) and account.id = wanted.id;
  if free < 0 then perform refuse('limit_below_used'); end if;
  update ledger_accounts as account
     set floor_minor = case when is_even then 0 - limit_minor / 64 - case when bucket < limit_minor % 64 then 1 else 0 end
                            else balance_minor - free / 64 - case when bucket < free % 64 then 1 else 0 end end
    from unnest(accounts) as wanted (id)
   where account.bucket = bucket_of(wanted.id) and account.id = wanted.id;
end $$;

-- ------------------------------------------------------------------------------------------------------------ postings

-- Why an account did not take a change. Its row is as the statement found it.
create function refuse_posting(b smallint, account uuid, its_currency text, change bigint) returns void language plpgsql as $$
declare
  its ledger_accounts;
begin
  select * into its from ledger_accounts where bucket = b and id = account;
  if its.currency is distinct from its_currency then
    raise exception 'ledger: no account % in bucket % with currency %', account, b, its_currency;
  end if;
  perform refuse(case
    when its.status <> 'open' then 'account_' || its.status
    when abs(its.balance_minor::numeric + change) > 9007199254740991 then 'amount_too_large'
    when change > 0 then 'exceeds_owed'
    else 'insufficient_funds' end);
end $$;

-- One transaction with its postings `[{source, destination, amount_minor}]`, in the caller's database transaction. Answers its
-- number; null if the key is known, and then nothing was done.
create function ledger_post(
  b smallint, made uuid, its_kind text, key text, of_kind text, of_id uuid, its_currency text, postings jsonb,
  actor uuid, why text, at timestamptz, effective timestamptz default null, reverses uuid default null
) returns bigint language plpgsql as $$
declare
  given bigint;
  half record;
  new_version bigint;
  new_balance bigint;
  source_versions bigint[];
  source_balances bigint[];
  destination_versions bigint[];
  destination_balances bigint[];
begin
  -- A second attempt waits here for the first one.
  insert into ledger_transactions
         (bucket, id, kind, dedupe_key, reference_kind, reference_id, reverses_id, effective_at, recorded_at, actor_id, reason)
  values (b, made, its_kind, key, of_kind, of_id, reverses, coalesce(effective, at), at, actor, why)
  on conflict do nothing
  returning number into given;
  if given is null then
    if exists (select from ledger_transactions where bucket = b and dedupe_key = key) then return null; end if;
    if reverses is not null then perform refuse('already_reversed'); end if;
    raise exception using errcode = 'unique_violation', message = format('ledger: transaction %s exists', made);
  end if;
  -- Each end changes its account, in the order of locks.
  for half in
    select case when role.is_source then posting.source else posting.destination end as id, posting.ordinal, role.is_source,
           case when role.is_source then -posting.amount_minor else posting.amount_minor end as change
      from rows from (jsonb_to_recordset(postings) as (source uuid, destination uuid, amount_minor bigint))
           with ordinality as posting (source, destination, amount_minor, ordinal)
     cross join (values (true), (false)) as role (is_source)
      left join ledger_accounts as account
        on account.bucket = b and account.id = case when role.is_source then posting.source else posting.destination end
     order by account.lock_order, account.id, posting.ordinal
  loop
    if half.is_source then
      update ledger_accounts as account
         set balance_minor = account.balance_minor + half.change, version = account.version + 1
       where account.bucket = b and account.id = half.id and account.currency = its_currency and account.status = 'open'
         and (account.floor_minor is null or account.balance_minor >= account.floor_minor - half.change)
         and account.balance_minor >= -9007199254740991 - half.change
      returning account.version, account.balance_minor into new_version, new_balance;
      source_versions[half.ordinal] := new_version;
      source_balances[half.ordinal] := new_balance;
    else
      update ledger_accounts as account
         set balance_minor = account.balance_minor + half.change, version = account.version + 1
       where account.bucket = b and account.id = half.id and account.currency = its_currency and account.status = 'open'
         and (account.purpose <> 'owed' or account.balance_minor <= -half.change)
         and account.balance_minor <= 9007199254740991 - half.change
      returning account.version, account.balance_minor into new_version, new_balance;
      destination_versions[half.ordinal] := new_version;
      destination_balances[half.ordinal] := new_balance;
    end if;
    -- Balances are never null.
    if new_balance is null then perform refuse_posting(b, half.id, its_currency, half.change); end if;
  end loop;
  insert into ledger_postings
  select b, made, posting.ordinal, posting.source, source_versions[posting.ordinal], source_balances[posting.ordinal],
         posting.destination, destination_versions[posting.ordinal], destination_balances[posting.ordinal],
         posting.amount_minor, its_currency
    from rows from (jsonb_to_recordset(postings) as (source uuid, destination uuid, amount_minor bigint))
         with ordinality as posting (source, destination, amount_minor, ordinal);
  if not found then raise exception 'ledger: transaction % has no postings', made; end if;
  return given;
end $$;

-- Moves an amount between accounts of any two buckets: through the transit accounts of both, if they differ. The key is used in both.
create function ledger_transfer(
  source uuid, destination uuid, its_kind text, key text, of_kind text, of_id uuid, its_currency text, amount bigint,
  actor uuid, why text, at timestamptz
) returns bigint language plpgsql as $$
declare
  source_bucket smallint := bucket_of(source);
  destination_bucket smallint := bucket_of(destination);
  source_transit uuid;
  destination_transit uuid;
  given bigint;
begin
  if source_bucket = destination_bucket then
    return ledger_post(source_bucket, new_id_in(source_bucket), its_kind, key, of_kind, of_id, its_currency,
      jsonb_build_array(jsonb_build_object('source', source, 'destination', destination, 'amount_minor', amount)), actor, why, at);
  end if;
  source_transit := ledger_account(source_bucket, 'platform', null, 'transit', its_currency);
  destination_transit := ledger_account(destination_bucket, 'platform', null, 'transit', its_currency);
  perform ledger_lock(array[source, destination, source_transit, destination_transit]);
  given := ledger_post(source_bucket, new_id_in(source_bucket), its_kind, key, of_kind, of_id, its_currency,
    jsonb_build_array(jsonb_build_object('source', source, 'destination', source_transit, 'amount_minor', amount)), actor, why, at);
  if given is null then return null; end if;
  perform ledger_post(destination_bucket, new_id_in(destination_bucket), its_kind, key, of_kind, of_id, its_currency,
    jsonb_build_array(jsonb_build_object('source', destination_transit, 'destination', destination, 'amount_minor', amount)), actor, why, at);
  return given;
end $$;

-- Reverses a whole transaction, once: the same postings in the opposite order with their ends swapped. Answers its number, or null
-- if the key is known. Not of reversals, nor of one half of a transfer.
create function ledger_reverse(b smallint, original uuid, made uuid, key text, actor uuid, why text, at timestamptz) returns bigint
language plpgsql as $$
declare
  its ledger_transactions;
  its_currency text;
  swapped jsonb;
begin
  select * into its from ledger_transactions where bucket = b and id = original;
  if not found or its.reverses_id is not null or exists (
    select from ledger_postings as posting
      join ledger_accounts as account on account.bucket = b and account.id in (posting.source_id, posting.destination_id)
     where posting.bucket = b and posting.transaction_id = original and account.purpose = 'transit') then
    perform refuse('not_reversible');
  end if;
  select min(currency), jsonb_agg(jsonb_build_object('source', destination_id, 'destination', source_id, 'amount_minor', amount_minor)
                                  order by ordinal desc)
    into its_currency, swapped
    from ledger_postings where bucket = b and transaction_id = original;
  return ledger_post(b, made, 'reversal', key, its.reference_kind, its.reference_id, its_currency, swapped, actor, why, at, null, original);
end $$;

-- --------------------------------------------------------------------------------------------------------------- holds

-- Sets an amount of a member's account aside. Answers the transaction's number, or null if this hold is known.
create function ledger_place_hold(
  b smallint, hold uuid, account uuid, amount bigint, until timestamptz, of_kind text, of_id uuid, actor uuid, why text, at timestamptz
) returns bigint language plpgsql as $$
declare
  its ledger_accounts;
  made uuid := new_id_in(b);
  given bigint;
begin
  select * into its from ledger_accounts where bucket = b and id = account and purpose = 'available';
  if not found then raise exception 'ledger: no account % to hold from in bucket %', account, b; end if;
  given := ledger_post(b, made, 'hold_placed', 'hold_placed:' || hold, of_kind, of_id, its.currency,
    jsonb_build_array(jsonb_build_object('source', account,
      'destination', ledger_account(b, its.owner_kind, its.owner_id, 'held', its.currency), 'amount_minor', amount)), actor, why, at);
  if given is null then return null; end if;
  insert into ledger_holds (bucket, id, account_id, currency, amount_minor, expires_at, transaction_id, status)
  values (b, hold, account, its.currency, amount, until, made, 'open');
  return given;
end $$;

-- Ends an open hold: captured into `destination`, otherwise back to where it came from. Answers the transaction's number; null if
-- it is not open any more, and a capture comes too late once it is over.
create function ledger_end_hold(
  b smallint, hold uuid, how text, destination uuid, of_kind text, of_id uuid, actor uuid, why text, at timestamptz
) returns bigint language plpgsql as $$
declare
  held ledger_holds;
  its ledger_accounts;
begin
  update ledger_holds set status = how
   where bucket = b and id = hold and status = 'open'
     and case how when 'captured' then expires_at > at when 'expired' then expires_at <= at else true end
  returning * into held;
  if not found then return null; end if;
  select * into its from ledger_accounts where bucket = b and id = held.account_id;
  return ledger_post(b, new_id_in(b), 'hold_' || how, 'hold_' || how || ':' || hold, of_kind, of_id, held.currency,
    jsonb_build_array(jsonb_build_object('source', ledger_account_id(b, its.owner_kind, its.owner_id, 'held', held.currency),
      'destination', case when how = 'captured' then destination else held.account_id end, 'amount_minor', held.amount_minor)),
    actor, why, at);
end $$;

-- Ends up to `most` holds whose time is over, and says how many. Any number of processes at once. Those of frozen accounts wait.
create function ledger_expire_holds(at timestamptz, most int) returns int language plpgsql as $$
declare
  due record;
  ended int := 0;
begin
  for due in
    with chosen as materialized (
      select hold.bucket, hold.id, hold.account_id
        from ledger_holds as hold
        join ledger_accounts as account on account.bucket = hold.bucket and account.id = hold.account_id and account.status = 'open'
       where hold.status = 'open' and hold.expires_at <= at
       order by hold.expires_at limit most
         for update of hold skip locked
    ) select bucket, id from chosen order by bucket, account_id, id
  loop
    if ledger_end_hold(due.bucket, due.id, 'expired', null, null, null, null, null, at) is not null then ended := ended + 1; end if;
  end loop;
  return ended;
end $$;

-- ---------------------------------------------------------------------------------------------------------- 64 accounts

-- After the account of one bucket had too little: moves what the owner's other buckets have left, by postings through transit, so that
-- this one has `amount`. If there is plenty, all get the same; otherwise only this one gets what it lacks, from the largest. False: all
-- 64 together have too little. In a transaction of its own, as the call that found it empty is rolled back.
create function ledger_level(
  its_owner_kind text, its_owner uuid, its_purpose text, its_currency text, needed_in smallint, amount bigint, at timestamptz
) returns boolean language plpgsql as $$
declare
  run uuid := gen_random_uuid();
  total bigint;
  is_plenty boolean;
  move record;
begin
  -- All shared accounts, then all transit accounts: the order of ledger_lock.
  perform ledger_lock(
    array(select ledger_account(b::smallint, its_owner_kind, its_owner, its_purpose, its_currency) from generate_series(0, 63) as b)
    || array(select ledger_account(b::smallint, 'platform', null, 'transit', its_currency) from generate_series(0, 63) as b));
  select sum(balance_minor - floor_minor) into total
    from ledger_accounts
   where owner_kind = its_owner_kind and owner_id = its_owner and purpose = its_purpose and currency = its_currency and status = 'open';
  if total is null or total < amount then return false; end if;
  is_plenty := total / 256 >= amount;
  for move in
    with room as (
      select bucket, id, balance_minor - floor_minor as free from ledger_accounts
       where owner_kind = its_owner_kind and owner_id = its_owner and purpose = its_purpose and currency = its_currency and status = 'open'
    ), lacking as (
      select amount - free as needed from room where bucket = needed_in
    ), given as (
      -- What the larger ones before this one have, so that it gives only the rest.
      select bucket, sum(free) over (order by free desc, bucket) - free as before from room where bucket <> needed_in
    )
    select room.bucket, room.id,
           case when is_plenty then total / count(*) over () - room.free
                  + case when row_number() over (order by room.bucket) <= total % count(*) over () then 1 else 0 end
                when room.bucket = needed_in then greatest(lacking.needed, 0)
                else -least(greatest(lacking.needed - given.before, 0), room.free) end as change
      from room cross join lacking left join given on given.bucket = room.bucket
     order by room.bucket
  loop
    if move.change <> 0 then
      perform ledger_post(move.bucket, new_id_in(move.bucket), 'levelled', 'levelled:' || run, 'level', run, its_currency,
        jsonb_build_array(jsonb_build_object(
          'source', case when move.change < 0 then move.id else transit end,
          'destination', case when move.change < 0 then transit else move.id end,
          'amount_minor', abs(move.change))), null, null, at)
        from ledger_account_id(move.bucket, 'platform', null, 'transit', its_currency) as transit;
    end if;
  end loop;
  return true;
end $$;

-- --------------------------------------------------------------------------------------------------------- adjustments

-- What staff ask for and another person approves: an amount between two accounts, or the reversal of a transaction.
create table ledger_adjustments (
  id uuid primary key,
  number bigint not null generated always as identity,
  code text not null generated always as ('ADJ-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  kind text not null constraint ledger_adjustments__kind check (kind in ('adjustment', 'reversal')),
  source_id uuid,
  destination_id uuid,
  amount_minor bigint not null constraint ledger_adjustments__amount check (amount_minor between 1 and 9007199254740991),
  currency text not null constraint ledger_adjustments__currency check (currency ~ '^[A-Z]{3}$'),
  -- The transaction that a reversal undoes.
  reverses_id uuid,
  reason text not null constraint ledger_adjustments__reason check (length(reason) between 1 and 500),
  status text not null
    constraint ledger_adjustments__status check (status in ('pending_approval', 'approved', 'rejected', 'withdrawn')),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  decided_at timestamptz(3),
  decided_by uuid,
  decision_reason text,
  -- The one that was posted; of a transfer between buckets, its first half.
  transaction_id uuid,
  constraint ledger_adjustments__ends check (
    case kind when 'adjustment' then source_id <> destination_id and reverses_id is null
              else reverses_id is not null and source_id is null and destination_id is null end),
  constraint ledger_adjustments__decided check (
    (status = 'pending_approval') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  -- Two people, without exception.
  constraint ledger_adjustments__two_people check (status not in ('approved', 'rejected') or decided_by <> created_by),
  constraint ledger_adjustments__posted check ((status = 'approved') = (transaction_id is not null))
);
create unique index ledger_adjustments__number on ledger_adjustments (number);
create index ledger_adjustments__by_created on ledger_adjustments (created_at, id);
create unique index ledger_adjustments__reverses on ledger_adjustments (reverses_id) where status = 'pending_approval';
create trigger ledger_adjustments__frozen
  before update of id, kind, source_id, destination_id, amount_minor, currency, reverses_id, reason, created_at, created_by
    or delete or truncate on ledger_adjustments
  for each statement execute function frozen_columns_changed();

-- What the nightly proof and the button found. Empty `broken`: every law holds.
create table ledger_proofs (
  id uuid primary key,
  at timestamptz(3) not null,
  -- Null: the nightly job.
  actor_id uuid,
  took_ms int not null,
  transactions bigint not null,
  broken jsonb not null
);
create index ledger_proofs__by_at on ledger_proofs (at, id);
create trigger ledger_proofs__append_only
  before update or delete or truncate on ledger_proofs
  for each statement execute function frozen_columns_changed();

-- Finance asks for adjustments, and another of them approves. Brands see their own accounts.
update roles
   set grants = roles.grants || added.grants::text[]
  from (values ('staff', '{ledger.read,adjustments.read}'),
               ('finance', '{ledger.read,ledger.export,ledger.verify,adjustments.read,adjustments.create,adjustments.approve}'),
               ('brand_manager', '{ledger.read@scope,ledger.export@scope}')) as added (code, grants)
 where roles.code = added.code;
