-- Which kind of principal a person is (domain 1.12). Integer, because it is the `mt_category_id` of the wire.
create table user_categories (
  id int primary key,
  code text not null unique,
  title text not null
);

insert into user_categories (id, code, title)
values (1, 'platform', 'Platform'),
       (2, 'brand', 'Brand'),
       (3, 'retailer', 'Retailer'),
       (4, 'reviewer', 'Reviewer'),
       (5, 'finance', 'Finance'),
       (6, 'read_only', 'Read only');

-- What a role may do. `*` is everything, now and later.
create table roles (
  code text primary key,
  title text not null,
  permissions text[] not null
);

-- The four of spec 000 §6.
insert into roles (code, title, permissions)
values ('admin', 'Administrator', '{*}'),
       ('staff', 'Staff', '{brands.read,brands.create,brands.update,brands.export,brands.import,todos.use}'),
       ('user', 'User', '{brands.read,todos.use}'),
       ('only_guest', 'Guest', '{}');

create table users (
  id uuid primary key,
  -- The `mt_user_id` of the wire. Never used to find a record on its own.
  number int generated always as identity unique,
  category_id int not null references user_categories,
  role text not null references roles,
  name text not null constraint users__name check (length(name) between 1 and 160),
  email text not null,
  email_key text not null unique,
  password_hash text,
  must_change_password boolean not null default false,
  status text not null constraint users__status check (status in ('active', 'disabled')),
  language text not null default 'en',
  last_sign_in_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- Only the SHA-256 of a token is kept, so that a copy of this table signs nobody in.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null
);

create index sessions__user_id on sessions (user_id);
create index sessions__expires_at on sessions (expires_at);

-- Where a person has signed in before: `device:…` is the SHA-256 of a secret that the browser made for itself,
-- `address:…` a network. Wrong tries from here are not counted with those of strangers (docs/decisions/0004).
create table known_origins (
  user_id uuid not null references users,
  origin text not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, origin)
);

create index known_origins__last_used_at on known_origins (last_used_at);

-- A mailed link. Using it takes the row away.
create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index password_resets__user_id on password_resets (user_id);
create index password_resets__expires_at on password_resets (expires_at);

-- How often something was tried lately, by what the server knows and not by what the caller writes (reliability R3).
create table attempts (
  key text primary key,
  count int not null,
  window_ends_at timestamptz(3) not null
);

create index attempts__window_ends_at on attempts (window_ends_at);
