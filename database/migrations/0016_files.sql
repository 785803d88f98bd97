-- Pictures and documents that records show (domain 1.16). The bytes lie in the store of the host, under `key`.
create table files (
  -- Made by the client before it sends, so that a second upload of the same bytes is the first.
  id uuid primary key,
  -- Made by the server, so that no name of anybody's becomes a path. One folder a file: a picture is kept in three sizes.
  key uuid not null constraint files__key unique,
  -- What it is for, such as `productImage`: who may send it, who may see it, how large it may be (api/files.ts).
  purpose text not null constraint files__purpose check (purpose ~ '^[a-z][A-Za-z]{0,39}$'),
  resource text not null,
  -- The record that shows it. Null until one does, and again once none does.
  resource_id uuid,
  -- Since when no record shows it. A job takes away what has been loose for a day.
  loose_since timestamptz(3),
  -- As its sender called it: only ever a text.
  name text not null constraint files__name check (length(name) between 1 and 255),
  -- Of the bytes as they were sent.
  sha256 text not null constraint files__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  byte_count int not null constraint files__byte_count check (byte_count > 0),
  -- Of the bytes as they were sent, told by the bytes themselves.
  media_type text not null
    constraint files__media_type check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  kind text not null constraint files__kind check (kind in ('image', 'document')),
  -- Of what is kept and handed out: pictures are made anew.
  kept_type text not null
    constraint files__kept_type check (kept_type in ('image/webp', 'image/png', 'application/pdf')),
  -- Of a picture, upright, in its largest size.
  width int constraint files__width check (width > 0),
  height int constraint files__height check (height > 0),
  -- A picture of a few pixels as a data: address, shown until the real one is there.
  placeholder text constraint files__placeholder check (length(placeholder) <= 2000),
  -- Of a document, where it can be told.
  page_count int constraint files__page_count check (page_count > 0),
  -- When all bytes were in the store. Null while they are on their way, and for ever when the process died meanwhile.
  stored_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Null for what the house made itself.
  created_by uuid references users,
  constraint files__loose_since check ((resource_id is null) = (loose_since is not null)),
  constraint files__shown_when_stored check (stored_at is not null or resource_id is null),
  constraint files__kept_as check ((kind = 'image') = (kept_type <> 'application/pdf')),
  constraint files__size check ((kind = 'image') = (width is not null) and (kind = 'image') = (height is not null))
);

create index files__resource_id on files (resource_id, purpose) where resource_id is not null;
create index files__loose_since on files (loose_since) where loose_since is not null;
create index files__sha256 on files (sha256);
create index files__created_by on files (created_by);
