-- What an entry lacked to say from where it was done and for whom (domain 1.14). The digest of an entry is over all its
-- columns, in the order in which features/audit/api/service/seals.ts names them: a further column needs a further form.
alter table audit_log drop constraint audit_log__actor_type;
alter table audit_log
  add constraint audit_log__actor_type check (actor_type in ('user', 'apiKey', 'system')),
  add column user_agent text not null default '',
  -- Through whose eyes the actor looked.
  add column on_behalf_of_type text constraint audit_log__on_behalf_of_type check (on_behalf_of_type in ('user', 'role')),
  add column on_behalf_of uuid,
  -- The approval that a second person gave.
  add column approval_id uuid,
  add constraint audit_log__on_behalf_of check ((on_behalf_of_type is null) = (on_behalf_of is null));

create index audit_log__by_at on audit_log (at, id);
create index audit_log__by_actor on audit_log (actor_id, at, id);
create index audit_log__request_id on audit_log (request_id);
-- An object is asked for with its resource and, by people who have only its id, without.
create index audit_log__record on audit_log (resource_id, resource, id desc);
drop index audit_log__resource;

-- One link of the chain: what the entries up to `last_id`, from where the seal before ends, were when they were sealed.
create table audit_seals (
  number bigint primary key constraint audit_seals__number check (number > 0),
  first_id bigint not null,
  last_id bigint not null unique,
  entries int not null,
  ids bigint[] not null,
  -- SHA-256 of each, so that one that is not as it was can be named.
  digests bytea[] not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz(3) not null,
  constraint audit_seals__entries
    check (entries > 0 and cardinality(ids) = entries and cardinality(digests) = entries)
);

create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger audit_seals__append_only
  before update or delete or truncate on audit_seals
  for each statement execute function audit_log_is_append_only();

-- Up to where nothing can be added any more once the transactions in `waits_for` have ended.
create table audit_horizon (
  is_only boolean primary key default true constraint audit_horizon__is_only check (is_only),
  up_to bigint not null,
  waits_for text[] not null
);

-- What the log can be filtered by, gathered while it is sealed. Actors by their id, under their latest name.
create table audit_terms (
  kind text not null constraint audit_terms__kind check (kind in ('actor', 'action', 'resource')),
  value text not null,
  title text not null,
  primary key (kind, value)
);

-- How often the same was seen within a minute: the first time is an entry of its own, the rest become one more.
create table audit_tallies (
  -- SHA-256 of who did what to what.
  key text not null,
  minute timestamptz(3) not null,
  seen int not null,
  -- The context of the first time, for the entry of the rest.
  entry jsonb not null,
  primary key (key, minute)
);
create index audit_tallies__minute on audit_tallies (minute);
