-- A bulk run can be undone for a while (docs/decisions/0105).
alter table bulk_runs
  -- Its action declares how it is undone, so its rows keep what that needs.
  add column is_undoable boolean not null default false,
  -- The run whose changes this one takes back. Unique, so that a request that is sent again finds the first undo.
  add column undoes_id uuid references bulk_runs on delete cascade
    constraint bulk_runs__undoes_id unique,
  add constraint bulk_runs__no_undo_of_undo check (undoes_id is null or not is_undoable);

-- Of a changed record: its values before the change, and its version after it.
alter table bulk_run_rows
  add column before jsonb,
  add column left_version int;
