-- Who may do what with certificates (domain 1.13). Whoever verifies does not also write: what a reviewer corrects on the way
-- is which product a line is, and the notes.
update roles
   set grants = grants || '{certificates.read,certificates.create,certificates.update,certificates.submit,certificates.import,certificates.export}'
 where code = 'staff';
update roles
   set grants = grants || '{certificates.read@scope}'
 where code in ('user', 'retailer_manager');
update roles
   set grants = grants || '{certificates.read@scope,certificates.create@scope,certificates.update@scope,certificates.submit@scope,certificates.delete@own,certificates.export@scope}'
 where code = 'brand_manager';
update roles
   set grants = grants || '{certificates.read,certificates.update,certificates.verify,certificates.suspend,certificates.withdraw,certificates.export}'
 where code = 'halal_reviewer';
update roles
   set grants = grants || '{certificates.read}'
 where code in ('support', 'campaign_approver');
