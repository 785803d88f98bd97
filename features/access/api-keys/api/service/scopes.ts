import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";

/** Gives the keys that have the scope `from`, such as `category:<id>`, the scope `into` instead. Answers which they are. */
export async function replaceKeyScope(
  ctx: Ctx,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<string[]> {
  const changed = await ctx.db.execute(sql`
    update api_keys
       set scopes = (select array_agg(distinct scope)
                       from unnest(array_replace(scopes, ${from}::text, ${into}::text)) as scope)
     where ${from}::text = any(scopes)
    returning id`);
  return (changed as { rows: { id: string }[] }).rows.map(({ id }) => id);
}
