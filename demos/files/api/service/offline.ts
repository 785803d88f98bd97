import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import {
  type DocumentRecord,
  documentsTable as table,
  offlineChoicesTable as choices,
} from "#demos/files/api/tables.ts";
import { visibleTo } from "#demos/files/api/service/visibility.ts";
import type { documents } from "#demos/files/contract.ts";

/** Whether the caller wants an item on their devices, from their choice or else the item's own value. */
export const isWantedOffline = (ctx: Ctx): SQL => sql`coalesce(
  (select choice.is_offline from ${choices} as choice
    where choice.user_id = ${actorOf(ctx).userId} and choice.document_id = ${table.id}), ${table.isOffline})`;

type OfflineItem = Pick<DocumentRecord, "id" | "isOffline">;

/** The same for items that were read. */
export async function wantedOffline(ctx: Ctx, items: readonly OfflineItem[]): Promise<(item: OfflineItem) => boolean> {
  if (items.length === 0) return () => false;
  const ids = items.map(({ id }) => id);
  const rows = await ctx.db
    .select({ id: choices.documentId, isOffline: choices.isOffline })
    .from(choices)
    .where(and(eq(choices.userId, actorOf(ctx).userId), inArray(choices.documentId, ids)));
  const chosen = new Map(rows.map(({ id, isOffline }) => [id, isOffline]));
  return ({ id, isOffline }) => chosen.get(id) ?? isOffline;
}

/** Refuses with `not_found` for folders and for what the caller may not see. Needs no right to change the item. */
export async function setOffline(ctx: Ctx, { id, isOffline }: Input<typeof documents.setOffline>): Promise<void> {
  const isFile = and(eq(table.id, id), isNotNull(table.fileId), visibleTo(ctx));
  // The item can't be deleted between its check and the choice.
  const chosen = await ctx.db.execute(sql`
    insert into ${choices} (user_id, document_id, is_offline)
    select ${actorOf(ctx).userId}::uuid, ${table.id}, ${isOffline}::boolean from ${table} where ${isFile} for key share
    on conflict (user_id, document_id) do update set is_offline = excluded.is_offline
    returning document_id`);
  if ((chosen as { rows: unknown[] }).rows.length === 0) throw commonRefusals.not_found();
}
