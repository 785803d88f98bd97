-- Saved views of lists: filters, order, columns and row height under a name, for one user, a role or everyone.
create table list_views (
  id uuid primary key,
  -- The name of the list, as its screen has it.
  list text not null,
  name text not null,
  -- The parameters of the list's address.
  query jsonb not null,
  columns jsonb not null,
  density text not null constraint list_views__density check (density in ('compact', 'normal', 'touch')),
  owner_id uuid not null references users,
  audience text not null constraint list_views__audience check (audience in ('me', 'role', 'everyone')),
  -- A view whose role was deleted is left to its owner.
  role_id uuid references roles on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint list_views__role check (role_id is null or audience = 'role')
);
create index list_views__by_list on list_views (list, owner_id);

-- How a user shows a list. A default view is a saved one or one that the list brings, so it is not a reference.
create table list_preferences (
  user_id uuid not null references users,
  list text not null,
  default_view text,
  columns jsonb not null,
  widths jsonb not null,
  density text not null constraint list_preferences__density check (density in ('compact', 'normal', 'touch')),
  updated_at timestamptz(3) not null,
  primary key (user_id, list)
);

update roles set grants = grants || '{views.share}' where code = 'staff';
