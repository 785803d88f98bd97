import { sql } from "drizzle-orm";
import { type PresentAt, type PresenceMode, presenceMs, type Present } from "#base/live.ts";
import { addMs } from "#base/time.ts";
import { actorOf, type Ctx, type PersonalRecords } from "#api/context.ts";
import { insertionOf } from "#api/live/record.ts";

type Place = { readonly resource: string; readonly id: string };

/**
 * Notes that the caller has a record open, or with `mode` null that they left it. A caller with two pages open at the
 * same record is there once, in the mode of the page that spoke last.
 *
 * One statement; the stream receives only who came, left or changed what they do there.
 */
export async function notePresence(ctx: Ctx, { resource, id, mode }: Place & { mode: PresenceMode | null }) {
  const { userId, name } = actorOf(ctx);
  const isHere = sql`resource = ${resource} and record_id = ${id} and user_id = ${userId}::uuid`;
  const written =
    mode === null
      ? sql`delete from live_presence where ${isHere} returning 1`
      : sql`
        insert into live_presence as known (resource, record_id, user_id, name, mode, seen_at)
        values (${resource}, ${id}, ${userId}::uuid, ${name}, ${mode}, ${ctx.now}::timestamptz)
        on conflict (resource, record_id, user_id) do update
           set name = excluded.name, mode = excluded.mode, seen_at = excluded.seen_at
        returning 1`;
  const isNews =
    mode === null
      ? sql`exists (select from written)`
      : sql`not exists (select from live_presence where ${isHere} and mode = ${mode} and ${isRecent(ctx)})`;
  const frame = { kind: "presence", resource, ids: [id], isGone: false, audience: null, payload: null } as const;
  await ctx.db.execute(sql`with written as (${written}) ${insertionOf(ctx, [frame])} where ${isNews}`);
}

const isRecent = ({ now }: Pick<Ctx, "now">) => sql`seen_at > ${addMs(now, -presenceMs)}::timestamptz`;

/** Who has records of a resource open: these, or all. */
export async function readPresence(ctx: Ctx, resource: string, ids?: readonly string[]): Promise<PresentAt[]> {
  const isMeant =
    ids === undefined
      ? sql`true`
      : sql`record_id = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`;
  const result = await ctx.db.execute(sql`
    select record_id as id, jsonb_agg(jsonb_build_object('userId', user_id, 'name', name, 'mode', mode) order by name, user_id) as people
      from live_presence
     where resource = ${resource} and ${isMeant} and ${isRecent(ctx)}
     group by record_id`);
  const found = (result as { rows: { id: string; people: Present[] }[] }).rows;
  if (ids === undefined) return found;
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, people: [] });
}

/** Forgets who has not been seen for a while, and reports to the stream that they left. */
export async function sweepPresence(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    with gone as (delete from live_presence where not (${isRecent(ctx)}) returning resource, record_id)
    insert into live_outbox (kind, resource, ids, is_gone, request_id, at)
    select distinct 'presence', resource, array[record_id], false, ${ctx.requestId}, ${ctx.now}::timestamptz from gone`);
}

/** Names are kept for as long as a user has a record open, and what was published to a user for a day. */
export const liveRecords: PersonalRecords = {
  name: "live",
  read: async ({ db }, { userId }) => {
    const result = await db.execute(
      sql`select resource, record_id, mode, seen_at from live_presence where user_id = ${userId}::uuid`,
    );
    const { rows } = result as { rows: unknown[] };
    return rows.length === 0 ? null : rows;
  },
  erase: async ({ db }, { userId }) => {
    await db.execute(sql`delete from live_presence where user_id = ${userId}::uuid`);
    for (const table of [sql`live_outbox`, sql`live_events`])
      await db.execute(sql`delete from ${table} where payload is not null and audience @> array[${userId}::uuid]`);
  },
};
