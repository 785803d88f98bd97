-- Under which spellings a file may name a brand: its code, its name and its further names, without regard to case and width.
create function brand_spellings(code text, name_key text, alternative_names text[], name_i18n jsonb) returns text[]
  language sql immutable parallel safe
as $$
  select array[lower(code), name_key]
         || array(select lower(normalize(trim(spelling), nfkc)) from unnest(alternative_names) as spelling)
         || array(select lower(normalize(trim(value), nfkc)) from jsonb_each_text(name_i18n))
$$;

create index brands__spellings on brands
  using gin (brand_spellings(code, name_key, alternative_names, name_i18n));

-- What the person who imports a file has decided about it as a whole, such as whether unknown brands are made: by the
-- names that the importer gives its choices.
alter table imports add column choices jsonb not null default '{}'
  constraint imports__choices check (jsonb_typeof(choices) = 'object');

-- Who does what with products in the default roles (domain 1.13). An administrator has everything anyway. What may be sold is
-- no secret to whoever sells, certifies or supports; a brand's people and plain users meet their own.
update roles
   set grants = roles.grants || added.grants
  from (values ('staff', '{products.read,products.create,products.update,products.import,products.export}'::text[]),
               ('user', '{products.read@scope}'),
               ('brand_manager', '{products.read@scope,products.create@scope,products.update@scope,products.delete@own,products.import@scope,products.export@scope}'),
               ('retailer_manager', '{products.read}'),
               ('halal_reviewer', '{products.read,products.export}'),
               ('campaign_approver', '{products.read}'),
               ('support', '{products.read}')) as added (code, grants)
 where roles.code = added.code and roles.is_system;
