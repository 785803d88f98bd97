-- Roles become records: a person holds several, each for a time, and a grant reaches all rows, those inside the person's
-- scopes, or those the person made (domain 1.13; base/grants.ts reads the texts).
alter table users drop constraint users_role_fkey;
alter table roles drop constraint roles_pkey;
alter table roles rename column permissions to grants;

create sequence role_numbers as int start 100;

alter table roles
  add column id uuid not null default gen_random_uuid() constraint roles_pkey primary key,
  -- The `ad_role_id` of the wire. Of the roles that people make, a number.
  alter column code set default 'role-' || nextval('role_numbers'),
  add constraint roles__code unique (code),
  add constraint roles__title check (length(title) between 1 and 80),
  add column title_i18n jsonb not null default '{}' constraint roles__title_i18n check (jsonb_typeof(title_i18n) = 'object'),
  add column description text not null default '' constraint roles__description check (length(description) <= 500),
  -- Made by Mizan: may be duplicated, not changed.
  add column is_system boolean not null default false,
  -- The kind of principal that the role is meant for; null for any.
  add column user_category_id int references user_categories,
  -- Nobody does anything with this role before a second factor is set up (reliability R7).
  add column needs_second_factor boolean not null default false,
  -- As in `brands`: `name_key` tells same titles, the others order and find.
  add column name_key text,
  add column sort_key text collate "C",
  add column search_key text,
  add column version int not null default 1,
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now();

update roles set is_system = true;
update roles
   set grants = '{brands.read@scope,todos.use}'
 where code = 'user';
update roles set title_i18n = '{"ar": "مدير النظام"}', description = 'Everything, now and later.' where code = 'admin';
update roles
   set title_i18n = '{"ar": "موظف"}', description = 'Sees every record and edits the catalogue; no users, roles or payouts.'
 where code = 'staff';
update roles set title_i18n = '{"ar": "مستخدم"}', description = 'Sees the records inside the own scopes.' where code = 'user';
update roles set title_i18n = '{"ar": "ضيف"}', description = 'Nothing yet.' where code = 'only_guest';

-- The default set of domain 1.13. Areas that come later add their grants in their own migrations.
insert into roles (code, title, title_i18n, description, grants, is_system, user_category_id)
values ('brand_manager', 'Brand manager', '{"ar": "مدير علامة تجارية"}', 'Looks after the brands in the own scopes.',
        '{brands.read@scope,brands.update@scope,brands.export@scope,todos.use}', true, 2),
       ('retailer_manager', 'Retailer manager', '{"ar": "مدير متجر"}',
        'Looks after the retailers in the own scopes and their branches.', '{todos.use}', true, 3),
       ('halal_reviewer', 'Halal reviewer', '{"ar": "مراجع الحلال"}', 'Verifies, suspends and withdraws certificates.',
        '{brands.read,todos.use}', true, 4),
       ('finance', 'Finance', '{"ar": "المالية"}', 'Sees the wallet, makes and releases payouts.',
        '{brands.read,brands.export,todos.use}', true, 5),
       ('campaign_approver', 'Campaign approver', '{"ar": "معتمد الحملات"}', 'Approves and pauses promocodes.',
        '{brands.read,todos.use}', true, 1),
       ('support', 'Support', '{"ar": "خدمة العملاء"}', 'Helps consumers, without seeing who they are.',
        '{brands.read,todos.use}', true, 1),
       ('auditor', 'Auditor', '{"ar": "مدقق"}', 'Sees and exports everything, changes nothing.',
        '{*.read,*.export,todos.use}', true, 6);

-- Nothing in these titles that `searchKey` (base/searchKey.ts) would spell otherwise.
update roles
   set name_key = lower(title),
       sort_key = lower(title),
       search_key = ' ' || lower(title) || ' ' || coalesce(title_i18n ->> 'ar', '');
alter table roles
  alter column name_key set not null,
  alter column sort_key set not null,
  alter column search_key set not null,
  alter column created_at drop default,
  alter column updated_at drop default,
  add constraint roles__name_key unique (name_key);
create index roles__by_title on roles (sort_key, id);
create index roles__by_updated_at on roles (updated_at, id);
create index roles__search_key on roles using gin (search_key gin_trgm_ops);

create table user_roles (
  user_id uuid not null references users,
  role_id uuid not null references roles,
  -- Open where null.
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  granted_by uuid references users,
  granted_at timestamptz(3) not null,
  primary key (user_id, role_id),
  constraint user_roles__period check (valid_from < valid_to)
);
create index user_roles__role_id on user_roles (role_id);

insert into user_roles (user_id, role_id, granted_at)
select users.id, roles.id, users.created_at from users join roles on roles.code = users.role;
alter table users drop column role;

-- What a person is bound to. Grants `@scope` reach the rows inside any of these and no others.
create table user_scopes (
  user_id uuid not null references users,
  kind text not null constraint user_scopes__kind check (kind in ('brand', 'retailer', 'category', 'country')),
  -- The id of the record; of a country its code by ISO 3166-1 alpha-2.
  target text not null,
  granted_by uuid references users,
  granted_at timestamptz(3) not null,
  primary key (user_id, kind, target)
);
create index user_scopes__target on user_scopes (kind, target);

-- `invited`: has a mailed link and no password yet. `pending`: registered, and waits for an administrator.
-- `erased`: nothing tells any more who this was; the row stays for what refers to it.
alter table users drop constraint users__status;
alter table users
  add constraint users__status check (status in ('invited', 'pending', 'active', 'disabled', 'erased')),
  -- What the shell keeps for a person (spec 000 §3: data.settings, data.shortcuts).
  add column settings jsonb not null default '{}' constraint users__settings check (jsonb_typeof(settings) = 'object'),
  add column shortcuts jsonb constraint users__shortcuts check (jsonb_typeof(shortcuts) = 'array'),
  add column sort_key text collate "C",
  add column search_key text;

-- Near enough to `searchKey` for the rows of the first days; every later write makes it anew.
update users set sort_key = lower(name), search_key = ' ' || lower(name) || ' ' || lower(email);
alter table users alter column sort_key set not null, alter column search_key set not null;
create index users__by_name on users (sort_key, id);
create index users__by_email on users (email_key, id);
create index users__by_created_at on users (created_at, id);
create index users__by_last_sign_in_at on users (coalesce(last_sign_in_at, '-infinity'), id);
create index users__search_key on users using gin (search_key gin_trgm_ops);

-- Who looks through the eyes of a role or of another person: only to read, and noted in the log.
alter table sessions
  add column view_as_user_id uuid references users,
  add column view_as_role_id uuid references roles,
  add constraint sessions__view_as check (num_nonnulls(view_as_user_id, view_as_role_id) <= 1);
