import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { auditLogTable } from "#api/audit/tables.ts";

// The chain is built after the writes, not in them: with a lock for each entry only a third as many fit into a second
// (reliability, finding 3).

/** Maximum entries in one seal: about 40 kB of digests. */
export const sealEntriesMax = 1000;

const asUtc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`);

/**
 * Digest of one row of `audit_log`: a JSON array of all its columns, the same on every PostgreSQL with any settings.
 */
export const digestOfEntry: SQL = sql`sha256(convert_to(jsonb_build_array(
  id, ${asUtc("at")}, actor_type, actor_id, actor_name, on_behalf_of_type, on_behalf_of, action, resource, resource_id,
  request_id, address, user_agent, reason, changes, approval_id)::text, 'UTF8'))`;

/** Hash of one row of `audit_seals`, existing or new: over the previous hash and all its fields. */
export const hashOfSeal: SQL = sql`sha256(
  previous_hash
  || convert_to(
       concat_ws(':', number, first_id, last_id, entries, ${asUtc("sealed_at")}, array_to_string(ids, ',')), 'UTF8')
  || (select string_agg(digest, ''::bytea order by place) from unnest(digests) with ordinality as kept (digest, place)))`;

/** The previous hash of the first seal. */
export const firstHash: SQL = sql.raw(`'\\x${"00".repeat(32)}'::bytea`);

/**
 * Seals what can be sealed, and returns the number of entries. Concurrent runs seal nothing twice.
 *
 * An entry gets its number before its transaction commits, so a smaller number may appear later. Therefore it seals
 * only up to a horizon: below it every transaction that could have taken a number has ended.
 */
export async function sealEntries(ctx: Ctx): Promise<number> {
  const horizon = await moveHorizon(ctx);
  if (horizon === null) return 0;
  let sealed = 0;
  for (;;) {
    const seal = await sealNext(ctx, horizon);
    if (seal === null) return sealed;
    sealed += seal.entries;
    // A copy of the head of the chain, outside the reach of anyone who could change the database.
    ctx.log.info("audit entries sealed", seal);
  }
}

type Horizon = { upTo: string; waitsFor: readonly string[] };

/**
 * The highest number below which no entry can appear any more; null if there is none yet.
 *
 * A transaction that writes an entry locks the table before it takes the number, and until it ends. So after the
 * highest number was read, only the transactions that hold the lock can add smaller ones, and once they have ended,
 * none can. This does not wait for them: it stores them, and checks them in the next run, so that other writers cause
 * no delay.
 */
async function moveHorizon(ctx: Ctx): Promise<string | null> {
  const noted = await readHorizon(ctx);
  const highest = await highestId(ctx);
  if (highest === null) return null;
  // A separate statement after the number: later transactions take higher ones.
  const writers = await writersNow(ctx);
  if (writers.length === 0) return highest;
  const hasEnded = noted !== null && noted.waitsFor.every((writer) => !writers.includes(writer));
  if (noted === null || hasEnded) await noteHorizon(ctx, { upTo: highest, waitsFor: writers });
  return hasEnded ? noted.upTo : null;
}

async function readHorizon(ctx: Ctx): Promise<Horizon | null> {
  const rows = await rowsOf<Horizon>(
    ctx,
    sql`select up_to::text as "upTo", to_json(waits_for) as "waitsFor" from audit_horizon`,
  );
  return rows[0] ?? null;
}

async function highestId(ctx: Ctx): Promise<string | null> {
  const [row] = await rowsOf<{ highest: string | null }>(
    ctx,
    sql`select max(id)::text as highest from ${auditLogTable}`,
  );
  return row?.highest ?? null;
}

async function writersNow(ctx: Ctx): Promise<string[]> {
  const rows = await rowsOf<{ writer: string }>(
    ctx,
    sql`select distinct virtualtransaction as writer
          from pg_locks
         where locktype = 'relation' and relation = 'audit_log'::regclass and granted
           and database = (select oid from pg_database where datname = current_database())
           and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
           and pid is distinct from pg_backend_pid()`,
  );
  return rows.map(({ writer }) => writer);
}

const noteHorizon = (ctx: Ctx, { upTo, waitsFor }: Horizon) =>
  ctx.db.execute(sql`
    insert into audit_horizon (up_to, waits_for)
    select ${upTo}::bigint, array(select jsonb_array_elements_text(${JSON.stringify(waitsFor)}::jsonb))
        on conflict (is_only) do update set up_to = excluded.up_to, waits_for = excluded.waits_for`);

type Seal = { number: number; entries: number; lastId: string; hash: string };

async function sealNext(ctx: Ctx, horizon: string): Promise<Seal | null> {
  // Two concurrent runs compute the same next number, and only one of them can insert it.
  const rows = await rowsOf<Seal>(
    ctx,
    sql`with last as (select number, last_id, hash from audit_seals order by number desc limit 1),
             open as (
               select * from ${auditLogTable}
                where id > coalesce((select last_id from last), ${lowestId}) and id <= ${horizon}::bigint
                order by id limit ${sql.raw(String(sealEntriesMax))}),
             terms as (
               insert into audit_terms (kind, value, title)
               select distinct on (kind, value) kind, value, title
                 from open, lateral (values ('action', action, action), ('resource', resource, resource),
                                            ('actor', actor_id::text, actor_name)) as term (kind, value, title)
                where value is not null
                order by kind, value, id desc
                   on conflict (kind, value) do update set title = excluded.title where audit_terms.title <> excluded.title),
             batch as (
               select coalesce((select number from last), 0) + 1 as number, min(id) as first_id, max(id) as last_id,
                      count(*)::int as entries, array_agg(id order by id) as ids,
                      array_agg(${digestOfEntry} order by id) as digests,
                      coalesce((select hash from last), ${firstHash}) as previous_hash,
                      ${ctx.now}::timestamptz(3) as sealed_at
                 from open having count(*) > 0)
        insert into audit_seals
               (number, first_id, last_id, entries, ids, digests, previous_hash, sealed_at, hash)
        select number, first_id, last_id, entries, ids, digests, previous_hash, sealed_at, ${hashOfSeal}
          from batch
            on conflict do nothing
        returning number::int, entries, last_id::text as "lastId", encode(hash, 'hex') as hash`,
  );
  return rows[0] ?? null;
}

/** Below every number, also of a row that was inserted by hand. */
export const lowestId: SQL = sql.raw("'-9223372036854775808'::bigint");

async function rowsOf<Row>(ctx: Ctx, statement: SQL): Promise<Row[]> {
  return ((await ctx.db.execute(statement)) as { rows: Row[] }).rows;
}
