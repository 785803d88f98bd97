-- Who outside is told what happened (domain 5.3), and how each telling went.
create table webhook_endpoints (
  id uuid primary key,
  title text not null constraint webhook_endpoints__title check (length(title) between 1 and 80),
  url text not null constraint webhook_endpoints__url check (url ~* '^https?://' and length(url) <= 500),
  types text[] not null constraint webhook_endpoints__types check (cardinality(types) between 1 and 100),
  status text not null constraint webhook_endpoints__status check (status in ('active', 'paused')),
  -- Why it is paused: somebody's wish, three days without one answer, or the receiver's own word (410).
  pause_reason text constraint webhook_endpoints__pause_reason check (pause_reason in ('manual', 'failing', 'gone')),
  -- Sealed (api/ports.ts, Cipher). While a secret is replaced the old one signs too, for a day.
  sealed_secret bytea not null,
  sealed_old_secret bytea,
  old_secret_valid_to timestamptz(3),
  -- Since when nothing arrives; null while the last delivery did.
  failing_since timestamptz(3),
  last_delivered_at timestamptz(3),
  sort_key text collate "C" not null,
  search_key text not null,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint webhook_endpoints__paused check ((status = 'paused') = (pause_reason is not null)),
  constraint webhook_endpoints__old_secret check ((sealed_old_secret is null) = (old_secret_valid_to is null))
);

create index webhook_endpoints__by_title on webhook_endpoints (sort_key, id);
create index webhook_endpoints__by_created_at on webhook_endpoints (created_at, id);
create index webhook_endpoints__search_key on webhook_endpoints using gin (search_key gin_trgm_ops);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null
    constraint webhook_deliveries__endpoint_id references webhook_endpoints (id) on delete cascade,
  event_id uuid not null constraint webhook_deliveries__event_id references outbox_events (id) on delete cascade,
  type text not null,
  status text not null
    constraint webhook_deliveries__status check (status in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  -- When it is tried next; while it is under way, when it is thought lost.
  next_attempt_at timestamptz(3),
  -- What the receiver answered last, or why nothing came.
  last_status int,
  last_failure text constraint webhook_deliveries__last_failure
    check (last_failure in ('address_private', 'not_protected', 'not_found', 'no_answer', 'redirected')),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Sent once more at somebody's wish. Each wish has an id of its own, so that a repeated click is one wish.
  is_replay boolean not null default false,
  constraint webhook_deliveries__waiting check ((status = 'waiting') = (next_attempt_at is not null)),
  constraint webhook_deliveries__delivered check ((status = 'delivered') = (delivered_at is not null))
);

-- However often an event is dispatched, an endpoint is told of it once.
create unique index webhook_deliveries__once on webhook_deliveries (endpoint_id, event_id) where not is_replay;
create index webhook_deliveries__due on webhook_deliveries (next_attempt_at) where status = 'waiting';
create index webhook_deliveries__by_created_at on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries__by_status on webhook_deliveries (endpoint_id, status, created_at, id);
create index webhook_deliveries__by_event on webhook_deliveries (event_id);
