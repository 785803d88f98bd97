-- Promocodes are sorted by the shown name on Arabic screens too (docs/decisions/0078).
alter table campaigns
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(name_i18n ->> 'ar', sort_key))) stored;
create index campaigns__by_name_ar on campaigns (sort_key_ar, id);
