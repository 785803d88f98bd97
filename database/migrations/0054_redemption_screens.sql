-- What the list of redemptions is filtered by, and refusals by reason (docs/decisions/0082).

-- By a receipt's number, with or without its retailer.
drop index redemptions__by_order;
create index redemptions__by_order on redemptions (order_ref, retailer_id);
create index redemptions__by_code on redemptions (code_key, created_at, id) where code_key is not null;
-- The statuses that few have. Those of a redemption when it is made are not in it, so that it costs a redemption nothing.
create index redemptions__by_status on redemptions (status, created_at, id)
  where status in ('released', 'expired', 'partially_rolled_back', 'rolled_back');

-- How often calls were refused, by the day in UTC. Each process counts in memory and adds its counts here now and then, outside the
-- refused call: its transaction is rolled back, and a row of its own for each refusal would let callers fill the disk.
create table campaign_refusals (
  bucket smallint not null,
  campaign_id uuid not null,
  day date not null,
  retailer_id uuid not null,
  reason text not null constraint campaign_refusals__reason check (length(reason) between 1 and 60),
  refusals bigint not null constraint campaign_refusals__refusals check (refusals > 0),
  primary key (bucket, campaign_id, day, retailer_id, reason),
  constraint campaign_refusals__bucket check (bucket = bucket_of(campaign_id))
) with (fillfactor = 70);

update roles
   set grants = roles.grants || added.grants::text[]
  from (values ('staff', '{redemptions.export}'),
               ('finance', '{redemptions.rollback,redemptions.export}'),
               ('brand_manager', '{redemptions.read@scope,redemptions.export@scope}'),
               ('retailer_manager', '{redemptions.export@scope}')) as added (code, grants)
 where roles.code = added.code;
