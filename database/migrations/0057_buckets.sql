-- The bucket of lines and rollbacks follows from their redemption, so that their keys are exact on any number of servers
-- (docs/decisions/0085).
alter table redemption_lines
  add constraint redemption_lines__bucket check (bucket = bucket_of(redemption_id));
alter table redemption_rollbacks
  add constraint redemption_rollbacks__bucket check (bucket = bucket_of(redemption_id));

-- Shares must be large enough for the call that found its bucket empty: where terms don't say what one use may cost, a small budget
-- was shared out to 64 rows of which none had enough for it, so that nobody could use what was left.
create or replace function level_campaign(campaign uuid, cost bigint, largest_cost bigint) returns text language plpgsql as $$
declare
  room record;
begin
  perform from campaign_caps where campaign_id = campaign for update;
  perform from campaign_counters where campaign_id = campaign order by bucket for update;
  select coalesce(cap.uses_max, 70368744177664) - sum(counter.uses_taken) as uses,
         coalesce(cap.budget_minor, 70368744177664) - sum(counter.budget_taken_minor) as budget
    into room
    from campaign_caps as cap join campaign_counters as counter on counter.campaign_id = cap.campaign_id
   where cap.campaign_id = campaign
   group by cap.uses_max, cap.budget_minor;
  if room.uses < 1 then return 'campaign_limit_reached'; end if;
  if room.budget < cost then return 'budget_exhausted'; end if;
  perform share_out(campaign, greatest(largest_cost, cost), 256);
  return 'again';
end $$;
