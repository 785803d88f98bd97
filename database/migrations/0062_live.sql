-- What the event stream tells (docs/decisions/0090). A change writes a row here in its own transaction. Rows are moved to
-- live_events in one order after they are committed, as the order of ids of an identity is not that of commits.
create table live_outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  resource text not null,
  -- Null: more records than an event names.
  ids text[],
  is_gone boolean not null,
  -- The users whom it concerns. Null: everyone who may read the records.
  audience uuid[],
  actor_id uuid,
  request_id text not null,
  payload jsonb,
  at timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table live_events (
  seq bigint primary key,
  kind text not null,
  resource text not null,
  ids text[],
  is_gone boolean not null,
  audience uuid[],
  actor_id uuid,
  request_id text not null,
  payload jsonb,
  at timestamptz(3) not null
);
create sequence live_events_seq;

-- Who has which record open. A row that is not renewed for 45 s counts no more, so none has to survive a crash.
create unlogged table live_presence (
  resource text not null,
  record_id text not null,
  user_id uuid not null,
  name text not null,
  mode text not null,
  seen_at timestamptz(3) not null,
  primary key (resource, record_id, user_id)
);
