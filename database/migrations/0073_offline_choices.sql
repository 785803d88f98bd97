-- Which files of the file manager a user wants on their devices. Without a row `documents.is_offline` counts: the files
-- that were available offline before each user chose for themselves.
create table document_offline_choices (
  user_id uuid not null references users,
  document_id uuid not null references documents on delete cascade,
  is_offline boolean not null,
  primary key (user_id, document_id)
);
create index document_offline_choices__document_id on document_offline_choices (document_id);
