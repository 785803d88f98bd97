-- When a location is open (domain 1.2). Times are minutes as a clock shows them, in the location's zone. The hours of a
-- location are written as a whole, under the lock of its retailer, which is how overlaps are refused.
create table retailer_hours (
  location_id uuid not null constraint retailer_hours__location_id references retailer_locations (id) on delete cascade,
  -- `ramadan` follows the Hijri calendar by itself; `custom` has its days.
  season text not null constraint retailer_hours__season check (season in ('regular', 'ramadan', 'custom')),
  valid_from date,
  valid_to date,
  -- 0 is Sunday.
  weekday int not null constraint retailer_hours__weekday check (weekday between 0 and 6),
  opens text not null constraint retailer_hours__opens check (opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  closes text not null
    constraint retailer_hours__closes check (closes ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' or closes = '24:00'),
  closes_next_day boolean not null,
  constraint retailer_hours__period
    check (case when season = 'custom' then valid_from <= valid_to and valid_to is not null
                else valid_from is null and valid_to is null end),
  constraint retailer_hours__order
    check (case when closes_next_day then closes <= opens else closes > opens end)
);

create unique index retailer_hours__span
  on retailer_hours (location_id, season, coalesce(valid_from, '-infinity'::date), weekday, opens);

-- When it is closed all the same: on days, or every week between two times, such as for Friday prayer.
create table retailer_closures (
  id uuid primary key,
  retailer_id uuid not null constraint retailer_closures__retailer_id references retailers (id) on delete cascade,
  -- Null: all of its locations.
  location_id uuid constraint retailer_closures__location_id references retailer_locations (id) on delete cascade,
  kind text not null constraint retailer_closures__kind check (kind in ('dates', 'weekly')),
  starts_on date,
  ends_on date,
  weekday int constraint retailer_closures__weekday check (weekday between 0 and 6),
  from_time text constraint retailer_closures__from_time check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  to_time text
    constraint retailer_closures__to_time check (to_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' or to_time = '24:00'),
  reason text not null constraint retailer_closures__reason check (length(reason) between 1 and 200),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint retailer_closures__shape
    check (case kind
             when 'dates' then starts_on <= ends_on and ends_on is not null
                               and weekday is null and from_time is null and to_time is null
             else weekday is not null and from_time < to_time and to_time is not null
                  and starts_on is null and ends_on is null
           end)
);

create index retailer_closures__by_retailer on retailer_closures (retailer_id);

create table retailer_contacts (
  id uuid primary key,
  retailer_id uuid not null constraint retailer_contacts__retailer_id references retailers (id) on delete cascade,
  name text not null constraint retailer_contacts__name check (length(name) between 1 and 160),
  role text constraint retailer_contacts__role check (length(role) between 1 and 80),
  email text constraint retailer_contacts__email check (length(email) between 3 and 254),
  phone text constraint retailer_contacts__phone check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  is_primary boolean not null default false,
  -- What they want to be told of.
  notify text[] not null default '{}'
    constraint retailer_contacts__notify check (notify <@ array['status', 'halal', 'settlement']),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint retailer_contacts__reachable check (email is not null or phone is not null)
);

create unique index retailer_contacts__primary on retailer_contacts (retailer_id) where is_primary;
create index retailer_contacts__by_retailer on retailer_contacts (retailer_id);

-- What a retailer proves itself with. Whether one has expired is a clock's to say.
create table retailer_documents (
  id uuid primary key,
  retailer_id uuid not null constraint retailer_documents__retailer_id references retailers (id) on delete cascade,
  type text not null
    constraint retailer_documents__type check (type in ('trade_licence', 'tax', 'id', 'bank_letter', 'halal_premise')),
  file_id uuid constraint retailer_documents__file_id references files (id),
  number text constraint retailer_documents__number check (length(number) between 1 and 60),
  issued_on date,
  expires_on date,
  status text not null constraint retailer_documents__status check (status in ('pending', 'accepted', 'rejected')),
  reason text constraint retailer_documents__reason check (length(reason) between 1 and 500),
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid,
  constraint retailer_documents__dates check (issued_on <= expires_on),
  constraint retailer_documents__rejected check (status <> 'rejected' or reason is not null),
  constraint retailer_documents__decided check ((status = 'pending') = (decided_at is null))
);

create index retailer_documents__by_retailer on retailer_documents (retailer_id, created_at);

-- Where a retailer's share is paid to. What tells an account is sealed with the host's key; people see its last four signs.
create table retailer_settlements (
  retailer_id uuid primary key constraint retailer_settlements__retailer_id references retailers (id) on delete cascade,
  method text not null constraint retailer_settlements__method check (method in ('bank', 'paypal')),
  holder text not null constraint retailer_settlements__holder check (length(holder) between 2 and 160),
  masked text not null constraint retailer_settlements__masked check (length(masked) between 4 and 80),
  sealed_account bytea not null,
  changed_at timestamptz(3) not null
);

-- What somebody wants it to become, sealed before a second person is asked: a request holds no account number.
create table retailer_settlement_drafts (
  id uuid primary key,
  retailer_id uuid not null
    constraint retailer_settlement_drafts__retailer_id references retailers (id) on delete cascade,
  method text not null constraint retailer_settlement_drafts__method check (method in ('bank', 'paypal')),
  holder text not null constraint retailer_settlement_drafts__holder check (length(holder) between 2 and 160),
  masked text not null constraint retailer_settlement_drafts__masked check (length(masked) between 4 and 80),
  sealed_account bytea not null,
  created_at timestamptz(3) not null,
  created_by uuid
);

create index retailer_settlement_drafts__by_retailer on retailer_settlement_drafts (retailer_id, created_at);

create table retailer_notes (
  id uuid primary key,
  retailer_id uuid not null constraint retailer_notes__retailer_id references retailers (id) on delete cascade,
  text text not null constraint retailer_notes__text check (length(text) between 1 and 4000),
  created_at timestamptz(3) not null,
  created_by uuid
);

create index retailer_notes__by_retailer on retailer_notes (retailer_id, created_at, id);

-- Who does what with retailers in the default roles (domain 1.13). An administrator has everything anyway.
update roles
   set grants = roles.grants || added.grants
  from (values ('staff', '{retailers.read,retailers.create,retailers.update,retailers.import,retailers.export,retailerTypes.read}'::text[]),
               ('user', '{retailers.read@scope,retailerTypes.read}'),
               ('retailer_manager', '{retailers.read@scope,retailers.update@scope,retailers.export@scope,retailerTypes.read}'),
               ('halal_reviewer', '{retailers.read,retailerTypes.read}'),
               ('finance', '{retailers.read,retailers.settle,retailers.viewPii,retailerTypes.read}'),
               ('campaign_approver', '{retailers.read,retailerTypes.read}'),
               ('support', '{retailers.read,retailerTypes.read}')) as added (code, grants)
 where roles.code = added.code and roles.is_system;
