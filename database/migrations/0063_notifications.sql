-- What users are notified of (docs/decisions/0091). A group of events of one kind, mostly of one record, is one row until it is read.
create table notifications (
  id uuid primary key,
  user_id uuid not null constraint notifications__user_id references users,
  kind text not null,
  resource text not null,
  -- Null: of several records, which the list shows.
  resource_id text,
  -- What a reader needs for the record; null for what users did themselves.
  permission text,
  actor_id uuid,
  group_key text not null,
  times integer not null constraint notifications__times check (times > 0),
  payload jsonb not null,
  in_bell boolean not null,
  pops_up boolean not null,
  -- How it is to be emailed; null when that is done, or not wanted.
  email text constraint notifications__email check (email in ('instant', 'digest')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create unique index notifications__unread on notifications (user_id, group_key) where read_at is null;
create index notifications__by_user on notifications (user_id, updated_at, id);
create index notifications__to_email on notifications (user_id) where email is not null;

-- What a user chose for a kind. Without a row, the defaults apply.
create table notification_settings (
  user_id uuid not null constraint notification_settings__user_id references users,
  kind text not null,
  bell boolean not null,
  popup boolean not null,
  email text not null constraint notification_settings__email check (email in ('off', 'instant', 'digest')),
  primary key (user_id, kind)
);

-- When popups and emails wait, in minutes of the day and maybe past midnight, and the time zone of these and of the digest at 08:00.
create table notification_hours (
  user_id uuid primary key constraint notification_hours__user_id references users,
  quiet_from smallint constraint notification_hours__quiet_from check (quiet_from between 0 and 1439),
  quiet_to smallint constraint notification_hours__quiet_to check (quiet_to between 0 and 1439),
  time_zone text not null,
  constraint notification_hours__both check ((quiet_from is null) = (quiet_to is null)),
  constraint notification_hours__length check (quiet_from <> quiet_to)
);

-- Users who are notified of every change of a record.
create table watched_records (
  resource text not null,
  resource_id text not null,
  user_id uuid not null constraint watched_records__user_id references users,
  watched_at timestamptz(3) not null,
  primary key (resource, resource_id, user_id)
);

-- When a user is reminded of a record. Deleted when the reminder rings, and when the record is finished or deleted.
create table reminders (
  resource text not null,
  resource_id text not null,
  user_id uuid not null constraint reminders__user_id references users,
  remind_at timestamptz(3) not null,
  primary key (resource, resource_id, user_id)
);
