-- The last day on which something is valid that ends at this instant: the day, in its own zone, of the millisecond before.
-- Null for what has no end. base/expiry.ts says the same, and a test holds the two together.
create function last_valid_day(ends_at timestamptz, zone text) returns date language sql stable parallel safe
as $$
  select ((ends_at - interval '1 millisecond') at time zone zone)::date
$$;

-- Whole days until the last valid day: 0 on that day, below zero after it.
create function days_left(ends_at timestamptz, zone text, at timestamptz) returns int language sql stable parallel safe
as $$
  select last_valid_day(ends_at, zone) - (at at time zone zone)::date
$$;

-- When the months of the Hijri calendar begin as Umm al-Qura computes them. A 1 is a month of 30 days, a 0 one of 29; a line is
-- a year. A test holds it against the calendar of the platform. The last year is there to end the one before.
create table hijri_months (
  hijri_year int not null,
  month int not null constraint hijri_months__month check (month between 1 and 12),
  computed_start date not null,
  primary key (hijri_year, month),
  constraint hijri_months__computed_key unique (hijri_year, month, computed_start)
);

insert into hijri_months (hijri_year, month, computed_start)
select 1440 + place / 12, place % 12 + 1,
       date '2018-09-11' + coalesce(sum(29 + is_long) over (order by place rows between unbounded preceding and 1 preceding), 0)::int
  from (
    select place, substr(lengths, place + 1, 1)::int as is_long
      from (select concat(
           '010111010100', -- 1440
           '101011011010', -- 1441
           '010101011010', -- 1442
           '101010101011', -- 1443
           '010110010101', -- 1444
           '011101001001', -- 1445
           '011101100100', -- 1446
           '101110101010', -- 1447
           '010110110101', -- 1448
           '001010110110', -- 1449
           '101001010110', -- 1450
           '111001001101', -- 1451
           '101100100101', -- 1452
           '101101010010', -- 1453
           '101101101010', -- 1454
           '010110101101', -- 1455
           '001010101110', -- 1456
           '100100101111', -- 1457
           '010010010111', -- 1458
           '011001001011', -- 1459
           '011010100101', -- 1460
           '011010101100', -- 1461
           '101011010110', -- 1462
           '010101011101', -- 1463
           '010010011101', -- 1464
           '101001001101', -- 1465
           '110100010110', -- 1466
           '110110010101', -- 1467
           '010110101010', -- 1468
           '010110110101', -- 1469
           '001011011010', -- 1470
           '100101011011', -- 1471
           '010010101101', -- 1472
           '010110010101', -- 1473
           '011011001010', -- 1474
           '011011100100', -- 1475
           '101011101010', -- 1476
           '010011110101', -- 1477
           '001010110110', -- 1478
           '100101010110', -- 1479
           '101010101010', -- 1480
           '101101010100', -- 1481
           '101111010010', -- 1482
           '010111011001', -- 1483
           '001011101010', -- 1484
           '100101101101', -- 1485
           '010010101101', -- 1486
           '101010010101', -- 1487
           '101101001010', -- 1488
           '101110100101', -- 1489
           '010110110010', -- 1490
           '100110110101', -- 1491
           '010011010110', -- 1492
           '101010010111', -- 1493
           '010101000111', -- 1494
           '011010010011', -- 1495
           '011101001001', -- 1496
           '101101010101', -- 1497
           '010101101010', -- 1498
           '101001101011', -- 1499
           '010100101011', -- 1500
           '101010001011') -- 1501
           as lengths) as known
     cross join lateral generate_series(0, length(lengths) - 1) as place) as months;

create index hijri_months__by_start on hijri_months (month, computed_start);

-- The first day of a month as a market has confirmed it, at most two days from what is computed. No row: the computed one.
create table moon_sightings (
  market text not null constraint moon_sightings__market check (market ~ '^[A-Z]{2}$'),
  hijri_year int not null,
  month int not null,
  -- Beside it, so that the database can say how far away it is.
  computed_start date not null,
  gregorian_start date not null,
  -- Who declared it, or where it was read.
  source text not null constraint moon_sightings__source check (length(source) between 1 and 300),
  confirmed_at timestamptz(3) not null,
  confirmed_by uuid constraint moon_sightings__confirmed_by references users (id),
  primary key (market, hijri_year, month),
  constraint moon_sightings__hijri_months foreign key (hijri_year, month, computed_start)
    references hijri_months (hijri_year, month, computed_start),
  constraint moon_sightings__shift check (abs(gregorian_start - computed_start) <= 2)
);

-- The first day of a month in a market. Null outside the years that are computed.
create function hijri_month_start(country text, year int, number int) returns date language sql stable parallel safe
as $$
  select coalesce(sighting.gregorian_start, computed.computed_start)
    from hijri_months as computed
    left join moon_sightings as sighting
      on sighting.market = country and sighting.hijri_year = computed.hijri_year and sighting.month = computed.month
   where computed.hijri_year = year and computed.month = number
$$;

-- Whether a day is in this month of any year, in a market. `isInMonth` of base/hijriMonths.ts says the same.
create function is_in_hijri_month(country text, number int, on_day date) returns boolean language sql stable parallel safe
as $$
  select exists (
    select from hijri_months as computed
     where computed.month = number
       -- A month has 30 days at most, and each end moves by two at most.
       and computed.computed_start between on_day - 34 and on_day + 2
       and hijri_month_start(country, computed.hijri_year, number) <= on_day
       and on_day < hijri_month_start(country, computed.hijri_year + number / 12, number % 12 + 1))
$$;

-- Everybody whose market has hours of Ramadan may see when it is; who reviews halal certificates knows who declares it.
update roles
   set grants = grants || '{sightings.read}'
 where code in ('staff', 'brand_manager', 'retailer_manager', 'campaign_approver', 'support');
update roles
   set grants = grants || '{sightings.read,sightings.confirm}'
 where code = 'halal_reviewer';
