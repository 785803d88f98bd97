-- What happened, for whoever outside has asked to be told. Written in the transaction of the change it tells of, so that
-- nothing is told that did not happen and nothing that happened is left untold (api/outbox.ts).
create table outbox_events (
  id uuid primary key,
  -- `certificate.suspended`.
  type text not null constraint outbox_events__type check (type ~ '^[a-z_]+\.[a-z_]+$'),
  resource text not null,
  resource_id text not null,
  occurred_at timestamptz(3) not null,
  payload jsonb not null,
  -- When deliveries were made of it.
  dispatched_at timestamptz(3)
);

create index outbox_events__waiting on outbox_events (occurred_at, id) where dispatched_at is null;
create index outbox_events__by_occurred_at on outbox_events (occurred_at, id);
