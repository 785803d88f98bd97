-- The first two words of a name are also searched as one, so that `cocacola` finds Coca-Cola (api/records/write.ts). Names
-- in other languages get theirs when they are saved next. `words` is read by no trigger and changes no version.
update brands set words = words || ' ' || replace(substring(sort_key from '^[^ ]+ [^ ]+'), ' ', '') where sort_key like '% %';
update products set words = words || ' ' || replace(substring(sort_key from '^[^ ]+ [^ ]+'), ' ', '') where sort_key like '% %';
update retailers set words = words || ' ' || replace(substring(sort_key from '^[^ ]+ [^ ]+'), ' ', '') where sort_key like '% %';
update categories set words = words || ' ' || replace(substring(sort_key from '^[^ ]+ [^ ]+'), ' ', '') where sort_key like '% %';
update campaigns set words = words || ' ' || replace(substring(sort_key from '^[^ ]+ [^ ]+'), ' ', '') where sort_key like '% %';
