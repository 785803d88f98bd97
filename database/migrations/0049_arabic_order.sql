-- The order of names on Arabic screens (docs/decisions/0078): that of CLDR's collation for Arabic over `searchKey`
-- (base/searchKey.ts). So case, accents, vowel marks, the carrier of a hamza and punctuation don't count, nor whether a
-- word ends in ة or ه, in ى or ي. Each Arabic letter becomes one of the 33 characters from `@` to the backtick, so that
-- the collation "C" has them between digits and Latin letters: hamza, alif, ba, pa, ta … ha, waw, ya.
create function arabic_order(name text) returns text language sql immutable parallel safe
as $$
  select left(btrim(case
    -- ASCII alone, as most names without an Arabic translation.
    when octet_length(name) = length(name) then regexp_replace(lower(name), '[^a-z0-9]+', ' ', 'g')
    else translate(
      regexp_replace(
        lower(regexp_replace(
          normalize(name, nfkd),
          '[\u00AD\u0300-\u036F\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+',
          '', 'g')),
        '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u066A-\u066D\u06D4\u2000-\u206F\u3000-\u303F]+',
        ' ', 'g'),
      'ءابپتثجچحخدذرزژسشصضطظعغفڤقكلمنهوي' || 'ٱةىٹڈڑڢڨکگڭںھہەیېے' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹',
      '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`' || 'A^`DJLWYZZZ]^^^```' || '0123456789' || '0123456789')
  end), 240)
$$;

-- Generated, so that no code that writes names has to fill it.
alter table brands
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(name_i18n ->> 'ar', sort_key))) stored;
alter table products
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(name_i18n ->> 'ar', sort_key))) stored;
alter table categories
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(name_i18n ->> 'ar', sort_key))) stored;
alter table retailer_types
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(name_i18n ->> 'ar', sort_key))) stored;
alter table retailers
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(trading_name_i18n ->> 'ar', sort_key))) stored;
alter table roles
  add column sort_key_ar text collate "C" not null
    generated always as (arabic_order(coalesce(title_i18n ->> 'ar', sort_key))) stored;

-- One for each index with `sort_key`.
create index brands__by_name_ar on brands (sort_key_ar, id);
create index brands__by_country_name_ar on brands (country_key, sort_key_ar, id);
create index brands__by_status_name_ar on brands (status, sort_key_ar, id);
create index products__by_name_ar on products (sort_key_ar, id);
create index products__by_brand_name_ar on products (brand_id, sort_key_ar, id);
create index products__by_category_name_ar on products (category_id, sort_key_ar, id);
create index products__by_status_name_ar on products (status, sort_key_ar, id);
create index categories__by_name_ar on categories (sort_key_ar, id);
create index retailers__by_name_ar on retailers (sort_key_ar, id);
create index retailers__by_country_name_ar on retailers (country_key, sort_key_ar, id);
create index retailers__by_city_name_ar on retailers (city_key, sort_key_ar, id);
create index retailers__by_type_name_ar on retailers (retailer_type_id, sort_key_ar, id);
create index retailers__by_status_name_ar on retailers (status, sort_key_ar, id);
create index roles__by_title_ar on roles (sort_key_ar, id);

-- As before, with the new column.
drop view assignment_rows;
create view assignment_rows as
  select assignments.*,
         products.sort_key as product_sort_key,
         products.sort_key_ar as product_sort_key_ar,
         products.search_key as product_search_key,
         products.brand_id,
         products.category_id,
         retailers.country
    from assignments
    join products on products.id = assignments.product_id
    join retailers on retailers.id = assignments.retailer_id;
