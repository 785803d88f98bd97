-- Texts that an editor writes, a second person publishes and every user reads (docs/decisions/0095): the knowledge base
-- and the FAQ. Both have the columns of api/publishing/tables.ts. They are few, so a search reads all of them and has no
-- index of its own.

create table articles (
  id            uuid primary key,
  title         text not null constraint articles__title check (length(title) between 3 and 200),
  sort_key      text collate "C" not null,
  title_i18n    jsonb not null,
  sort_key_ar   text collate "C" not null generated always as (arabic_order(coalesce(title_i18n ->> 'ar', sort_key))) stored,
  category      text not null constraint articles__category check (category in ('account', 'selling', 'buying', 'items')),
  place         integer not null constraint articles__place check (place between 0 and 10000),
  is_featured   boolean not null,
  body          text not null constraint articles__body check (length(body) between 1 and 200000),
  body_i18n     jsonb not null,
  review_on     date,
  status        text not null constraint articles__status check (status in ('draft', 'in_review', 'published', 'archived')),
  status_reason text,
  submitted_by  uuid,
  -- The number of the edition that readers see, or saw last. Editions that differ from this row are in `editions`.
  edition       integer not null default 0,
  is_live       boolean not null default false,
  published_at  timestamptz(3),
  published_by  uuid,
  words         text not null,
  search_key    text not null generated always as (' ' || words) stored,
  version       integer not null default 1,
  created_at    timestamptz(3) not null,
  created_by    uuid,
  updated_at    timestamptz(3) not null,
  updated_by    uuid,
  constraint articles__live check (not is_live or (edition > 0 and status <> 'archived'))
);
create index articles__by_title on articles (sort_key, id);
create index articles__by_title_ar on articles (sort_key_ar, id);
create index articles__by_updated on articles (updated_at, id);

create table faq_answers (
  id            uuid primary key,
  title         text not null constraint faq_answers__title check (length(title) between 3 and 200),
  sort_key      text collate "C" not null,
  title_i18n    jsonb not null,
  sort_key_ar   text collate "C" not null generated always as (arabic_order(coalesce(title_i18n ->> 'ar', sort_key))) stored,
  category      text not null constraint faq_answers__category
                check (category in ('sign_in', 'retailers', 'promocodes', 'cashback', 'certificates', 'privacy')),
  place         integer not null constraint faq_answers__place check (place between 0 and 10000),
  is_featured   boolean not null,
  body          text not null constraint faq_answers__body check (length(body) between 1 and 200000),
  body_i18n     jsonb not null,
  review_on     date,
  status        text not null constraint faq_answers__status check (status in ('draft', 'in_review', 'published', 'archived')),
  status_reason text,
  submitted_by  uuid,
  edition       integer not null default 0,
  is_live       boolean not null default false,
  published_at  timestamptz(3),
  published_by  uuid,
  words         text not null,
  search_key    text not null generated always as (' ' || words) stored,
  version       integer not null default 1,
  created_at    timestamptz(3) not null,
  created_by    uuid,
  updated_at    timestamptz(3) not null,
  updated_by    uuid,
  constraint faq_answers__live check (not is_live or (edition > 0 and status <> 'archived'))
);
create index faq_answers__by_title on faq_answers (sort_key, id);
create index faq_answers__by_title_ar on faq_answers (sort_key_ar, id);
create index faq_answers__by_updated on faq_answers (updated_at, id);

-- The texts of earlier editions, of both.
create table editions (
  resource     text not null,
  record_id    uuid not null,
  edition      integer not null constraint editions__edition check (edition > 0),
  title        text not null,
  title_i18n   jsonb not null,
  body         text not null,
  body_i18n    jsonb not null,
  published_at timestamptz(3),
  published_by uuid,
  primary key (resource, record_id, edition)
);

-- What a reader last said of a text.
create table feedback (
  resource  text not null,
  record_id uuid not null,
  user_id   uuid not null references users,
  verdict   text not null constraint feedback__verdict check (verdict in ('helped', 'stuck')),
  comment   text not null,
  edition   integer not null,
  given_at  timestamptz(3) not null,
  primary key (resource, record_id, user_id)
);

-- Searches of the FAQ that found nothing, by what was typed and not by whom: they tell editors what to write next.
create table faq_searches (
  query        text primary key constraint faq_searches__query check (length(query) between 1 and 100),
  searched_at  timestamptz(3) not null,
  times        integer not null
);

create table icon_favourites (
  owner_id   uuid primary key references users,
  names      text[] not null constraint icon_favourites__names check (cardinality(names) <= 500),
  updated_at timestamptz(3) not null
);

-- Administrators do everything, auditors read. Staff write; campaign approvers are the second person.
update roles
   set grants = roles.grants || added.grants::text[]
  from (values ('staff', '{articles.read,articles.create,articles.update,faqAnswers.read,faqAnswers.create,faqAnswers.update}'),
               ('campaign_approver', '{articles.read,articles.update,articles.publish,faqAnswers.read,faqAnswers.update,faqAnswers.publish}'),
               ('support', '{articles.read,articles.create,articles.update,faqAnswers.read,faqAnswers.create,faqAnswers.update}'))
       as added (code, grants)
 where roles.code = added.code and roles.is_system;
