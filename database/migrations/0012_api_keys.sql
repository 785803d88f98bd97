-- Keys for machines: tills of retailers, partners, the consumer app (domain 5.3). What a key may do is its own, written
-- as roles write it; it never follows from the person who made it.
create table api_keys (
  id uuid primary key,
  title text not null constraint api_keys__title check (length(title) between 1 and 80),
  kind text not null constraint api_keys__kind check (kind in ('till', 'partner', 'app')),
  -- Of the secret that is in use. Shown, and found in logs, where the secret never is.
  prefix text not null,
  -- As in `roles`, without wildcards: a permission that comes later is not given to a key that is there.
  grants text[] not null constraint api_keys__grants check (cardinality(grants) between 1 and 200),
  -- What grants `@scope` reach: `brand:…`, `country:AE`.
  scopes text[] not null constraint api_keys__scopes check (cardinality(scopes) <= 100),
  calls_per_minute int not null constraint api_keys__calls_per_minute check (calls_per_minute between 1 and 6000),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  last_used_address text,
  -- Never null, for the order of a list.
  used_key timestamptz(3) not null
    generated always as (coalesce(last_used_at, timestamptz '1970-01-01 00:00:00+00')) stored,
  revoked_at timestamptz(3),
  revoked_by uuid references users,
  sort_key text collate "C" not null,
  search_key text not null,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid references users,
  updated_at timestamptz(3) not null,
  updated_by uuid references users,
  -- At most two years from the day on which somebody last looked after it, of 366 days.
  constraint api_keys__expires_at check (expires_at <= updated_at + interval '17568 hours')
);
create index api_keys__by_title on api_keys (sort_key, id);
create index api_keys__by_created_at on api_keys (created_at, id);
create index api_keys__by_expires_at on api_keys (expires_at, id);
create index api_keys__by_used on api_keys (used_key, id);
create index api_keys__search_key on api_keys using gin (search_key gin_trgm_ops);

-- Only the SHA-256 of a secret is kept. While a key is renewed it has two: the new one, and the old one for a day.
create table api_key_secrets (
  secret_hash bytea primary key constraint api_key_secrets__secret_hash check (length(secret_hash) = 32),
  key_id uuid not null references api_keys,
  prefix text not null unique,
  created_at timestamptz(3) not null,
  -- Null: as long as the key.
  valid_to timestamptz(3),
  last_used_at timestamptz(3)
);
create index api_key_secrets__key_id on api_key_secrets (key_id);
-- Whatever renews at the same moment: one secret stays.
create unique index api_key_secrets__current on api_key_secrets (key_id) where valid_to is null;

-- How often a key called within the minute that ends at `ends_at`. One row a key.
create table api_key_minutes (
  key_id uuid primary key references api_keys,
  count int not null,
  ends_at timestamptz(3) not null
);

-- How often a key called on a day, in UTC, and how often it was told to come later.
create table api_key_days (
  key_id uuid not null references api_keys,
  day date not null,
  calls int not null,
  refused int not null,
  primary key (key_id, day)
);
