-- The order in which things happened to a record: counted where they are written, under the lock of the record. The time of
-- a call does not tell, as a call that began earlier may have waited for that lock.
alter table outbox_events add column position bigint;
update outbox_events
   set position = ordered.position
  from (select id, row_number() over (order by occurred_at, id) as position from outbox_events) as ordered
 where ordered.id = outbox_events.id;
alter table outbox_events alter column position set not null;
alter table outbox_events alter column position add generated always as identity;
select setval(pg_get_serial_sequence('outbox_events', 'position'),
              (select coalesce(max(position), 0) + 1 from outbox_events), false);

drop index outbox_events__waiting;
create index outbox_events__waiting on outbox_events (position) where dispatched_at is null;

-- What a receiver is told of one record goes out one after the other. Deliveries that wait by now do so from here on.
alter table webhook_deliveries
  add column resource text,
  add column resource_id text,
  add column position bigint;
update webhook_deliveries
   set resource = event.resource, resource_id = event.resource_id, position = event.position
  from outbox_events as event
 where event.id = webhook_deliveries.event_id;
alter table webhook_deliveries
  alter column resource set not null,
  alter column resource_id set not null,
  alter column position set not null;
create index webhook_deliveries__of_record on webhook_deliveries (endpoint_id, resource, resource_id, position)
  where status = 'waiting' and not is_replay;

-- Notices by email, collected for some minutes: an address gets one email about a record (api/notices.ts).
create table collected_notices (
  id bigint generated always as identity primary key,
  -- Of which job that writes them, such as `certificates.notices`.
  kind text not null,
  -- Without case.
  address text not null,
  -- The record, or whatever else one email is about.
  about text not null,
  facts jsonb not null,
  attempts int not null default 0,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null
);
create index collected_notices__due on collected_notices (kind, due_at, address, about);
create index collected_notices__of_address on collected_notices (kind, address, about, id);
