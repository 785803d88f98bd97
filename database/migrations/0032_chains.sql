-- The chain that took a branch along when it was suspended (domain 1.2): reactivated, the chain offers to bring back exactly those.
alter table retailers
  add column suspended_with_id uuid constraint retailers__suspended_with_id references retailers (id),
  add constraint retailers__suspended_with check (suspended_with_id is null or status = 'suspended');

create index retailers__by_suspended_with on retailers (suspended_with_id) where suspended_with_id is not null;
