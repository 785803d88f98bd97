-- Somebody who registers proves that the address is theirs before anybody decides about them: else a stranger could
-- register with a known colleague's address and a password of their own.
alter table users add column email_confirmed_at timestamptz(3);
update users set email_confirmed_at = created_at;

-- A mailed link. Using it takes the row away.
create table email_confirmations (
  token_hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index email_confirmations__user_id on email_confirmations (user_id);
create index email_confirmations__expires_at on email_confirmations (expires_at);
