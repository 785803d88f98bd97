-- Who certifies, by what, and who recognises whom where (domain 1.6): dated rows with a source, edited by staff.
create table certifying_bodies (
  id uuid primary key,
  acronym text not null constraint certifying_bodies__acronym check (length(acronym) between 1 and 40),
  name text not null constraint certifying_bodies__name check (length(name) between 2 and 200),
  name_i18n jsonb not null default '{}' constraint certifying_bodies__name_i18n check (jsonb_typeof(name_i18n) = 'object'),
  sort_key text collate "C" not null,
  country text not null constraint certifying_bodies__country check (country ~ '^[A-Z]{2}$'),
  kind text not null
    constraint certifying_bodies__kind check (kind in ('government', 'semi_government', 'ngo', 'private')),
  website text constraint certifying_bodies__website check (website ~* '^https?://' and length(website) <= 500),
  registry_url text constraint certifying_bodies__registry_url check (registry_url ~* '^https?://' and length(registry_url) <= 500),
  -- With `{number}` where the certificate's number goes.
  registry_lookup_template text constraint certifying_bodies__registry_lookup_template
    check (registry_lookup_template ~* '^https?://' and length(registry_lookup_template) <= 500),
  certificate_no_pattern text
    constraint certifying_bodies__certificate_no_pattern check (length(certificate_no_pattern) between 1 and 200),
  typical_validity_months int
    constraint certifying_bodies__typical_validity_months check (typical_validity_months between 1 and 120),
  -- Days before the end in which a renewal may be filed: from the larger to the smaller.
  renewal_from_days int constraint certifying_bodies__renewal_from_days check (renewal_from_days between 1 and 730),
  renewal_to_days int constraint certifying_bodies__renewal_to_days check (renewal_to_days between 0 and 730),
  default_stunning_policy text not null default 'unknown' constraint certifying_bodies__default_stunning_policy
    check (default_stunning_policy in ('none', 'reversible', 'irreversible', 'not_applicable', 'unknown')),
  off_label_tags text[] not null default '{}',
  logo_file_id uuid constraint certifying_bodies__logo_file_id references files (id),
  -- [{"title", "url", "readOn"}]: where what is said here was read.
  sources jsonb not null default '[]' constraint certifying_bodies__sources check (jsonb_typeof(sources) = 'array'),
  status text not null constraint certifying_bodies__status check (status in ('active', 'archived')),
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint certifying_bodies__renewal check (renewal_to_days <= renewal_from_days)
);

create unique index certifying_bodies__acronym_key on certifying_bodies (lower(acronym), country) where status <> 'archived';

create table halal_standards (
  id uuid primary key,
  code text not null constraint halal_standards__code check (length(code) between 1 and 60),
  edition text not null constraint halal_standards__edition check (length(edition) between 1 and 40),
  title text not null constraint halal_standards__title check (length(title) between 1 and 300),
  owner text not null constraint halal_standards__owner check (length(owner) between 1 and 120),
  scope text constraint halal_standards__scope check (length(scope) between 1 and 500),
  source_url text constraint halal_standards__source_url check (source_url ~* '^https?://' and length(source_url) <= 500),
  status text not null constraint halal_standards__status check (status in ('active', 'archived')),
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create unique index halal_standards__code_key on halal_standards (lower(code), lower(edition)) where status <> 'archived';

-- Never shown without its scope: a body may be accredited for one kind of product in one market alone.
create table accreditations (
  id uuid primary key,
  body_id uuid not null constraint accreditations__body_id references certifying_bodies (id) on delete cascade,
  accreditor text not null constraint accreditations__accreditor check (length(accreditor) between 1 and 60),
  accreditation_no text constraint accreditations__accreditation_no check (length(accreditation_no) between 1 and 60),
  scope_text text not null constraint accreditations__scope_text check (length(scope_text) between 1 and 500),
  valid_from date,
  valid_to date,
  source_url text constraint accreditations__source_url check (source_url ~* '^https?://' and length(source_url) <= 500),
  constraint accreditations__period check (valid_from <= valid_to)
);

create index accreditations__by_body on accreditations (body_id);

-- Where a market has rows that hold on a day, a body outside them is not recognised there; a market without any has no
-- list, and every body counts.
create table body_recognitions (
  id uuid primary key,
  market text not null constraint body_recognitions__market check (market ~ '^[A-Z]{2}$'),
  body_id uuid not null constraint body_recognitions__body_id references certifying_bodies (id) on delete cascade,
  recognised_by text not null constraint body_recognitions__recognised_by check (length(recognised_by) between 1 and 120),
  scope_text text constraint body_recognitions__scope_text check (length(scope_text) between 1 and 500),
  valid_from date,
  valid_to date,
  source_url text constraint body_recognitions__source_url check (source_url ~* '^https?://' and length(source_url) <= 500),
  constraint body_recognitions__period check (valid_from <= valid_to)
);

create index body_recognitions__by_market on body_recognitions (market, body_id);

-- A halal certificate as it states itself (domain 1.7). Each revision is a row; a newer one names what it supersedes.
create table certificates (
  id uuid primary key,
  number bigint generated always as identity constraint certificates__number unique,
  code text not null generated always as ('CERT-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  body_id uuid not null constraint certificates__body_id references certifying_bodies (id),
  certificate_no text not null constraint certificates__certificate_no check (length(certificate_no) between 1 and 64),
  -- Without case, spaces and punctuation: the same number has one spelling.
  certificate_no_key text collate "C" not null,
  revision int not null default 1 constraint certificates__revision check (revision >= 1),
  supersedes_id uuid constraint certificates__supersedes_id references certificates (id),
  kind text not null constraint certificates__kind
    check (kind in ('product', 'premise', 'scheme_service', 'abattoir', 'raw_material', 'consignment')),
  scheme_code text constraint certificates__scheme_code check (length(scheme_code) between 1 and 60),
  holder_type text not null constraint certificates__holder_type check (holder_type in ('brand', 'retailer', 'external')),
  holder_brand_id uuid constraint certificates__holder_brand_id references brands (id),
  holder_retailer_id uuid constraint certificates__holder_retailer_id references retailers (id),
  -- As the document writes it.
  holder_name text not null constraint certificates__holder_name check (length(holder_name) between 1 and 200),
  holder_address text constraint certificates__holder_address check (length(holder_address) between 1 and 500),
  holder_country text constraint certificates__holder_country check (holder_country ~ '^[A-Z]{2}$'),
  scope_text text constraint certificates__scope_text check (length(scope_text) between 1 and 5000),
  -- Categories A to K of GSO 2055-2.
  product_category_codes text[] not null default '{}',
  issued_on date,
  valid_from date,
  expires_on date,
  validity_basis text not null
    constraint certificates__validity_basis check (validity_basis in ('dated', 'open_ended', 'consignment')),
  -- IANA. A certificate ends with the end of its last day there.
  timezone text not null constraint certificates__timezone check (length(timezone) between 1 and 64),
  -- From when a newer revision stands in its place: known before, so that there is no gap and no day with both.
  superseded_from timestamptz(3),
  -- The instants that those days mean, written by `certificates__instants`: from the first, until before the last.
  -- Where a newer revision takes over earlier, that is its end.
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- `ends_at`, and the year 9999 without an end: what lists are ordered by.
  ends_key timestamptz(3) not null,
  last_reviewed_on date,
  review_due_on date,
  slaughter_method text not null default 'unknown' constraint certificates__slaughter_method
    check (slaughter_method in ('hand', 'mechanical', 'not_applicable', 'unknown')),
  stunning_policy text not null default 'unknown' constraint certificates__stunning_policy
    check (stunning_policy in ('none', 'reversible', 'irreversible', 'not_applicable', 'unknown')),
  evidence_level text not null default 'document_only' constraint certificates__evidence_level
    check (evidence_level in ('registry_verified', 'document_only', 'declared_by_body', 'self_declared')),
  state text not null constraint certificates__state check (state in
    ('draft', 'submitted', 'changes_requested', 'rejected', 'verified', 'suspended', 'withdrawn', 'superseded')),
  state_reason text constraint certificates__state_reason check (length(state_reason) between 1 and 500),
  state_changed_at timestamptz(3) not null,
  submitted_at timestamptz(3),
  submitted_by uuid,
  reviewer_id uuid,
  verified_at timestamptz(3),
  verified_by uuid,
  verification_method text constraint certificates__verification_method
    check (verification_method in ('registry_lookup', 'email', 'phone', 'document')),
  registry_url text constraint certificates__registry_url check (registry_url ~* '^https?://' and length(registry_url) <= 500),
  registry_snapshot_file_id uuid constraint certificates__registry_snapshot_file_id references files (id),
  -- Of the document that was looked at.
  verified_sha256 text constraint certificates__verified_sha256 check (verified_sha256 ~ '^[0-9a-f]{64}$'),
  next_check_due_on date,
  notes text constraint certificates__notes check (length(notes) between 1 and 5000),
  sort_key text collate "C" not null,
  words text not null,
  search_key text not null generated always as
    (' ' || lpad(number::text, greatest(6, length(number::text)), '0') || ' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint certificates__holder check (
    (holder_brand_id is not null) = (holder_type = 'brand') and (holder_retailer_id is not null) = (holder_type = 'retailer')),
  constraint certificates__days check (issued_on <= valid_from and valid_from <= expires_on),
  constraint certificates__basis check ((validity_basis <> 'open_ended') or expires_on is null),
  -- What submission asks for; drafts may have gaps.
  constraint certificates__complete check (
    state in ('draft', 'changes_requested')
    or (issued_on is not null and valid_from is not null
      and (validity_basis = 'open_ended' or expires_on is not null)
      and (validity_basis <> 'open_ended' or review_due_on is not null))),
  constraint certificates__verification check (
    state not in ('verified', 'suspended', 'withdrawn', 'superseded')
    or (verified_at is not null and verified_by is not null and verified_by is distinct from submitted_by)),
  -- Nobody vouches for what they have nothing to show for.
  constraint certificates__evidence
    check (verification_method is null or registry_snapshot_file_id is not null or verified_sha256 is not null),
  constraint certificates__reason
    check (state not in ('changes_requested', 'rejected', 'suspended', 'withdrawn') or state_reason is not null)
);

-- A day in a zone is not immutable (zones change by law), so a generated column may not hold it.
create function certificate_instants() returns trigger language plpgsql as $$
begin
  new.starts_at := new.valid_from::timestamp at time zone new.timezone;
  new.ends_at := least((new.expires_on + 1)::timestamp at time zone new.timezone, new.superseded_from);
  new.ends_key := coalesce(new.ends_at, '9999-12-31T00:00:00Z');
  return new;
end $$;

create trigger certificates__instants before insert or update on certificates
  for each row execute function certificate_instants();

create unique index certificates__no_key on certificates (body_id, certificate_no_key, revision)
  where state not in ('rejected', 'draft');
create unique index certificates__supersedes_key on certificates (supersedes_id)
  where supersedes_id is not null and state not in ('rejected', 'withdrawn');
create index certificates__search_key on certificates using gin (search_key gin_trgm_ops);
create index certificates__by_number on certificates (certificate_no_key, id);
create index certificates__by_holder_name on certificates (sort_key, id);
create index certificates__by_created_at on certificates (created_at, id);
create index certificates__by_updated_at on certificates (updated_at, id);
create index certificates__by_ends_key on certificates (ends_key, id);
create index certificates__by_state_ends_key on certificates (state, ends_key, id);
create index certificates__by_standing on certificates (ends_at) where state = 'verified';
create index certificates__by_state_changed_at on certificates (state, state_changed_at, id);
create index certificates__by_body on certificates (body_id, ends_key, id);
create index certificates__by_holder_brand on certificates (holder_brand_id) where holder_brand_id is not null;
create index certificates__by_holder_retailer on certificates (holder_retailer_id) where holder_retailer_id is not null;

create table certificate_standards (
  certificate_id uuid not null constraint certificate_standards__certificate_id references certificates (id) on delete cascade,
  standard_id uuid not null constraint certificate_standards__standard_id references halal_standards (id),
  primary key (certificate_id, standard_id)
);

create table certificate_sites (
  id uuid primary key,
  certificate_id uuid not null constraint certificate_sites__certificate_id references certificates (id) on delete cascade,
  name text not null constraint certificate_sites__name check (length(name) between 1 and 200),
  address text constraint certificate_sites__address check (length(address) between 1 and 500),
  country text constraint certificate_sites__country check (country ~ '^[A-Z]{2}$'),
  -- Null on a retailer's premise certificate: the whole retailer.
  location_id uuid constraint certificate_sites__location_id references retailer_locations (id),
  is_headquarters boolean not null default false
);

create index certificate_sites__by_certificate on certificate_sites (certificate_id);
create index certificate_sites__by_location on certificate_sites (location_id) where location_id is not null;

-- The lines of the scope. One without a product is not matched yet; one that was removed narrows the scope and ends nothing else.
create table certificate_products (
  id uuid primary key,
  certificate_id uuid not null constraint certificate_products__certificate_id references certificates (id) on delete cascade,
  position int not null default 0,
  product_id uuid constraint certificate_products__product_id references products (id),
  name_on_certificate text not null constraint certificate_products__name check (length(name_on_certificate) between 1 and 300),
  brand_on_certificate text constraint certificate_products__brand check (length(brand_on_certificate) between 1 and 200),
  gtin text constraint certificate_products__gtin check (gtin ~ '^[0-9]{14}$'),
  status text not null default 'listed' constraint certificate_products__status check (status in ('listed', 'removed')),
  removed_at timestamptz(3),
  removed_reason text constraint certificate_products__removed_reason check (length(removed_reason) between 1 and 500),
  constraint certificate_products__removed check ((status = 'removed') = (removed_at is not null))
);

create unique index certificate_products__product_key
  on certificate_products (certificate_id, product_id) where product_id is not null and status = 'listed';
create index certificate_products__by_certificate on certificate_products (certificate_id, position);
create index certificate_products__by_product on certificate_products (product_id, certificate_id) where status = 'listed';

create table certificate_documents (
  certificate_id uuid not null constraint certificate_documents__certificate_id references certificates (id) on delete cascade,
  file_id uuid not null constraint certificate_documents__file_id references files (id),
  position int not null default 0,
  kind text not null constraint certificate_documents__kind
    check (kind in ('certificate', 'annex', 'product_list', 'lab', 'letter', 'registry_snapshot')),
  language text constraint certificate_documents__language check (length(language) between 2 and 35),
  primary key (certificate_id, file_id)
);

-- Which notices were sent: each once, however often the job runs.
create table certificate_notices (
  certificate_id uuid not null constraint certificate_notices__certificate_id references certificates (id) on delete cascade,
  -- Days before the end; -1 says that it has ended and -2 that it has begun, and that what rests on it has followed.
  days_before int not null,
  sent_at timestamptz(3) not null,
  primary key (certificate_id, days_before)
);
