-- A folder of ten thousand files is read a page at a time in each of its orders.
create index documents__by_updated on documents (parent_id, updated_at, id) where trashed_at is null;
create index documents__by_size on documents (parent_id, byte_count, id) where trashed_at is null;

alter table documents
  -- How often its current link was used, and when last.
  add column link_opens int not null default 0,
  add column link_opened_at timestamptz(3);
