-- Nothing becomes more permissive because evidence was lost (docs/decisions/0042, 0043).

-- Whether a market has a list of recognised bodies is a decision with a day and a source. Null: nobody has decided, so that
-- recognition there is not known; `false`: somebody found that there is none, which is not known either.
alter table recognition_policies
  alter column policy set default 'block',
  add column has_list boolean,
  add column list_decided_on date,
  add column list_source text constraint recognition_policies__list_source check (length(list_source) between 1 and 500),
  -- What a body means whose recognition is not known.
  add column unknown_policy text not null default 'warn'
    constraint recognition_policies__unknown_policy check (unknown_policy in ('warn', 'block')),
  -- What a body means that has no accreditation in force, whether it lapsed, was withdrawn or was never recorded.
  add column accreditation_policy text not null default 'warn'
    constraint recognition_policies__accreditation_policy check (accreditation_policy in ('accept', 'warn', 'block')),
  -- Days after the review of an open-ended certificate was due in which it still counts, with a warning.
  add column review_grace_days int not null default 30
    constraint recognition_policies__review_grace_days check (review_grace_days between 0 and 365),
  add constraint recognition_policies__list check (
    (has_list is null) = (list_decided_on is null) and (has_list is null) = (list_source is null));

-- A market with rows had a list, also where all of them have lapsed: there every body is unlisted from now on.
insert into recognition_policies (market, has_list, list_decided_on, list_source, updated_at)
select market, true, min(created_at)::date, 'Recognitions that were on record before lists were decided on', now()
  from body_recognitions
 group by market
    on conflict (market) do update
   set has_list = excluded.has_list, list_decided_on = excluded.list_decided_on, list_source = excluded.list_source,
       version = recognition_policies.version + 1, updated_at = excluded.updated_at;

-- Whoever writes a recognition past the operations decides the same: no row without a list.
create function market_gets_list() returns trigger language plpgsql as $$
begin
  insert into recognition_policies (market, has_list, list_decided_on, list_source, updated_at)
  values (new.market, true, new.created_at::date, new.recognised_by, new.created_at)
      on conflict (market) do update
     set has_list = true, list_decided_on = excluded.list_decided_on, list_source = excluded.list_source,
         version = recognition_policies.version + 1, updated_at = excluded.updated_at
   where recognition_policies.has_list is not true;
  return new;
end $$;

create trigger body_recognitions__list after insert or update of market on body_recognitions
  for each row execute function market_gets_list();

-- A body whose certificates prove nothing while it is suspended. Archived ones prove nothing either: a certificate in force
-- keeps its body from being archived, so that those which were archived before wait for somebody to restore them.
alter table certifying_bodies
  drop constraint certifying_bodies__status,
  add constraint certifying_bodies__status check (status in ('active', 'suspended', 'archived')),
  add column status_reason text constraint certifying_bodies__status_reason check (length(status_reason) between 1 and 500),
  add column status_changed_at timestamptz(3) not null default now(),
  add constraint certifying_bodies__suspension check (status <> 'suspended' or status_reason is not null);
update certifying_bodies set status_changed_at = updated_at;

-- From that day it is none, whatever days it was given for.
alter table accreditations
  add column withdrawn_on date,
  add column withdrawn_reason text
    constraint accreditations__withdrawn_reason check (length(withdrawn_reason) between 1 and 500),
  add constraint accreditations__withdrawal check ((withdrawn_on is null) = (withdrawn_reason is null));

-- The instant from which the review of an open-ended certificate is overdue.
alter table certificates add column review_due_at timestamptz(3);

create or replace function certificate_instants() returns trigger language plpgsql as $$
begin
  new.starts_at := new.valid_from::timestamp at time zone new.timezone;
  new.ends_at := least((new.expires_on + 1)::timestamp at time zone new.timezone, new.superseded_from);
  new.ends_key := coalesce(new.ends_at, '9999-12-31T00:00:00Z');
  new.review_due_at := case when new.validity_basis = 'open_ended'
                            then (new.review_due_on + 1)::timestamp at time zone new.timezone end;
  return new;
end $$;
update certificates set review_due_on = review_due_on where validity_basis = 'open_ended';

-- Suspending a body stops what a hundred certificates prove: it is a right of its own, held by those who suspend certificates.
update roles set grants = grants || '{certifiers.suspend}' where 'certificates.suspend' = any(grants);

-- What a certificate can prove, by its kind. features/certificates/rules.ts says the same, and its README in words.
create function certificate_proves(kind text) returns text language sql immutable parallel safe
as $$
  select case kind
           when 'product' then 'product'
           when 'premise' then 'premise'
           when 'scheme_service' then 'service'
           when 'abattoir' then 'slaughter'
           when 'raw_material' then 'ingredient'
           when 'consignment' then 'batch'
         end
$$;

drop function certificate_standing(text, timestamptz, timestamptz, timestamptz, timestamptz);
-- As in 0022; one that would stand while its body is suspended or archived does not.
create function certificate_standing(
  state text, starts_at timestamptz, ends_at timestamptz, superseded_from timestamptz, body_status text, at timestamptz)
  returns text language sql immutable parallel safe
as $$
  select case
           when state in ('draft', 'submitted', 'changes_requested') then 'unverified'
           when state = 'withdrawn' then 'withdrawn'
           when state = 'superseded' or superseded_from <= at then 'scope_reduced'
           when ends_at <= at then 'expired'
           when state = 'suspended' then 'suspended'
           when body_status <> 'active' then 'body_suspended'
           when starts_at > at then 'not_started'
           else 'stands'
         end
$$;

drop function certificate_held_until(text, timestamptz, timestamptz, timestamptz);
-- As in 0022; of one that stands but for its body, when the later of both was decided.
create function certificate_held_until(
  state text, state_changed_at timestamptz, ends_at timestamptz, body_status text, body_changed_at timestamptz, at timestamptz)
  returns timestamptz language sql immutable parallel safe
as $$
  select case when ends_at <= at and state in ('verified', 'suspended') then ends_at
              when state = 'verified' and body_status <> 'active' then greatest(body_changed_at, state_changed_at)
              else state_changed_at end
$$;

drop function product_certificates(timestamptz);
-- How every certificate that can prove a product and names it stands to it at an instant. `held_until` is when it ceased to
-- cover the product. An inlined query: whoever joins it to products reads those products' lines alone.
create function product_certificates(at timestamptz)
  returns table (product_id uuid, certificate_id uuid, body_id uuid, standing text, held_until timestamptz,
                 ends_at timestamptz, review_due_at timestamptz, is_expiring boolean, states_slaughter boolean)
  language sql stable parallel safe
as $$
  select line.product_id,
         certificate.id,
         certificate.body_id,
         case when line.status = 'removed' then 'scope_reduced'
              else certificate_standing(certificate.state, certificate.starts_at, certificate.ends_at,
                                        certificate.superseded_from, body.status, at) end,
         case when line.status = 'removed' then line.removed_at
              else certificate_held_until(certificate.state, certificate.state_changed_at, certificate.ends_at,
                                          body.status, body.status_changed_at, at) end,
         certificate.ends_at,
         certificate.review_due_at,
         -- From when its body takes the renewal, a quarter of a year where that is not known; or its review is overdue.
         coalesce(days_left(certificate.ends_at, certificate.timezone, at) <= coalesce(body.renewal_from_days, 90), false)
           or certificate.review_due_at <= at,
         -- Not applicable says nothing of an animal, so of meat it proves nothing.
         certificate.slaughter_method in ('hand', 'mechanical')
           and certificate.stunning_policy in ('none', 'reversible', 'irreversible')
    from certificate_products as line
    join certificates as certificate on certificate.id = line.certificate_id
    join certifying_bodies as body on body.id = certificate.body_id
   where line.product_id is not null
     and certificate_proves(certificate.kind) = 'product'
     and certificate.state <> 'rejected'
     -- What was struck from a draft was never in force.
     and (line.status = 'listed' or certificate.state not in ('draft', 'submitted', 'changes_requested'))
$$;

create or replace function product_halal_of(products uuid[], at timestamptz)
  returns table (product_id uuid, state text, certificate_id uuid, ends_at timestamptz)
  language sql stable parallel safe
as $$
  select product.id,
         case
           when category.effective_halal_relevance = 'not_applicable' then 'not_required'
           when best.standing = 'stands' then case when best.is_expiring then 'expiring' else 'certified' end
           when best.standing in ('expired', 'suspended', 'scope_reduced') then best.standing
           when best.standing = 'body_suspended' then 'suspended'
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
            -- One that needs somebody's attention answers after those that need none.
            order by standing_rank(certificate.standing),
                     certificate.standing = 'stands' and certificate.is_expiring is true,
                     case when certificate.standing = 'stands' then coalesce(certificate.ends_at, 'infinity')
                          else certificate.held_until end desc,
                     certificate.certificate_id
            limit 1
         ) as best on true
   where product.id = any(products)
$$;

drop function premise_certificates(timestamptz);
-- As in 0022, with the state of the body and the review.
create function premise_certificates(at timestamptz)
  returns table (retailer_id uuid, location_id uuid, certificate_id uuid, body_id uuid, standing text, held_until timestamptz,
                 review_due_at timestamptz)
  language sql stable parallel safe
as $$
  select covered.retailer_id,
         covered.location_id,
         certificate.id,
         certificate.body_id,
         certificate_standing(certificate.state, certificate.starts_at, certificate.ends_at, certificate.superseded_from,
                              body.status, at),
         certificate_held_until(certificate.state, certificate.state_changed_at, certificate.ends_at,
                                body.status, body.status_changed_at, at),
         certificate.review_due_at
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
    join certifying_bodies as body on body.id = certificate.body_id
   where certificate_proves(certificate.kind) = 'premise' and certificate.state <> 'rejected'
$$;

drop function body_is_recognised(uuid, text, date);
-- What is known of a body in a market on a day: `recognised`, `not_recognised`, or `unknown` where the market has no list.
create function body_recognition(body uuid, country text, on_day date) returns text language sql stable parallel safe
as $$
  select case
           when not exists (select from recognition_policies where market = country and has_list) then 'unknown'
           when exists (
                  select from body_recognitions
                   where market = country and body_id = body
                     and coalesce(valid_from <= on_day, true) and coalesce(valid_to >= on_day, true)) then 'recognised'
           else 'not_recognised'
         end
$$;

create function body_is_accredited(body uuid, on_day date) returns boolean language sql stable parallel safe
as $$
  select exists (
    select from accreditations
     where body_id = body and coalesce(valid_from <= on_day, true) and coalesce(valid_to >= on_day, true)
       and coalesce(withdrawn_on > on_day, true))
$$;

-- What a market has against a certificate that stands: the gravest alone, from a warning (1 to 4) to what blocks (5 to 8); no
-- row where it has nothing. A market that has decided nothing has the policies that its columns begin with.
create function market_objection(body uuid, country text, on_day date, review_due_at timestamptz, at timestamptz)
  returns table (severity int, reason text, is_blocking boolean)
  language sql stable parallel safe rows 1
as $$
  select case when found.is_blocking then 4 else 0 end + found.place, found.reason, found.is_blocking
    from (values (true)) as one
    left join recognition_policies as policy on policy.market = country
   cross join lateral (
           select body_recognition(body, country, on_day) as recognition
         ) as known
   cross join lateral (values
           (1, 'BODY_RECOGNITION_UNKNOWN', known.recognition = 'unknown',
               coalesce(policy.unknown_policy, 'warn') = 'block'),
           (2, 'BODY_NOT_ACCREDITED',
               coalesce(policy.accreditation_policy, 'warn') <> 'accept' and not body_is_accredited(body, on_day),
               coalesce(policy.accreditation_policy, 'warn') = 'block'),
           (3, 'BODY_NOT_RECOGNISED', known.recognition = 'not_recognised', coalesce(policy.policy, 'block') = 'block'),
           (4, 'HALAL_REVIEW_OVERDUE', review_due_at <= at,
               review_due_at + make_interval(hours => 24 * coalesce(policy.review_grace_days, 30)) <= at)
         ) as found (place, reason, is_found, is_blocking)
   where found.is_found
   order by found.is_blocking desc, found.place desc
   limit 1
$$;

-- The rule of 0034, which asks of a certificate that stands what the market has against it. Where several would do, the one
-- that the least is said against, and of those the one that lasts longest, is the proof.
create or replace function promotion_of(products uuid[], retailers uuid[], locations uuid[], at timestamptz)
  returns table (product_id uuid, retailer_id uuid, location_id uuid,
                 is_published boolean, is_brand_active boolean, is_retailer_active boolean,
                 halal_reason text, is_halal_required boolean, certificate_id uuid, proof_id uuid, is_meat_by_category boolean,
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
           coalesce(product.contains_meat, category.effective_contains_meat, false) as contains_meat,
           product.contains_meat is null as is_meat_by_category
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
           shops.on_day, shops.policy, goods.is_meat_by_category,
           shops.needs_slaughter_policy and goods.contains_meat as asks_slaughter
      from asked
      join goods on goods.product_id = asked.product_id
      join shops on shops.retailer_id = asked.retailer_id
  ), answers as materialized (
    select wanted.product_id, wanted.country, wanted.on_day, wanted.asks_slaughter, best.certificate_id,
           case
             when best.certificate_id is null then 'HALAL_MISSING'
             when best.standing <> 'stands' then 'HALAL_' || upper(best.standing)
             when best.is_blocked then best.objection
             when best.is_silent then 'SLAUGHTER_POLICY_UNKNOWN'
             -- Told, and in nobody's way.
             else best.objection
           end as reason,
           coalesce(best.standing = 'stands' and not best.is_blocked and not best.is_silent, false) as is_proof
      from (select distinct pairs.product_id, pairs.country, pairs.on_day, pairs.asks_slaughter
              from pairs where pairs.relevance <> 'not_applicable') as wanted
      left join lateral (
             select certificate.*,
                    coalesce(market.severity, 0) as severity, market.reason as objection,
                    coalesce(market.is_blocking, false) as is_blocked,
                    certificate.standing = 'stands'
                      and wanted.asks_slaughter and not certificate.states_slaughter as is_silent
               from product_certificates(at) as certificate
               left join lateral market_objection(
                      certificate.body_id, wanted.country, wanted.on_day, certificate.review_due_at, at) as market
                 on certificate.standing = 'stands'
              where certificate.product_id = wanted.product_id
              order by standing_rank(certificate.standing),
                       is_blocked,
                       is_silent,
                       severity,
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
             else 'PREMISE_' || replace(best.objection, 'HALAL_', 'CERT_')
           end as reason,
           coalesce(best.standing = 'stands' and not best.is_blocked, false) as is_tolerated
      from (select distinct pairs.retailer_id, pairs.location_id, pairs.country, pairs.on_day
              from pairs where pairs.policy in ('warn', 'require_premise', 'require_both')) as wanted
      -- A shop without places is one place.
      left join retailer_locations as location
        on location.retailer_id = wanted.retailer_id
       and case when wanted.location_id is null then location.status <> 'closed' else location.id = wanted.location_id end
      left join lateral (
             select premise.*,
                    coalesce(market.severity, 0) as severity, market.reason as objection,
                    coalesce(market.is_blocking, false) as is_blocked
               from premise_certificates(at) as premise
               left join lateral market_objection(
                      premise.body_id, wanted.country, wanted.on_day, premise.review_due_at, at) as market
                 on premise.standing = 'stands'
              where premise.retailer_id = wanted.retailer_id
                and (premise.location_id is null or premise.location_id = location.id)
              order by standing_rank(premise.standing), severity, premise.held_until desc, premise.certificate_id
              limit 1
           ) as best on true
     where best.standing is distinct from 'stands' or best.objection is not null
     -- What is in the way is told before what is not.
     order by wanted.retailer_id, wanted.location_id, is_tolerated, location.id
  )
  select pairs.product_id, pairs.retailer_id, pairs.location_id,
         pairs.is_published, pairs.is_brand_active, pairs.is_retailer_active,
         answers.reason,
         (pairs.relevance = 'required' or pairs.policy in ('require_product', 'require_both'))
           and (answers.reason is null or not answers.is_proof),
         answers.certificate_id,
         case when answers.is_proof then answers.certificate_id end,
         pairs.asks_slaughter and pairs.is_meat_by_category,
         gaps.reason,
         pairs.policy <> 'warn' and gaps.is_tolerated is not true,
         gaps.certificate_id
    from pairs
    left join answers
      on pairs.relevance <> 'not_applicable'
     and answers.product_id = pairs.product_id and answers.country = pairs.country
     and answers.on_day = pairs.on_day and answers.asks_slaughter = pairs.asks_slaughter
    left join gaps
      on gaps.retailer_id = pairs.retailer_id and gaps.location_id is not distinct from pairs.location_id
$$;
