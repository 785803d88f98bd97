-- A line of a certificate proves something of the product that it names and of no other (docs/decisions/0044). Until now any
-- product could be linked to any line.
alter table certificate_products
  -- Why it is the product of somebody else than the certificate's holder. Asked for where it is.
  add column link_reason text
    constraint certificate_products__link_reason check (length(link_reason) between 1 and 500),
  -- What it was linked to until line and product ceased to agree: for whoever looks at it anew.
  add column former_product_id uuid
    constraint certificate_products__former_product_id references products (id) on delete set null,
  add column unlinked_because text
    constraint certificate_products__unlinked_because check (unlinked_because in ('gtin', 'brand')),
  add column unlinked_at timestamptz(3),
  add constraint certificate_products__former
    check (former_product_id is null or (product_id is null and unlinked_because is not null and unlinked_at is not null));

create index certificate_products__by_former_product on certificate_products (former_product_id)
  where former_product_id is not null;

-- What stands against a link. `gtin`: the line names another number. `brand`: it is not the holder's product, and nobody
-- has said why it counts. `holder`: the holder is no brand, and neither a number nor a reason says that it is this product.
create function line_link_problem(line_gtin text, reason text, holder_brand uuid, product_gtin text, product_brand uuid)
  returns text language sql immutable parallel safe
as $$
  select case
           when line_gtin is not null and line_gtin is distinct from product_gtin then 'gtin'
           when reason is not null then null
           when holder_brand <> product_brand then 'brand'
           when holder_brand is null and line_gtin is null then 'holder'
         end
$$;

-- Nothing that disagrees keeps proving: such lines are unlinked, and say so, until somebody looks at them.
update certificate_products as line
   set product_id = null,
       former_product_id = line.product_id,
       unlinked_because = line_link_problem(line.gtin, null, certificate.holder_brand_id, product.gtin, product.brand_id),
       unlinked_at = now()
  from certificates as certificate, products as product
 where certificate.id = line.certificate_id
   and product.id = line.product_id
   and line.status = 'listed'
   and line_link_problem(line.gtin, null, certificate.holder_brand_id, product.gtin, product.brand_id) in ('gtin', 'brand');

-- `holder` is asked for where people link (features/certificates), and not here: the document alone can tell.
create function certificate_line_link() returns trigger language plpgsql as $$
declare
  problem text;
begin
  if new.product_id is null then
    new.link_reason := null;
    return new;
  end if;
  new.former_product_id := null;
  new.unlinked_because := null;
  new.unlinked_at := null;
  -- What was struck proves nothing any more.
  if new.status <> 'listed' then
    return new;
  end if;
  -- Whoever changes the product's number or brand waits for this transaction, and then finds the link.
  perform 1 from products where id = new.product_id for share;
  select line_link_problem(new.gtin, new.link_reason, certificate.holder_brand_id, product.gtin, product.brand_id)
    into problem
    from certificates as certificate, products as product
   where certificate.id = new.certificate_id and product.id = new.product_id;
  if problem in ('gtin', 'brand') then
    raise exception 'a certificate line cannot be linked to this product'
      using errcode = 'check_violation', constraint = 'certificate_products__link_' || problem, table = tg_table_name;
  end if;
  return new;
end $$;

create trigger certificate_products__link
  before insert or update of product_id, gtin, status, link_reason, certificate_id on certificate_products
  for each row execute function certificate_line_link();

-- A product that gets another number or brand is no longer what the line names. A reason was given for the brand it had.
create function unlink_lines_of_product() returns trigger language plpgsql as $$
begin
  update certificate_products as line
     set product_id = null, former_product_id = new.id, unlinked_at = new.updated_at,
         unlinked_because = case when line.gtin is distinct from new.gtin and line.gtin is not null then 'gtin' else 'brand' end
    from certificates as certificate
   where line.product_id = new.id
     and line.status = 'listed'
     and certificate.id = line.certificate_id
     and line_link_problem(line.gtin, case when old.brand_id = new.brand_id then line.link_reason end,
                           certificate.holder_brand_id, new.gtin, new.brand_id) in ('gtin', 'brand');
  return null;
end $$;

create trigger products__certificate_lines after update of gtin, brand_id on products
  for each row when (old.gtin is distinct from new.gtin or old.brand_id <> new.brand_id)
  execute function unlink_lines_of_product();

create function unlink_lines_of_certificate() returns trigger language plpgsql as $$
begin
  update certificate_products as line
     set product_id = null, former_product_id = line.product_id, unlinked_at = new.updated_at, unlinked_because = 'brand'
    from products as product
   where line.certificate_id = new.id
     and line.status = 'listed'
     and product.id = line.product_id
     and product.brand_id <> new.holder_brand_id;
  return null;
end $$;

create trigger certificates__lines after update of holder_brand_id on certificates
  for each row when (old.holder_brand_id is distinct from new.holder_brand_id)
  execute function unlink_lines_of_certificate();
