-- A workbook has no delimiter.
alter table imports drop constraint imports__delimiter;
alter table imports add constraint imports__delimiter check (length(delimiter) <= 1);

-- When the row of a recurring job last ran.
alter table jobs add column started_at timestamptz(3);
alter table jobs add column finished_at timestamptz(3);

-- A bulk action over more records than one transaction changes (features/platform/bulk-runs).
create table bulk_runs (
  -- Created by the client, so that a second request finds the first run.
  id uuid primary key,
  -- The path of the operation that applies the action to fewer records, and its input.
  operation text not null,
  input jsonb not null,
  owner_id uuid not null references users,
  caller jsonb not null,
  state text not null
    constraint bulk_runs__state check (state in ('counting', 'ready', 'running', 'done', 'stopped', 'failed')),
  -- Why it ended early: 'rights_lost', 'too_many_rows', or the code of the refusal that a batch met.
  notice text,
  attempts int not null default 0,
  -- Records frozen so far; later, all that the selection matched.
  matched int not null default 0,
  preview jsonb,
  -- Rows up to this number are decided: changed, moved or left out.
  done_through int not null default 0,
  changed int not null default 0,
  moved int not null default 0,
  left_out int not null default 0,
  stop_requested_at timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index bulk_runs__created_at on bulk_runs (created_at);

-- The records of a run as they were when it was confirmed.
create table bulk_run_rows (
  run_id uuid not null references bulk_runs on delete cascade,
  n int not null,
  record_id uuid not null,
  version int not null,
  -- Null: to be changed. Else 'changed', 'moved', or the code of the reason why it is left out.
  outcome text,
  primary key (run_id, n)
);

-- An export of more rows than one call streams (features/platform/exports).
create table export_runs (
  id uuid primary key,
  -- The path of the operation that exports fewer rows, and its input.
  operation text not null,
  input jsonb not null,
  -- How the file is written: format, language, time zone, texts of codes.
  presentation jsonb not null,
  owner_id uuid not null references users,
  caller jsonb not null,
  state text not null constraint export_runs__state check (state in ('running', 'done', 'stopped', 'failed')),
  notice text,
  attempts int not null default 0,
  file_name text not null,
  header jsonb,
  -- Rows stored so far, and where the list is read on; null at its start and after its end.
  rows_count int not null default 0,
  rows_total int,
  parts_count int not null default 0,
  cursor text,
  -- For one download within a minute.
  ticket_hash text,
  ticket_ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index export_runs__created_at on export_runs (created_at);

-- Up to 5,000 rows each: [[cell, cell, …], …]. Text and not jsonb, as nobody looks into them.
create table export_parts (
  run_id uuid not null references export_runs on delete cascade,
  number int not null,
  rows text not null,
  primary key (run_id, number)
);
