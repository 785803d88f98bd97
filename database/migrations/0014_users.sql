-- What the area of users lists people by, and who brought them in.
alter table users
  -- Whoever invited them. Null for who registered, and for the first administrator.
  add column created_by uuid references users,
  -- A sort column is never null: 1970 stands for "never".
  add column last_sign_in_key timestamptz(3) not null
    generated always as (coalesce(last_sign_in_at, '1970-01-01 00:00:00+00'::timestamptz)) stored;

drop index users__by_last_sign_in_at;
create index users__by_last_sign_in on users (last_sign_in_key, id);
create index users__by_status on users (status, sort_key, id);
