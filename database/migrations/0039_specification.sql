-- The person's picture (spec 000 §3: data.photoURL). Empty: the screens draw the default avatar.
alter table users
  add column photo_url text not null default '' constraint users__photo_url check (length(photo_url) <= 500);

-- As spec 000 §6 spells it.
update roles set code = 'onlyGuest' where code = 'only_guest';

-- An action everywhere no longer reaches accounts (base/grants.ts): their screens are the administrators' (spec 000 §6).
update roles
   set description = 'Sees and exports every record and the log, but no accounts; changes nothing.'
 where code = 'auditor';
