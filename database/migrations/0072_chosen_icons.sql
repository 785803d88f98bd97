-- The icon that a user chose for a folder or a group, by its name in the catalogue, which the service checks. Null: the
-- icon that all of them have. Folders of to-dos have had such a column from the start.
alter table documents add column icon text
  constraint documents__icon check (icon is null or type = 'folder' and icon ~ '^[a-z0-9_]{1,60}$');
alter table contact_lists add column icon text
  constraint contact_lists__icon check (icon ~ '^[a-z0-9_]{1,60}$');
