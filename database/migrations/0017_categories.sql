-- What products are sorted into: a tree of at most five levels.
create table categories (
  id uuid primary key,
  parent_id uuid constraint categories__parent_id references categories (id),
  slug text not null constraint categories__slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null constraint categories__name check (length(name) between 1 and 80),
  name_i18n jsonb not null default '{}' constraint categories__name_i18n check (jsonb_typeof(name_i18n) = 'object'),
  -- Names that differ only in case are the same name; `sort_key` orders without regard to case and accents.
  name_key text not null,
  sort_key text collate "C" not null,
  -- Among its siblings, from 0 without a gap.
  position int not null constraint categories__position check (position >= 0),
  -- 1 at the root. Kept beside the closure, which is the truth, so that the limit is the database's.
  depth int not null constraint categories__depth check (depth between 1 and 5),
  image_file_id uuid constraint categories__image_file_id references files (id),
  -- Null: as the category above; at the root `required`, because nothing is promoted by an oversight.
  halal_relevance text
    constraint categories__halal_relevance check (halal_relevance in ('required', 'recommended', 'not_applicable')),
  -- What holds after inheritance. Written with every change of the tree, and read by `promotion_blocks`.
  effective_halal_relevance text not null constraint categories__effective_halal_relevance
    check (effective_halal_relevance in ('required', 'recommended', 'not_applicable')),
  -- GS1 Global Product Classification brick.
  gs1_brick text constraint categories__gs1_brick check (gs1_brick ~ '^[0-9]{8}$'),
  status text not null constraint categories__status check (status in ('active', 'archived')),
  -- Where everything went that was here. What outside systems know by the old id is found by it.
  merged_into_id uuid constraint categories__merged_into_id references categories (id),
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  version int not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint categories__merged check (merged_into_id is null or status = 'archived')
);

-- A file names a category by its path, so that a path must name one.
create unique index categories__name_key
  on categories (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name_key) where status <> 'archived';
create unique index categories__slug_key
  on categories (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug) where status <> 'archived';
create index categories__by_parent on categories (parent_id, position);
create index categories__by_name on categories (sort_key, id);
create index categories__by_created_at on categories (created_at, id);
create index categories__by_updated_at on categories (updated_at, id);
create index categories__merged_into on categories (merged_into_id) where merged_into_id is not null;
create index categories__search_key on categories using gin (search_key gin_trgm_ops);

-- Every category with itself (distance 0) and all above it.
create table category_closure (
  ancestor_id uuid not null constraint category_closure__ancestor_id references categories (id) on delete cascade,
  descendant_id uuid not null constraint category_closure__descendant_id references categories (id) on delete cascade,
  distance int not null constraint category_closure__distance check (distance between 0 and 4),
  primary key (ancestor_id, descendant_id)
);

create index category_closure__by_descendant on category_closure (descendant_id, distance);
