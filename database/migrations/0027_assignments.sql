-- Assignments beside what lists order, search and narrow them by.
create view assignment_rows as
  select assignments.*,
         products.sort_key as product_sort_key,
         products.search_key as product_search_key,
         products.brand_id,
         products.category_id,
         retailers.country
    from assignments
    join products on products.id = assignments.product_id
    join retailers on retailers.id = assignments.retailer_id;

-- Who does what with assignments in the default roles (domain 1.13). An administrator has everything anyway.
update roles
   set grants = roles.grants || added.grants
  from (values ('staff', '{assignments.read,assignments.update,assignments.import,assignments.export}'::text[]),
               ('user', '{assignments.read@scope}'),
               ('brand_manager', '{assignments.read@scope,assignments.export@scope}'),
               ('retailer_manager', '{assignments.read@scope,assignments.update@scope,assignments.import@scope,assignments.export@scope}'),
               ('halal_reviewer', '{assignments.read}'),
               ('finance', '{assignments.read}'),
               ('campaign_approver', '{assignments.read}'),
               ('support', '{assignments.read}')) as added (code, grants)
 where roles.code = added.code and roles.is_system;

-- Looked up for each of a hundred thousand rows that one certificate pauses, it takes longer than the pause itself. What the
-- house writes there it has just read, and certificates that were verified are never deleted.
alter table assignments drop constraint assignments__pause_certificate_id;
