-- What somebody proves besides the password: a code of an authenticator app, a passkey, or a recovery code.

-- Kept with the person, because every request asks. Only features/session writes it, together with the rows below.
alter table users add column has_second_factor boolean not null default false;

-- The secret of an authenticator app (RFC 6238), encrypted with the host's key for this person alone.
create table authenticators (
  user_id uuid primary key references users,
  sealed_secret bytea not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz(3),
  -- The step of 30 s whose code was used last: no code works twice.
  last_used_step int not null default 0,
  created_at timestamptz(3) not null
);

-- Each works once. SHA-256 is enough for 80 random bits.
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (user_id, code_hash)
);

-- Public keys of WebAuthn: nothing here signs anybody in.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  credential_id bytea not null constraint passkeys__credential_id unique
    constraint passkeys__credential_id_length check (length(credential_id) between 1 and 1023),
  -- SubjectPublicKeyInfo, and the algorithm by its COSE number.
  public_key bytea not null,
  algorithm int not null,
  -- How many signatures the authenticator says it made; 0 from those that do not count.
  signatures_count bigint not null,
  transports text[] not null,
  name text not null constraint passkeys__name check (length(name) between 1 and 80),
  version int not null default 1,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index passkeys__user_id on passkeys (user_id, created_at);

-- A question that waits for one answer. Answering takes the row away.
create table factor_challenges (
  token_hash bytea primary key,
  purpose text not null constraint factor_challenges__purpose check (purpose in ('sign_in', 'passkey_sign_in', 'add_passkey')),
  -- Nobody yet where a passkey shall say who it is.
  user_id uuid references users,
  -- By which the browser is known again, as in `known_origins`.
  device text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint factor_challenges__user check ((user_id is null) = (purpose = 'passkey_sign_in'))
);
create index factor_challenges__user_id on factor_challenges (user_id);
create index factor_challenges__expires_at on factor_challenges (expires_at);
