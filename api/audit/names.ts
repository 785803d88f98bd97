import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";

type ActorName = { readonly actorId: string | null; readonly actorName: string };

/**
 * The same entries with each user's current name. The stored name cannot be changed, and the user may have been erased
 * since (docs/decisions/0020). API keys and the system keep the stored name.
 */
export async function withNames<Entry extends ActorName>(ctx: Ctx, entries: readonly Entry[]): Promise<Entry[]> {
  const names = await namesOf(
    ctx,
    entries.flatMap(({ actorId }) => actorId ?? []),
  );
  return entries.map((entry) => ({ ...entry, actorName: names.get(entry.actorId ?? "") ?? entry.actorName }));
}

/** Current names of users, by id. Ids of anything else are left out. */
export async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  // The kernel knows no feature, so it names the table of features/access/users itself.
  const found = await ctx.db.execute(
    sql`select id, name from users where id = any(${`{${distinct.join(",")}}`}::uuid[])`,
  );
  const { rows } = found as { rows: { id: string; name: string }[] };
  return new Map(rows.map(({ id, name }) => [id, name]));
}
