-- Two fields of domain 1.4: where a brand stands in an address of ours, and where it is on social media.
alter table brands
  add column slug text collate "C" constraint brands__slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  -- Addresses by the kind of place: {"instagram": "https://www.instagram.com/…"}.
  add column social jsonb not null default '{}' constraint brands__social check (jsonb_typeof(social) = 'object');

-- Of the name, else of the English one, else the code. Sort keys are without accents already.
create function brand_slug_base(sort_key text, name_i18n jsonb, number bigint) returns text language sql immutable as $$
  select coalesce(
    nullif(trim('-' from left(regexp_replace(sort_key collate "C", '[^a-z0-9]+', '-', 'g'), 60)), ''),
    nullif(trim('-' from left(regexp_replace(lower(name_i18n ->> 'en') collate "C", '[^a-z0-9]+', '-', 'g'), 60)), ''),
    'br-' || lpad(number::text, greatest(5, length(number::text)), '0'))
$$;

-- Each of a name its own; the first there was has it plain.
update brands
   set slug = made.base
  from (select id, base, row_number() over (partition by base order by number) as place
          from (select id, number, status, brand_slug_base(sort_key, name_i18n, number) as base from brands) as named
         where status <> 'archived') as made
 where brands.id = made.id and made.place = 1;
update brands set slug = brand_slug_base(sort_key, name_i18n, number) where status = 'archived';

-- Free again once its brand is archived, as its name is.
create unique index brands__slug_key on brands (slug) where status <> 'archived';

-- What no other brand has: the base, else with the number of its code behind it.
-- Volatile, so that it sees the rows that the statement around it has written before. By the index whatever the planner
-- knew when a session first asked: of a table that was nearly empty then, it would read every row for each of thousands.
create function free_brand_slug(own uuid, sort_key text, name_i18n jsonb, number bigint) returns text
language plpgsql volatile set enable_seqscan = off as $$
declare
  base text := brand_slug_base(sort_key, name_i18n, number);
  candidate text := base;
  turn int := 1;
begin
  while exists (select from brands where slug = candidate collate "C" and status <> 'archived' and id <> own) loop
    candidate := base || '-' || number || case when turn = 1 then '' else '-' || turn end;
    turn := turn + 1;
  end loop;
  return candidate;
end $$;

update brands set slug = free_brand_slug(id, sort_key, name_i18n, number) where slug is null;

alter table brands alter column slug set not null;

-- Whoever writes a brand without one leaves it to the house: a form, a file of thousands, the sample rows.
create function give_brand_slug() returns trigger language plpgsql as $$
begin
  new.slug := free_brand_slug(new.id, new.sort_key, new.name_i18n, new.number);
  return new;
end $$;

create trigger brands__slug_given before insert on brands
  for each row when (new.slug is null) execute function give_brand_slug();
