-- When those who fund a brand were told that its balance is low; null while it is not. So they are told once.
alter table funding_agreements add column warned_at timestamptz(3);

-- How long a new payout method waits before it is used. At least a day, so that its member hears of it first.
alter table loyalty_settings add column method_cool_down_hours integer not null default 24
  constraint loyalty_settings__method_cool_down_hours check (method_cool_down_hours between 24 and 720);

-- As in 0053, but the reason of a hold is removed after the status has changed: an entry on hold must have one, so that
-- confirming it failed.
create or replace function cashback_confirm(b smallint, entry uuid, is_due boolean, why text, actor uuid, at timestamptz) returns boolean
language plpgsql as $$
declare
  its cashback_entries;
  owed bigint;
  repaid bigint;
  ends timestamptz;
  number bigint;
begin
  select * into its from cashback_entries
    where bucket = b and id = entry
      and case when is_due then status = 'pending' and due_at <= at else status in ('pending', 'on_hold') end
      for update;
  if not found then return false; end if;
  perform lock_wallet(b, its.member_id, its.currency);
  owed := -balance_of(b, ledger_account_id(b, 'member', its.member_id, 'owed', its.currency));
  repaid := least(owed, its.left_minor);
  number := ledger_post(b, new_id_in(b), 'cashback_confirmed', 'cashback_confirmed:' || entry, 'cashback', entry, its.currency,
    postings_between(array[ledger_account_id(b, 'member', its.member_id, 'pending', its.currency)], array[its.left_minor],
      array[ledger_account_id(b, 'member', its.member_id, 'owed', its.currency),
            ledger_account_id(b, 'member', its.member_id, 'available', its.currency)], array[repaid, its.left_minor - repaid]),
    actor, why, at);
  select at + make_interval(days => expiry_days) into ends from loyalty_settings;
  if its.left_minor > repaid then
    insert into cashback_lots (bucket, member_id, currency, cashback_id, amount_minor, left_minor, expires_at)
    values (b, its.member_id, its.currency, entry, its.left_minor - repaid, its.left_minor - repaid, ends);
  end if;
  perform cashback_move(b, entry, case when its.left_minor > repaid then 'available' else 'paid' end, its.left_minor, number, why, actor, at);
  update cashback_entries set hold_reason = null, expires_at = ends where bucket = b and id = entry;
  return true;
end $$;

-- A file of the sample data is encrypted by the installation, whose key the build does not have. It is written once, and of
-- bytes with the hash that the row has.
drop trigger payout_files__append_only on payout_files;
create trigger payout_files__frozen
  before update of batch_id, part, sha256, rows, total_minor or delete or truncate on payout_files
  for each statement execute function frozen_columns_changed();
create trigger payout_files__sealed_once
  before update of bytes_sealed on payout_files
  for each row when (old.bytes_sealed is not null) execute function frozen_columns_changed();
