-- Who made a role, so that a request that is sent again finds what it made.
alter table roles add column created_by uuid references users;
create index roles__by_created_at on roles (created_at, id);

-- Whoever looks through a role that is deleted sees with their own eyes again.
alter table sessions drop constraint sessions_view_as_role_id_fkey;
alter table sessions
  add constraint sessions__view_as_role_id foreign key (view_as_role_id) references roles on delete set null;
