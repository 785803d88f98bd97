-- Standards are listed, searched and edited like everything else. Codes and titles are Latin, so that the database can fold
-- them by itself; a translated title is read and not searched.
alter table halal_standards
  add column title_i18n jsonb not null default '{}'
    constraint halal_standards__title_i18n check (jsonb_typeof(title_i18n) = 'object'),
  add column sort_key text collate "C" not null generated always as (lower(code || ' ' || edition)) stored,
  add column search_key text not null generated always as
    (' ' || lower(regexp_replace(code || ' ' || edition || ' ' || title || ' ' || owner, '[^[:alnum:]]+', ' ', 'g'))) stored,
  add column created_by uuid,
  add column updated_by uuid;
create index halal_standards__by_code on halal_standards (sort_key, id);
create index halal_standards__by_updated_at on halal_standards (updated_at, id);
create index halal_standards__search_key on halal_standards using gin (search_key gin_trgm_ops);

-- One a sort, as every list has them.
create index certifying_bodies__by_acronym on certifying_bodies (sort_key, id);
create index certifying_bodies__by_country on certifying_bodies (country, sort_key, id);
create index certifying_bodies__by_updated_at on certifying_bodies (updated_at, id);
create index certifying_bodies__search_key on certifying_bodies using gin (search_key gin_trgm_ops);

-- In the order in which a record shows them.
alter table accreditations
  add column position int not null default 0 constraint accreditations__position check (position >= 0);

alter table body_recognitions
  add column version int not null default 1,
  add column created_at timestamptz(3) not null default now(),
  add column created_by uuid,
  add column updated_at timestamptz(3) not null default now(),
  add column updated_by uuid;
create index body_recognitions__by_body on body_recognitions (body_id);

-- Reference data that everybody reads who reads certificates; what a mark means is the reviewers' to keep (domain 1.13).
update roles set grants = grants || '{categories.read,certifiers.read}'
 where code in ('staff', 'brand_manager', 'retailer_manager', 'support', 'campaign_approver', 'user');
update roles
   set grants = grants || '{categories.read,certifiers.read,certifiers.create,certifiers.update,certifiers.import,certifiers.export}'
 where code = 'halal_reviewer';
update roles
   set grants = grants || '{categories.create,categories.update,categories.import,categories.export}'
 where code = 'staff';
