-- What closes a place says all of itself: compared with nothing, the check of 0026 knew neither yes nor no, and let it in.
alter table retailer_closures
  drop constraint retailer_closures__shape,
  add constraint retailer_closures__shape
    check (case kind
             when 'dates' then starts_on is not null and ends_on is not null and starts_on <= ends_on
                               and weekday is null and from_time is null and to_time is null
             else weekday is not null and from_time is not null and to_time is not null and from_time < to_time
                  and starts_on is null and ends_on is null
           end);
