-- Who did what, when, and what it was before and after. Written in the transaction of the change it tells of.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_type text not null constraint audit_log__actor_type check (actor_type in ('user', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  resource text not null,
  resource_id text not null,
  request_id text not null,
  address text not null,
  reason text,
  -- Only the fields that changed: {"name": {"before": "…", "after": "…"}}.
  changes jsonb not null
);

create index audit_log__resource on audit_log (resource, resource_id, id desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;

create trigger audit_log__append_only
  before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();
