import { and, eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { listPreferencesTable as table } from "#features/platform/views/api/tables.ts";
import { type ListPreferences, listsMax, viewRefusals, type views } from "#features/platform/views/contract.ts";

const { columns, density, widths, defaultView } = table;

/** How the caller displays a list; null until they have changed anything. */
export async function readPreferences(ctx: Ctx, list: string): Promise<ListPreferences | null> {
  const isOwn = and(eq(table.userId, actorOf(ctx).userId), eq(table.list, list));
  const [found] = await ctx.db.select({ columns, density, widths, defaultView }).from(table).where(isOwn);
  return found ?? null;
}

/** Replaces how the caller displays a list. Refuses with `too_many_lists`. */
export async function savePreferences(
  ctx: Ctx,
  { list, ...preferences }: Input<typeof views.savePreferences>,
): Promise<ListPreferences> {
  const { userId } = actorOf(ctx);
  const saved = await ctx.db.execute(sql`
    insert into list_preferences (user_id, list, default_view, columns, widths, density, updated_at)
    select ${userId}::uuid, ${list}, ${preferences.defaultView}::text, ${JSON.stringify(preferences.columns)}::jsonb,
           ${JSON.stringify(preferences.widths)}::jsonb, ${preferences.density}, ${ctx.now}::timestamptz
     where (select count(*) from list_preferences where user_id = ${userId}::uuid and list <> ${list}) < ${listsMax}
    on conflict (user_id, list) do update
       set default_view = excluded.default_view, columns = excluded.columns, widths = excluded.widths,
           density = excluded.density, updated_at = excluded.updated_at
    returning list`);
  if ((saved as { rows: unknown[] }).rows.length === 0) throw viewRefusals.too_many_lists();
  return preferences;
}
