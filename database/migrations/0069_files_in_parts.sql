-- Large text files of the file manager are stored in parts (docs/decisions/0099).

alter table files
  -- The size of each part but the last. Null: the file is one object, or a picture in its sizes.
  add column part_bytes int constraint files__part_bytes check (part_bytes is null or (part_bytes > 0 and kind = 'document'));

alter table document_uploads
  -- Where the parts of a large text are stored for good. Null: they are joined at the end, and stored elsewhere.
  add column key uuid constraint document_uploads__key unique,
  -- Of a large text: the SHA-256 of each part. One that is not stored yet may only be stored with these bytes.
  add column part_digests text[] not null default '{}',
  -- Of a large text: the bytes of a character that the last stored part ends within, in hexadecimal.
  add column carry text not null default '' constraint document_uploads__carry check (carry ~ '^([0-9a-f]{2}){0,3}$');
