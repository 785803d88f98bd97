-- What colleagues say to each other about a certificate, in whatever state it is. Nobody changes what was said.
create table certificate_notes (
  id uuid primary key,
  certificate_id uuid not null
    constraint certificate_notes__certificate_id references certificates (id) on delete cascade,
  text text not null constraint certificate_notes__text check (length(text) between 1 and 4000),
  created_at timestamptz(3) not null,
  created_by uuid
);

create index certificate_notes__by_certificate on certificate_notes (certificate_id, created_at, id);
