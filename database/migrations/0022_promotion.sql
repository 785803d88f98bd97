-- What may be promoted where, and what is sold where (domain 1.5, 1.8; docs/decisions/0029). Whoever must know it asks these
-- functions with the instant that they mean: nothing that is stored says so, as whatever is stored would be stale at the
-- next midnight in some zone. features/assignments/README.md tells the rule in words.

-- Lines that were removed from a scope tell why a product lost its certificate, so they are looked up as well.
create index certificate_products__of_product on certificate_products (product_id) where product_id is not null;

-- How a certificate stands at an instant: `stands` is what promotion needs. Where a later revision has taken over, that one
-- speaks for what it names, and this one only for what it left out.
create function certificate_standing(
  state text, starts_at timestamptz, ends_at timestamptz, superseded_from timestamptz, at timestamptz)
  returns text language sql immutable parallel safe
as $$
  select case
           when state in ('draft', 'submitted', 'changes_requested') then 'unverified'
           when state = 'withdrawn' then 'withdrawn'
           when state = 'superseded' or superseded_from <= at then 'scope_reduced'
           when ends_at <= at then 'expired'
           when state = 'suspended' then 'suspended'
           when starts_at > at then 'not_started'
           else 'stands'
         end
$$;

-- When one that does not stand ceased to. A suspended one that ends meanwhile has expired.
create function certificate_held_until(state text, state_changed_at timestamptz, ends_at timestamptz, at timestamptz)
  returns timestamptz language sql immutable parallel safe
as $$
  select case when ends_at <= at and state in ('verified', 'suspended') then ends_at else state_changed_at end
$$;

-- The order in which certificates answer: one that stands; else the one that held last, which is what people look for;
-- else one that is to come.
create function standing_rank(standing text) returns int language sql immutable parallel safe
as $$
  select case standing when 'stands' then 0 when 'not_started' then 2 when 'unverified' then 3 else 1 end
$$;

-- How every certificate that names a product stands to it at an instant. `held_until` is when it ceased to cover the product.
-- An inlined query: whoever joins it to products reads those products' lines alone.
create function product_certificates(at timestamptz)
  returns table (product_id uuid, certificate_id uuid, body_id uuid, standing text, held_until timestamptz,
                 ends_at timestamptz, is_expiring boolean, states_slaughter boolean)
  language sql stable parallel safe
as $$
  select line.product_id,
         certificate.id,
         certificate.body_id,
         case when line.status = 'removed' then 'scope_reduced'
              else certificate_standing(
                certificate.state, certificate.starts_at, certificate.ends_at, certificate.superseded_from, at) end,
         case when line.status = 'removed' then line.removed_at
              else certificate_held_until(certificate.state, certificate.state_changed_at, certificate.ends_at, at) end,
         certificate.ends_at,
         -- From when its body takes the renewal; a quarter of a year where that is not known.
         certificate.ends_at - make_interval(days => coalesce(body.renewal_from_days, 90)) <= at,
         certificate.stunning_policy <> 'unknown'
    from certificate_products as line
    join certificates as certificate on certificate.id = line.certificate_id
    join certifying_bodies as body on body.id = certificate.body_id
   where line.product_id is not null
     and certificate.state <> 'rejected'
     -- What was struck from a draft was never in force.
     and (line.status = 'listed' or certificate.state not in ('draft', 'submitted', 'changes_requested'))
$$;

-- One row a product, wherever it is sold: certified | expiring | expired | suspended | scope_reduced | unverified |
-- uncertified | not_required, and the certificate that says so.
create function product_halal_of(products uuid[], at timestamptz)
  returns table (product_id uuid, state text, certificate_id uuid, ends_at timestamptz)
  language sql stable parallel safe
as $$
  select product.id,
         case
           when category.effective_halal_relevance = 'not_applicable' then 'not_required'
           when best.standing = 'stands' then case when best.is_expiring then 'expiring' else 'certified' end
           when best.standing in ('expired', 'suspended', 'scope_reduced') then best.standing
           when best.standing in ('unverified', 'not_started') then 'unverified'
           else 'uncertified'
         end,
         best.certificate_id,
         best.ends_at
    from products as product
    left join categories as category on category.id = product.category_id
    left join lateral (
           select *
             from product_certificates(at) as certificate
            where certificate.product_id = product.id
            order by standing_rank(certificate.standing),
                     case when certificate.standing = 'stands' then coalesce(certificate.ends_at, 'infinity')
                          else certificate.held_until end desc,
                     certificate.certificate_id
            limit 1
         ) as best on true
   where product.id = any(products)
$$;

-- The same for one; works in a lateral join.
create function product_halal(product uuid, at timestamptz)
  returns table (state text, certificate_id uuid, ends_at timestamptz)
  language sql stable parallel safe
as $$
  select state, certificate_id, ends_at from product_halal_of(array[product], at)
$$;

-- What a market's list says about a body on a day: a market without rows that hold on the day has no list.
create function body_is_recognised(body uuid, country text, on_day date) returns boolean language sql stable parallel safe
as $$
  select coalesce(bool_or(body_id = body), true)
    from body_recognitions
   where market = country and coalesce(valid_from <= on_day, true) and coalesce(valid_to >= on_day, true)
$$;

-- The retailers and places that premise certificates cover, and how these stand at an instant. One that names places covers
-- these alone; one that names none covers its holder and all below it, with every place, which a null says.
create function premise_certificates(at timestamptz)
  returns table (retailer_id uuid, location_id uuid, certificate_id uuid, body_id uuid, standing text, held_until timestamptz)
  language sql stable parallel safe
as $$
  select covered.retailer_id,
         covered.location_id,
         certificate.id,
         certificate.body_id,
         certificate_standing(
           certificate.state, certificate.starts_at, certificate.ends_at, certificate.superseded_from, at),
         certificate_held_until(certificate.state, certificate.state_changed_at, certificate.ends_at, at)
    from (
           select whole.id as certificate_id, below.descendant_id as retailer_id, null::uuid as location_id
             from certificates as whole
             join retailer_closure as below on below.ancestor_id = whole.holder_retailer_id
            where not exists (
                    select from certificate_sites as site
                     where site.certificate_id = whole.id and site.location_id is not null)
            union all
           select site.certificate_id, location.retailer_id, location.id
             from certificate_sites as site
             join retailer_locations as location on location.id = site.location_id
         ) as covered
    join certificates as certificate on certificate.id = covered.certificate_id
   where certificate.kind = 'premise' and certificate.state <> 'rejected'
$$;

-- The products, retailers and places beside each other. A function of its own, and strict, so that it stays one: a planner that
-- took a hundred thousand for ten would look each up in all the others.
create function promotion_pairs(products uuid[], retailers uuid[], locations uuid[])
  returns table (product_id uuid, retailer_id uuid, location_id uuid)
  language sql immutable strict parallel safe rows 500
as $$
  select distinct * from unnest(products, retailers, locations) as pair (product_id, retailer_id, location_id)
$$;

-- What the rule finds of each product at the retailer and place beside it (no place: all that are not closed): one row
-- each, with the certificate that answers for it there. A reason says why that does not do; null, that nothing is lacking.
-- Every product, retailer, place and market is looked at once, however many pairs they make: shops of one country that
-- ask the same get the same answer.
create function promotion_of(products uuid[], retailers uuid[], locations uuid[], at timestamptz)
  returns table (product_id uuid, retailer_id uuid, location_id uuid,
                 is_published boolean, is_brand_active boolean, is_retailer_active boolean,
                 halal_reason text, is_halal_required boolean, certificate_id uuid,
                 premise_reason text, is_premise_required boolean, premise_certificate_id uuid)
  language sql stable parallel safe
as $$
  with asked as materialized (
    select * from promotion_pairs(products, retailers, coalesce(locations, '{}'))
  ), goods as materialized (
    select product.id as product_id,
           product.status = 'published' as is_published,
           brand.status = 'active' as is_brand_active,
           -- Without a category nobody has said that it may go without.
           coalesce(category.effective_halal_relevance, 'required') as relevance,
           product.contains_meat is true as contains_meat
      from (select distinct asked.product_id from asked) as each
      join products as product on product.id = each.product_id
      join brands as brand on brand.id = product.brand_id
      left join categories as category on category.id = product.category_id
  ), shops as materialized (
    select retailer.id as retailer_id,
           retailer.status = 'active' as is_retailer_active,
           retailer.country,
           (at at time zone retailer.timezone)::date as on_day,
           type.certificate_policy as policy,
           type.needs_slaughter_policy
      from (select distinct asked.retailer_id from asked) as each
      join retailers as retailer on retailer.id = each.retailer_id
      join retailer_types as type on type.id = retailer.retailer_type_id
  ), pairs as materialized (
    select asked.*, goods.is_published, goods.is_brand_active, goods.relevance, shops.is_retailer_active, shops.country,
           shops.on_day, shops.policy, shops.needs_slaughter_policy and goods.contains_meat as asks_slaughter
      from asked
      join goods on goods.product_id = asked.product_id
      join shops on shops.retailer_id = asked.retailer_id
  ), answers as materialized (
    select wanted.product_id, wanted.country, wanted.on_day, wanted.asks_slaughter, best.certificate_id,
           case
             when best.certificate_id is null then 'HALAL_MISSING'
             when best.standing <> 'stands' then 'HALAL_' || upper(best.standing)
             when not best.is_recognised then 'BODY_NOT_RECOGNISED'
             when wanted.asks_slaughter and not best.states_slaughter then 'SLAUGHTER_POLICY_UNKNOWN'
           end as reason
      from (select distinct pairs.product_id, pairs.country, pairs.on_day, pairs.asks_slaughter
              from pairs where pairs.relevance <> 'not_applicable') as wanted
      left join lateral (
             select certificate.*,
                    certificate.standing = 'stands'
                      and body_is_recognised(certificate.body_id, wanted.country, wanted.on_day) as is_recognised
               from product_certificates(at) as certificate
              where certificate.product_id = wanted.product_id
              order by standing_rank(certificate.standing),
                       is_recognised desc,
                       certificate.standing = 'stands' and wanted.asks_slaughter and not certificate.states_slaughter,
                       case when certificate.standing = 'stands' then coalesce(certificate.ends_at, 'infinity')
                            else certificate.held_until end desc,
                       certificate.certificate_id
              limit 1
           ) as best on true
  ), gaps as materialized (
    select distinct on (wanted.retailer_id, wanted.location_id)
           wanted.retailer_id, wanted.location_id, best.certificate_id,
           case
             when best.certificate_id is null then 'PREMISE_CERT_MISSING'
             when best.standing <> 'stands' then 'PREMISE_CERT_' || upper(best.standing)
             else 'PREMISE_BODY_NOT_RECOGNISED'
           end as reason
      from (select distinct pairs.retailer_id, pairs.location_id, pairs.country, pairs.on_day
              from pairs where pairs.policy in ('warn', 'require_premise', 'require_both')) as wanted
      -- A shop without places is one place.
      left join retailer_locations as location
        on location.retailer_id = wanted.retailer_id
       and case when wanted.location_id is null then location.status <> 'closed' else location.id = wanted.location_id end
      left join lateral (
             select premise.*,
                    premise.standing = 'stands'
                      and body_is_recognised(premise.body_id, wanted.country, wanted.on_day) as is_good
               from premise_certificates(at) as premise
              where premise.retailer_id = wanted.retailer_id
                and (premise.location_id is null or premise.location_id = location.id)
              order by is_good desc, standing_rank(premise.standing), premise.held_until desc, premise.certificate_id
              limit 1
           ) as best on true
     where best.is_good is not true
     order by wanted.retailer_id, wanted.location_id, location.id
  )
  select pairs.product_id, pairs.retailer_id, pairs.location_id,
         pairs.is_published, pairs.is_brand_active, pairs.is_retailer_active,
         answers.reason,
         pairs.relevance = 'required' or pairs.policy in ('require_product', 'require_both'),
         answers.certificate_id,
         gaps.reason,
         pairs.policy <> 'warn',
         gaps.certificate_id
    from pairs
    left join answers
      on pairs.relevance <> 'not_applicable'
     and answers.product_id = pairs.product_id and answers.country = pairs.country
     and answers.on_day = pairs.on_day and answers.asks_slaughter = pairs.asks_slaughter
    left join gaps
      on gaps.retailer_id = pairs.retailer_id and gaps.location_id is not distinct from pairs.location_id
$$;

-- The same as a list of what speaks against it. None that is blocking: it may be promoted.
create function promotion_findings_of(products uuid[], retailers uuid[], locations uuid[], at timestamptz)
  returns table (product_id uuid, retailer_id uuid, location_id uuid, reason text, is_blocking boolean, certificate_id uuid)
  language sql stable parallel safe
as $$
  select pair.product_id, pair.retailer_id, pair.location_id, finding.*
    from promotion_of(products, retailers, locations, at) as pair
   cross join lateral (values
           (case when not pair.is_published then 'PRODUCT_NOT_PUBLISHED' end, true, null::uuid),
           (case when not pair.is_brand_active then 'BRAND_NOT_ACTIVE' end, true, null),
           (case when not pair.is_retailer_active then 'RETAILER_NOT_ACTIVE' end, true, null),
           (pair.halal_reason, pair.is_halal_required, pair.certificate_id),
           (pair.premise_reason, pair.is_premise_required, pair.premise_certificate_id)
         ) as finding (reason, is_blocking, certificate_id)
   where finding.reason is not null
$$;

-- The same for one pair; works in a lateral join.
create function promotion_findings(product uuid, retailer uuid, at timestamptz, location uuid default null)
  returns table (reason text, is_blocking boolean, certificate_id uuid)
  language sql stable parallel safe
as $$
  select reason, is_blocking, certificate_id
    from promotion_findings_of(array[product], array[retailer], array[location], at)
$$;

-- Ranges of one id, so that the constraint below needs no extension of the server's.
create type uuid_range as range (subtype = uuid);

-- What is sold where, at what price, with what cashback (domain 1.8).
create table assignments (
  id uuid primary key,
  retailer_id uuid not null constraint assignments__retailer_id references retailers (id),
  -- Null: at all of its places.
  location_id uuid constraint assignments__location_id references retailer_locations (id),
  product_id uuid not null constraint assignments__product_id references products (id),
  status text not null constraint assignments__status check (status in ('proposed', 'active', 'paused', 'ended')),
  -- A code of the rule where the house paused it, words where a person did.
  pause_reason text constraint assignments__pause_reason check (length(pause_reason) between 1 and 500),
  pause_source text constraint assignments__pause_source check (pause_source in ('auto', 'manual')),
  -- Of which the pause speaks.
  pause_certificate_id uuid constraint assignments__pause_certificate_id references certificates (id),
  paused_at timestamptz(3),
  -- Null: the product's recommended price.
  price_minor bigint constraint assignments__price_minor check (price_minor between 0 and 9007199254740991),
  currency text constraint assignments__currency check (currency ~ '^[A-Z]{3}$'),
  -- In the retailer's zone, both days included.
  price_valid_from date,
  price_valid_to date,
  stock_status text not null default 'unknown'
    constraint assignments__stock_status check (stock_status in ('in_stock', 'low', 'out', 'unknown')),
  cashback_mode text not null default 'inherit'
    constraint assignments__cashback_mode check (cashback_mode in ('inherit', 'bps', 'fixed')),
  cashback_bps int constraint assignments__cashback_bps check (cashback_bps between 0 and 10000),
  -- Minor units of `currency`, as the next.
  cashback_fixed_minor bigint
    constraint assignments__cashback_fixed_minor check (cashback_fixed_minor between 0 and 9007199254740991),
  cashback_cap_minor bigint
    constraint assignments__cashback_cap_minor check (cashback_cap_minor between 0 and 9007199254740991),
  consumer_cap_per_month int constraint assignments__consumer_cap_per_month check (consumer_cap_per_month between 1 and 10000),
  starts_at timestamptz(3) not null,
  -- From then on it does not hold. Null: until somebody ends it.
  ends_at timestamptz(3),
  -- When somebody ended it, or the house found that its time had run out.
  ended_at timestamptz(3),
  retailer_sku text constraint assignments__retailer_sku check (length(retailer_sku) between 1 and 64),
  shelf_url text constraint assignments__shelf_url check (shelf_url ~* '^https://' and length(shelf_url) <= 500),
  -- What proved it when it was last made active.
  certificate_id uuid constraint assignments__certificate_id references certificates (id),
  activated_at timestamptz(3),
  assigned_by uuid,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint assignments__period check (starts_at <= ends_at),
  constraint assignments__price_days check (price_valid_from <= price_valid_to),
  constraint assignments__money check (
    currency is not null or (price_minor is null and cashback_fixed_minor is null and cashback_cap_minor is null)),
  constraint assignments__cashback check (
    (cashback_mode = 'bps') = (cashback_bps is not null) and (cashback_mode = 'fixed') = (cashback_fixed_minor is not null)),
  constraint assignments__pause check (
    (status = 'paused') = (pause_source is not null) and (status = 'paused') = (paused_at is not null)
    and (pause_source is null or pause_reason is not null)),
  constraint assignments__ended check ((status = 'ended') = (ended_at is not null) and (status <> 'ended' or ends_at is not null)),
  -- One product, one place, one time: what was paid then can be told for ever. Ended ones included.
  constraint assignments__overlap exclude using gist (
    uuid_range(product_id, product_id, '[]') with &&,
    uuid_range(retailer_id, retailer_id, '[]') with &&,
    uuid_range(coalesce(location_id, '00000000-0000-0000-0000-000000000000'),
               coalesce(location_id, '00000000-0000-0000-0000-000000000000'), '[]') with &&,
    tstzrange(starts_at, ends_at, '[)') with &&)
)
-- A pause and its end rewrite a row and no index, as no index below holds what they change: a cascade over 100,000 rows
-- finds the room for it beside them.
with (fillfactor = 50);

-- What is open between a retailer's place and a product is one row, which is what a file and the matrix name.
create unique index assignments__open_key
  on assignments (retailer_id, product_id, coalesce(location_id, '00000000-0000-0000-0000-000000000000'))
  where ended_at is null;
create index assignments__by_product on assignments (product_id, retailer_id) where ended_at is null;
create index assignments__by_retailer on assignments (retailer_id, created_at, id);
create index assignments__by_location on assignments (location_id) where location_id is not null;
-- For the job that ends what has run out.
create index assignments__by_ends_at on assignments (ends_at) where ends_at is not null and ended_at is null;
