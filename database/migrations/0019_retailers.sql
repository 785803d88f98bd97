-- Kinds of shops and what each asks (domain 1.1).
create table retailer_types (
  id uuid primary key,
  code text not null constraint retailer_types__code check (code ~ '^[A-Z][A-Z0-9_]{1,31}$'),
  name text not null constraint retailer_types__name check (length(name) between 2 and 80),
  name_key text not null,
  sort_key text collate "C" not null,
  name_i18n jsonb not null default '{}' constraint retailer_types__name_i18n check (jsonb_typeof(name_i18n) = 'object'),
  description text constraint retailer_types__description check (length(description) between 1 and 2000),
  icon text constraint retailer_types__icon check (length(icon) between 1 and 40),
  position int not null default 0,
  channel text not null constraint retailer_types__channel check (channel in ('physical', 'online', 'both')),
  -- What must be certified before a product earns here: nothing, nothing but a warning, the product, the shop, or both.
  certificate_policy text not null constraint retailer_types__certificate_policy
    check (certificate_policy in ('none', 'warn', 'require_product', 'require_premise', 'require_both')),
  -- Meat needs a certificate that states how it was slaughtered and stunned.
  needs_slaughter_policy boolean not null default false,
  kyc_level text not null constraint retailer_types__kyc_level check (kyc_level in ('none', 'basic', 'full')),
  default_cashback_bps int not null constraint retailer_types__default_cashback_bps check (default_cashback_bps >= 0),
  max_cashback_bps int not null constraint retailer_types__max_cashback_bps check (max_cashback_bps <= 10000),
  -- The return window before cashback may be paid.
  pending_days int not null constraint retailer_types__pending_days check (pending_days between 0 and 120),
  status text not null constraint retailer_types__status check (status in ('active', 'archived')),
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint retailer_types__cashback check (default_cashback_bps <= max_cashback_bps)
);

create unique index retailer_types__code_key on retailer_types (code) where status <> 'archived';
create unique index retailer_types__name_key on retailer_types (name_key) where status <> 'archived';

-- Where products are sold (domain 1.2).
create table retailers (
  id uuid primary key,
  number bigint generated always as identity constraint retailers__number unique,
  code text not null generated always as ('RET-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  retailer_type_id uuid not null constraint retailers__retailer_type_id references retailer_types (id),
  -- Chain and branch, at most three levels.
  parent_id uuid constraint retailers__parent_id references retailers (id),
  depth int not null default 1 constraint retailers__depth check (depth between 1 and 3),
  trading_name text not null constraint retailers__trading_name check (length(trading_name) between 2 and 160),
  trading_name_i18n jsonb not null default '{}'
    constraint retailers__trading_name_i18n check (jsonb_typeof(trading_name_i18n) = 'object'),
  sort_key text collate "C" not null,
  legal_name text constraint retailers__legal_name check (length(legal_name) between 2 and 160),
  -- The market whose recognitions count for what it sells. A draft may lack it, as files from elsewhere do.
  country text constraint retailers__country check (country ~ '^[A-Z]{2}$'),
  country_key text not null generated always as (coalesce(country, '')) stored,
  registration_no text constraint retailers__registration_no check (length(registration_no) between 1 and 40),
  registration_country text constraint retailers__registration_country check (registration_country ~ '^[A-Z]{2}$'),
  tax_no text constraint retailers__tax_no check (length(tax_no) between 1 and 40),
  -- GS1 Global Location Number.
  gln text constraint retailers__gln check (gln ~ '^[0-9]{13}$'),
  default_currency text constraint retailers__default_currency check (default_currency ~ '^[A-Z]{3}$'),
  -- IANA. A draft may lack it; then nobody can tell whether it is open.
  timezone text constraint retailers__timezone check (length(timezone) between 1 and 64),
  -- BCP 47.
  default_language text constraint retailers__default_language check (length(default_language) between 2 and 35),
  logo_file_id uuid constraint retailers__logo_file_id references files (id),
  cover_file_id uuid constraint retailers__cover_file_id references files (id),
  website text constraint retailers__website check (website ~* '^https://' and length(website) <= 500),
  commission_bps int not null default 0 constraint retailers__commission_bps check (commission_bps between 0 and 10000),
  settlement_terms_days int not null default 30
    constraint retailers__settlement_terms_days check (settlement_terms_days between 0 and 90),
  pos_integration text not null default 'none'
    constraint retailers__pos_integration check (pos_integration in ('none', 'api', 'csv', 'manual')),
  visibility text not null default 'public' constraint retailers__visibility check (visibility in ('public', 'hidden')),
  risk_flags text[] not null default '{}' constraint retailers__risk_flags check (cardinality(risk_flags) <= 20),
  status text not null constraint retailers__status
    check (status in ('draft', 'submitted', 'changes_requested', 'rejected', 'active', 'suspended', 'closed')),
  status_reason text constraint retailers__status_reason check (length(status_reason) between 1 and 500),
  -- `expired` is what a clock decides of `verified`, so it is not stored.
  kyc_status text not null default 'not_started'
    constraint retailers__kyc_status check (kyc_status in ('not_started', 'in_review', 'verified', 'rejected')),
  -- For which level it was verified; a type may ask for more later.
  kyc_level text constraint retailers__kyc_level check (kyc_level in ('none', 'basic', 'full')),
  kyc_expires_on date,
  kyc_reason text constraint retailers__kyc_reason check (length(kyc_reason) between 1 and 500),
  -- Kept by the changes of its parts, which all lock this row: what its next step asks for, and where its primary
  -- location is.
  locations_count int not null default 0 constraint retailers__locations_count check (locations_count >= 0),
  contacts_count int not null default 0 constraint retailers__contacts_count check (contacts_count >= 0),
  city text constraint retailers__city check (length(city) between 1 and 120),
  city_key text collate "C" not null default '',
  words text not null,
  search_key text not null generated always as
    (' ' || lpad(number::text, greatest(6, length(number::text)), '0') || ' ' || coalesce(gln || ' ', '') || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint retailers__registration check ((registration_no is null) = (registration_country is null)),
  constraint retailers__reason
    check (status not in ('suspended', 'rejected', 'changes_requested') or status_reason is not null),
  constraint retailers__place
    check (status not in ('submitted', 'active', 'suspended') or (country is not null and timezone is not null)),
  constraint retailers__kyc check ((kyc_status = 'verified') = (kyc_level is not null))
);

create unique index retailers__gln_key on retailers (gln) where gln is not null and status not in ('rejected', 'closed');
create unique index retailers__registration_key on retailers (registration_country, registration_no)
  where registration_no is not null and parent_id is null and status not in ('rejected', 'closed');
create index retailers__by_parent on retailers (parent_id);
create index retailers__search_key on retailers using gin (search_key gin_trgm_ops);
create index retailers__by_name on retailers (sort_key, id);
create index retailers__by_created_at on retailers (created_at, id);
create index retailers__by_updated_at on retailers (updated_at, id);
create index retailers__by_country on retailers (country_key, sort_key, id);
create index retailers__by_city on retailers (city_key, sort_key, id);
create index retailers__by_type on retailers (retailer_type_id, sort_key, id);
create index retailers__by_status_name on retailers (status, sort_key, id);

-- Every retailer with itself (distance 0) and the chains above it.
create table retailer_closure (
  ancestor_id uuid not null constraint retailer_closure__ancestor_id references retailers (id) on delete cascade,
  descendant_id uuid not null constraint retailer_closure__descendant_id references retailers (id) on delete cascade,
  distance int not null constraint retailer_closure__distance check (distance between 0 and 2),
  primary key (ancestor_id, descendant_id)
);

create index retailer_closure__by_descendant on retailer_closure (descendant_id, distance);

create table retailer_locations (
  id uuid primary key,
  retailer_id uuid not null constraint retailer_locations__retailer_id references retailers (id) on delete cascade,
  name text not null constraint retailer_locations__name check (length(name) between 1 and 160),
  address_line_1 text constraint retailer_locations__address_line_1 check (length(address_line_1) between 1 and 200),
  address_line_2 text constraint retailer_locations__address_line_2 check (length(address_line_2) between 1 and 200),
  city text constraint retailer_locations__city check (length(city) between 1 and 120),
  region text constraint retailer_locations__region check (length(region) between 1 and 120),
  postal_code text constraint retailer_locations__postal_code check (length(postal_code) between 1 and 20),
  -- Null: its retailer's.
  country text constraint retailer_locations__country check (country ~ '^[A-Z]{2}$'),
  -- WGS 84.
  latitude numeric(9, 6) constraint retailer_locations__latitude check (latitude between -90 and 90),
  longitude numeric(9, 6) constraint retailer_locations__longitude check (longitude between -180 and 180),
  gln text constraint retailer_locations__gln check (gln ~ '^[0-9]{13}$'),
  phone text constraint retailer_locations__phone check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  timezone text constraint retailer_locations__timezone check (length(timezone) between 1 and 64),
  is_primary boolean not null default false,
  status text not null default 'open'
    constraint retailer_locations__status check (status in ('open', 'temporarily_closed', 'closed')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint retailer_locations__point check ((latitude is null) = (longitude is null))
);

create unique index retailer_locations__primary on retailer_locations (retailer_id) where is_primary;
create unique index retailer_locations__gln_key on retailer_locations (gln) where gln is not null;
create index retailer_locations__by_retailer on retailer_locations (retailer_id);
create index retailer_locations__by_point on retailer_locations (latitude, longitude);
