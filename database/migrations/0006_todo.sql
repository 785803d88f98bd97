-- The to-do application (demos/todo). Everything in it is private to its owner: every key begins with the owner, so that
-- an id of somebody else's is an id that does not exist, and a to-do can only be in a folder of its own owner.

-- Whoever has opened it. Locked while to-dos, folders or labels are added, so that the limits hold.
create table todo_owners (
  owner_id uuid primary key references users,
  created_at timestamptz(3) not null
);

-- Numbered, as on the wire of spec 001. Those that everybody begins with are below 100.
create sequence todo_list_numbers as int start 100;

create table todo_folders (
  owner_id uuid not null references todo_owners,
  id int not null default nextval('todo_list_numbers'),
  handle text not null constraint todo_folders__handle check (length(handle) between 1 and 80),
  title text not null constraint todo_folders__title check (length(title) between 1 and 60),
  title_key text not null,
  icon text not null,
  primary key (owner_id, id),
  unique (owner_id, handle),
  unique (owner_id, title_key),
  -- Folder 0 is the one that holds every to-do.
  constraint todo_folders__all check ((id = 0) = (handle = 'all'))
);

create table todo_labels (
  owner_id uuid not null references todo_owners,
  id int not null default nextval('todo_list_numbers'),
  handle text not null constraint todo_labels__handle check (length(handle) between 1 and 80),
  title text not null constraint todo_labels__title check (length(title) between 1 and 40),
  title_key text not null,
  color text not null constraint todo_labels__color check (color ~ '^#[0-9a-fA-F]{6}$'),
  primary key (owner_id, id),
  unique (owner_id, handle),
  unique (owner_id, title_key)
);

create table todos (
  owner_id uuid not null references todo_owners,
  -- Made by the client; only its owner knows it.
  id text not null constraint todos__id check (length(id) between 1 and 64),
  -- New ones are placed first: a higher place is nearer to the top.
  place bigint not null generated always as identity,
  title text not null constraint todos__title check (length(title) <= 500),
  notes text not null constraint todos__notes check (length(notes) <= 20000),
  -- A day without an hour is a day, wherever its owner travels; with an hour it is an instant.
  start_on date,
  start_at timestamptz(3),
  due_on date,
  due_at timestamptz(3),
  is_starred boolean not null,
  is_important boolean not null,
  completed_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Ids of todo_labels, in the order in which they were added. Whoever writes them locks those labels (service/labels.ts).
  labels int[] not null,
  folder_id int,
  -- [{"id", "title", "completed"}]: read and written with the to-do, never alone.
  subtasks jsonb not null constraint todos__subtasks check (jsonb_typeof(subtasks) = 'array'),
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (owner_id, id),
  foreign key (owner_id, folder_id) references todo_folders on delete set null (folder_id),
  constraint todos__start check (start_on is null or start_at is null),
  constraint todos__due check (due_on is null or due_at is null)
);

create index todos__by_place on todos (owner_id, place desc);
create index todos__by_folder on todos (owner_id, folder_id) where folder_id is not null;
