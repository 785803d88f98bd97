-- Reminders, repeats, and starts that do not lie after what is due.

alter table todos
  add column remind_at timestamptz(3),
  -- When it rang. Both go when the person has answered it, and this alone when it is put off.
  add column rang_at timestamptz(3),
  -- {"every", "unit", "from", "begin", "timeZone"}: what contract/repeat.ts says of it. Moves on to the one that follows.
  add column repeat jsonb,
  -- The one that followed when this one was done; taken back with it, as long as nobody has touched it.
  add column next_id text,
  add constraint todos__rang check (rang_at is null or remind_at is not null),
  add constraint todos__repeat check (jsonb_typeof(repeat) = 'object');

-- What the next reminder is looked for by: only those that have not rung are in it.
create index todos__to_ring on todos (remind_at) where remind_at is not null and rang_at is null;
-- And what rings for a person now.
create index todos__ringing on todos (owner_id) where rang_at is not null;

-- A start later than the due date could be written until now, and meant nothing: it becomes the day that is due.
update todos
   set start_on = due_on, start_at = due_at, version = version + 1
 where coalesce(start_at, (start_on::timestamp at time zone 'UTC') - case when due_on is null then interval '14 hours' else interval '0' end)
       > coalesce(due_at, (due_on::timestamp at time zone 'UTC') + case when start_on is null then interval '36 hours' else interval '0' end);

-- A day is another stretch of time in each zone, and nobody says here which one is meant: with an hour on one side, only
-- what is wrong everywhere on earth is refused, between UTC+14 and UTC-12.
alter table todos
  add constraint todos__start_before_due check (
    coalesce(start_at, (start_on::timestamp at time zone 'UTC') - case when due_on is null then interval '14 hours' else interval '0' end)
    <= coalesce(due_at, (due_on::timestamp at time zone 'UTC') + case when start_on is null then interval '36 hours' else interval '0' end));
