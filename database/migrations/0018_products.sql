-- What a brand sells (domain 1.5).
create table products (
  id uuid primary key,
  number bigint generated always as identity constraint products__number unique,
  code text not null generated always as ('PRD-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  brand_id uuid not null constraint products__brand_id references brands (id),
  -- A product that came without one stays unpublished, see `products__complete`.
  category_id uuid constraint products__category_id references categories (id),
  name text not null constraint products__name check (length(name) between 1 and 200),
  sort_key text collate "C" not null,
  name_i18n jsonb not null default '{}' constraint products__name_i18n check (jsonb_typeof(name_i18n) = 'object'),
  description text constraint products__description check (length(description) between 1 and 5000),
  description_i18n jsonb not null default '{}'
    constraint products__description_i18n check (jsonb_typeof(description_i18n) = 'object'),
  -- GTIN-8, -12, -13 and -14 padded with zeros in front to 14, so that each has one spelling.
  -- The last is the check digit: weights 3 and 1 in turn, and a full ten.
  gtin text constraint products__gtin check (
    case when gtin ~ '^[0-9]{14}$' then (
      3 * (substr(gtin, 1, 1)::int + substr(gtin, 3, 1)::int + substr(gtin, 5, 1)::int + substr(gtin, 7, 1)::int
           + substr(gtin, 9, 1)::int + substr(gtin, 11, 1)::int + substr(gtin, 13, 1)::int)
      + substr(gtin, 2, 1)::int + substr(gtin, 4, 1)::int + substr(gtin, 6, 1)::int + substr(gtin, 8, 1)::int
      + substr(gtin, 10, 1)::int + substr(gtin, 12, 1)::int + substr(gtin, 14, 1)::int) % 10 = 0
    else gtin is null end),
  -- How many digits are printed, which the zeros in front tell (base/gtin.ts).
  gtin_kind smallint generated always as (
    case when gtin like '000000%' then 8 when gtin like '00%' then 12 when gtin like '0%' then 13 when gtin is not null then 14 end
  ) stored,
  no_barcode_reason text constraint products__no_barcode_reason check (length(no_barcode_reason) between 1 and 200),
  sku text constraint products__sku check (length(sku) between 1 and 64),
  -- UN/ECE Recommendation 20 unit codes.
  net_content numeric(12, 3) constraint products__net_content check (net_content > 0),
  net_unit text constraint products__net_unit check (net_unit in ('KGM', 'GRM', 'LTR', 'MLT', 'H87')),
  pack_of int not null default 1 constraint products__pack_of check (pack_of between 1 and 10000),
  country_of_origin text constraint products__country_of_origin check (country_of_origin ~ '^[A-Z]{2}$'),
  rrp_minor bigint constraint products__rrp_minor check (rrp_minor between 0 and 9007199254740991),
  rrp_currency text constraint products__rrp_currency check (rrp_currency ~ '^[A-Z]{3}$'),
  ingredients text constraint products__ingredients check (length(ingredients) between 1 and 10000),
  ingredients_i18n jsonb not null default '{}'
    constraint products__ingredients_i18n check (jsonb_typeof(ingredients_i18n) = 'object'),
  allergens text[] not null default '{}' constraint products__allergens check (cardinality(allergens) <= 30),
  e_numbers text[] not null default '{}' constraint products__e_numbers check (cardinality(e_numbers) <= 60),
  -- Hints for a reviewer, never a judgement. Null: nobody has said.
  is_animal_derived boolean,
  is_alcohol_derived boolean,
  contains_gelatine boolean,
  -- Whether it is meat, for which a retailer's type may ask that the slaughter policy is stated.
  contains_meat boolean,
  halal_claim text not null default 'none'
    constraint products__halal_claim check (halal_claim in ('certified', 'self_declared', 'inherently_halal', 'none')),
  -- Tags of Open Food Facts, such as `en:halal`, for exchange.
  off_labels text[] not null default '{}' constraint products__off_labels check (cardinality(off_labels) <= 100),
  status text not null
    constraint products__status check (status in ('draft', 'in_review', 'published', 'unpublished', 'archived')),
  status_reason text constraint products__status_reason check (length(status_reason) between 1 and 500),
  words text not null,
  search_key text not null generated always as
    (' ' || lpad(number::text, greatest(6, length(number::text)), '0') || ' ' || coalesce(gtin || ' ', '') || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  -- With a barcode there is no reason to have none.
  constraint products__gtin_or_reason check (gtin is null or no_barcode_reason is null),
  constraint products__net check ((net_content is null) = (net_unit is null)),
  constraint products__rrp check (rrp_minor is null or rrp_currency is not null),
  -- What rules.ts asks of a product that waits for review or is live.
  constraint products__complete
    check (status not in ('in_review', 'published') or (category_id is not null and (gtin is not null or no_barcode_reason is not null)))
);

-- A GTIN and a brand's own number are free again once their product is archived.
create unique index products__gtin_key on products (gtin) where status <> 'archived' and gtin is not null;
create unique index products__sku_key on products (brand_id, sku) where status <> 'archived' and sku is not null;

alter table products alter column search_key set statistics 400;
create index products__search_key on products using gin (search_key gin_trgm_ops);
create index products__by_name on products (sort_key, id);
create index products__by_created_at on products (created_at, id);
create index products__by_updated_at on products (updated_at, id);
create index products__by_brand on products (brand_id, sort_key, id);
create index products__by_category on products (category_id, sort_key, id);
create index products__by_status_name on products (status, sort_key, id);
create index products__by_status_created_at on products (status, created_at, id);
create index products__by_status_updated_at on products (status, updated_at, id);

create table product_images (
  product_id uuid not null constraint product_images__product_id references products (id) on delete cascade,
  file_id uuid not null constraint product_images__file_id references files (id),
  position int not null constraint product_images__position check (position between 0 and 9),
  alt text constraint product_images__alt check (length(alt) between 1 and 300),
  alt_i18n jsonb not null default '{}' constraint product_images__alt_i18n check (jsonb_typeof(alt_i18n) = 'object'),
  primary key (product_id, file_id),
  constraint product_images__place unique (product_id, position) deferrable initially deferred
);
