-- What a promocode's draft would have cost on the orders of the last days, computed by a job (docs/decisions/0083).
create table campaign_forecasts (
  id uuid primary key,
  campaign_id uuid not null constraint campaign_forecasts__campaign_id references campaigns (id),
  -- What it was computed for: it is outdated once the draft differs.
  record_version integer not null,
  terms jsonb not null,
  owner_brand_id uuid,
  status text not null
    constraint campaign_forecasts__status check (status in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null constraint campaign_forecasts__period check (from_at < until_at),
  orders integer not null default 0,
  orders_read integer not null default 0 constraint campaign_forecasts__read check (orders_read between 0 and orders),
  result jsonb,
  created_at timestamptz(3) not null,
  created_by uuid,
  ended_at timestamptz(3),
  constraint campaign_forecasts__result check ((result is not null) = (status = 'done')),
  constraint campaign_forecasts__ended check ((ended_at is null) = (status in ('waiting', 'running')))
);
create index campaign_forecasts__by_campaign on campaign_forecasts (campaign_id, created_at, id);
create unique index campaign_forecasts__active on campaign_forecasts (campaign_id) where status in ('waiting', 'running');
