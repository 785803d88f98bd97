-- Who looked a verified certificate up again, and when. Until now the day of it stood where that of the verification belongs,
-- beside the name of whoever had verified.
alter table certificates
  add column last_checked_at timestamptz(3),
  add column last_checked_by uuid;

-- How much is known, from the least to the most (domain 1.7).
create function evidence_rank(level text) returns int language sql immutable
  return array_position(array['self_declared', 'declared_by_body', 'document_only', 'registry_verified'], level);

-- Consumers are told how much is known: two people stand behind it whenever that becomes more, as behind the verification.
create function certificate_level() returns trigger language plpgsql as $$
begin
  if old.state in ('verified', 'suspended')
     and evidence_rank(new.evidence_level) > evidence_rank(old.evidence_level)
     and (new.last_checked_by is null or new.last_checked_by = new.submitted_by)
  then
    raise exception 'whoever submitted a certificate cannot raise its evidence level'
      using errcode = 'check_violation', constraint = 'certificates__level', table = tg_table_name;
  end if;
  return new;
end $$;

create trigger certificates__level before update of evidence_level on certificates
  for each row execute function certificate_level();

-- The log knows which was which.
update certificates
   set last_checked_at = latest.at,
       last_checked_by = latest.actor_id,
       verified_at = coalesce(latest.verified_at, certificates.verified_at)
  from (
    select distinct on (looked.resource_id) looked.resource_id, looked.at, looked.actor_id,
           (select max(verified.at) from audit_log as verified
             where verified.resource = 'certificates' and verified.resource_id = looked.resource_id
               and verified.action = 'verify') as verified_at
      from audit_log as looked
     where looked.resource = 'certificates' and looked.action = 'recordCheck'
     order by looked.resource_id, looked.id desc
  ) as latest
 where certificates.id::text = latest.resource_id;
