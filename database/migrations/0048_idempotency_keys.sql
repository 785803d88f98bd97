-- One row for each call with an Idempotency-Key, written in the transaction of the call: one effect and one answer for
-- as many copies of the call as are sent (docs/decisions/0077). Deleted after 30 days.
create table idempotency_keys (
  -- Six bits of the key's SHA-256, in front of the unique key: rows can be spread over servers, and one server decides.
  bucket smallint not null
    constraint idempotency_keys__bucket check (bucket = get_byte(sha256(convert_to(key, 'UTF8')), 0) & 63),
  -- A user or an API key.
  caller_id uuid not null,
  operation text not null,
  key text not null constraint idempotency_keys__key check (length(key) between 1 and 255),
  -- SHA-256 of the operation and its input, with the fields of every object in one order.
  request_hash bytea not null constraint idempotency_keys__request_hash check (length(request_hash) = 32),
  -- Null only within the transaction of the first call.
  status smallint constraint idempotency_keys__status check (status between 200 and 299),
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (bucket, caller_id, operation, key),
  constraint idempotency_keys__answer check ((status is null) = (answer is null))
);
-- Rows come in the order of time: a few pages say where the old ones are, and a call has no further index to write.
create index idempotency_keys__created_at on idempotency_keys using brin (created_at);

-- Tills of a chain share a key: 1,000 calls a second.
alter table api_keys drop constraint api_keys__calls_per_minute;
alter table api_keys
  add constraint api_keys__calls_per_minute check (calls_per_minute between 1 and 60000);
