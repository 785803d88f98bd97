-- What the people responsible for a promocode were told of its live version, so that nobody is told twice: 80 and 100 percent of its
-- uses or of its budget, and that none of its products has a valid certificate any more. That last mark is deleted when one has.
create table campaign_notices (
  campaign_id uuid not null constraint campaign_notices__campaign_id references campaigns (id),
  version integer not null,
  about text not null constraint campaign_notices__about check (about in ('uses', 'budget', 'products')),
  percent smallint not null constraint campaign_notices__percent check (percent in (80, 100)),
  recorded_at timestamptz(3) not null,
  primary key (campaign_id, version, about, percent),
  constraint campaign_notices__products check (about <> 'products' or percent = 100)
);

-- Staff import members, as they import what else the platform keeps. Contacts stay masked for them, and members that exist as they are.
update roles
   set grants = roles.grants || '{members.read,members.create,members.import}'
 where code = 'staff';

-- The offline list that holds this unique code: until the list is closed, no other call can use it (docs/decisions/0087).
alter table codes add column offline_list_id uuid;
alter table codes add constraint codes__offline_list_id check (offline_list_id is null or uses_max = 1);
create index codes__by_offline_list on codes (offline_list_id) where offline_list_id is not null;

create function refuse_held_code() returns trigger language plpgsql as $$
begin
  if old.offline_list_id is distinct from nullif(current_setting('mizan.offline_list', true), '')::uuid then
    perform refuse('code_held_offline');
  end if;
  return new;
end $$;
create trigger codes__held
  before update of uses on codes
  for each row when (old.offline_list_id is not null and new.uses > old.uses) execute function refuse_held_code();

-- Unused codes of a batch for an offline list; answers their keys. Codes that a call has locked are left out, so that this waits for
-- none while it holds the counters.
create function hold_codes(list uuid, batch uuid, most int, at timestamptz) returns text[] language sql as $$
  with free as materialized (
    select code.bucket, code.code_key
      from codes as code
     where code.batch_id = batch and code.status = 'available' and code.uses_max = 1 and code.uses = 0
       and code.member_id is null and code.offline_list_id is null and (code.valid_to is null or at < code.valid_to)
     order by code.code_key
     limit most
       for no key update skip locked
  ), held as (
    update codes as code set offline_list_id = list
      from free where code.bucket = free.bucket and code.code_key = free.code_key
    returning code.code_key
  )
  select coalesce(array_agg(code_key order by code_key), '{}') from held
$$;
