-- The wallet: cashback, its lots, payouts and the funding of brands. Money moves only by `ledger_post` (0052). Rows of a member
-- carry the member's bucket, and unique keys of these tables start with it (docs/decisions/0079, 0081).

-- Line shares are of all that a campaign costs: its discount and its cashback.
alter table redemption_lines drop constraint redemption_lines__shares;
alter table redemption_lines add constraint redemption_lines__shares
  check (brand_minor + retailer_minor + platform_minor = discount_minor + cashback_minor);

create table loyalty_settings (
  is_only boolean primary key default true constraint loyalty_settings__is_only check (is_only),
  platform_currency text not null constraint loyalty_settings__platform_currency check (platform_currency ~ '^[A-Z]{3}$'),
  payout_minimums jsonb not null,
  paypal_decimal text not null constraint loyalty_settings__paypal_decimal check (paypal_decimal in ('.', ',')),
  payout_note text not null,
  expiry_days integer constraint loyalty_settings__expiry_days check (expiry_days between 30 and 3650),
  expiry_destination text not null
    constraint loyalty_settings__expiry_destination check (expiry_destination in ('breakage', 'charity')),
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  updated_by uuid
);
insert into loyalty_settings
  (platform_currency, payout_minimums, paypal_decimal, payout_note, expiry_days, expiry_destination, updated_at)
values ('GBP', '{"GBP": 500, "EUR": 500, "USD": 500}', '.', 'Your cashback from Mizan', 730, 'charity', '2026-11-24');

create table funding_agreements (
  brand_id uuid not null constraint funding_agreements__brand_id references brands (id),
  currency text not null constraint funding_agreements__currency check (currency ~ '^[A-Z]{3}$'),
  policy text not null constraint funding_agreements__policy check (policy in ('prepaid', 'postpaid')),
  limit_minor bigint not null constraint funding_agreements__limit_minor check (limit_minor >= 0),
  low_balance_minor bigint constraint funding_agreements__low_balance_minor check (low_balance_minor >= 0),
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  primary key (brand_id, currency),
  constraint funding_agreements__prepaid check (policy = 'postpaid' or limit_minor = 0)
);

-- Money received from a brand.
create table funding_top_ups (
  id uuid primary key,
  brand_id uuid not null constraint funding_top_ups__brand_id references brands (id),
  currency text not null,
  amount_minor bigint not null constraint funding_top_ups__amount_minor check (amount_minor > 0),
  reference text not null,
  at timestamptz(3) not null,
  actor_id uuid
);
create index funding_top_ups__by_brand on funding_top_ups (brand_id, at);
create trigger funding_top_ups__append_only
  before update or delete or truncate on funding_top_ups
  for each statement execute function frozen_columns_changed();

-- ------------------------------------------------------------------------------------------------------------ cashback

create table cashback_entries (
  bucket smallint not null,
  id uuid not null,
  member_id uuid not null,
  -- Null: a campaign of the platform.
  brand_id uuid,
  retailer_id uuid not null,
  location_id uuid,
  redemption_id uuid,
  order_ref text not null constraint cashback_entries__order_ref check (length(order_ref) between 1 and 200),
  purchased_at timestamptz(3) not null,
  -- Null if lines had several.
  rate_bps integer,
  rate_source text,
  certificate_id uuid,
  currency text not null,
  amount_minor bigint not null constraint cashback_entries__amount_minor check (amount_minor > 0),
  -- When the return window ends.
  due_at timestamptz(3) not null,
  caller_id uuid,
  created_at timestamptz(3) not null,
  -- What was not taken back, and who paid for it.
  left_minor bigint not null constraint cashback_entries__left_minor check (left_minor between 0 and amount_minor),
  brand_left_minor bigint not null constraint cashback_entries__brand_left check (brand_left_minor >= 0),
  retailer_left_minor bigint not null constraint cashback_entries__retailer_left check (retailer_left_minor >= 0),
  platform_left_minor bigint not null constraint cashback_entries__platform_left check (platform_left_minor >= 0),
  expires_at timestamptz(3),
  hold_reason text,
  status text not null constraint cashback_entries__status check (status in (
    'tracked', 'pending', 'on_hold', 'available', 'in_payout', 'paid', 'declined', 'reversed', 'expired')),
  -- The number of its events.
  events integer not null default 0,
  primary key (bucket, id),
  constraint cashback_entries__bucket check (bucket = bucket_of(id) and bucket = bucket_of(member_id)),
  constraint cashback_entries__shares check (left_minor = brand_left_minor + retailer_left_minor + platform_left_minor),
  constraint cashback_entries__ended check ((status in ('declined', 'reversed')) = (left_minor = 0)),
  constraint cashback_entries__hold check (status <> 'on_hold' or hold_reason is not null)
) with (fillfactor = 70);
create unique index cashback_entries__redemption on cashback_entries (bucket, redemption_id) where redemption_id is not null;
create index cashback_entries__by_created on cashback_entries (created_at, id);
create index cashback_entries__by_due on cashback_entries (due_at, id);
create index cashback_entries__by_status on cashback_entries (status, created_at, id);
create index cashback_entries__by_member on cashback_entries (member_id, created_at, id);
create index cashback_entries__by_brand on cashback_entries (brand_id, created_at, id);
create index cashback_entries__by_retailer on cashback_entries (retailer_id, created_at, id);
create index cashback_entries__pending on cashback_entries (due_at) where status = 'pending';
create index cashback_entries__tracked on cashback_entries (created_at) where status = 'tracked';
create trigger cashback_entries__frozen
  before update of bucket, id, member_id, brand_id, retailer_id, location_id, redemption_id, order_ref, purchased_at, rate_bps,
    rate_source, certificate_id, currency, amount_minor, due_at, caller_id, created_at or delete or truncate on cashback_entries
  for each statement execute function frozen_columns_changed();

create table cashback_lines (
  bucket smallint not null,
  cashback_id uuid not null,
  number smallint not null,
  product_id uuid,
  quantity integer not null,
  paid_minor bigint not null,
  rate_bps integer,
  rate_source text,
  certificate_id uuid,
  amount_minor bigint not null,
  primary key (bucket, cashback_id, number),
  constraint cashback_lines__bucket check (bucket = bucket_of(cashback_id))
);
create trigger cashback_lines__append_only
  before update or delete or truncate on cashback_lines
  for each statement execute function frozen_columns_changed();

create table cashback_events (
  bucket smallint not null,
  cashback_id uuid not null,
  sequence integer not null,
  from_status text,
  to_status text not null,
  -- What moved.
  amount_minor bigint not null,
  transaction_number bigint,
  reason text,
  actor_id uuid,
  at timestamptz(3) not null,
  primary key (bucket, cashback_id, sequence),
  constraint cashback_events__bucket check (bucket = bucket_of(cashback_id))
);
create trigger cashback_events__append_only
  before update or delete or truncate on cashback_events
  for each statement execute function frozen_columns_changed();

-- A receipt earns once, whoever presents it.
create table purchase_claims (
  bucket smallint not null,
  retailer_id uuid not null,
  order_ref text not null,
  member_id uuid not null,
  primary key (bucket, retailer_id, order_ref),
  constraint purchase_claims__bucket check (bucket = bucket_of(order_ref))
);

-- Available cashback, one lot for each entry that was confirmed. What expires first is spent first. `cashback_id` is of no entry
-- where an adjustment or a merge of members brought the money.
create table cashback_lots (
  bucket smallint not null,
  member_id uuid not null,
  currency text not null,
  cashback_id uuid not null,
  amount_minor bigint not null constraint cashback_lots__amount_minor check (amount_minor > 0),
  left_minor bigint not null constraint cashback_lots__left_minor check (left_minor between 0 and amount_minor),
  -- Null: never.
  expires_at timestamptz(3),
  primary key (bucket, member_id, currency, cashback_id),
  constraint cashback_lots__bucket check (bucket = bucket_of(member_id) and bucket = bucket_of(cashback_id))
) with (fillfactor = 70);
create unique index cashback_lots__cashback on cashback_lots (bucket, cashback_id);
create index cashback_lots__expiry on cashback_lots (expires_at) where left_minor > 0;
create trigger cashback_lots__frozen
  before update of bucket, member_id, currency, cashback_id, amount_minor or delete or truncate on cashback_lots
  for each statement execute function frozen_columns_changed();

-- What was taken from a lot, and below zero what came back to it.
create table cashback_lot_uses (
  bucket smallint not null,
  cashback_id uuid not null,
  kind text not null constraint cashback_lot_uses__kind check (
    kind in ('payout', 'payout_returned', 'spend', 'clawback', 'expiry', 'adjustment', 'merge')),
  reference_id uuid not null,
  amount_minor bigint not null constraint cashback_lot_uses__amount check ((amount_minor < 0) = (kind = 'payout_returned') and amount_minor <> 0),
  primary key (bucket, cashback_id, kind, reference_id),
  constraint cashback_lot_uses__bucket check (bucket = bucket_of(cashback_id))
);
create index cashback_lot_uses__by_reference on cashback_lot_uses (reference_id);
create trigger cashback_lot_uses__append_only
  before update or delete or truncate on cashback_lot_uses
  for each statement execute function frozen_columns_changed();

-- ------------------------------------------------------------------------------------------------------------- payouts

create table payout_methods (
  bucket smallint not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null constraint payout_methods__kind check (kind in ('paypal_email', 'paypal_id')),
  -- Null once it was replaced, and in samples.
  recipient_sealed bytea,
  recipient_masked text not null constraint payout_methods__masked check (recipient_masked ~ '•••'),
  created_at timestamptz(3) not null,
  usable_from timestamptz(3) not null,
  status text not null constraint payout_methods__status check (status in ('active', 'replaced')),
  primary key (bucket, id),
  constraint payout_methods__bucket check (bucket = bucket_of(id) and bucket = bucket_of(member_id)),
  constraint payout_methods__sealed check (status = 'active' or recipient_sealed is null)
);
create unique index payout_methods__active on payout_methods (bucket, member_id) where status = 'active';

create table payout_requests (
  bucket smallint not null,
  id uuid not null,
  member_id uuid not null,
  currency text not null,
  amount_minor bigint not null constraint payout_requests__amount_minor check (amount_minor > 0),
  item_id uuid,
  status text not null constraint payout_requests__status check (
    status in ('requested', 'batched', 'paid', 'failed', 'returned', 'cancelled')),
  created_at timestamptz(3) not null,
  primary key (bucket, id),
  constraint payout_requests__bucket check (bucket = bucket_of(id) and bucket = bucket_of(member_id)),
  constraint payout_requests__item check (status in ('requested', 'cancelled') or item_id is not null)
);
create unique index payout_requests__open on payout_requests (bucket, member_id, currency)
  where status in ('requested', 'batched');
create index payout_requests__requested on payout_requests (currency, created_at) where status = 'requested';
create index payout_requests__by_item on payout_requests (item_id) where item_id is not null;

create table payout_batches (
  id uuid primary key,
  number bigint not null generated always as identity,
  currency text not null constraint payout_batches__currency check (currency ~ '^[A-Z]{3}$'),
  source text not null constraint payout_batches__source check (source in ('requests', 'balances')),
  status text not null constraint payout_batches__status check (status in (
    'draft', 'locked', 'approved', 'exported', 'submitted', 'partially_reconciled', 'reconciled', 'cancelled')),
  items integer not null default 0,
  total_minor bigint not null default 0,
  created_at timestamptz(3) not null,
  created_by uuid,
  locked_at timestamptz(3),
  locked_by uuid,
  approved_at timestamptz(3),
  approved_by uuid constraint payout_batches__two_people check (approved_by <> created_by and approved_by <> locked_by),
  exported_at timestamptz(3),
  submitted_at timestamptz(3),
  closed_at timestamptz(3),
  constraint payout_batches__approved check (status in ('draft', 'locked', 'cancelled') or approved_at is not null)
);
create unique index payout_batches__number on payout_batches (number);
create index payout_batches__by_created on payout_batches (created_at, id);

create table payout_files (
  batch_id uuid not null constraint payout_files__batch_id references payout_batches (id),
  part integer not null constraint payout_files__part check (part >= 1),
  -- Encrypted: it has addresses in full. `sha256` is of the bytes that PayPal gets. Null in
  -- samples.
  bytes_sealed bytea,
  sha256 text not null constraint payout_files__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  rows integer not null constraint payout_files__rows check (rows between 1 and 5000),
  total_minor bigint not null,
  primary key (batch_id, part)
);
create trigger payout_files__append_only
  before update or delete or truncate on payout_files
  for each statement execute function frozen_columns_changed();

create table payout_items (
  bucket smallint not null,
  id uuid not null,
  -- Without a foreign key, which would leave the bucket (docs/decisions/0085).
  batch_id uuid not null,
  sequence integer not null,
  member_id uuid not null,
  currency text not null,
  amount_minor bigint not null constraint payout_items__amount_minor check (amount_minor > 0),
  -- Null in samples, which are made without an installation's key, and once its member was erased.
  recipient_sealed bytea,
  recipient_masked text not null,
  customer_ref text not null constraint payout_items__customer_ref check (customer_ref ~ '^PI[0-9A-HJKMNP-TV-Z]{26}$'),
  status text not null constraint payout_items__status check (
    status in ('locked', 'sent', 'paid', 'failed', 'returned', 'cancelled')),
  paypal_status text,
  paypal_id text,
  fee_minor bigint not null default 0 constraint payout_items__fee_minor check (fee_minor >= 0),
  sent_at timestamptz(3),
  resolved_at timestamptz(3),
  primary key (bucket, id),
  constraint payout_items__bucket check (bucket = bucket_of(id) and bucket = bucket_of(member_id))
);
create unique index payout_items__customer_ref on payout_items (bucket, customer_ref);
create unique index payout_items__open on payout_items (bucket, member_id, currency) where status in ('locked', 'sent');
create index payout_items__by_batch on payout_items (batch_id, sequence, id);
create index payout_items__by_ref on payout_items (customer_ref);
create index payout_items__sent on payout_items (sent_at) where status = 'sent';
create trigger payout_items__frozen
  before update of bucket, id, batch_id, sequence, member_id, currency, amount_minor, recipient_masked, customer_ref
    or delete or truncate on payout_items
  for each statement execute function frozen_columns_changed();

-- Rows of PayPal's reports. The same row of any file is one row here, so a report that is imported twice does nothing twice.
create table payout_results (
  -- SHA-256 of the columns up to `fee_minor`.
  row_sha256 text primary key constraint payout_results__sha256 check (row_sha256 ~ '^[0-9a-f]{64}$'),
  customer_ref text,
  paypal_status text not null,
  transaction_id text,
  currency text,
  amount_minor bigint,
  fee_minor bigint,
  file_name text not null,
  batch_id uuid,
  item_id uuid,
  problem text constraint payout_results__problem check (problem in ('differing', 'unknown', 'backward', 'frozen')),
  at timestamptz(3) not null,
  actor_id uuid
);
create index payout_results__by_batch on payout_results (batch_id, at, row_sha256);
create index payout_results__by_item on payout_results (item_id) where item_id is not null;
create trigger payout_results__frozen
  before update of row_sha256, customer_ref, paypal_status, transaction_id, currency, amount_minor, fee_minor, file_name
    or delete or truncate on payout_results
  for each statement execute function frozen_columns_changed();

-- ------------------------------------------------------------------------------------------------------ statements: helpers
-- Order of locks: cashback, then the member's accounts (`lock_wallet`), lots, shared accounts.

-- Pays what several accounts give to several others, in their order. Amounts of zero make no posting. The sums are equal.
create function postings_between(sources uuid[], given bigint[], destinations uuid[], wanted bigint[]) returns jsonb
language plpgsql immutable as $$
declare
  made jsonb := '[]';
  place int := 1;
  part bigint;
begin
  for i in 1 .. cardinality(sources) loop
    while given[i] > 0 loop
      while wanted[place] = 0 loop place := place + 1; end loop;
      part := least(given[i], wanted[place]);
      made := made || jsonb_build_array(jsonb_build_object(
        'source', sources[i], 'destination', destinations[place], 'amount_minor', part));
      given[i] := given[i] - part;
      wanted[place] := wanted[place] - part;
    end loop;
  end loop;
  return made;
end $$;

-- Opens and locks the accounts of a member, so that what reads their balances and lots and then takes from them is alone.
create function lock_wallet(b smallint, member uuid, its_currency text) returns void language plpgsql as $$
begin
  perform ledger_lock(array[
    ledger_account(b, 'member', member, 'pending', its_currency),
    ledger_account(b, 'member', member, 'available', its_currency),
    ledger_account(b, 'member', member, 'held', its_currency),
    ledger_account(b, 'member', member, 'owed', its_currency)]);
end $$;

create function balance_of(b smallint, account uuid) returns bigint language sql stable
as $$ select balance_minor from ledger_accounts where bucket = b and id = account $$;

-- Who pays for cashback: the brand, the retailer and the platform, in this order.
create function cashback_payers(its cashback_entries) returns uuid[] language plpgsql as $$
begin
  return array[
    case when its.brand_id is null then ledger_account(its.bucket, 'platform', null, 'promotions', its.currency)
         else ledger_account(its.bucket, 'brand', its.brand_id, 'funding', its.currency) end,
    ledger_account(its.bucket, 'retailer', its.retailer_id, 'settlement', its.currency),
    ledger_account(its.bucket, 'platform', null, 'promotions', its.currency)];
end $$;

-- Moves an entry to a status and writes its event. The row is locked, or made, by the caller.
create function cashback_move(
  b smallint, entry uuid, to_be text, amount bigint, transaction bigint, why text, actor uuid, at timestamptz
) returns void language plpgsql as $$
declare
  before cashback_entries;
begin
  select * into before from cashback_entries where bucket = b and id = entry;
  insert into cashback_events (bucket, cashback_id, sequence, from_status, to_status, amount_minor, transaction_number, reason, actor_id, at)
  values (b, entry, before.events + 1, case when before.events > 0 then before.status end, to_be, amount, transaction, why, actor, at);
  update cashback_entries set status = to_be, events = before.events + 1 where bucket = b and id = entry;
end $$;

-- Takes from a member's lots, what expires first first, and from the lot of `preferred` before all. The wallet is locked by the caller.
-- Answers what it took, which is less if the lots have less.
create function take_lots(
  b smallint, member uuid, its_currency text, amount bigint, its_kind text, reference uuid, preferred uuid
) returns bigint language plpgsql as $$
declare
  lot record;
  rest bigint := amount;
  part bigint;
begin
  for lot in
    select cashback_id, left_minor from cashback_lots
     where bucket = b and member_id = member and currency = its_currency and left_minor > 0
     order by cashback_id is distinct from preferred, expires_at nulls last, cashback_id
  loop
    exit when rest = 0;
    part := least(rest, lot.left_minor);
    update cashback_lots set left_minor = left_minor - part
     where bucket = b and member_id = member and currency = its_currency and cashback_id = lot.cashback_id;
    insert into cashback_lot_uses (bucket, cashback_id, kind, reference_id, amount_minor)
    values (b, lot.cashback_id, its_kind, reference, part);
    rest := rest - part;
  end loop;
  return amount - rest;
end $$;

-- Gives back to the lots what a payment took from them, up to `amount`: what expires last first, as the rest of it was used. A lot
-- that expired in the meantime lasts 30 days more.
create function return_lots(b smallint, reference uuid, amount bigint, at timestamptz) returns void language plpgsql as $$
declare
  used record;
  rest bigint := amount;
  part bigint;
begin
  for used in
    select lot.member_id, lot.currency, lot.cashback_id, its.amount_minor
      from cashback_lot_uses as its
      join cashback_lots as lot on lot.bucket = b and lot.cashback_id = its.cashback_id
     where its.bucket = b and its.kind = 'payout' and its.reference_id = reference
     order by lot.expires_at desc nulls first, lot.cashback_id desc
  loop
    exit when rest = 0;
    part := least(rest, used.amount_minor);
    update cashback_lots
       set left_minor = left_minor + part,
           expires_at = case when expires_at < at + interval '30 days' then at + interval '30 days' else expires_at end
     where bucket = b and member_id = used.member_id and currency = used.currency and cashback_id = used.cashback_id;
    insert into cashback_lot_uses (bucket, cashback_id, kind, reference_id, amount_minor)
    values (b, used.cashback_id, 'payout_returned', reference, -part);
    rest := rest - part;
  end loop;
end $$;

-- The status of entries whose lots were used by `reference`, as their lots say: something left, in a payment that is not final, or
-- gone.
create function refresh_used(b smallint, reference uuid, transaction bigint, why text, actor uuid, at timestamptz) returns void
language plpgsql as $$
declare
  used record;
begin
  for used in
    select entry.id, entry.status, sum(abs(its.amount_minor))::bigint as amount,
           case when lot.left_minor > 0 then 'available'
                when exists (
                  select from cashback_lot_uses as other
                    join payout_items as item on item.bucket = b and item.id = other.reference_id and item.status in ('locked', 'sent')
                   where other.bucket = b and other.cashback_id = entry.id and other.kind = 'payout') then 'in_payout'
                when exists (select from cashback_lot_uses as other
                              where other.bucket = b and other.cashback_id = entry.id and other.kind = 'expiry') then 'expired'
                else 'paid' end as to_be
      from cashback_lot_uses as its
      join cashback_entries as entry on entry.bucket = b and entry.id = its.cashback_id
      join cashback_lots as lot
        on lot.bucket = b and lot.member_id = entry.member_id and lot.currency = entry.currency and lot.cashback_id = entry.id
     where its.bucket = b and its.reference_id = reference and entry.status in ('available', 'in_payout', 'paid', 'expired')
     group by entry.id, entry.status, lot.left_minor
     order by entry.id
  loop
    if used.status <> used.to_be then
      perform cashback_move(b, used.id, used.to_be, used.amount, transaction, why, actor, at);
    end if;
  end loop;
end $$;

-- ------------------------------------------------------------------------------------------- statements: life of cashback

-- Earns cashback. `call` has the columns of an entry, `lines` and the shares as `{brand,retailer,platform}_left_minor`. A status
-- `tracked` moves no money: the brand's balance did not cover it.
create function cashback_earn(call jsonb, at timestamptz) returns void language plpgsql as $$
declare
  made cashback_entries := jsonb_populate_record(null::cashback_entries, call);
  wanted text := made.status;
  number bigint;
begin
  made.created_at := at;
  made.left_minor := made.amount_minor;
  made.events := 0;
  if wanted <> 'on_hold' and made.hold_reason is not null and wanted <> 'tracked' then wanted := 'on_hold'; end if;
  made.status := wanted;
  -- Wallets are listed by this account.
  perform ledger_account(made.bucket, 'member', made.member_id, 'available', made.currency);
  insert into cashback_entries select made.*;
  insert into cashback_lines
  select made.bucket, made.id, line.number, line.product_id, line.quantity, line.paid_minor, line.rate_bps, line.rate_source,
         line.certificate_id, line.amount_minor
    from jsonb_populate_recordset(null::cashback_lines, call -> 'lines') as line;
  if wanted <> 'tracked' then number := cashback_fund(made, at); end if;
  perform cashback_move(made.bucket, made.id, wanted, made.amount_minor, number, made.hold_reason, made.caller_id, at);
end $$;

-- Moves what an entry is worth from those who pay for it to the member.
create function cashback_fund(its cashback_entries, at timestamptz) returns bigint language plpgsql as $$
declare
  shares bigint[] := array[its.brand_left_minor, its.retailer_left_minor, its.platform_left_minor];
begin
  return ledger_post(its.bucket, new_id_in(its.bucket), 'cashback_earned', 'cashback_earned:' || its.id, 'cashback', its.id, its.currency,
    postings_between(cashback_payers(its), shares,
      array[ledger_account(its.bucket, 'member', its.member_id, 'pending', its.currency)], array[its.left_minor]),
    its.caller_id, null, at);
end $$;

-- A tracked entry, once the brand's balance covers it. False: it is not tracked any more. Refuses with insufficient_funds.
create function cashback_fund_tracked(b smallint, entry uuid, at timestamptz) returns boolean language plpgsql as $$
declare
  its cashback_entries;
begin
  select * into its from cashback_entries where bucket = b and id = entry and status = 'tracked' for update;
  if not found then return false; end if;
  perform cashback_move(b, entry, case when its.hold_reason is null then 'pending' else 'on_hold' end, its.left_minor,
    cashback_fund(its, at), its.hold_reason, null, at);
  return true;
end $$;

-- Makes an entry available: it first repays what the member owes. `is_due`: only one that is pending and whose return window is over.
-- False: nothing to do. The entry is locked before what is left of it is read, so a refund that commits first is seen.
create function cashback_confirm(b smallint, entry uuid, is_due boolean, why text, actor uuid, at timestamptz) returns boolean
language plpgsql as $$
declare
  its cashback_entries;
  owed bigint;
  repaid bigint;
  ends timestamptz;
  number bigint;
begin
  select * into its from cashback_entries
    where bucket = b and id = entry
      and case when is_due then status = 'pending' and due_at <= at else status in ('pending', 'on_hold') end
      for update;
  if not found then return false; end if;
  perform lock_wallet(b, its.member_id, its.currency);
  owed := -balance_of(b, ledger_account_id(b, 'member', its.member_id, 'owed', its.currency));
  repaid := least(owed, its.left_minor);
  number := ledger_post(b, new_id_in(b), 'cashback_confirmed', 'cashback_confirmed:' || entry, 'cashback', entry, its.currency,
    postings_between(array[ledger_account_id(b, 'member', its.member_id, 'pending', its.currency)], array[its.left_minor],
      array[ledger_account_id(b, 'member', its.member_id, 'owed', its.currency),
            ledger_account_id(b, 'member', its.member_id, 'available', its.currency)], array[repaid, its.left_minor - repaid]),
    actor, why, at);
  select at + make_interval(days => expiry_days) into ends from loyalty_settings;
  if its.left_minor > repaid then
    insert into cashback_lots (bucket, member_id, currency, cashback_id, amount_minor, left_minor, expires_at)
    values (b, its.member_id, its.currency, entry, its.left_minor - repaid, its.left_minor - repaid, ends);
  end if;
  update cashback_entries set hold_reason = null, expires_at = ends where bucket = b and id = entry;
  perform cashback_move(b, entry, case when its.left_minor > repaid then 'available' else 'paid' end, its.left_minor, number, why, actor, at);
  return true;
end $$;

-- Confirms up to `most` entries whose return window is over. Any number of processes at once. Answers [seen, confirmed]; an entry of a
-- frozen wallet waits.
create function cashback_confirm_due(at timestamptz, most int) returns int language plpgsql as $$
declare
  due record;
  confirmed int := 0;
begin
  for due in
    select entry.bucket, entry.id
      from cashback_entries as entry
     where entry.status = 'pending' and entry.due_at <= at
       and not exists (
         select from ledger_accounts as account
          where account.bucket = entry.bucket and account.owner_kind = 'member' and account.owner_id = entry.member_id
            and account.currency = entry.currency and account.status <> 'open')
     order by entry.due_at limit most
       for update skip locked
  loop
    if cashback_confirm(due.bucket, due.id, true, null, null, at) then confirmed := confirmed + 1; end if;
  end loop;
  return confirmed;
end $$;

create function cashback_hold(b smallint, entry uuid, why text, actor uuid, at timestamptz) returns boolean language plpgsql as $$
begin
  update cashback_entries set hold_reason = why where bucket = b and id = entry and status = 'pending';
  if not found then return false; end if;
  perform cashback_move(b, entry, 'on_hold', 0, null, why, actor, at);
  return true;
end $$;

create function cashback_release(b smallint, entry uuid, why text, actor uuid, at timestamptz) returns boolean language plpgsql as $$
begin
  perform from cashback_entries where bucket = b and id = entry and status = 'on_hold' for update;
  if not found then return false; end if;
  perform cashback_move(b, entry, 'pending', 0, null, why, actor, at);
  update cashback_entries set hold_reason = null where bucket = b and id = entry;
  return true;
end $$;

-- Where what expired of an entry is, and how much of it was not taken back yet.
create function expired_part(b smallint, entry uuid, out account uuid, out amount bigint) language sql stable as $$
  select its.id, sum(case when posting.destination_id = its.id then posting.amount_minor else -posting.amount_minor end)::bigint
    from ledger_transactions as made
    join ledger_postings as posting on posting.bucket = made.bucket and posting.transaction_id = made.id
    join ledger_accounts as its on its.bucket = b and its.id in (posting.source_id, posting.destination_id)
     and its.purpose in ('breakage', 'charity')
   where made.bucket = b and made.reference_id = entry and made.kind in ('cashback_expired', 'cashback_reversed')
   group by its.id order by max(made.number) desc limit 1
$$;

-- Takes back these shares of an entry, which is locked by the caller: from what is pending; or from what is available, this entry's
-- own lot first, and the member owes the rest. What expired comes from where it went: the member had no use of it.
create function cashback_take_back(
  b smallint, entry uuid, brand bigint, retailer bigint, platform bigint, how text, why text, actor uuid, at timestamptz
) returns void language plpgsql as $$
declare
  its cashback_entries;
  amount bigint := brand + retailer + platform;
  reference uuid := new_id_in(b);
  taken bigint := 0;
  expired record;
  lapsed bigint := 0;
  to_be text;
  number bigint;
begin
  select * into its from cashback_entries where bucket = b and id = entry;
  if amount = 0 then return; end if;
  if its.status <> 'tracked' then
    perform lock_wallet(b, its.member_id, its.currency);
    select * into expired from expired_part(b, entry);
    if its.status in ('available', 'in_payout', 'paid', 'expired') then
      lapsed := least(amount, greatest(coalesce(expired.amount, 0), 0));
      if amount > lapsed then
        taken := take_lots(b, its.member_id, its.currency, amount - lapsed, 'clawback', reference, entry);
      end if;
    end if;
    number := ledger_post(b, new_id_in(b), 'cashback_' || how, 'cashback_' || how || ':' || entry || ':' || its.events + 1, 'cashback', entry,
      its.currency,
      postings_between(
        array[ledger_account_id(b, 'member', its.member_id, 'pending', its.currency),
              ledger_account_id(b, 'member', its.member_id, 'available', its.currency),
              ledger_account_id(b, 'member', its.member_id, 'owed', its.currency),
              expired.account],
        case when its.status in ('pending', 'on_hold') then array[amount, 0, 0, 0] else array[0, taken, amount - lapsed - taken, lapsed] end,
        cashback_payers(its), array[brand, retailer, platform]),
      actor, why, at);
  end if;
  to_be := case when amount = its.left_minor then how else its.status end;
  update cashback_entries
     set left_minor = left_minor - amount, brand_left_minor = brand_left_minor - brand,
         retailer_left_minor = retailer_left_minor - retailer, platform_left_minor = platform_left_minor - platform,
         status = to_be, events = events + 1
   where bucket = b and id = entry;
  insert into cashback_events (bucket, cashback_id, sequence, from_status, to_status, amount_minor, transaction_number, reason, actor_id, at)
  values (b, entry, its.events + 1, its.status, to_be, amount, number, why, actor, at);
  perform refresh_used(b, reference, number, why, actor, at);
end $$;

-- Declines (before it is available) or reverses an entry, whole if `amount` is null. Answers null if it was done, else why not.
create function cashback_end(b smallint, entry uuid, how text, amount bigint, why text, actor uuid, at timestamptz) returns text
language plpgsql as $$
declare
  its cashback_entries;
  wanted bigint;
  brand bigint;
  retailer bigint;
begin
  select * into its from cashback_entries where bucket = b and id = entry for update;
  if not found or its.left_minor = 0
     or (how = 'declined' and its.status not in ('tracked', 'pending', 'on_hold'))
     or (how = 'reversed' and its.status = 'tracked') then
    return 'invalid_cashback_transition';
  end if;
  wanted := coalesce(amount, its.left_minor);
  if wanted > its.left_minor then return 'exceeds_cashback_left'; end if;
  -- Each share rounded to what is left of it and those after it: never more than any of them has.
  brand := round(wanted::numeric * its.brand_left_minor / its.left_minor);
  retailer := case when its.left_minor = its.brand_left_minor then 0
                   else round((wanted - brand)::numeric * its.retailer_left_minor / (its.left_minor - its.brand_left_minor)) end;
  perform cashback_take_back(b, entry, brand, retailer, wanted - brand - retailer, how, why, actor, at);
  return null;
end $$;

-- Expires up to `most` lots: what is left goes where the settings say. Those of frozen wallets wait.
create function cashback_expire(at timestamptz, most int) returns int language plpgsql as $$
declare
  due record;
  lot cashback_lots;
  reference uuid;
  number bigint;
  ended int := 0;
  destination text;
begin
  select expiry_destination into destination from loyalty_settings;
  for due in
    select its.bucket, its.member_id, its.currency, its.cashback_id
      from cashback_lots as its
     where its.left_minor > 0 and its.expires_at <= at
       and exists (select from ledger_accounts as account
                    where account.bucket = its.bucket
                      and account.id = ledger_account_id(its.bucket, 'member', its.member_id, 'available', its.currency)
                      and account.status = 'open')
     order by its.expires_at limit most
  loop
    perform from cashback_entries where bucket = due.bucket and id = due.cashback_id for update;
    perform lock_wallet(due.bucket, due.member_id, due.currency);
    select * into lot from cashback_lots
     where bucket = due.bucket and member_id = due.member_id and currency = due.currency and cashback_id = due.cashback_id
       and left_minor > 0 and expires_at <= at;
    continue when not found;
    reference := new_id_in(due.bucket);
    update cashback_lots set left_minor = 0
     where bucket = due.bucket and member_id = due.member_id and currency = due.currency and cashback_id = due.cashback_id;
    insert into cashback_lot_uses (bucket, cashback_id, kind, reference_id, amount_minor)
    values (due.bucket, due.cashback_id, 'expiry', reference, lot.left_minor);
    number := ledger_post(due.bucket, new_id_in(due.bucket), 'cashback_expired', 'cashback_expired:' || reference, 'cashback', due.cashback_id,
      due.currency,
      postings_between(array[ledger_account_id(due.bucket, 'member', due.member_id, 'available', due.currency)], array[lot.left_minor],
        array[ledger_account(due.bucket, 'platform', null, destination, due.currency)], array[lot.left_minor]),
      null, null, at);
    perform refresh_used(due.bucket, reference, number, null, null, at);
    ended := ended + 1;
  end loop;
  return ended;
end $$;

-- Pays a retailer with available cashback. `made` names the payment.
create function wallet_spend(
  b smallint, made uuid, member uuid, retailer uuid, its_currency text, amount bigint, order_ref text, actor uuid, at timestamptz
) returns void language plpgsql as $$
declare
  number bigint;
begin
  perform lock_wallet(b, member, its_currency);
  if take_lots(b, member, its_currency, amount, 'spend', made, null) < amount then perform refuse('insufficient_funds'); end if;
  number := ledger_post(b, made, 'wallet_spent', 'wallet_spent:' || made, 'spend', made, its_currency,
    postings_between(array[ledger_account_id(b, 'member', member, 'available', its_currency)], array[amount],
      array[ledger_account(b, 'retailer', retailer, 'settlement', its_currency)], array[amount]),
    actor, order_ref, at);
  perform refresh_used(b, made, number, order_ref, actor, at);
end $$;

-- ------------------------------------------------------------------------------------------------- statements: members

-- After an adjustment of a member's available balance, whose account is locked by it: a lot of its own for what was given; what was
-- taken comes from the lots. `reference` is in the member's bucket.
create function wallet_follow(
  b smallint, member uuid, its_currency text, change bigint, reference uuid, why text, actor uuid, at timestamptz
) returns void language plpgsql as $$
begin
  if change > 0 then
    insert into cashback_lots (bucket, member_id, currency, cashback_id, amount_minor, left_minor, expires_at)
    select b, member, its_currency, reference, change, change, at + make_interval(days => expiry_days) from loyalty_settings;
  elsif take_lots(b, member, its_currency, -change, 'adjustment', reference, null) < -change then
    perform refuse('insufficient_funds');
  else
    perform refresh_used(b, reference, null, why, actor, at);
  end if;
end $$;

-- Moves what a merged member has and owes in a currency to the one who stays, through transit if their buckets differ. Lots keep
-- their dates. Called when the members are merged, and again for what becomes available or is owed later.
create function wallet_move(gone uuid, stays uuid, its_currency text, actor uuid, at timestamptz) returns void language plpgsql as $$
declare
  b smallint := bucket_of(gone);
  to_bucket smallint := bucket_of(stays);
  reference uuid := new_id_in(bucket_of(gone));
  amount bigint;
  owed bigint;
  number bigint;
begin
  perform ledger_lock(array[
    ledger_account(b, 'member', gone, 'available', its_currency), ledger_account(b, 'member', gone, 'owed', its_currency),
    ledger_account(to_bucket, 'member', stays, 'available', its_currency), ledger_account(to_bucket, 'member', stays, 'owed', its_currency)]);
  amount := balance_of(b, ledger_account_id(b, 'member', gone, 'available', its_currency));
  owed := -balance_of(b, ledger_account_id(b, 'member', gone, 'owed', its_currency));
  if amount > 0 then
    insert into cashback_lots (bucket, member_id, currency, cashback_id, amount_minor, left_minor, expires_at)
    select to_bucket, stays, its_currency, new_id_in(to_bucket), left_minor, left_minor, expires_at
      from cashback_lots where bucket = b and member_id = gone and currency = its_currency and left_minor > 0;
    perform take_lots(b, gone, its_currency, amount, 'merge', reference, null);
    number := ledger_transfer(ledger_account_id(b, 'member', gone, 'available', its_currency),
      ledger_account_id(to_bucket, 'member', stays, 'available', its_currency), 'members_merged', 'members_merged:' || reference,
      'member', gone, its_currency, amount, actor, null, at);
    perform refresh_used(b, reference, number, null, actor, at);
  end if;
  if owed > 0 then
    perform ledger_transfer(ledger_account_id(to_bucket, 'member', stays, 'owed', its_currency),
      ledger_account_id(b, 'member', gone, 'owed', its_currency), 'members_merged', 'members_merged_debt:' || reference,
      'member', gone, its_currency, owed, actor, null, at);
  end if;
end $$;

create index members__merged on members (id) where merged_into is not null;

-- ------------------------------------------------------------------------------------------------- statements: payouts

-- Sets aside one payment, `call` with the columns of an item. False: the member can't be paid that much now.
create function payout_take(call jsonb, request uuid, actor uuid, at timestamptz) returns boolean language plpgsql as $$
declare
  made payout_items := jsonb_populate_record(null::payout_items, call);
  b smallint := made.bucket;
  available uuid := ledger_account_id(b, 'member', made.member_id, 'available', made.currency);
  number bigint;
begin
  perform lock_wallet(b, made.member_id, made.currency);
  if exists (select from ledger_accounts where bucket = b and id = available and (status <> 'open' or balance_minor < made.amount_minor))
     or balance_of(b, ledger_account_id(b, 'member', made.member_id, 'owed', made.currency)) < 0
     or exists (select from payout_items where bucket = b and member_id = made.member_id and currency = made.currency
                   and status in ('locked', 'sent')) then
    return false;
  end if;
  if request is not null then
    update payout_requests set status = 'batched', item_id = made.id where bucket = b and id = request and status = 'requested';
    if not found then return false; end if;
  end if;
  if take_lots(b, made.member_id, made.currency, made.amount_minor, 'payout', made.id, null) < made.amount_minor then
    raise exception 'wallet: the lots of % have less than their account', made.member_id;
  end if;
  made.status := 'locked';
  made.fee_minor := 0;
  insert into payout_items select made.*;
  number := ledger_post(b, new_id_in(b), 'payout_locked', 'payout_locked:' || made.id, 'payout', made.id, made.currency,
    postings_between(array[available], array[made.amount_minor],
      array[ledger_account_id(b, 'member', made.member_id, 'held', made.currency)], array[made.amount_minor]), actor, null, at);
  perform refresh_used(b, made.id, number, null, actor, at);
  return true;
end $$;

-- Moves a payment to a status with its money: locked → sent or cancelled; sent → paid, failed or returned; paid → returned. What comes
-- back repays what the member owes first. False: it can't change so.
create function payout_settle(b smallint, item uuid, to_be text, its_paypal_status text, its_paypal_id text, fee bigint, actor uuid, at timestamptz)
returns boolean language plpgsql as $$
declare
  its payout_items;
  source uuid;
  key text := 'payout_' || to_be || ':' || item;
  repaid bigint;
  number bigint;
begin
  select * into its from payout_items where bucket = b and id = item for update;
  if not found or (its.status, to_be) not in (
       ('locked', 'sent'), ('locked', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('sent', 'returned'), ('paid', 'returned')) then
    return false;
  end if;
  perform lock_wallet(b, its.member_id, its.currency);
  update payout_items
     set status = to_be, paypal_status = coalesce(its_paypal_status, paypal_status), paypal_id = coalesce(its_paypal_id, paypal_id),
         fee_minor = fee_minor + coalesce(fee, 0),
         sent_at = case when to_be = 'sent' then at else sent_at end,
         resolved_at = case when to_be = 'sent' then null else at end
   where bucket = b and id = item;
  source := case its.status
    when 'locked' then ledger_account_id(b, 'member', its.member_id, 'held', its.currency)
    when 'sent' then ledger_account(b, 'platform', null, 'payout_clearing', its.currency)
    else ledger_account(b, 'platform', null, 'paypal_cash', its.currency) end;
  if to_be in ('sent', 'paid') then
    number := ledger_post(b, new_id_in(b), 'payout_' || to_be, key, 'payout', item, its.currency,
      postings_between(array[source], array[its.amount_minor],
        array[ledger_account(b, 'platform', null, case to_be when 'sent' then 'payout_clearing' else 'paypal_cash' end, its.currency)],
        array[its.amount_minor]), actor, its_paypal_status, at);
  else
    repaid := least(its.amount_minor, -balance_of(b, ledger_account_id(b, 'member', its.member_id, 'owed', its.currency)));
    number := ledger_post(b, new_id_in(b), 'payout_' || to_be, key, 'payout', item, its.currency,
      postings_between(array[source], array[its.amount_minor],
        array[ledger_account_id(b, 'member', its.member_id, 'owed', its.currency),
              ledger_account_id(b, 'member', its.member_id, 'available', its.currency)], array[repaid, its.amount_minor - repaid]),
      actor, its_paypal_status, at);
    perform return_lots(b, item, its.amount_minor - repaid, at);
  end if;
  if fee > 0 then
    perform ledger_post(b, new_id_in(b), 'payout_fee', 'payout_fee:' || to_be || ':' || item, 'payout', item, its.currency,
      postings_between(array[ledger_account(b, 'platform', null, 'payout_fees', its.currency)], array[fee],
        array[ledger_account(b, 'platform', null, 'paypal_cash', its.currency)], array[fee]), actor, null, at);
  end if;
  update payout_requests
     set status = case to_be when 'cancelled' then 'requested' else to_be end, item_id = case to_be when 'cancelled' then null else item end
   where bucket = b and item_id = item and to_be <> 'sent';
  perform refresh_used(b, item, number, its_paypal_status, actor, at);
  return true;
end $$;

-- ------------------------------------------------------------------------------------------------ statements: redemptions

-- Uses without the campaign's counters, which are taken last: see take_counters.
create or replace function take_uses(
  campaign uuid, ids uuid[], periods text[], limits int[], refusals text[], code text, at timestamptz, slot smallint, cost bigint
) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(ids) loop
    insert into campaign_uses as used (bucket, subject_id, campaign_id, period, uses)
    values (bucket_of(ids[i]), ids[i], campaign, periods[i], 1)
    on conflict (bucket, subject_id, campaign_id, period) do update set uses = used.uses + 1 where used.uses < limits[i];
    if not found then perform refuse(refusals[i]); end if;
  end loop;
  if code is not null then
    update codes set uses = uses + 1
     where bucket = bucket_of(code) and code_key = code and campaign_id = campaign and status = 'available'
       and uses < uses_max
       and (valid_from is null or valid_from <= at) and (valid_to is null or at < valid_to);
    if not found then perform refuse('code_limit_reached'); end if;
  end if;
end $$;

create function take_counters(campaign uuid, slot smallint, cost bigint) returns void language plpgsql as $$
begin
  update campaign_counters
     set uses_taken = uses_taken + 1, budget_taken_minor = budget_taken_minor + cost
   where bucket = slot and campaign_id = campaign
     and uses_taken < uses_granted and budget_taken_minor + cost <= budget_granted_minor;
  -- Which of the two it was is found out by `level_campaign`, which may find room in other buckets.
  if not found then perform refuse('campaign_limit_reached'); end if;
end $$;

-- Posts what a committed redemption costs: cashback to the member, and to the retailer what the brand and the platform pay of a
-- discount. Of a campaign of the platform, the platform pays the brand's share too.
create function pay_redemption(made redemptions, lines jsonb, at timestamptz) returns void language plpgsql as $$
declare
  b smallint := made.bucket;
  brand uuid;
  wait int;
  shares record;
begin
  select sum(line.brand_minor) filter (where line.cashback_minor > 0)::bigint as cashback_brand,
         sum(line.retailer_minor) filter (where line.cashback_minor > 0)::bigint as cashback_retailer,
         sum(line.platform_minor) filter (where line.cashback_minor > 0)::bigint as cashback_platform,
         coalesce(sum(line.brand_minor) filter (where line.cashback_minor = 0), 0)::bigint as brand,
         coalesce(sum(line.platform_minor) filter (where line.cashback_minor = 0), 0)::bigint as platform,
         case when count(distinct line.rate_source) = 1 then min(line.rate_source) end as rate_source,
         case when count(distinct line.certificate_id) = 1 then min(line.certificate_id::text)::uuid end as certificate_id
    into shares
    from jsonb_populate_recordset(null::redemption_lines, lines) as line;
  select campaign.owner_brand_id, coalesce(owner.pending_days, type.pending_days) into brand, wait
    from campaigns as campaign
    left join brands as owner on owner.id = campaign.owner_brand_id
    join retailers as shop on shop.id = made.retailer_id
    join retailer_types as type on type.id = shop.retailer_type_id
   where campaign.id = made.campaign_id;
  if made.cashback_minor > 0 then
    if made.member_id is null then perform refuse('member_not_eligible'); end if;
    perform cashback_earn(jsonb_build_object(
      'bucket', b, 'id', new_id_in(b), 'member_id', made.member_id, 'brand_id', brand, 'retailer_id', made.retailer_id,
      'location_id', made.location_id, 'redemption_id', made.id, 'order_ref', made.order_ref, 'purchased_at', at,
      'rate_source', shares.rate_source, 'certificate_id', shares.certificate_id, 'currency', made.currency,
      'amount_minor', made.cashback_minor, 'due_at', at + make_interval(days => wait), 'caller_id', made.caller_id,
      'brand_left_minor', shares.cashback_brand, 'retailer_left_minor', shares.cashback_retailer,
      'platform_left_minor', shares.cashback_platform, 'status', 'pending',
      'lines', (select jsonb_agg(jsonb_build_object(
                         'number', line.number, 'product_id', line.product_id, 'quantity', line.quantity,
                         'paid_minor', line.base_minor - line.discount_minor, 'rate_source', line.rate_source,
                         'certificate_id', line.certificate_id, 'amount_minor', line.cashback_minor))
                  from jsonb_populate_recordset(null::redemption_lines, lines) as line where line.cashback_minor > 0)), at);
  end if;
  if shares.brand + shares.platform > 0 then
    perform ledger_post(b, new_id_in(b), 'discount_paid', 'discount_paid:' || made.id, 'redemption', made.id, made.currency,
      postings_between(discount_payers(b, brand, made.currency), array[shares.brand, shares.platform],
        array[ledger_account(b, 'retailer', made.retailer_id, 'settlement', made.currency)], array[shares.brand + shares.platform]),
      made.caller_id, null, at);
  end if;
end $$;

create function discount_payers(b smallint, brand uuid, its_currency text) returns uuid[] language plpgsql as $$
begin
  return array[
    case when brand is null then ledger_account(b, 'platform', null, 'promotions', its_currency)
         else ledger_account(b, 'brand', brand, 'funding', its_currency) end,
    ledger_account(b, 'platform', null, 'promotions', its_currency)];
end $$;

create or replace function redeem_campaign(call jsonb, at timestamptz) returns void language plpgsql as $$
declare
  made redemptions;
  live_spread smallint;
begin
  made := jsonb_populate_record(null::redemptions, call);
  select spread into live_spread
    from campaigns
   where id = made.campaign_id and live_version = made.campaign_version and status <> 'archived' and pause_source is null;
  if not found then perform refuse('campaign_changed'); end if;
  made.counter_bucket := case live_spread when 1 then 0 else made.bucket end;
  made.created_at := at;
  insert into receipt_claims (bucket, retailer_id, order_ref, campaign_id, redemption_id)
  values (bucket_of(made.order_ref), made.retailer_id, made.order_ref, made.campaign_id, made.id)
  on conflict do nothing;
  if not found then perform refuse('receipt_already_used'); end if;
  insert into redemptions select made.*;
  if made.status = 'committed' then perform write_lines(made.bucket, made.id, call -> 'lines'); end if;
  perform take_uses(
    made.campaign_id, made.counted_ids, made.counted_periods,
    array(select value::int from jsonb_array_elements_text(call -> 'limits')),
    array(select value from jsonb_array_elements_text(call -> 'refusals')),
    case when made.is_code_counted then made.code_key end, at, made.counter_bucket, made.cost_minor);
  if made.status = 'committed' then perform pay_redemption(made, call -> 'lines', at); end if;
  perform take_counters(made.campaign_id, made.counter_bucket, made.cost_minor);
end $$;

create or replace function commit_reservation(call jsonb, at timestamptz) returns boolean language plpgsql as $$
declare
  asked redemptions := jsonb_populate_record(null::redemptions, call);
  held redemptions;
begin
  select * into held from redemptions
    where bucket = asked.bucket and id = asked.id and status = 'reserved' and reserved_until > at
      for update;
  if not found then return false; end if;
  update redemptions
     set status = 'committed', committed_at = at, trace = asked.trace,
         discount_minor = asked.discount_minor, discount_left_minor = asked.discount_minor,
         cashback_minor = asked.cashback_minor, cashback_left_minor = asked.cashback_minor,
         cost_minor = asked.cost_minor, cost_left_minor = asked.cost_minor
   where bucket = asked.bucket and id = asked.id;
  perform write_lines(asked.bucket, asked.id, call -> 'lines');
  held.cashback_minor := asked.cashback_minor;
  perform pay_redemption(held, call -> 'lines', at);
  update campaign_counters
     set budget_taken_minor = budget_taken_minor + asked.cost_minor - held.cost_minor
   where bucket = held.counter_bucket and campaign_id = held.campaign_id
     and budget_taken_minor + asked.cost_minor - held.cost_minor <= budget_granted_minor;
  if not found then perform refuse('budget_exhausted'); end if;
  return true;
end $$;

-- Gives back what pay_redemption paid for the returned parts of the lines.
create function refund_redemption(held redemptions, given redemption_rollbacks) returns void language plpgsql as $$
declare
  b smallint := held.bucket;
  brand uuid;
  entry cashback_entries;
  shares record;
  -- Lines that had cashback: their shares are of it.
  earning smallint[] := array(
    select number from redemption_lines where bucket = held.bucket and redemption_id = held.id and cashback_minor > 0);
begin
  select coalesce(sum((line ->> 'brandMinor')::bigint) filter (where is_earning), 0)::bigint as cashback_brand,
         coalesce(sum((line ->> 'retailerMinor')::bigint) filter (where is_earning), 0)::bigint as cashback_retailer,
         coalesce(sum((line ->> 'platformMinor')::bigint) filter (where is_earning), 0)::bigint as cashback_platform,
         coalesce(sum((line ->> 'brandMinor')::bigint) filter (where not is_earning), 0)::bigint as brand,
         coalesce(sum((line ->> 'platformMinor')::bigint) filter (where not is_earning), 0)::bigint as platform
    into shares
    from jsonb_array_elements(given.lines) as line
   cross join lateral (select (line ->> 'number')::smallint = any(earning) as is_earning) as its;
  select * into entry from cashback_entries where bucket = b and redemption_id = held.id for update;
  if found and entry.left_minor > 0 then
    perform cashback_take_back(b, entry.id, least(shares.cashback_brand, entry.brand_left_minor),
      least(shares.cashback_retailer, entry.retailer_left_minor), least(shares.cashback_platform, entry.platform_left_minor),
      'reversed', given.reason, given.actor_id, given.at);
  end if;
  if shares.brand + shares.platform > 0 then
    select owner_brand_id into brand from campaigns where id = held.campaign_id;
    perform ledger_post(b, new_id_in(b), 'discount_returned', 'discount_returned:' || held.id || ':' || given.sequence, 'redemption', held.id,
      held.currency,
      postings_between(array[ledger_account(b, 'retailer', held.retailer_id, 'settlement', held.currency)],
        array[shares.brand + shares.platform], discount_payers(b, brand, held.currency), array[shares.brand, shares.platform]),
      given.actor_id, given.reason, given.at);
  end if;
end $$;

-- As `give_back` in 0050, in two parts: between them are accounts in the order of locks.
create function give_back_uses(ended uuid[]) returns void language plpgsql as $$
begin
  delete from receipt_claims as claim using redemptions as redemption
   where redemption.id = any(ended) and redemption.bucket = bucket_of(redemption.id)
     and claim.bucket = bucket_of(redemption.order_ref) and claim.retailer_id = redemption.retailer_id
     and claim.order_ref = redemption.order_ref and claim.campaign_id = redemption.campaign_id
     and claim.redemption_id = redemption.id;
  with given as materialized (
    select bucket_of(counted.id) as bucket, counted.id, redemption.campaign_id, counted.period, count(*)::int as uses
      from redemptions as redemption
     cross join unnest(redemption.counted_ids, redemption.counted_periods) as counted (id, period)
     where redemption.id = any(ended) and redemption.bucket = bucket_of(redemption.id)
     group by 1, 2, 3, 4
  ), locked as materialized (
    select used.bucket, used.subject_id, used.campaign_id, used.period, given.uses as given
      from campaign_uses as used
      join given on given.bucket = used.bucket and given.id = used.subject_id
                and given.campaign_id = used.campaign_id and given.period = used.period
     order by used.bucket, used.subject_id, used.campaign_id, used.period
       for update of used
  )
  update campaign_uses as used set uses = used.uses - locked.given from locked
   where used.bucket = locked.bucket and used.subject_id = locked.subject_id
     and used.campaign_id = locked.campaign_id and used.period = locked.period;
  with given as materialized (
    select bucket_of(redemption.code_key) as bucket, redemption.code_key, count(*)::int as uses
      from redemptions as redemption
     where redemption.id = any(ended) and redemption.bucket = bucket_of(redemption.id) and redemption.is_code_counted
     group by 1, 2
  ), locked as materialized (
    select code.bucket, code.code_key, given.uses as given
      from codes as code join given on given.bucket = code.bucket and given.code_key = code.code_key
     order by code.bucket, code.code_key
       for update of code
  )
  update codes as code set uses = code.uses - locked.given from locked
   where code.bucket = locked.bucket and code.code_key = locked.code_key;
end $$;

create function give_back_counters(ended uuid[]) returns void language plpgsql as $$
begin
  with given as materialized (
    select redemption.counter_bucket as bucket, redemption.campaign_id, count(*) as uses, sum(redemption.cost_left_minor) as cost
      from redemptions as redemption
     where redemption.id = any(ended) and redemption.bucket = bucket_of(redemption.id)
     group by 1, 2
  ), locked as materialized (
    select counter.bucket, counter.campaign_id, given.uses, given.cost
      from campaign_counters as counter
      join given on given.bucket = counter.bucket and given.campaign_id = counter.campaign_id
     order by counter.campaign_id, counter.bucket
       for update of counter
  )
  update campaign_counters as counter
     set uses_taken = counter.uses_taken - locked.uses, budget_taken_minor = counter.budget_taken_minor - locked.cost
    from locked
   where counter.bucket = locked.bucket and counter.campaign_id = locked.campaign_id;
end $$;

create or replace function give_back(ended uuid[]) returns void language plpgsql as $$
begin
  perform give_back_uses(ended);
  perform give_back_counters(ended);
end $$;

create or replace function roll_back_redemption(call jsonb, seen int, is_whole boolean, at timestamptz) returns boolean language plpgsql as $$
declare
  given redemption_rollbacks := jsonb_populate_record(null::redemption_rollbacks, call);
  held redemptions;
begin
  select * into held from redemptions
    where bucket = given.bucket and id = given.redemption_id and rollbacks = seen
      and status in ('committed', 'partially_rolled_back')
      for update;
  if not found then return false; end if;
  given.sequence := seen + 1;
  given.at := at;
  insert into redemption_rollbacks select given.*;
  if is_whole then perform give_back_uses(array[given.redemption_id]); end if;
  perform refund_redemption(held, given);
  if is_whole then
    perform give_back_counters(array[given.redemption_id]);
  else
    update campaign_counters set budget_taken_minor = budget_taken_minor - given.cost_minor
     where bucket = held.counter_bucket and campaign_id = held.campaign_id;
  end if;
  update redemptions
     set rollbacks = seen + 1,
         status = case when is_whole then 'rolled_back' else 'partially_rolled_back' end,
         ended_at = case when is_whole then at end,
         discount_left_minor = discount_left_minor - given.discount_minor,
         cashback_left_minor = cashback_left_minor - given.cashback_minor,
         cost_left_minor = cost_left_minor - given.cost_minor
   where bucket = given.bucket and id = given.redemption_id;
  return true;
end $$;

-- What a brand can still pay, in all 64 buckets.
create function funding_left(brand uuid, its_currency text) returns bigint language sql stable parallel safe
as $$
  select coalesce(sum(balance_minor - floor_minor), 0)::bigint
    from ledger_accounts
   where owner_kind = 'brand' and owner_id = brand and purpose = 'funding' and currency = its_currency and status = 'open'
$$;

-- After `insufficient_funds` in one bucket: levels the funding of the campaign's brand. False: all 64 have too little.
create function level_campaign_funding(campaign uuid, b smallint, amount bigint, at timestamptz) returns boolean language plpgsql as $$
declare
  brand uuid;
  its_currency text;
begin
  select owner_brand_id, currency into brand, its_currency from campaigns where id = campaign;
  return brand is not null and ledger_level('brand', brand, 'funding', its_currency, b, amount, at);
end $$;

-- Puts money that a brand paid into its 64 funding accounts, the same in each.
create function top_up_brand(top_up uuid, brand uuid, its_currency text, amount bigint, reference text, actor uuid, at timestamptz) returns void
language plpgsql as $$
declare
  part bigint;
begin
  insert into funding_agreements (brand_id, currency, policy, limit_minor, updated_at, updated_by)
  values (brand, its_currency, 'prepaid', 0, at, actor)
  on conflict do nothing;
  insert into funding_top_ups (id, brand_id, currency, amount_minor, reference, at, actor_id)
  values (top_up, brand, its_currency, amount, reference, at, actor);
  perform ledger_lock(array(select ledger_account(b::smallint, 'brand', brand, 'funding', its_currency) from generate_series(0, 63) as b)
    || array(select ledger_account(b::smallint, 'platform', null, 'bank', its_currency) from generate_series(0, 63) as b));
  for b in 0 .. 63 loop
    part := amount / 64 + case when b < amount % 64 then 1 else 0 end;
    if part > 0 then
      perform ledger_post(b::smallint, new_id_in(b::smallint), 'funding_topped_up', 'funding_topped_up:' || top_up, 'top_up', top_up,
        its_currency,
        postings_between(array[ledger_account_id(b::smallint, 'platform', null, 'bank', its_currency)], array[part],
          array[ledger_account_id(b::smallint, 'brand', brand, 'funding', its_currency)], array[part]), actor, reference, at);
    end if;
  end loop;
end $$;

create function platform_balance(its_purpose text, its_currency text) returns bigint language sql stable
as $$
  select coalesce(sum(balance_minor), 0)::bigint from ledger_accounts
   where owner_kind = 'platform' and purpose = its_purpose and currency = its_currency
$$;
create function brand_funding(its_currency text) returns bigint language sql stable
as $$
  select coalesce(sum(balance_minor), 0)::bigint from ledger_accounts
   where owner_kind = 'brand' and purpose = 'funding' and currency = its_currency
$$;

-- One member in one currency.
create view wallets as
  select available.bucket, available.id, available.owner_id as member_id, available.currency,
         available.balance_minor as available_minor, available.status <> 'open' as is_frozen,
         coalesce(pending.balance_minor, 0) as pending_minor, coalesce(held.balance_minor, 0) as held_minor,
         coalesce(owed.balance_minor, 0) as owed_minor
    from ledger_accounts as available
    left join ledger_accounts as pending on pending.bucket = available.bucket
     and pending.id = ledger_account_id(available.bucket, 'member', available.owner_id, 'pending', available.currency)
    left join ledger_accounts as held on held.bucket = available.bucket
     and held.id = ledger_account_id(available.bucket, 'member', available.owner_id, 'held', available.currency)
    left join ledger_accounts as owed on owed.bucket = available.bucket
     and owed.id = ledger_account_id(available.bucket, 'member', available.owner_id, 'owed', available.currency)
   where available.owner_kind = 'member' and available.purpose = 'available';
create index ledger_accounts__by_available on ledger_accounts (balance_minor, id)
  where owner_kind = 'member' and purpose = 'available';

-- Every posting of an owner's accounts, from the account's side.
create view owner_postings as
  select account.owner_kind, account.owner_id, account.purpose, account.currency, made.number, made.kind, made.recorded_at as at,
         made.reference_kind, made.reference_id, made.reason, posting.ordinal,
         case when posting.source_id = account.id then -posting.amount_minor else posting.amount_minor end as amount_minor,
         case when posting.source_id = account.id then posting.source_balance_minor else posting.destination_balance_minor end as balance_minor
    from ledger_accounts as account
   cross join lateral (
           select * from ledger_postings as paid where paid.bucket = account.bucket and paid.source_id = account.id
            union all
           select * from ledger_postings as got where got.bucket = account.bucket and got.destination_id = account.id
         ) as posting
    join ledger_transactions as made on made.bucket = posting.bucket and made.id = posting.transaction_id;

-- The entered codes and the campaigns that need none, with what was used of them. A reservation keeps the version of its
-- campaign's terms that it was made under.
create or replace function redemption_candidates(
  keys text[], member uuid, retailer uuid, location uuid, wanted_currency text, at timestamptz,
  held_campaign uuid, held_version int
) returns jsonb language sql stable parallel safe
as $$
  with entered as (
    select entry.place, entry.code_key, code.campaign_id,
           case when code.code_key is not null then jsonb_build_object(
             'isAvailable', code.status = 'available', 'memberId', code.member_id, 'uses', code.uses, 'usesMax', code.uses_max,
             'validFrom', code.valid_from, 'validTo', code.valid_to) end as code
      from unnest($1) with ordinality as entry (code_key, place)
      left join codes as code on code.bucket = bucket_of(entry.code_key) and code.code_key = entry.code_key
    union all
    select cardinality($1) + row_number() over (order by campaign.id), null, campaign.id, null
      from campaigns as campaign
     where campaign.code_mode = 'automatic' and campaign.status <> 'archived' and campaign.live_version is not null
       and campaign.currency = $5
       and campaign.pause_source is null
       and (campaign.starts_at is null or campaign.starts_at <= $6) and (campaign.ends_at is null or $6 < campaign.ends_at)
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'key', coalesce(entered.code_key, campaign.id::text),
           'code', entered.code,
           'spread', campaign.spread,
           'periods', periods.names,
           'campaign', case when version.terms is not null then jsonb_build_object(
             'id', campaign.id,
             'version', version.number,
             'status', case campaign.status when 'archived' then 'archived' else 'approved' end,
             'pauseSource', campaign.pause_source,
             'terms', version.terms,
             'hijriPeriods', (
               select coalesce(jsonb_agg(jsonb_build_object('startsAt', its.starts_at, 'endsAt', its.ends_at,
                        'isConfirmed', its.is_confirmed) order by its.starts_at), '[]')
                 from campaign_windows as its
                 join retailers as shop on shop.id = $3 and shop.country = its.market
                where its.campaign_id = campaign.id and its.version = version.number),
             'uses', jsonb_build_object(
               'total', counted.uses, 'budgetMinor', counted.budget_minor,
               'retailer', (select coalesce(sum(used.uses), 0) from campaign_uses as used
                             where used.bucket = bucket_of($3) and used.subject_id = $3
                               and used.campaign_id = campaign.id and used.period = ''),
               'location', (select coalesce(sum(used.uses), 0) from campaign_uses as used
                             where used.bucket = bucket_of($4) and used.subject_id = $4
                               and used.campaign_id = campaign.id and used.period = ''),
               'member', (select coalesce(jsonb_object_agg(period.key, used.uses), '{}')
                            from jsonb_each_text(periods.names) as period
                            join campaign_uses as used
                              on used.bucket = bucket_of($2) and used.subject_id = $2
                             and used.campaign_id = campaign.id and used.period = period.value)),
             'fundingLeftMinor', case when campaign.owner_brand_id is not null
               then funding_left(campaign.owner_brand_id, campaign.currency) end) end) order by entered.place), '[]')
    from entered
    left join campaigns as campaign on campaign.id = entered.campaign_id
    left join campaign_versions as version
      on version.campaign_id = campaign.id
     and version.number = case when campaign.id = $7 then $8 else campaign.live_version end
    left join lateral (
           select jsonb_object_agg(kind, use_period(kind, version.terms #>> '{window,timeZone}', $6)) as names
             from unnest(array['campaign', 'day', 'week', 'month']) as kind
            where version.terms is not null
         ) as periods on true
    left join lateral (
           select coalesce(sum(counter.uses_taken), 0) as uses, coalesce(sum(counter.budget_taken_minor), 0) as budget_minor
             from campaign_counters as counter
            where counter.campaign_id = campaign.id
         ) as counted on true
$$;

-- Staff see; finance handles money, and another of them approves a payout. Brands see their own.
update roles
   set grants = roles.grants || added.grants::text[]
  from (values ('staff', '{cashback.read,wallets.read,payouts.read,funding.read,loyaltySettings.read,statements.read}'),
               ('finance', '{cashback.read,cashback.export,cashback.decide,wallets.read,wallets.freeze,payouts.read,payouts.create,payouts.approve,payouts.send,payouts.reconcile,payouts.export,funding.read,funding.topUp,loyaltySettings.read,statements.read,statements.export}'),
               ('brand_manager', '{cashback.read@scope,funding.read@scope,statements.read@scope}'),
               ('retailer_manager', '{cashback.read@scope}'),
               ('support', '{cashback.read,wallets.read,statements.read}')) as added (code, grants)
 where roles.code = added.code;
