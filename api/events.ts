import { type SQL, sql } from "drizzle-orm";
import type { Consequence, DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/newId.ts";

/**
 * Records what happened for the outside (webhooks), and lets the areas that rest on it follow. Call it in the
 * transaction of the change, after its rows are written: followers look at them.
 */
export async function recordEvents(ctx: Ctx, events: readonly DomainEvent[]): Promise<readonly Consequence[]> {
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

/** One thing that happened to many records. */
type Happened = {
  readonly type: EventType;
  readonly resource: string;
  /** What `rows` selects from: common table expressions. They may be the change itself. */
  readonly given: SQL;
  /** Selects `resource_id` (text), and as jsonb `payload` and `concerns`, of each. */
  readonly rows: SQL;
};

/**
 * As `recordEvents`, of thousands of records at once: the database writes the events, in the statement that changes the
 * rows if need be, and they are read only where somebody follows. Answers the ids of the records as well.
 */
export async function recordEventsOf(ctx: Ctx, { type, resource, given, rows }: Happened) {
  const typed = sql`select ${type}::text as type, ${resource}::text as resource, told.* from (${rows}) as told`;
  const isFollowed = ctx.catalogue.eventHandlers.some(({ types }) => types.includes(type));
  const result = await ctx.db.execute(
    isFollowed
      ? sql`
        with ${given}, happened as materialized (${typed}), kept as (${keep(ctx, sql`happened`)})
        select resource_id, payload, concerns from happened`
      : sql`with ${given} ${keep(ctx, sql`(${typed}) as happened`)} returning resource_id`,
  );
  const happened = (result as { rows: HappenedRow[] }).rows;
  const events = happened.map(({ resource_id, ...told }) => ({ type, resource, resourceId: resource_id, ...told }));
  return {
    ids: events.map(({ resourceId }) => resourceId),
    consequences: isFollowed ? await follow(ctx, events) : [],
  };
}

type HappenedRow = Required<Pick<DomainEvent, "payload" | "concerns">> & { readonly resource_id: string };

const keep = (ctx: Ctx, happened: SQL) => sql`
  insert into outbox_events (id, type, resource, resource_id, occurred_at, payload)
  select ${idsInOrder(ctx)}, type, resource, resource_id, ${ctx.now}::timestamptz, payload
    from ${happened}`;

/**
 * A new id for each row of a statement, with its number at the end, and that of the statement after the time: what is written
 * together stands together in the indexes, which takes half the time that random ids take. What is left of the random bits,
 * 38, tells statements of one number in one millisecond apart.
 */
function idsInOrder(ctx: Ctx) {
  statements = (statements + 1) % 16 ** statementDigits;
  const id = newId(ctx);
  const start = `${id.slice(0, versionEnd)}${hex(statements)}${id.slice(versionEnd + statementDigits, -rowDigits)}`;
  return sql`(${start}::text || lpad(to_hex(row_number() over ()), ${sql.raw(`${rowDigits}`)}, '0'))::uuid`;
}

// Of this process.
let statements = 0;
const hex = (number: number) => number.toString(16).padStart(statementDigits, "0");
// RFC 9562: 48 bits of time and four of the version, then twelve that may count.
const versionEnd = "01938000-0000-7".length;
const statementDigits = 3;
// Sixteen million, and no statement has the time to write so many.
const rowDigits = 6;

async function follow(ctx: Ctx, events: readonly DomainEvent[]): Promise<readonly Consequence[]> {
  const consequences: Consequence[] = [];
  for (const { types, follow: theirs } of ctx.catalogue.eventHandlers) {
    const meant = events.filter(({ type }) => types.includes(type));
    if (meant.length > 0) consequences.push(...(await theirs(ctx, meant)));
  }
  return consequences;
}
