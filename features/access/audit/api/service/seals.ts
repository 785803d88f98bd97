import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { asUtc, type SealedTable, sealRows } from "#api/sealChain.ts";

/**
 * The entries of the log. Their digest is over a JSON array of all columns; the seals also collect what the log can be
 * filtered by.
 */
export const sealedLog: SealedTable = {
  table: "audit_log",
  number: "id",
  seals: "audit_seals",
  horizon: "audit_horizon",
  digest: sql`sha256(convert_to(jsonb_build_array(
  id, ${asUtc("at")}, actor_type, actor_id, actor_name, on_behalf_of_type, on_behalf_of, action, resource, resource_id,
  request_id, address, user_agent, reason, changes, approval_id)::text, 'UTF8'))`,
  alsoWrites: sql`terms as (
               insert into audit_terms (kind, value, title)
               select distinct on (kind, value) kind, value, title
                 from open, lateral (values ('action', action, action), ('resource', resource, resource),
                                            ('actor', actor_id::text, actor_name)) as term (kind, value, title)
                where value is not null
                order by kind, value, id desc
                   on conflict (kind, value) do update set title = excluded.title where audit_terms.title <> excluded.title)`,
};

/** Seals what can be sealed, and returns the number of entries. Concurrent runs seal nothing twice. */
export async function sealEntries(ctx: Ctx): Promise<number> {
  const seals = await sealRows(ctx, sealedLog);
  // A copy of the head of the chain, outside the reach of anyone who could change the database.
  for (const seal of seals) ctx.log.info("audit entries sealed", seal);
  return seals.reduce((sum, { entries }) => sum + entries, 0);
}
