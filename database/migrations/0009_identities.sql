-- Who somebody else says a person is. `issuer` and `subject` are the provider's words and never used for anybody else
-- again; the address is what it said then, to tell people apart on a screen.
create table identities (
  id uuid primary key,
  user_id uuid not null references users,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  constraint identities__issuer_subject unique (issuer, subject),
  -- A second subject with the same address is somebody who was given that address later.
  constraint identities__user_id_issuer unique (user_id, issuer)
);

-- Sign-ins that were begun and not finished. Only the SHA-256 of what the browser holds: state, nonce and verifier are
-- made from that, so a copy of this table finishes none of them. Finishing takes the row away.
create table provider_sign_ins (
  ticket_hash bytea primary key,
  provider text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index provider_sign_ins__expires_at on provider_sign_ins (expires_at);
