-- Whether what is in a category is meat (domain 1.3): some types of retailers ask of meat how it was slaughtered, and a product
-- of which nobody has said it is what its category says.
alter table categories
  -- Null: as the category above.
  add column contains_meat boolean,
  -- What holds after inheritance; null where nobody has said. Written with every change of the tree.
  add column effective_contains_meat boolean;

-- What a product or a brand gives back where an assignment does not say (domain 1.8); null: the next level decides.
alter table brands
  add column cashback_bps int constraint brands__cashback_bps check (cashback_bps between 0 and 10000);
alter table products
  add column cashback_bps int constraint products__cashback_bps check (cashback_bps between 0 and 10000);

-- What a market's list means for bodies that are not on it (domain 1.5). A market without a row blocks.
create table recognition_policies (
  market text primary key constraint recognition_policies__market check (market ~ '^[A-Z]{2}$'),
  policy text not null constraint recognition_policies__policy check (policy in ('block', 'warn')),
  version int not null default 1,
  updated_at timestamptz(3) not null,
  updated_by uuid
);

-- When its source was read, and what a reader must know of it, such as that it is to be confirmed.
alter table body_recognitions
  add column read_on date,
  add column note text constraint body_recognitions__note check (length(note) between 1 and 500);

-- The rule of 0022, which asks besides: of a product that says nothing of meat its category, and of a market whether a body
-- that it does not list is in the way. `proof_id` is the certificate that proves it there, also where something is warned of.
drop function promotion_of(uuid[], uuid[], uuid[], timestamptz);
create function promotion_of(products uuid[], retailers uuid[], locations uuid[], at timestamptz)
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
           type.needs_slaughter_policy,
           coalesce(list.policy = 'warn', false) as takes_any_body
      from (select distinct asked.retailer_id from asked) as each
      join retailers as retailer on retailer.id = each.retailer_id
      join retailer_types as type on type.id = retailer.retailer_type_id
      left join recognition_policies as list on list.market = retailer.country
  ), pairs as materialized (
    select asked.*, goods.is_published, goods.is_brand_active, goods.relevance, shops.is_retailer_active, shops.country,
           shops.on_day, shops.policy, shops.takes_any_body, goods.is_meat_by_category,
           shops.needs_slaughter_policy and goods.contains_meat as asks_slaughter
      from asked
      join goods on goods.product_id = asked.product_id
      join shops on shops.retailer_id = asked.retailer_id
  ), answers as materialized (
    select wanted.product_id, wanted.country, wanted.on_day, wanted.asks_slaughter, best.certificate_id,
           case
             when best.certificate_id is null then 'HALAL_MISSING'
             when best.standing <> 'stands' then 'HALAL_' || upper(best.standing)
             when not best.is_taken then 'BODY_NOT_RECOGNISED'
             when best.is_silent then 'SLAUGHTER_POLICY_UNKNOWN'
             -- Told, and in nobody's way.
             when not best.is_recognised then 'BODY_NOT_RECOGNISED'
           end as reason,
           coalesce(best.standing = 'stands' and best.is_taken and not best.is_silent, false) as is_proof
      from (select distinct pairs.product_id, pairs.country, pairs.on_day, pairs.asks_slaughter, pairs.takes_any_body
              from pairs where pairs.relevance <> 'not_applicable') as wanted
      left join lateral (
             select certificate.*, judged.*, judged.is_recognised or wanted.takes_any_body as is_taken
               from product_certificates(at) as certificate
              cross join lateral (
                    select certificate.standing = 'stands'
                             and body_is_recognised(certificate.body_id, wanted.country, wanted.on_day) as is_recognised,
                           certificate.standing = 'stands'
                             and wanted.asks_slaughter and not certificate.states_slaughter as is_silent
                  ) as judged
              where certificate.product_id = wanted.product_id
              order by standing_rank(certificate.standing),
                       is_taken desc,
                       is_silent,
                       is_recognised desc,
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
           end as reason,
           coalesce(best.standing = 'stands' and wanted.takes_any_body, false) as is_tolerated
      from (select distinct pairs.retailer_id, pairs.location_id, pairs.country, pairs.on_day, pairs.takes_any_body
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
