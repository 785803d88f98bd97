-- Fields of domain 1.2 that retailers lacked: where they are on social media, and what their pictures show.
alter table retailers
  -- Addresses by the kind of place: {"instagram": "https://www.instagram.com/…"}.
  add column social jsonb not null default '{}' constraint retailers__social check (jsonb_typeof(social) = 'object'),
  add column logo_alt text constraint retailers__logo_alt check (length(logo_alt) between 1 and 300),
  add column logo_alt_i18n jsonb not null default '{}'
    constraint retailers__logo_alt_i18n check (jsonb_typeof(logo_alt_i18n) = 'object');
