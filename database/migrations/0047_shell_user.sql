-- The person's picture (spec 000 §3: data.photoURL). Empty: the screens draw the default avatar.
alter table users
  add column photo_url text not null default '' constraint users__photo_url check (length(photo_url) <= 500);
