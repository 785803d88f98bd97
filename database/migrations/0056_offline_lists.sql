-- Offline lists: what a till may accept without a connection, and what it accepted (docs/decisions/0084). A list takes a part of
-- each promotion's limits in advance (a lease), so that what is accepted offline can never exceed them.

-- The key that signs lists. The private half is encrypted; tills read the public one.
create table offline_keys (
  id text primary key,
  sealed_private bytea not null,
  public_key jsonb not null,
  created_at timestamptz(3) not null
);

create table offline_lists (
  bucket smallint not null,
  id uuid not null,
  retailer_id uuid not null,
  location_id uuid not null,
  currency text not null,
  caller_id uuid not null,
  issued_at timestamptz(3) not null,
  -- Sales until then are accepted offline.
  expires_at timestamptz(3) not null,
  -- Sales that arrive until then use the lease; afterwards it is given back.
  closes_at timestamptz(3) not null,
  closed_at timestamptz(3),
  primary key (bucket, id),
  constraint offline_lists__bucket check (bucket = bucket_of(id)),
  constraint offline_lists__times check (issued_at < expires_at and expires_at < closes_at)
);
create index offline_lists__open on offline_lists (closes_at) where closed_at is null;
create index offline_lists__by_location on offline_lists (location_id, caller_id) where closed_at is null;

-- What a list has of one promotion. It counts as taken in `campaign_counters` and `campaign_uses` until it is used or given back.
create table offline_leases (
  bucket smallint not null,
  list_id uuid not null,
  campaign_id uuid not null,
  campaign_version integer not null,
  counter_bucket smallint not null,
  -- The retailer and the location, where the promotion limits their uses.
  counted_ids uuid[] not null,
  uses_granted bigint not null,
  uses_taken bigint not null default 0,
  budget_granted_minor bigint not null,
  budget_taken_minor bigint not null default 0,
  primary key (bucket, list_id, campaign_id),
  constraint offline_leases__bucket check (bucket = bucket_of(list_id)),
  constraint offline_leases__uses check (uses_taken between 0 and uses_granted),
  constraint offline_leases__budget check (budget_taken_minor between 0 and budget_granted_minor)
);

-- The answer to each sale of a list. It never changes, so a sale can be sent any number of times.
create table offline_sales (
  bucket smallint not null,
  list_id uuid not null,
  order_ref text not null constraint offline_sales__order_ref check (length(order_ref) between 1 and 200),
  -- SHA-256 of the sale as it was sent.
  sale_hash bytea not null,
  status text not null constraint offline_sales__status check (status in ('accepted', 'conflict')),
  reason text,
  -- When the finding held; null without one.
  found_at text constraint offline_sales__found_at check (found_at in ('sale', 'now')),
  redemption_ids uuid[] not null default '{}',
  sold_at timestamptz(3) not null,
  -- What the shop gave its customer, and what of it is not taken over.
  given_minor bigint not null constraint offline_sales__given check (given_minor >= 0),
  borne_minor bigint not null constraint offline_sales__borne check (borne_minor between 0 and given_minor),
  recorded_at timestamptz(3) not null,
  primary key (bucket, list_id, order_ref),
  constraint offline_sales__bucket check (bucket = bucket_of(list_id)),
  constraint offline_sales__reason check ((status = 'conflict') = (reason is not null)),
  constraint offline_sales__accepted check (status = 'conflict' or borne_minor = 0)
);
create trigger offline_sales__append_only
  before update or delete or truncate on offline_sales
  for each statement execute function frozen_columns_changed();

-- Takes a part of a promotion's limits for a list: at most a quarter of what is free, so that one till never empties a promotion.
-- Answers the lease, or null if there is too little left. Locks uses, then the counter, as redemptions do.
create function take_lease(
  list uuid, campaign uuid, terms_version int, wanted int, largest_cost bigint, subjects uuid[], limits int[]
) returns jsonb language plpgsql as $$
declare
  slot smallint;
  used int;
  free record;
  share bigint := wanted;
  budget bigint;
begin
  select case campaigns.spread when 1 then 0 else bucket_of(list) end into slot
    from campaigns
   where id = campaign and live_version = terms_version and status <> 'archived' and pause_source is null;
  if not found then return null; end if;
  for i in 1 .. cardinality(subjects) loop
    insert into campaign_uses (bucket, subject_id, campaign_id, period, uses)
    values (bucket_of(subjects[i]), subjects[i], campaign, '', 0)
    on conflict do nothing;
    select uses into used from campaign_uses
     where bucket = bucket_of(subjects[i]) and subject_id = subjects[i] and campaign_id = campaign and period = ''
       for update;
    share := least(share, (limits[i] - used) / 4);
  end loop;
  select uses_granted - uses_taken as uses, budget_granted_minor - budget_taken_minor as budget into free
    from campaign_counters where bucket = slot and campaign_id = campaign
     for update;
  share := least(share, free.uses / 4);
  -- Where the terms say what a use costs at most, no more than that; otherwise what a quarter allows.
  budget := case when largest_cost > 0 then least(free.budget / 4, share * largest_cost) else free.budget / 4 end;
  if share is null or share < 1 or budget < 1 then return null; end if;
  update campaign_uses set uses = campaign_uses.uses + share
    from unnest(subjects) as subject
   where campaign_uses.bucket = bucket_of(subject) and campaign_uses.subject_id = subject
     and campaign_uses.campaign_id = campaign and campaign_uses.period = '';
  update campaign_counters set uses_taken = uses_taken + share, budget_taken_minor = budget_taken_minor + budget
   where bucket = slot and campaign_id = campaign;
  insert into offline_leases (bucket, list_id, campaign_id, campaign_version, counter_bucket, counted_ids, uses_granted,
    budget_granted_minor)
  values (bucket_of(list), list, campaign, terms_version, slot, subjects, share, budget);
  return jsonb_build_object('campaignId', campaign, 'version', terms_version, 'uses', share, 'budgetMinor', budget);
end $$;

-- As in 0053, but a redemption of the list in `mizan.offline_list` takes its use from the lease, which is counted already, as long as
-- the lease has room. Its lock comes before those of uses. `mizan.offline_bucket` tells take_counters where the lease is counted.
create or replace function take_uses(
  campaign uuid, ids uuid[], periods text[], limits int[], refusals text[], code text, at timestamptz, slot smallint, cost bigint
) returns void language plpgsql as $$
declare
  list uuid := nullif(current_setting('mizan.offline_list', true), '');
  lease offline_leases;
begin
  if list is not null then
    update offline_leases
       set uses_taken = uses_taken + 1, budget_taken_minor = budget_taken_minor + cost
     where bucket = bucket_of(list) and list_id = list and campaign_id = campaign
       and uses_taken < uses_granted and budget_taken_minor + cost <= budget_granted_minor
    returning * into lease;
    perform set_config('mizan.offline_bucket', coalesce(lease.counter_bucket::text, ''), true);
  end if;
  for i in 1 .. cardinality(ids) loop
    continue when ids[i] = any(lease.counted_ids) and periods[i] = '';
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

create or replace function take_counters(campaign uuid, slot smallint, cost bigint) returns void language plpgsql as $$
declare
  counted_in text := nullif(current_setting('mizan.offline_bucket', true), '');
begin
  if counted_in is not null then
    perform set_config('mizan.offline_bucket', '', true);
    perform move_grant(campaign, counted_in::smallint, slot, cost);
    return;
  end if;
  update campaign_counters
     set uses_taken = uses_taken + 1, budget_taken_minor = budget_taken_minor + cost
   where bucket = slot and campaign_id = campaign
     and uses_taken < uses_granted and budget_taken_minor + cost <= budget_granted_minor;
  -- Which of the two it was is found out by `level_campaign`, which may find room in other buckets.
  if not found then perform refuse('campaign_limit_reached'); end if;
end $$;

-- One use that is counted in one bucket is counted in another from now on, so that a rollback finds it there. What all buckets are
-- granted stays the same.
create function move_grant(campaign uuid, source smallint, target smallint, cost bigint) returns void language plpgsql as $$
begin
  if source = target then return; end if;
  perform from campaign_counters where campaign_id = campaign and bucket in (source, target) order by bucket for update;
  update campaign_counters as counter
     set uses_granted = counter.uses_granted + sign.value, uses_taken = counter.uses_taken + sign.value,
         budget_granted_minor = counter.budget_granted_minor + sign.value * cost,
         budget_taken_minor = counter.budget_taken_minor + sign.value * cost
    from (values (source, -1), (target, 1)) as sign (bucket, value)
   where counter.campaign_id = campaign and counter.bucket = sign.bucket;
end $$;

-- Gives back what a list did not use. False: it is closed already.
create function close_offline_list(list uuid, at timestamptz) returns boolean language plpgsql as $$
declare
  lease offline_leases;
begin
  update offline_lists set closed_at = at where bucket = bucket_of(list) and id = list and closed_at is null;
  if not found then return false; end if;
  for lease in
    select * from offline_leases where bucket = bucket_of(list) and list_id = list order by campaign_id for update
  loop
    update offline_leases set uses_granted = uses_taken, budget_granted_minor = budget_taken_minor
     where bucket = lease.bucket and list_id = list and campaign_id = lease.campaign_id;
    -- In the order in which redemptions lock them.
    perform from campaign_uses
      where campaign_id = lease.campaign_id and period = ''
        and (bucket, subject_id) in (select bucket_of(subject), subject from unnest(lease.counted_ids) as subject)
      order by subject_id for update;
    update campaign_uses as used set uses = used.uses - (lease.uses_granted - lease.uses_taken)::int
      from unnest(lease.counted_ids) as subject
     where used.bucket = bucket_of(subject) and used.subject_id = subject
       and used.campaign_id = lease.campaign_id and used.period = '';
    update campaign_counters
       set uses_taken = uses_taken - (lease.uses_granted - lease.uses_taken),
           budget_taken_minor = budget_taken_minor - (lease.budget_granted_minor - lease.budget_taken_minor)
     where bucket = lease.counter_bucket and campaign_id = lease.campaign_id;
  end loop;
  return true;
end $$;
