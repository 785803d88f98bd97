-- Who can take over an account could be the second person of their own requests (docs/decisions/0048), and two spellings
-- of one address were two accounts (docs/decisions/0049).

-- The key of an address as base/emailAddress.ts makes it: compatibility forms, invisible characters, dots, letters of
-- Arabic script that are drawn alike. Domains in Punycode that an earlier release took keep their spelling.
create function pg_temp.email_key(address text) returns text language sql as $$
  select lower(translate(
    regexp_replace(
      rtrim(replace(btrim(regexp_replace(
        normalize(address, nfkc),
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF]',
        '', 'g')), '。', '.'), '.'),
      '[\u0640\u064B-\u065F\u0670]', '', 'g'),
    'ٱىیکہھ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اييكهه01234567890123456789'))
$$;

-- Nobody may lose an account to a release, nor find themselves in another's: whoever runs the server decides.
do $$
declare
  collisions text;
begin
  select string_agg(addresses, '; ') into collisions
    from (select string_agg(email, ' = ' order by number) as addresses
            from users
           where status <> 'erased'
           group by pg_temp.email_key(email_key)
          having count(*) > 1) as twins;
  if collisions is not null then
    raise exception 'These e-mail addresses are one address and belong to several accounts: %. With the release before this one, change or erase all but one of each, then start this one again.', collisions;
  end if;
end $$;

update users set email_key = pg_temp.email_key(email_key) where email_key <> pg_temp.email_key(email_key);
drop function pg_temp.email_key;
alter table users add constraint users__email_key check
  (email_key = normalize(email_key, nfkc) and email_key !~ '[[:space:]A-Z]');

-- Migration 0013 took every address for confirmed that was there. Confirmed are those that somebody proved later than
-- the account was made, or that a provider vouched for.
update users
   set email_confirmed_at = null
 where email_confirmed_at = created_at
   and not exists (select 1 from identities where identities.user_id = users.id);

-- Until then an account approves nothing, and nothing that it asked for is approved.
alter table users add column approvals_paused_until timestamptz(3);
-- What happened within the last day counts as if this release had been there.
update users
   set approvals_paused_until = recent.at + interval '24 hours'
  from (select resource_id, max(at) as at
          from audit_log
         where resource = 'users' and at > now() - interval '24 hours'
           and (action in ('change_rights', 'approve', 'invite', 'enable', 'reset_password', 'reset_factors', 'link_identity')
                or (action = 'update' and changes ? 'email'))
         group by resource_id) as recent
 where users.id::text = recent.resource_id;

-- A new address is never written without the pause, whatever a program thinks.
create function users_pause_with_new_address() returns trigger language plpgsql as $$
begin
  if new.email_key <> old.email_key and new.status <> 'erased'
     and (new.approvals_paused_until is null or new.approvals_paused_until < new.updated_at + interval '24 hours') then
    raise exception 'an address was changed without a pause of approvals'
      using errcode = 'check_violation', constraint = 'users__pause_with_new_address';
  end if;
  return new;
end $$;
create trigger users__pause_with_new_address before update of email_key on users
  for each row execute function users_pause_with_new_address();

-- Where the only second person is the one whom a change is about: from then on whoever asked may carry it out, unless
-- that person has objected.
alter table approval_requests
  add column alone_after timestamptz(3),
  drop constraint approval_requests__two_people,
  add constraint approval_requests__two_people check
    (decided_by <> requested_by or (alone_after is not null and closed_at >= alone_after));

create function approval_requests_need_settled_accounts() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and exists (
    select 1 from users
     where users.id in (new.decided_by, new.requested_by) and users.approvals_paused_until > new.closed_at) then
    raise exception 'an account approves nothing yet'
      using errcode = 'check_violation', constraint = 'approval_requests__settled_accounts';
  end if;
  return new;
end $$;
create trigger approval_requests__settled_accounts before insert or update of state on approval_requests
  for each row execute function approval_requests_need_settled_accounts();

-- Whether a mailed link took its owner here, which proves the address, or one that was handed over.
alter table password_resets add column is_mailed boolean not null default false;

-- Whoever registered may have been a stranger with this address: from now on a password is set by whoever follows the
-- mailed link. Those who wait have none any more, and set one under "Forgot password?" once they are approved.
update users set password_hash = null where status = 'pending';

-- A new address counts once it is confirmed at the old and at the new one.
create table email_changes (
  user_id uuid primary key references users,
  email text not null,
  -- False where two people replaced an address whose mailbox is lost.
  needs_old boolean not null,
  old_token_hash bytea unique,
  new_token_hash bytea unique,
  old_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  requested_by uuid references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index email_changes__expires_at on email_changes (expires_at);
