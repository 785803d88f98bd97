-- Promocodes: members, campaigns, codes and redemptions. Rows of a redemption carry its bucket, so that they can be spread
-- over servers; unique keys of these tables start with it (docs/decisions/0079).

-- The bucket of an id: the low six bits of its last byte.
create function bucket_of(id uuid) returns smallint language sql immutable parallel safe
as $$ select (get_byte(uuid_send(id), 15) & 63)::smallint $$;

-- The bucket of a text: of the first byte of its SHA-256.
create function bucket_of(key text) returns smallint language sql immutable parallel safe
as $$ select (get_byte(sha256(convert_to(key, 'UTF8')), 0) & 63)::smallint $$;

create function frozen_columns_changed() returns trigger language plpgsql as $$
begin
  raise exception '%: this column or row can never change', tg_table_name;
end $$;

-- Consumers. They never sign in; their contacts are encrypted, shown masked, and found by hashes.
create table members (
  bucket smallint not null,
  id uuid not null,
  display_name text,
  sort_key text collate "C" not null default '',
  -- What people see of each: `h•••@example.com`.
  member_number text,
  email text,
  phone text,
  sealed_member_number bytea,
  sealed_email bytea,
  sealed_phone bytea,
  country text constraint members__country check (country ~ '^[A-Z]{2}$'),
  language text not null constraint members__language check (language in ('en', 'ar')),
  certifier_ids uuid[] not null default '{}' constraint members__certifier_ids check (cardinality(certifier_ids) <= 50),
  status text not null constraint members__status check (status in ('active', 'frozen', 'closed', 'erased')),
  status_reason text,
  -- The member that this one was merged into.
  merged_into uuid,
  words text not null default '',
  search_key text not null generated always as (' ' || words) stored,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  primary key (bucket, id),
  constraint members__bucket check (bucket = bucket_of(id)),
  constraint members__masked check (
    (member_number is null) = (sealed_member_number is null) and (email is null) = (sealed_email is null)
    and (phone is null) = (sealed_phone is null)
    and (member_number ~ '•••') is not false and (email ~ '•••') is not false and (phone ~ '•••') is not false),
  constraint members__merged check (merged_into is null or (merged_into <> id and status in ('closed', 'erased'))),
  -- Of one that was merged or erased nothing personal is left.
  constraint members__erased check (
    (status <> 'erased' and merged_into is null)
    or (display_name is null and member_number is null and email is null and phone is null and country is null
        and cardinality(certifier_ids) = 0 and words = '' and sort_key = ''))
);
-- The bucket follows from the id, so this index need not be unique.
create index members__by_id on members (id);
create index members__by_name on members (sort_key, id);
create index members__by_created on members (created_at, id);
create index members__by_updated on members (updated_at, id);
create index members__by_merged on members (merged_into) where merged_into is not null;
create index members__search on members using gin (search_key gin_trgm_ops);

create table member_keys (
  bucket smallint not null,
  kind text not null constraint member_keys__kind check (kind in ('memberNumber', 'email', 'phone')),
  -- HMAC-SHA-256 of the normalised number, address or E.164 number; the key is the installation's.
  key_hash bytea not null constraint member_keys__key_hash check (length(key_hash) = 32),
  member_id uuid not null,
  primary key (bucket, kind, key_hash),
  constraint member_keys__bucket check (bucket = (get_byte(key_hash, 0) & 63))
);
create index member_keys__by_member on member_keys (member_id);

create table campaigns (
  id uuid primary key,
  number bigint not null generated always as identity,
  code text not null generated always as ('PROMO-' || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  name text not null,
  name_key text not null,
  sort_key text collate "C" not null,
  name_i18n jsonb not null,
  -- Null: the platform's own.
  owner_brand_id uuid constraint campaigns__owner_brand_id references brands (id),
  code_mode text not null constraint campaigns__code_mode check (code_mode in ('shared', 'unique', 'automatic')),
  shared_code text,
  -- As codes are compared.
  shared_code_key text,
  currency text not null constraint campaigns__currency check (currency ~ '^[A-Z]{3}$'),
  -- The terms that people edit; live ones are in campaign_versions.
  draft jsonb not null,
  live_version integer,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  spread smallint not null default 1 constraint campaigns__spread check (spread in (1, 64)),
  -- Of the draft. A campaign with a live version runs while the next one is edited and approved.
  status text not null constraint campaigns__status check (status in ('draft', 'pending_approval', 'approved', 'archived')),
  -- Why it was sent back.
  status_reason text,
  submitted_by uuid,
  pause_source text
    constraint campaigns__pause_source check (pause_source in ('manual', 'halal', 'budget', 'funding', 'fraud')),
  pause_reason text constraint campaigns__pause_reason check ((pause_reason is null) = (pause_source is null)),
  words text not null,
  search_key text not null generated always as (
    ' ' || words || ' ' || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint campaigns__live check (status <> 'approved' or live_version is not null),
  constraint campaigns__window check (starts_at < ends_at),
  constraint campaigns__shared_code check ((shared_code is null) = (shared_code_key is null)),
  constraint campaigns__shared_mode check (shared_code is null or code_mode = 'shared')
);
create unique index campaigns__number on campaigns (number);
create index campaigns__by_name on campaigns (sort_key, id);
create index campaigns__by_updated on campaigns (updated_at, id);
create unique index campaigns__shared_code_key on campaigns (shared_code_key) where status <> 'archived';
create index campaigns__by_brand on campaigns (owner_brand_id);
create index campaigns__search on campaigns using gin (search_key gin_trgm_ops);
create index campaigns__automatic on campaigns (currency) where code_mode = 'automatic' and status <> 'archived' and live_version is not null;

create table campaign_versions (
  campaign_id uuid not null constraint campaign_versions__campaign_id references campaigns (id),
  number integer not null,
  terms jsonb not null,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  submitted_by uuid,
  approved_by uuid,
  approved_at timestamptz(3) not null,
  primary key (campaign_id, number)
);
create trigger campaign_versions__append_only
  before update or delete or truncate on campaign_versions
  for each statement execute function frozen_columns_changed();

-- Hijri windows as instants, resolved from the market's months.
create table campaign_windows (
  campaign_id uuid not null,
  version integer not null,
  market text not null constraint campaign_windows__market check (market ~ '^[A-Z]{2}$'),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null constraint campaign_windows__order check (starts_at < ends_at),
  is_confirmed boolean not null,
  primary key (campaign_id, version, market, starts_at)
);

-- What a campaign may use in sum. Null: no limit.
create table campaign_caps (
  campaign_id uuid primary key constraint campaign_caps__campaign_id references campaigns (id),
  uses_max bigint constraint campaign_caps__uses_max check (uses_max between 0 and 70368744177664),
  budget_minor bigint constraint campaign_caps__budget_minor check (budget_minor between 0 and 70368744177664)
);

-- What each bucket has of the caps, and what of that is taken: by reservations and redemptions, less what was given back.
create table campaign_counters (
  bucket smallint not null constraint campaign_counters__bucket check (bucket between 0 and 63),
  campaign_id uuid not null,
  uses_granted bigint not null,
  uses_taken bigint not null default 0,
  budget_granted_minor bigint not null,
  budget_taken_minor bigint not null default 0,
  primary key (bucket, campaign_id),
  constraint campaign_counters__uses check (uses_taken between 0 and uses_granted),
  constraint campaign_counters__budget check (budget_taken_minor between 0 and budget_granted_minor)
) with (fillfactor = 20);

-- Uses by a member, a retailer or a location, in a period: `2026-W48`, `2026-11-24`, or empty for all time.
create table campaign_uses (
  bucket smallint not null,
  subject_id uuid not null,
  campaign_id uuid not null,
  period text not null constraint campaign_uses__period check (length(period) <= 10),
  uses integer not null constraint campaign_uses__uses check (uses >= 0),
  primary key (bucket, subject_id, campaign_id, period),
  constraint campaign_uses__bucket check (bucket = bucket_of(subject_id))
) with (fillfactor = 20);

create table code_batches (
  id uuid primary key,
  campaign_id uuid not null constraint code_batches__campaign_id references campaigns (id),
  quantity integer not null constraint code_batches__quantity check (quantity between 1 and 1000000),
  generated integer not null default 0,
  pattern text not null,
  uses_max integer not null constraint code_batches__uses_max check (uses_max >= 1),
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  status text not null
    constraint code_batches__status check (status in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  created_at timestamptz(3) not null,
  created_by uuid,
  constraint code_batches__generated check (generated between 0 and quantity),
  constraint code_batches__validity check (valid_from < valid_to)
);
create index code_batches__by_campaign on code_batches (campaign_id, created_at, id);

-- Unique codes are counted here. The row of a shared code says only whose it is.
create table codes (
  bucket smallint not null,
  -- As it is compared: no case, no spaces, no lookalikes.
  code_key text not null,
  campaign_id uuid not null,
  batch_id uuid,
  code_display text not null,
  member_id uuid,
  uses integer not null default 0,
  -- Null for a shared code.
  uses_max integer,
  status text not null constraint codes__status check (status in ('available', 'disabled', 'void')),
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  primary key (bucket, code_key),
  constraint codes__bucket check (bucket = bucket_of(code_key)),
  constraint codes__uses check (uses between 0 and uses_max),
  constraint codes__shared check (uses_max is not null or (batch_id is null and uses = 0))
) with (fillfactor = 50);
create index codes__by_batch on codes (batch_id, code_key);
create index codes__by_campaign on codes (campaign_id);

create table redemptions (
  bucket smallint not null,
  id uuid not null,
  campaign_id uuid not null,
  campaign_version integer not null,
  code_key text,
  -- False for a shared or automatic code.
  is_code_counted boolean not null,
  member_id uuid,
  retailer_id uuid not null,
  location_id uuid,
  order_ref text not null constraint redemptions__order_ref check (length(order_ref) between 1 and 200),
  currency text not null,
  counter_bucket smallint not null,
  -- Whose uses were counted, and in which periods.
  counted_ids uuid[] not null,
  counted_periods text[] not null,
  caller_id uuid not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  status text not null constraint redemptions__status check (
    status in ('reserved', 'committed', 'released', 'expired', 'partially_rolled_back', 'rolled_back')),
  reserved_until timestamptz(3),
  committed_at timestamptz(3),
  ended_at timestamptz(3),
  discount_minor bigint not null,
  cashback_minor bigint not null,
  -- What the budget counts: the discount, and the campaign's own part of the cashback.
  cost_minor bigint not null,
  discount_left_minor bigint not null,
  cashback_left_minor bigint not null,
  cost_left_minor bigint not null,
  rollbacks integer not null default 0,
  trace jsonb not null,
  primary key (bucket, id),
  constraint redemptions__bucket check (bucket = bucket_of(id) and bucket = bucket_of(coalesce(member_id, id))),
  constraint redemptions__counted check (cardinality(counted_ids) = cardinality(counted_periods)),
  constraint redemptions__reserved check (status <> 'reserved' or reserved_until is not null),
  constraint redemptions__left check (
    discount_left_minor between 0 and discount_minor and cashback_left_minor between 0 and cashback_minor
    and cost_left_minor between 0 and cost_minor),
  constraint redemptions__rolled_back check (
    status <> 'rolled_back' or (discount_left_minor = 0 and cashback_left_minor = 0 and cost_left_minor = 0))
) with (fillfactor = 70);
create index redemptions__by_created on redemptions (created_at, id);
create index redemptions__by_campaign on redemptions (campaign_id, created_at, id);
create index redemptions__by_retailer on redemptions (retailer_id, created_at, id);
create index redemptions__by_member on redemptions (member_id, created_at, id);
create index redemptions__by_order on redemptions (retailer_id, order_ref);
create index redemptions__reserved on redemptions (reserved_until) where status = 'reserved';
create trigger redemptions__frozen
  before update of bucket, id, campaign_id, campaign_version, code_key, is_code_counted, member_id, retailer_id, location_id,
    order_ref, currency, counter_bucket, counted_ids, counted_periods, caller_id, request_id, created_at
    or delete or truncate on redemptions
  for each statement execute function frozen_columns_changed();

create table redemption_lines (
  bucket smallint not null,
  redemption_id uuid not null,
  number smallint not null,
  product_id uuid,
  quantity integer not null,
  rate_bps integer,
  rate_source text,
  certificate_id uuid,
  base_minor bigint not null,
  discount_minor bigint not null,
  cashback_minor bigint not null,
  brand_minor bigint not null,
  retailer_minor bigint not null,
  platform_minor bigint not null,
  primary key (bucket, redemption_id, number),
  constraint redemption_lines__shares check (brand_minor + retailer_minor + platform_minor = discount_minor)
);
create trigger redemption_lines__append_only
  before update or delete or truncate on redemption_lines
  for each statement execute function frozen_columns_changed();

create table redemption_rollbacks (
  bucket smallint not null,
  redemption_id uuid not null,
  sequence integer not null,
  reason text not null,
  actor_id uuid not null,
  at timestamptz(3) not null,
  discount_minor bigint not null,
  cashback_minor bigint not null,
  cost_minor bigint not null,
  -- What each line gave back: [{number, base, discount, cashback}], in minor units.
  lines jsonb not null,
  primary key (bucket, redemption_id, sequence)
);
create trigger redemption_rollbacks__append_only
  before update or delete or truncate on redemption_rollbacks
  for each statement execute function frozen_columns_changed();

-- A receipt uses a campaign once, whoever presents it.
create table receipt_claims (
  bucket smallint not null,
  retailer_id uuid not null,
  order_ref text not null,
  campaign_id uuid not null,
  redemption_id uuid not null,
  primary key (bucket, retailer_id, order_ref, campaign_id),
  constraint receipt_claims__bucket check (bucket = bucket_of(order_ref))
);

-- Statements. Locks are taken in one order everywhere: idempotency key, receipt, redemption, uses, code, counters; several
-- campaigns by id. Every limit is checked by the statement that takes. A refusal raises `MZ422` with its code, so that all of
-- the call is undone, its idempotency key too.

create function refuse(code text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'MZ422', message = code;
end $$;

-- Takes uses of one campaign for one redemption: of each subject, of its code, of the campaign. `limits` is beside `ids`.
create function take_uses(
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
  update campaign_counters
     set uses_taken = uses_taken + 1, budget_taken_minor = budget_taken_minor + cost
   where bucket = slot and campaign_id = campaign
     and uses_taken < uses_granted and budget_taken_minor + cost <= budget_granted_minor;
  -- Which of the two it was is found out by `level_campaign`, which may find room in other buckets.
  if not found then perform refuse('campaign_limit_reached'); end if;
end $$;

-- Redeems or reserves one campaign. `call` is what `redeemCall` of features/loyalty/promocodes/api/redeem.ts builds.
create function redeem_campaign(call jsonb, at timestamptz) returns void language plpgsql as $$
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
end $$;

create function write_lines(its_bucket smallint, redemption uuid, lines jsonb) returns void language sql as $$
  insert into redemption_lines
  select its_bucket, redemption, line.number, line.product_id, line.quantity, line.rate_bps, line.rate_source,
         line.certificate_id, line.base_minor, line.discount_minor, line.cashback_minor,
         line.brand_minor, line.retailer_minor, line.platform_minor
    from jsonb_populate_recordset(null::redemption_lines, lines) as line
$$;

-- Gives back, of one campaign's reservations that ended and redemptions rolled back whole: receipt, uses, code; and the budget that is
-- left, in the bucket it was taken from. The rows of `redemptions` are locked by the caller, and their `*_left` not yet zero.
create function give_back(ended uuid[]) returns void language plpgsql as $$
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

-- Ends up to `most` reservations whose time is over, and says how many. Any number of processes at once.
create function expire_reservations(at timestamptz, most int) returns int language plpgsql as $$
declare
  due uuid[];
  ended record;
begin
  with due_rows as (
    select bucket, id from redemptions
     where status = 'reserved' and reserved_until <= at
     order by reserved_until limit most
       for update skip locked
  ) select coalesce(array_agg(id), '{}') into due from due_rows;
  if cardinality(due) = 0 then return 0; end if;
  -- One campaign after the other, as calls with several codes do.
  for ended in
    select array_agg(redemption.id) as ids
      from redemptions as redemption
     where redemption.id = any(due) and redemption.bucket = bucket_of(redemption.id)
     group by redemption.campaign_id
     order by redemption.campaign_id
  loop
    perform give_back(ended.ids);
  end loop;
  update redemptions
     set status = 'expired', ended_at = at, discount_left_minor = 0, cashback_left_minor = 0, cost_left_minor = 0
   where id = any(due) and bucket = bucket_of(id);
  return cardinality(due);
end $$;

-- Ends a reservation that its caller gives up. False: it is no reservation any more.
create function release_reservation(redemption uuid, at timestamptz) returns boolean language plpgsql as $$
begin
  perform from redemptions
    where bucket = bucket_of(redemption) and id = redemption and status = 'reserved' and reserved_until > at
      for update;
  if not found then return false; end if;
  perform give_back(array[redemption]);
  update redemptions
     set status = 'released', ended_at = at, discount_left_minor = 0, cashback_left_minor = 0, cost_left_minor = 0
   where bucket = bucket_of(redemption) and id = redemption;
  return true;
end $$;

-- Commits a reservation with the amounts of now. False: it is no reservation any more.
create function commit_reservation(call jsonb, at timestamptz) returns boolean language plpgsql as $$
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
  update campaign_counters
     set budget_taken_minor = budget_taken_minor + asked.cost_minor - held.cost_minor
   where bucket = held.counter_bucket and campaign_id = held.campaign_id
     and budget_taken_minor + asked.cost_minor - held.cost_minor <= budget_granted_minor;
  if not found then perform refuse('budget_exhausted'); end if;
  return true;
end $$;

-- Gives back a part or all of a redemption; amounts were computed for `rollbacks = seen`. False: another was first.
create function roll_back_redemption(call jsonb, seen int, is_whole boolean, at timestamptz) returns boolean language plpgsql as $$
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
  if is_whole then
    perform give_back(array[given.redemption_id]);
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

-- Sets what a campaign may use, and shares it out. Refuses less than is taken.
create function set_campaign_caps(campaign uuid, uses bigint, budget bigint, largest_cost bigint) returns void
language plpgsql as $$
declare
  taken record;
begin
  insert into campaign_caps (campaign_id, uses_max, budget_minor) values (campaign, uses, budget)
  on conflict (campaign_id) do update set uses_max = excluded.uses_max, budget_minor = excluded.budget_minor;
  insert into campaign_counters (bucket, campaign_id, uses_granted, budget_granted_minor)
  select bucket, campaign, 0, 0 from generate_series(0, 63) as bucket
  on conflict do nothing;
  perform from campaign_counters where campaign_id = campaign order by bucket for update;
  select sum(uses_taken) as uses, sum(budget_taken_minor) as budget into taken
    from campaign_counters where campaign_id = campaign;
  if taken.uses > uses or taken.budget > budget then perform refuse('limit_below_used'); end if;
  perform share_out(campaign, largest_cost, 6400);
end $$;

-- Shares out what is free: evenly over all buckets if there is enough for `uses_least` uses at the largest cost, otherwise all to the
-- first. The rows of caps and counters are locked by the caller.
create function share_out(campaign uuid, largest_cost bigint, uses_least int) returns void language plpgsql as $$
declare
  free_uses bigint;
  free_budget bigint;
  is_large boolean;
begin
  select coalesce(cap.uses_max, 70368744177664) - sum(counter.uses_taken),
         coalesce(cap.budget_minor, 70368744177664) - sum(counter.budget_taken_minor)
    into free_uses, free_budget
    from campaign_caps as cap join campaign_counters as counter on counter.campaign_id = cap.campaign_id
   where cap.campaign_id = campaign
   group by cap.uses_max, cap.budget_minor;
  is_large := free_uses >= uses_least and free_budget / uses_least >= greatest(largest_cost, 1);
  update campaign_counters as counter
     set uses_granted = uses_taken + case
           when is_large then free_uses / 64 + case when counter.bucket < free_uses % 64 then 1 else 0 end
           when counter.bucket = 0 then free_uses else 0 end,
         budget_granted_minor = budget_taken_minor + case
           when is_large then free_budget / 64 + case when counter.bucket < free_budget % 64 then 1 else 0 end
           when counter.bucket = 0 then free_budget else 0 end
   where counter.campaign_id = campaign;
  update campaigns set spread = case when is_large then 64 else 1 end
   where id = campaign and spread <> case when is_large then 64 else 1 end;
end $$;

-- After a bucket was empty: shares out again what all have left. Answers `again` if there is room for this cost, otherwise which
-- limit is reached. In a transaction of its own, as the call that found it empty is rolled back.
create function level_campaign(campaign uuid, cost bigint, largest_cost bigint) returns text language plpgsql as $$
declare
  room record;
begin
  perform from campaign_caps where campaign_id = campaign for update;
  perform from campaign_counters where campaign_id = campaign order by bucket for update;
  select coalesce(cap.uses_max, 70368744177664) - sum(counter.uses_taken) as uses,
         coalesce(cap.budget_minor, 70368744177664) - sum(counter.budget_taken_minor) as budget
    into room
    from campaign_caps as cap join campaign_counters as counter on counter.campaign_id = cap.campaign_id
   where cap.campaign_id = campaign
   group by cap.uses_max, cap.budget_minor;
  if room.uses < 1 then return 'campaign_limit_reached'; end if;
  if room.budget < cost then return 'budget_exhausted'; end if;
  perform share_out(campaign, largest_cost, 256);
  return 'again';
end $$;

-- ------------------------------------------------------------------------------------------------ what the rules ask for

-- The name of the period that contains this instant, in a time zone: as `period` of campaign_uses.
create function use_period(kind text, zone text, at timestamptz) returns text language sql stable parallel safe
as $$
  select case kind when 'day' then to_char(at at time zone zone, 'YYYY-MM-DD')
                   when 'week' then to_char(at at time zone zone, 'IYYY-"W"IW')
                   when 'month' then to_char(at at time zone zone, 'YYYY-MM')
                   else '' end
$$;

-- The products of an order as the rule finds them at a retailer and location now. The certificate is asked inside the call:
-- neither an assignment's status nor anything else that was computed before decides.
create function redemption_products(products uuid[], retailer uuid, location uuid, at timestamptz) returns jsonb
language sql stable parallel safe
as $$
  with shop as (
    select retailer.id, type.default_cashback_bps, type.max_cashback_bps
      from retailers as retailer join retailer_types as type on type.id = retailer.retailer_type_id
     where retailer.id = $2
  ), rule as materialized (
    select * from promotion_of($1, array_fill($2, array[cardinality($1)]), array_fill($3, array[cardinality($1)]), $4)
  ), findings as (
    select rule.product_id,
           jsonb_agg(jsonb_build_object(
             'reason', case when finding.reason like 'HALAL\_%' then 'product_' else '' end || lower(finding.reason),
             'certificateId', finding.certificate_id, 'expiredOn', certificate.expires_on) order by finding.place) as blocking
      from rule
     cross join lateral (values
             (1, case when not rule.is_retailer_active then 'RETAILER_NOT_ACTIVE' end, true, null::uuid),
             (2, case when not rule.is_brand_active then 'BRAND_NOT_ACTIVE' end, true, null),
             (3, case when not rule.is_published then 'PRODUCT_NOT_PUBLISHED' end, true, null),
             (4, rule.halal_reason, rule.is_halal_required, rule.certificate_id),
             (5, rule.premise_reason, rule.is_premise_required, rule.premise_certificate_id)
           ) as finding (place, reason, is_blocking, certificate_id)
      left join certificates as certificate on certificate.id = finding.certificate_id
     where finding.reason is not null and finding.is_blocking
     group by rule.product_id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', product.id,
           'brandId', product.brand_id,
           'categoryIds', (select coalesce(jsonb_agg(closure.ancestor_id order by closure.distance), '[]')
                             from category_closure as closure where closure.descendant_id = product.category_id),
           'certificateId', rule.proof_id,
           'findings', coalesce(findings.blocking, '[]'),
           'assignment', (
             select jsonb_build_object('cashbackMode', assignment.cashback_mode, 'cashbackBps', assignment.cashback_bps,
                      'cashbackFixedMinor', assignment.cashback_fixed_minor, 'currency', assignment.currency,
                      'cashbackCapMinor', assignment.cashback_cap_minor)
               from assignments as assignment
              where assignment.retailer_id = $2 and assignment.product_id = product.id
                and (assignment.location_id is null or assignment.location_id = $3)
                and (assignment.status = 'active' or (assignment.status = 'paused' and assignment.pause_source = 'auto'))
                and assignment.starts_at <= $4 and (assignment.ends_at is null or $4 < assignment.ends_at)
              order by assignment.location_id nulls last
              limit 1),
           'levels', jsonb_build_object('productBps', product.cashback_bps, 'brandBps', brand.cashback_bps,
             'typeBps', shop.default_cashback_bps, 'maxBps', shop.max_cashback_bps))), '[]')
    from rule
    join products as product on product.id = rule.product_id
    join brands as brand on brand.id = product.brand_id
   cross join shop
    left join findings on findings.product_id = rule.product_id
$$;

-- The entered codes and the campaigns that need none, with what was used of them. A reservation keeps the version of its
-- campaign's terms that it was made under.
create function redemption_candidates(
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
             'fundingLeftMinor', null) end) order by entered.place), '[]')
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

-- All facts of a call in one read without locks. Products are named by id or barcode number. Null: there is no such retailer.
create function redemption_facts(
  keys text[], member uuid, retailer uuid, location uuid, wanted_currency text, products uuid[], gtins text[], at timestamptz,
  held_campaign uuid default null, held_version int default null
) returns jsonb language sql stable parallel safe
as $$
  with scanned as materialized (
    select product.gtin, product.id from products as product where product.gtin = any($7) and product.status <> 'archived'
  )
  select jsonb_build_object(
           'retailer', jsonb_build_object(
             'chainIds', (select jsonb_agg(closure.ancestor_id order by closure.distance)
                            from retailer_closure as closure where closure.descendant_id = shop.id),
             'market', shop.country),
           'sightings', (select coalesce(jsonb_agg(jsonb_build_object('hijriYear', seen.hijri_year, 'month', seen.month,
                                  'gregorianStart', seen.gregorian_start)), '[]')
                           from moon_sightings as seen
                          where seen.market = shop.country
                            and seen.gregorian_start between ($8 - interval '400 days')::date and ($8 + interval '400 days')::date),
           'member', (select jsonb_build_object('id', its.id, 'isActive', its.status = 'active', 'certifierIds', its.certifier_ids,
                               'redemptions', (select count(*) from redemptions as redemption
                                                where redemption.bucket = its.bucket and redemption.member_id = its.id
                                                  and redemption.status in ('reserved', 'committed', 'partially_rolled_back')))
                        from members as its
                       where its.bucket = bucket_of($2) and its.id = $2),
           'productsByGtin', (select coalesce(jsonb_object_agg(scanned.gtin, scanned.id), '{}') from scanned),
           'products', redemption_products(array(select unnest($6) union select scanned.id from scanned), $3, $4, $8),
           'candidates', redemption_candidates($1, $2, $3, $4, $5, $8, $9, $10))
    from retailers as shop
   where shop.id = $3
$$;

-- Brands plan promocodes for themselves, staff for all; another person of Mizan approves them.
update roles
   set grants = roles.grants || added.grants::text[]
  from (values ('staff', '{promocodes.read,promocodes.create,promocodes.update,promocodes.export,codes.read,codes.create,redemptions.read}'),
               ('campaign_approver', '{promocodes.read,promocodes.update,promocodes.approve,promocodes.pause,promocodes.export,codes.read,redemptions.read}'),
               ('brand_manager', '{promocodes.read@scope,promocodes.create@scope,promocodes.update@scope,promocodes.export@scope,codes.read@scope}'),
               ('retailer_manager', '{redemptions.read@scope}'),
               ('finance', '{promocodes.read,promocodes.export,redemptions.read}'),
               ('support', '{promocodes.read,codes.read,redemptions.read}')) as added (code, grants)
 where roles.code = added.code;
