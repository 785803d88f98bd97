-- The terms of the knowledge base in English and Arabic. Readers get all of them at once and sort them in their
-- language, so there is no index for a list. Removing archives, so that Undo can bring a term back.
create table glossary_terms (
  id            uuid primary key,
  term          text not null constraint glossary_terms__term check (length(term) between 1 and 80),
  term_ar       text constraint glossary_terms__term_ar check (length(term_ar) between 1 and 80),
  definition    text not null constraint glossary_terms__definition check (length(definition) between 1 and 1000),
  definition_ar text constraint glossary_terms__definition_ar check (length(definition_ar) between 1 and 1000),
  -- The search keys of both terms: articles are searched for them, so two terms with one key would be ambiguous.
  sort_key      text collate "C" not null,
  sort_key_ar   text collate "C",
  status        text not null constraint glossary_terms__status check (status in ('active', 'archived')),
  version       integer not null default 1,
  created_at    timestamptz(3) not null,
  created_by    uuid,
  updated_at    timestamptz(3) not null,
  updated_by    uuid,
  constraint glossary_terms__arabic check (definition_ar is null or term_ar is not null),
  constraint glossary_terms__keys check ((term_ar is null) = (sort_key_ar is null))
);
create unique index glossary_terms__key on glossary_terms (sort_key) where status = 'active';
create unique index glossary_terms__key_ar on glossary_terms (sort_key_ar) where status = 'active';
