-- What the dry run found that would be written: a mark for each row of a chunk, `{"run": 3, "rows": ["n1x9k2", …]}`. The
-- write compares it and stops where it differs. Imports that were checked before have none, so they are checked again
-- before anything of them is written.
alter table import_chunks add column plan text;

-- Cells that a person replaced by what was suggested. The file stays as it was sent.
create table import_fixes (
  import_id uuid not null references imports on delete cascade,
  row_number int not null,
  column_index int not null,
  value text not null,
  primary key (import_id, row_number, column_index)
);

-- What rows change in records that there are, in the order of the rows, as far as a person reads it.
create table import_changes (
  import_id uuid not null references imports on delete cascade,
  run int not null,
  number int not null,
  row_number int not null,
  -- The record as people know it: `PRD-000417`.
  record text not null,
  field text not null,
  value_before text not null,
  value_after text not null,
  primary key (import_id, run, number)
);
