-- The demonstration applications E-commerce and File manager (spec 001).

create table shop_products (
  id uuid primary key,
  -- The id that a client of spec 001 gave a product, where it is no UUID.
  wire_id text constraint shop_products__wire_id check (length(wire_id) between 1 and 64),
  name text not null constraint shop_products__name check (length(name) between 1 and 200),
  name_i18n jsonb not null default '{}' constraint shop_products__name_i18n check (jsonb_typeof(name_i18n) = 'object'),
  sort_key text collate "C" not null,
  sort_key_ar text collate "C" not null generated always as (arabic_order(coalesce(name_i18n ->> 'ar', sort_key))) stored,
  handle text,
  description text,
  categories text[] not null default '{}' constraint shop_products__categories check (cardinality(categories) <= 20),
  tags text[] not null default '{}' constraint shop_products__tags check (cardinality(tags) <= 20),
  -- The brand product that is offered: its certificates count.
  catalogue_product_id uuid constraint shop_products__catalogue_product_id references products (id),
  -- In order; the first is the main picture.
  images jsonb not null default '[]' constraint shop_products__images check (jsonb_typeof(images) = 'array'),
  currency text not null constraint shop_products__currency check (currency = 'USD'),
  price_excl_minor bigint not null constraint shop_products__price_excl_minor check (price_excl_minor between 0 and 10000000000),
  tax_rate_bps int not null constraint shop_products__tax_rate_bps check (tax_rate_bps between 0 and 10000),
  -- As `priceWithTax` in rules.ts: half a cent is rounded up.
  price_incl_minor bigint not null generated always as (round(price_excl_minor * (10000 + tax_rate_bps) / 10000.0)) stored,
  compared_price_minor bigint constraint shop_products__compared_price_minor check (compared_price_minor >= 0),
  quantity int not null constraint shop_products__quantity check (quantity >= 0),
  low_stock_at int not null constraint shop_products__low_stock_at check (low_stock_at >= 0),
  sku text,
  width text,
  height text,
  depth text,
  weight text,
  extra_shipping_fee_minor bigint not null constraint shop_products__extra_shipping_fee_minor check (extra_shipping_fee_minor >= 0),
  status text not null constraint shop_products__status check (status in ('inactive', 'active', 'archived')),
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid
);
create unique index shop_products__wire_id_key on shop_products (wire_id) where wire_id is not null;
create unique index shop_products__handle_key on shop_products (handle) where handle is not null and status <> 'archived';
create unique index shop_products__sku_key on shop_products (sku) where sku is not null and status <> 'archived';
create index shop_products__search_key on shop_products using gin (search_key gin_trgm_ops);
create index shop_products__by_name on shop_products (sort_key, id);
create index shop_products__by_name_ar on shop_products (sort_key_ar, id);
create index shop_products__by_price on shop_products (price_incl_minor, id);
create index shop_products__by_quantity on shop_products (quantity, id);
create index shop_products__by_updated on shop_products (updated_at, id);

create table shop_orders (
  id uuid primary key,
  reference text not null constraint shop_orders__reference unique,
  note text constraint shop_orders__note check (length(note) between 1 and 2000),
  customer jsonb not null,
  customer_name text not null,
  sort_key text collate "C" not null,
  lines jsonb not null constraint shop_orders__lines check (jsonb_typeof(lines) = 'array'),
  currency text not null constraint shop_orders__currency check (currency = 'USD'),
  subtotal_minor bigint not null constraint shop_orders__subtotal_minor check (subtotal_minor >= 0),
  tax_minor bigint not null constraint shop_orders__tax_minor check (tax_minor >= 0),
  discount_minor bigint not null constraint shop_orders__discount_minor check (discount_minor >= 0),
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  method text not null constraint shop_orders__method check (method in ('credit_card', 'check', 'paypal', 'bank_wire')),
  transaction_id text,
  paid_at timestamptz(3),
  -- Newest first: status, at, by.
  steps jsonb not null constraint shop_orders__steps check (jsonb_array_length(steps) > 0),
  -- Newest first: tracking, carrier, weight, feeMinor, at.
  shipments jsonb not null default '[]',
  -- Newest first: id, amountMinor, reason, at, by.
  refunds jsonb not null default '[]',
  carrier text constraint shop_orders__carrier check (carrier in ('TNT', 'USPS', 'FedEx')),
  -- Its lines were taken out of stock, and were not put back.
  has_stock boolean not null default false,
  ordered_at timestamptz(3) not null,
  status text not null,
  status_reason text,
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint shop_orders__total check (total_minor = subtotal_minor + tax_minor - discount_minor and total_minor >= 0),
  constraint shop_orders__paid check (paid_minor between 0 and total_minor and (paid_minor = 0 or paid_at is not null)),
  constraint shop_orders__refunded check (refunded_minor between 0 and paid_minor)
);
create index shop_orders__search_key on shop_orders using gin (search_key gin_trgm_ops);
create index shop_orders__by_ordered on shop_orders (ordered_at, id);
create index shop_orders__by_status on shop_orders (status, ordered_at, id);
create index shop_orders__by_customer on shop_orders (sort_key, id);
create index shop_orders__by_total on shop_orders (total_minor, id);

-- Plain documents: spreadsheets and text (docs/decisions/0097).
alter table files
  drop constraint files__media_type,
  drop constraint files__kept_type,
  drop constraint files__kept_as,
  add constraint files__media_type check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/csv',
    'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  add constraint files__kept_type check (kept_type in ('image/webp', 'image/png', 'application/pdf', 'text/csv', 'text/plain',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  add constraint files__kept_as check ((kind = 'image') = (kept_type in ('image/webp', 'image/png')));

create table documents (
  id uuid primary key,
  -- The id on the wire of spec 001, where it is no UUID.
  wire_id text constraint documents__wire_id check (length(wire_id) between 1 and 64),
  -- The folder that contains it; null at the top.
  parent_id uuid constraint documents__parent_id references documents (id),
  type text not null constraint documents__type check (type in ('folder', 'document', 'spreadsheet')),
  -- Folders come first.
  rank int not null generated always as (case when type = 'folder' then 0 else 1 end) stored,
  name text not null constraint documents__name check (length(name) between 1 and 200),
  name_key text not null,
  sort_key text collate "C" not null,
  extension text not null default '',
  -- Of the current version, which `versions` starts with. Copies share their bytes.
  file_id uuid constraint documents__file_id references files (id),
  byte_count int not null default 0 constraint documents__byte_count check (byte_count >= 0),
  -- Newest first: no, fileId, byteCount, mediaType, at, by.
  versions jsonb not null default '[]',
  document_type text constraint documents__document_type
    check (document_type in ('certificate', 'contract', 'artwork', 'report', 'policy', 'identity', 'other')),
  expires_on date,
  -- The record whose readers alone may see it.
  linked_resource text constraint documents__linked_resource check (linked_resource in ('brands', 'products', 'retailers')),
  linked_id uuid,
  is_private boolean not null default false,
  is_offline boolean not null default false,
  owner_id uuid,
  opened_at timestamptz(3),
  opens int not null default 0,
  -- Of the link that opens it without signing in: the hash of its secret, and its last moment.
  link_hash text,
  link_expires_at timestamptz(3),
  -- In the recycle bin since then, and the item that was moved there with everything below it.
  trashed_at timestamptz(3),
  trash_root_id uuid,
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint documents__file check ((type = 'folder') = (file_id is null)),
  constraint documents__link check ((linked_resource is null) = (linked_id is null)),
  constraint documents__shared check ((link_hash is null) = (link_expires_at is null)),
  constraint documents__trash check ((trashed_at is null) = (trash_root_id is null)),
  constraint documents__parent check (parent_id <> id)
);
create unique index documents__wire_id_key on documents (wire_id) where wire_id is not null;
create unique index documents__name_key on documents (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name_key)
  where trashed_at is null;
create index documents__by_name on documents (parent_id, rank, sort_key, id) where trashed_at is null;
create index documents__search_key on documents using gin (search_key gin_trgm_ops);
create index documents__trashed on documents (trashed_at) where trashed_at is not null;
create index documents__expires on documents (expires_on) where expires_on is not null;
create index documents__file on documents (file_id) where file_id is not null;

-- Uploads that are under way. Their parts lie in the store of the host until the last has come.
create table document_uploads (
  id uuid primary key,
  owner_id uuid not null,
  parent_id uuid constraint document_uploads__parent_id references documents (id) on delete cascade,
  name text not null constraint document_uploads__name check (length(name) between 1 and 200),
  byte_count int not null constraint document_uploads__byte_count check (byte_count > 0),
  -- When the file was last changed on the user's device, in milliseconds: tells a file that is sent again from another.
  modified_ms bigint not null,
  received int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint document_uploads__received check (received between 0 and byte_count)
);
create index document_uploads__by_owner on document_uploads (owner_id, updated_at);
