-- Who decides about money, risk, approval and suspension holds a permission of their own (docs/decisions/0050). A record that
-- waits for approval knows who submitted it, and a status that somebody with the deciding permission has placed is lifted by
-- nobody without it.
alter table brands
  add column submitted_by uuid,
  add column is_status_locked boolean not null default false;
alter table products
  add column submitted_by uuid,
  add column is_status_locked boolean not null default false;
alter table retailers
  add column submitted_by uuid,
  add column is_status_locked boolean not null default false;

-- Nobody knows any more by whose right these were placed: they are lifted by those who decide about it.
update brands set is_status_locked = true where status = 'suspended';
update products set is_status_locked = true where status = 'unpublished';
update retailers set is_status_locked = true where status = 'suspended';

-- Whoever last submitted it, and where the log does not say, whoever last changed it.
update brands
   set submitted_by = coalesce(
         (select actor_id from audit_log
           where resource = 'brands' and resource_id = brands.id::text and action = 'submit'
           order by audit_log.id desc limit 1), updated_by, created_by)
 where status = 'submitted';
update products
   set submitted_by = coalesce(
         (select actor_id from audit_log
           where resource = 'products' and resource_id = products.id::text and action = 'submit'
           order by audit_log.id desc limit 1), updated_by, created_by)
 where status = 'in_review';
update retailers
   set submitted_by = coalesce(
         (select actor_id from audit_log
           where resource = 'retailers' and resource_id = retailers.id::text and action = 'submit'
           order by audit_log.id desc limit 1), updated_by, created_by)
 where status in ('submitted', 'changes_requested', 'active', 'suspended');

-- The platform's own staff decides as before. Whoever looks after brands or retailers in their scopes does not any more, nor
-- does a role that somebody has made: an administrator grants it these where it should.
update roles
   set grants = roles.grants || added.grants
  from (values ('staff', '{brands.approve,brands.suspend,brands.setRates,products.publish,products.setRates,retailers.approve,retailers.suspend,retailers.setTerms,retailers.assessRisk,retailers.classify,categories.setRelevance,assignments.setRates}'::text[]))
       as added (code, grants)
 where roles.code = added.code and roles.is_system;
