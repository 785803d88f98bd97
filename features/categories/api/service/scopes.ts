import { sql } from "drizzle-orm";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { rowsOf } from "#features/categories/api/service/tree.ts";

/**
 * Binds whoever was bound to one category to another instead: people and API keys. Behind `lockRights`. Answers how many
 * there were; each change of somebody's rights is on record as one.
 */
export async function moveScopes(ctx: Ctx, { from, into }: { readonly from: string; readonly into: string }) {
  const people = await rowsOf<{ userId: string }>(
    ctx,
    sql`insert into user_scopes (user_id, kind, target, granted_by, granted_at)
        select user_id, kind, ${into}, granted_by, granted_at
          from user_scopes where kind = 'category' and target = ${from}
        on conflict (user_id, kind, target) do update set granted_at = user_scopes.granted_at
        returning user_id as "userId"`,
  );
  await ctx.db.execute(sql`delete from user_scopes where kind = 'category' and target = ${from}`);
  const [before, after] = [`category:${from}`, `category:${into}`];
  const keys = await rowsOf<{ id: string }>(
    ctx,
    sql`update api_keys
           set scopes = (select array_agg(distinct scope)
                           from unnest(array_replace(scopes, ${before}::text, ${after}::text)) as scope)
         where ${before}::text = any(scopes)
        returning id`,
  );
  const changes = { scopes: { before: [before], after: [after] } };
  const entries = [
    ...people.map(({ userId }) => ({ resource: "users", resourceId: userId })),
    ...keys.map(({ id }) => ({ resource: "apiKeys", resourceId: id })),
  ];
  await recordAudit(
    ctx,
    entries.map((entry) => ({ ...entry, action: "change_rights", changes })),
  );
  return entries.length;
}
