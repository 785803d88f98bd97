-- The address book that all staff share (spec 001, Contacts). Stars, groups and who was contacted are each user's own.
create table contacts (
  id uuid primary key,
  -- The order of the calls of spec 001, where a new contact is the last one.
  place bigint not null generated always as identity,
  name text not null,
  last_name text,
  avatar text,
  nickname text,
  company text,
  job_title text,
  email text,
  phone text,
  address text,
  birthday date,
  notes text,
  -- The records that a contact belongs to. Their areas decide who sees them, so no foreign keys.
  retailer_ids jsonb not null default '[]' constraint contacts__retailer_ids check (jsonb_typeof(retailer_ids) = 'array'),
  brand_ids jsonb not null default '[]' constraint contacts__brand_ids check (jsonb_typeof(brand_ids) = 'array'),
  certifier_ids jsonb not null default '[]' constraint contacts__certifier_ids check (jsonb_typeof(certifier_ids) = 'array'),
  -- What likely duplicates have in common: the address, and the last nine digits, which no prefix changes.
  email_key text generated always as (lower(email)) stored,
  phone_key text generated always as (nullif(right(regexp_replace(phone, '[^0-9]', '', 'g'), 9), '')) stored,
  -- Archived by a merge, into this contact. A merge that is undone sets it back.
  merged_into uuid,
  sort_key text collate "C" not null,
  sort_key_ar text collate "C" not null generated always as (arabic_order(sort_key)) stored,
  words text not null,
  search_key text not null generated always as (' ' || words) stored,
  status text not null constraint contacts__status check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  constraint contacts__merged_into check (merged_into is null or (status = 'archived' and merged_into <> id))
);
create index contacts__by_name on contacts (sort_key, id);
create index contacts__by_name_ar on contacts (sort_key_ar, id);
create index contacts__search_key on contacts using gin (search_key gin_trgm_ops);
create index contacts__by_email on contacts (email_key) where email_key is not null;
create index contacts__by_phone on contacts (phone_key) where phone_key is not null;

-- A user's groups, and `starred`, which everyone has: its row also says that the user's first rows were created.
create table contact_lists (
  owner_id uuid not null,
  id text not null,
  name text not null,
  created_at timestamptz(3) not null,
  primary key (owner_id, id)
);
create table contact_list_entries (
  owner_id uuid not null,
  list_id text not null,
  contact_id uuid not null constraint contact_list_entries__contact_id references contacts (id) on delete cascade,
  -- Added by the merge of this contact, and removed when that is undone.
  merged_from uuid,
  primary key (owner_id, list_id, contact_id),
  constraint contact_list_entries__list_id foreign key (owner_id, list_id) references contact_lists (owner_id, id) on delete cascade
);
create index contact_list_entries__by_contact on contact_list_entries (contact_id);

-- When a user called, wrote to or met a contact: what "frequently contacted" is computed from.
create table contact_touches (
  id uuid primary key,
  owner_id uuid not null,
  contact_id uuid not null constraint contact_touches__contact_id references contacts (id) on delete cascade,
  kind text not null constraint contact_touches__kind check (kind in ('call', 'whatsapp', 'email', 'meeting')),
  at timestamptz(3) not null,
  merged_from uuid
);
create index contact_touches__by_owner on contact_touches (owner_id, at);

-- Courses that were written or changed here. Those that the product brings are in its code until somebody changes them.
create table courses (
  id text primary key constraint courses__id check (id ~ '^[^[:cntrl:]]{1,64}$'),
  place bigint not null generated always as identity,
  title text not null,
  slug text not null,
  description text not null,
  title_ar text not null,
  description_ar text not null,
  category text not null constraint courses__category check (category in ('web', 'firebase', 'cloud', 'android')),
  length_minutes integer not null constraint courses__length_minutes check (length_minutes between 0 and 10000),
  steps jsonb not null constraint courses__steps check (jsonb_typeof(steps) = 'array'),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid
);

create table course_progress (
  user_id uuid not null,
  course_id text not null,
  active_step integer not null constraint course_progress__active_step check (active_step >= 0),
  -- The choice for each question, by the step's id.
  answers jsonb not null default '{}',
  finished_at timestamptz(3),
  certificate_number text constraint course_progress__certificate_number unique,
  updated_at timestamptz(3) not null,
  primary key (user_id, course_id),
  constraint course_progress__finished check ((finished_at is null) = (certificate_number is null))
);

-- Who has to finish a course, and until when: everyone with the role.
create table course_assignments (
  course_id text not null,
  role_code text not null,
  due_on date not null,
  created_at timestamptz(3) not null,
  created_by uuid,
  primary key (course_id, role_code)
);

-- Everyone may open both applications. Files, the text of courses, and what others have finished take a right.
update roles
   set grants = roles.grants || '{contacts.import,contacts.export,courses.update,courses.assign,courses.report}'
 where code = 'staff';
