import { type SQL, sql } from "drizzle-orm";
import type { SideEffect, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/newId.ts";

/**
 * Records events for webhooks, and runs the event handlers of other areas. Call it in the transaction of the change,
 * after its rows are written: the handlers read them.
 */
export async function recordEvents(ctx: Ctx, events: readonly DomainEvent[]): Promise<readonly SideEffect[]> {
  if (events.length === 0) return [];
  const rows = events.map(({ type, resource, resourceId, payload }) => ({
    type,
    resource,
    resource_id: resourceId,
    payload,
  }));
  await ctx.db.execute(
    keep(
      ctx,
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as happened (type text, resource text, resource_id text, payload jsonb)`,
    ),
  );
  return follow(ctx, events);
}

/** One event for each of many records. */
type BatchEvent = {
  readonly type: EventType;
  readonly resource: string;
  /** The common table expressions that `rows` selects from. They may be the change itself. */
  readonly given: SQL;
  /** Selects `resource_id` (text), `payload` and `concerns` (jsonb) of each record. */
  readonly rows: SQL;
};

/**
 * Like `recordEvents`, for thousands of records: the database writes the events, if need be in the statement that
 * changes the rows, and returns them only if an area has a handler for them. Also returns the ids of the records.
 */
export async function recordEventsOf(ctx: Ctx, { type, resource, given, rows }: BatchEvent) {
  const typed = sql`select ${type}::text as type, ${resource}::text as resource, told.* from (${rows}) as told`;
  const isFollowed = ctx.catalogue.eventHandlers.some(({ types }) => types.includes(type));
  const result = await ctx.db.execute(
    isFollowed
      ? sql`
        with ${given}, happened as materialized (${typed}), kept as (${keep(ctx, sql`happened`)})
        select resource_id, payload, concerns from happened`
      : sql`with ${given} ${keep(ctx, sql`(${typed}) as happened`)} returning resource_id`,
  );
  const happened = (result as { rows: BatchEventRow[] }).rows;
  const events = happened.map(({ resource_id, ...told }) => ({ type, resource, resourceId: resource_id, ...told }));
  return {
    ids: events.map(({ resourceId }) => resourceId),
    consequences: isFollowed ? await follow(ctx, events) : [],
  };
}

type BatchEventRow = Required<Pick<DomainEvent, "payload" | "concerns">> & { readonly resource_id: string };

const keep = (ctx: Ctx, happened: SQL) => sql`
  insert into outbox_events (id, type, resource, resource_id, occurred_at, payload)
  select ${idsInOrder(ctx)}, type, resource, resource_id, ${ctx.now}::timestamptz, payload
    from ${happened}`;

/**
 * A new id for each row of a statement: the time, a statement number, 38 random bits, and the row number. Rows written
 * together have neighbouring ids, which halves the time for updating the indexes compared with random ids. The random
 * bits distinguish statements with the same number in the same millisecond.
 */
function idsInOrder(ctx: Ctx) {
  statements = (statements + 1) % 16 ** statementDigits;
  const id = newId(ctx);
  const start = `${id.slice(0, versionEnd)}${hex(statements)}${id.slice(versionEnd + statementDigits, -rowDigits)}`;
  return sql`(${start}::text || lpad(to_hex(row_number() over ()), ${sql.raw(`${rowDigits}`)}, '0'))::uuid`;
}

// Counted per process.
let statements = 0;
const hex = (number: number) => number.toString(16).padStart(statementDigits, "0");
// RFC 9562: 48 bits of time and four of the version, then twelve that may be a counter.
const versionEnd = "01938000-0000-7".length;
const statementDigits = 3;
// Enough for 16 million rows, more than a statement can write in its time.
const rowDigits = 6;

async function follow(ctx: Ctx, events: readonly DomainEvent[]): Promise<readonly SideEffect[]> {
  const consequences: SideEffect[] = [];
  for (const { types, follow: theirs } of ctx.catalogue.eventHandlers) {
    const meant = events.filter(({ type }) => types.includes(type));
    if (meant.length > 0) consequences.push(...(await theirs(ctx, meant)));
  }
  return consequences;
}
