create extension if not exists pg_trgm;

-- Work that a call starts and does not wait for (api/jobs.ts).
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz(3) not null,
  attempts int not null default 0,
  leased_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null
);

create index jobs__run_at on jobs (run_at, id);

-- Facts about this database itself, such as when sample data was put in.
create table house_facts (
  name text primary key,
  value text not null,
  at timestamptz(3) not null
);
