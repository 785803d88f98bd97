create table brands (
  id uuid primary key,
  -- What people read out is `code`; what it is made of sorts and is looked up as a number.
  number bigint generated always as identity constraint brands__number unique,
  code text not null generated always as ('BR-' || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  name text not null constraint brands__name check (length(name) between 1 and 120),
  -- `nameKey`: names that differ only in case are the same name. `sortKey`: orders without regard to case and accents,
  -- by code point on every server.
  name_key text not null,
  sort_key text collate "C" not null,
  name_i18n jsonb not null default '{}' constraint brands__name_i18n check (jsonb_typeof(name_i18n) = 'object'),
  alternative_names text[] not null default '{}'
    constraint brands__alternative_names check (cardinality(alternative_names) <= 50),
  legal_entity_name text constraint brands__legal_entity_name check (length(legal_entity_name) between 1 and 160),
  registration_no text constraint brands__registration_no check (length(registration_no) between 1 and 40),
  country text constraint brands__country check (country ~ '^[A-Z]{2}$'),
  -- For sorting: a null has no place in a keyset.
  country_key text collate "C" not null generated always as (coalesce(country, '')) stored,
  website text constraint brands__website check (website ~* '^https://' and length(website) <= 500),
  story text constraint brands__story check (length(story) between 1 and 5000),
  story_i18n jsonb not null default '{}' constraint brands__story_i18n check (jsonb_typeof(story_i18n) = 'object'),
  founded_year int constraint brands__founded_year check (founded_year between 1000 and 2200),
  gs1_company_prefix text constraint brands__gs1_company_prefix check (gs1_company_prefix ~ '^[0-9]{6,12}$'),
  wikidata_id text
    constraint brands__wikidata_id check (wikidata_id ~ '^Q[1-9][0-9]*$' and length(wikidata_id) <= 12),
  is_muslim_owned text not null default 'undeclared'
    constraint brands__is_muslim_owned check (is_muslim_owned in ('yes', 'no', 'undeclared')),
  default_currency text constraint brands__default_currency check (default_currency ~ '^[A-Z]{3}$'),
  -- At most what a JSON number holds exactly.
  low_balance_alert_minor bigint
    constraint brands__low_balance_alert_minor check (low_balance_alert_minor between 0 and 9007199254740991),
  monthly_budget_minor bigint
    constraint brands__monthly_budget_minor check (monthly_budget_minor between 0 and 9007199254740991),
  pending_days int constraint brands__pending_days check (pending_days between 0 and 120),
  contact_name text constraint brands__contact_name check (length(contact_name) between 1 and 160),
  contact_email text constraint brands__contact_email check (length(contact_email) <= 254),
  contact_phone text constraint brands__contact_phone check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  status text not null
    constraint brands__status check (status in ('draft', 'submitted', 'active', 'suspended', 'rejected', 'archived')),
  status_reason text constraint brands__status_reason check (length(status_reason) between 1 and 500),
  -- `searchKey` of every name. With the digits of the code in front, and a space at the start of every word, it is searched.
  words text not null,
  search_key text not null
    generated always as (' ' || lpad(number::text, greatest(5, length(number::text)), '0') || ' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint brands__money
    check (default_currency is not null or (low_balance_alert_minor is null and monthly_budget_minor is null)),
  -- What `missingFor` in rules.ts asks of a brand that waits for review or is live.
  constraint brands__complete check (
    (status not in ('submitted', 'active') or (country is not null and (contact_email is not null or contact_phone is not null)))
    and (status <> 'active' or default_currency is not null)
  ),
  constraint brands__reason check (status not in ('suspended', 'rejected') or status_reason is not null)
);

-- A name is free again once its brand is archived (domain 1.4).
create unique index brands__name_key on brands (name_key) where status <> 'archived';
create unique index brands__wikidata_id_key on brands (wikidata_id) where status <> 'archived' and wikidata_id is not null;

-- A word in one name of 400 must show in the sample, or the planner takes a rare word for a frequent one and walks the
-- whole list for it.
alter table brands alter column search_key set statistics 400;
create index brands__search_key on brands using gin (search_key gin_trgm_ops);

-- One a sort. Status beside the country, so that counting a country's brands reads the index alone.
create index brands__by_name on brands (sort_key, id);
create index brands__by_created_at on brands (created_at, id);
create index brands__by_updated_at on brands (updated_at, id);
create index brands__by_country on brands (country_key, sort_key, id) include (status);

-- Status and time go together (drafts are young, archived brands old), which the planner does not know: without these it
-- walks a million rows of the others to the first draft. So does the code, which counts up with time.
create index brands__by_status_name on brands (status, sort_key, id);
create index brands__by_status_created_at on brands (status, created_at, id);
create index brands__by_status_updated_at on brands (status, updated_at, id);
create index brands__by_status_number on brands (status, number);
