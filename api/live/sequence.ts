import { sql } from "drizzle-orm";
import type { Position } from "#base/eventCursor.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";

/** An event in its final order. */
export type LiveEvent = {
  readonly seq: number;
  readonly kind: "change" | "presence" | "notification";
  readonly resource: string;
  readonly ids: readonly string[] | null;
  readonly isGone: boolean;
  readonly audience: readonly string[] | null;
  readonly actorId: string | null;
  readonly requestId: string;
  readonly payload: Readonly<Record<string, unknown>> | null;
};

// An arbitrary number that nothing else in this database locks.
const sequenceLock = 7_021_090;
const movedMax = 1000;

/**
 * Gives committed rows of the outbox their numbers. One process at a time: the lock ends after the rows can be seen, so
 * a reader of a number finds all smaller ones too. Answers whether there may be more.
 */
export async function moveCommitted({ db }: Pick<Ctx, "db">): Promise<boolean> {
  const result = await db.execute(sql`
    with locked as materialized (select pg_try_advisory_xact_lock(${sequenceLock}) as "isMine"),
         moved as (
           delete from live_outbox
            where id in (select id from live_outbox order by id limit ${movedMax}) and (select "isMine" from locked)
           returning *),
         numbered as (
    insert into live_events (seq, kind, resource, ids, is_gone, audience, actor_id, request_id, payload, at)
    select nextval('live_events_seq'), kind, resource, ids, is_gone, audience, actor_id, request_id, payload, at
      from (select * from moved order by id) as ordered
    returning 1)
    select count(*)::int as count from numbered`);
  return (result as { rows: { count: number }[] }).rows[0]!.count === movedMax;
}

/**
 * What differs after a backup was restored: the database server was started again, or the table made again. Cursors from
 * before would then name other events.
 */
const place = sql`(extract(epoch from pg_postmaster_start_time())::text || '-' || 'live_events'::regclass::oid)`;

/** Numbers start again with each epoch. Null if the database has none that is valid here. */
export async function readPosition({ db }: Pick<Ctx, "db">): Promise<Position | null> {
  const result = await db.execute(sql`
    select split_part(value, ' ', 1) as epoch, (select coalesce(max(seq), 0) from live_events) as seq
      from house_facts
     where name = 'live_epoch' and split_part(value, ' ', 2) = ${place}`);
  const [found] = (result as { rows: { epoch: string; seq: string | number }[] }).rows;
  return found ? { epoch: found.epoch, seq: Number(found.seq) } : null;
}

/** Begins a new epoch, unless another process just did. */
export async function renewEpoch({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const epoch = crypto.randomUUID().slice(0, 8);
  await db.execute(sql`
    insert into house_facts as known (name, value, at)
    values ('live_epoch', ${epoch}::text || ' ' || ${place}, ${now}::timestamptz)
    on conflict (name) do update
       set value = excluded.value, at = excluded.at
     where split_part(known.value, ' ', 2) <> split_part(excluded.value, ' ', 2)`);
}

export const eventsMax = 1000;

/** The events after a number, `eventsMax` at most. */
export async function readEvents({ db }: Pick<Ctx, "db">, after: number): Promise<LiveEvent[]> {
  const result = await db.execute(sql`
    select seq, kind, resource, ids, is_gone as "isGone", audience, actor_id as "actorId", request_id as "requestId",
           payload
      from live_events
     where seq > ${after}
     order by seq
     limit ${eventsMax}`);
  return (result as { rows: (Omit<LiveEvent, "seq"> & { seq: string })[] }).rows.map((row) => ({
    ...row,
    seq: Number(row.seq),
  }));
}

/** The smallest number from which on nothing is missing. */
export async function readOldest({ db }: Pick<Ctx, "db">): Promise<number> {
  const result = await db.execute(sql`select coalesce(min(seq), 1) as seq from live_events`);
  return Number((result as { rows: { seq: string }[] }).rows[0]!.seq);
}

const keptMs = dayMs;
const keptMax = 1_000_000;
const forgottenAtOnce = 10_000;

/** A job: keeps the events of a day, a million at most. The newest stays, as numbers continue after it. */
export async function deleteOldEvents({ db, now }: Ctx): Promise<"again" | "done"> {
  const result = await db.execute(sql`
    with newest as (select max(seq) as seq from live_events),
         oldest as (select seq, at from live_events order by seq limit ${forgottenAtOnce})
    delete from live_events
     using oldest, newest
     where live_events.seq = oldest.seq and oldest.seq < newest.seq
       and (oldest.at < ${addMs(now, -keptMs)}::timestamptz or oldest.seq <= newest.seq - ${keptMax})
    returning live_events.seq`);
  return (result as { rows: unknown[] }).rows.length === forgottenAtOnce ? "again" : "done";
}
