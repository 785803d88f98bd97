-- A file on its way in: uploaded, mapped, tried, written.
create table imports (
  -- Made by the client before it sends, so that a second upload of the same file is the first.
  id uuid primary key,
  resource text not null,
  owner_id uuid not null references users,
  file_name text not null,
  encoding text not null,
  delimiter text not null constraint imports__delimiter check (length(delimiter) = 1),
  byte_count int not null constraint imports__byte_count check (byte_count >= 0),
  content_hash text not null,
  -- The file's columns in order: [{"header": "name", "samples": ["Noor", …]}, …].
  columns jsonb not null,
  rows_count int not null constraint imports__rows_count check (rows_count >= 0),
  -- Which field each column fills, null where it is left out. As suggested until a person has mapped them.
  mapping jsonb not null,
  state text not null
    constraint imports__state check (state in ('uploaded', 'checking', 'checked', 'importing', 'imported', 'failed')),
  mode text constraint imports__mode check (mode in ('good_rows', 'all_or_nothing')),
  -- Why the state is not what was asked for: 'stopped', 'changed_meanwhile'.
  notice text,
  -- Counts dry runs and writes. A job that finds another number than its own is out of date and ends.
  run int not null default 0,
  attempts int not null default 0,
  processed int not null default 0,
  -- In whose name the job works, as the request that started it knew them.
  caller jsonb,
  report jsonb,
  -- The run that the report and the problems below are of.
  report_run int,
  stop_requested_at timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3)
);

create index imports__owner_id on imports (owner_id, resource, created_at desc);
create index imports__created_at on imports (created_at);

-- The rows of a file as they were read, a thousand in each: [[rowNumber, cell, cell, …], …]. Text and not jsonb,
-- because a cell may hold what jsonb refuses and the report must still show.
create table import_chunks (
  import_id uuid not null references imports on delete cascade,
  number int not null,
  rows text not null,
  primary key (import_id, number)
);

-- What is wrong with which cell, in the order of the rows.
create table import_problems (
  import_id uuid not null references imports on delete cascade,
  run int not null,
  number int not null,
  row_number int not null,
  -- Null when the problem is the row's and no single cell's.
  column_index int,
  field text not null,
  value text not null,
  code text not null,
  params jsonb not null,
  suggestion text,
  primary key (import_id, run, number)
);

create index import_problems__column_index on import_problems (import_id, run, column_index, number);
create index import_problems__row_number on import_problems (import_id, run, row_number, number);

-- How a person mapped a header last time. Empty where it was left out.
create table import_mappings (
  owner_id uuid not null references users,
  resource text not null,
  header_key text not null,
  field text not null,
  used_at timestamptz(3) not null,
  primary key (owner_id, resource, header_key)
);
