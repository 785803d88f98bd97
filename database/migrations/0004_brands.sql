create sequence brand_codes;

create table brands (
  id uuid primary key,
  code text not null unique constraint brands__code check (code ~ '^BR-\d{5,}$'),
  name text not null constraint brands__name check (length(name) between 1 and 120),
  -- `nameKey`: names that differ only in case are the same name. `searchKey`: sorts without regard to case and accents.
  name_key text not null,
  sort_key text not null,
  name_i18n jsonb not null default '{}',
  alternative_names text[] not null default '{}',
  legal_entity_name text,
  registration_no text,
  country char(2),
  -- For sorting: a null has no place in a keyset.
  country_key text not null generated always as (coalesce(country, '')) stored,
  website text,
  story text,
  story_i18n jsonb not null default '{}',
  founded_year int constraint brands__founded_year check (founded_year between 1000 and 2200),
  gs1_company_prefix text constraint brands__gs1_company_prefix check (gs1_company_prefix ~ '^\d{6,12}$'),
  wikidata_id text constraint brands__wikidata_id check (wikidata_id ~ '^Q[1-9]\d*$'),
  is_muslim_owned text not null default 'undeclared'
    constraint brands__is_muslim_owned check (is_muslim_owned in ('yes', 'no', 'undeclared')),
  default_currency char(3),
  low_balance_alert_minor bigint constraint brands__low_balance_alert_minor check (low_balance_alert_minor >= 0),
  monthly_budget_minor bigint constraint brands__monthly_budget_minor check (monthly_budget_minor >= 0),
  pending_days int constraint brands__pending_days check (pending_days between 0 and 120),
  contact_name text,
  contact_email text,
  contact_phone text constraint brands__contact_phone check (contact_phone ~ '^\+[1-9]\d{6,14}$'),
  status text not null
    constraint brands__status check (status in ('draft', 'submitted', 'active', 'suspended', 'rejected', 'archived')),
  status_reason text,
  search_key text not null,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint brands__money check (default_currency is not null or (low_balance_alert_minor is null and monthly_budget_minor is null))
);

-- A name is free again once its brand is archived (domain 1.4).
create unique index brands__name_key on brands (name_key) where status <> 'archived';
create unique index brands__wikidata_id_key on brands (wikidata_id) where status <> 'archived' and wikidata_id is not null;

create index brands__search_key on brands using gin (search_key gin_trgm_ops);
create index brands__by_name on brands (sort_key, id);
create index brands__by_created_at on brands (created_at, id);
create index brands__by_updated_at on brands (updated_at, id);
create index brands__by_country on brands (country_key, id);
create index brands__by_status_name on brands (status, sort_key, id);
create index brands__by_status_created_at on brands (status, created_at, id);
