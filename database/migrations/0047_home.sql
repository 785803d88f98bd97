-- The value of each figure of the home screen at the end of each day, for each set of rows that somebody may see
-- (docs/decisions/0073). Computed from the records: rows may be deleted, and the next hour writes them again.
create table figure_days (
  figure text not null,
  -- `all`, or the hash of the scopes of a user.
  scope_key text not null,
  day date not null,
  value bigint not null constraint figure_days__value check (value >= 0),
  counted_at timestamptz(3) not null,
  primary key (figure, scope_key, day)
);

-- Users who no longer want to see the first steps.
create table first_step_dismissals (
  user_id uuid primary key references users,
  dismissed_at timestamptz(3) not null
);

-- The products that a certificate covered just before an instant in the past, by what it says of itself today: the days
-- of a suspension that was lifted count as covered. For the days before figures were counted; what holds now says
-- `product_halal` (0022).
create function products_certified_before(at timestamptz) returns table (product_id uuid)
  language sql stable parallel safe
as $$
  select line.product_id
    from certificate_products as line
    join certificates as certificate on certificate.id = line.certificate_id
    join certifying_bodies as body on body.id = certificate.body_id
   where line.product_id is not null
     and line.status = 'listed'
     and certificate_proves(certificate.kind) = 'product'
     and certificate.verified_at < at
     and certificate.starts_at < at
     and coalesce(certificate.ends_at >= at, true)
     and (certificate.state in ('verified', 'superseded') or certificate.state_changed_at >= at)
     and (body.status = 'active' or body.status_changed_at >= at)
$$;
