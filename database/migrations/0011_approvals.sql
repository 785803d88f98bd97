-- Changes that wait for a second person (domain 1.15): who asked for what, made from which state of the record, and who
-- decided. `payload` is the input of the operation that would make the change.
create table approval_requests (
  id uuid primary key,
  action text not null,
  resource text not null,
  resource_id text not null,
  title text not null,
  payload jsonb not null,
  base_version text,
  -- As in the audit log: {"name": {"before": "…", "after": "…"}}.
  changes jsonb not null,
  impact jsonb not null,
  state text not null constraint approval_requests__state check
    (state in ('pending', 'approved', 'changes_requested', 'rejected', 'withdrawn', 'stale', 'expired')),
  requested_by uuid not null references users,
  requested_by_name text not null,
  decided_by uuid references users,
  decided_by_name text,
  comment text,
  closed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  search_key text not null,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Two people, whatever a program thinks.
  constraint approval_requests__two_people check (decided_by <> requested_by),
  constraint approval_requests__decided_by check
    (decided_by is not null or state not in ('approved', 'changes_requested', 'rejected')),
  constraint approval_requests__comment check
    (coalesce(comment, '') <> '' or state not in ('changes_requested', 'rejected')),
  constraint approval_requests__closed_at check ((closed_at is null) = (state = 'pending'))
);
-- One change of a record a person at a time.
create unique index approval_requests__pending on approval_requests (resource_id, action, requested_by)
  where state = 'pending';
create index approval_requests__waiting on approval_requests (expires_at, id) where state = 'pending';
create index approval_requests__by_created_at on approval_requests (created_at, id);
create index approval_requests__by_updated_at on approval_requests (updated_at, id);
create index approval_requests__requested_by on approval_requests (requested_by, created_at, id);
create index approval_requests__search_key on approval_requests using gin (search_key gin_trgm_ops);

create table approval_comments (
  id uuid primary key,
  approval_id uuid not null references approval_requests,
  at timestamptz(3) not null,
  by_id uuid not null references users,
  by_name text not null,
  text text not null constraint approval_comments__text check (length(text) between 1 and 2000)
);
create index approval_comments__approval_id on approval_comments (approval_id, at, id);

-- When a change needs a second person. Without a row: as soon as there is one (docs/decisions/0015).
create table approval_rules (
  action text primary key,
  rule text not null constraint approval_rules__rule check (rule in ('possible', 'always', 'never')),
  version int not null default 1,
  updated_at timestamptz(3) not null
);
