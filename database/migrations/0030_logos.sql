-- What a brand is recognised by (domain 1.4), and what it shows for those who cannot see it. Retailers have had a logo since
-- 0019, without the words.
alter table brands
  add column logo_file_id uuid constraint brands__logo_file_id references files (id),
  add column logo_alt text constraint brands__logo_alt check (length(logo_alt) between 1 and 300),
  add column logo_alt_i18n jsonb not null default '{}'
    constraint brands__logo_alt_i18n check (jsonb_typeof(logo_alt_i18n) = 'object');
