import { type SQL, sql } from "drizzle-orm";
import { countMax } from "#base/list.ts";
import type { Ctx } from "#api/context.ts";

// The chain is built after the writes, not in them: with a lock for each entry only a third as many fit into a second
// (reliability, finding 3; docs/decisions/0014).

/** An append-only table whose rows are numbered, with the tables of its seals and its horizon. */
export interface SealedTable {
  readonly table: string;
  /** The identity column that numbers its rows. */
  readonly number: string;
  readonly seals: string;
  readonly horizon: string;
  /** SHA-256 over one row and what belongs to it, the same on every PostgreSQL with any settings. */
  readonly digest: SQL;
  /** A further common table expression over `open`, the rows that are being sealed. */
  readonly alsoWrites?: SQL;
}

/** The first error in a chain. A changed seal proves none of its entries. */
export type ChainFault = "entry_changed" | "entry_removed" | "entry_added" | "seal_changed" | "seal_removed";

export interface ChainCheck {
  /** What this call checked. */
  readonly seals: number;
  readonly entries: number;
  /** The seal to continue after; null if nothing is left to check, or after an error. */
  readonly next: number | null;
  readonly fault: { readonly kind: ChainFault; readonly entryId: string | null; readonly seal: number } | null;
  /** The last seal. */
  readonly head: SealHead | null;
  readonly unsealed: number;
}
interface SealHead {
  readonly number: number;
  readonly hash: string;
  readonly lastId: string;
  readonly sealedAt: string;
}

/** Maximum entries in one seal: about 40 kB of digests. */
export const sealEntriesMax = 1000;

/** The instant in a column, in UTC. */
export const asUtc = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`);

/** Hash of one row of seals, existing or new: over the previous hash and all its fields. */
const sealHash: SQL = sql`sha256(
  previous_hash
  || convert_to(
       concat_ws(':', number, first_id, last_id, entries, ${asUtc("sealed_at")}, array_to_string(ids, ',')), 'UTF8')
  || (select string_agg(digest, ''::bytea order by place) from unnest(digests) with ordinality as kept (digest, place)))`;

/** The previous hash of the first seal. */
const firstHash: SQL = sql.raw(`'\\x${"00".repeat(32)}'::bytea`);

/**
 * Seals what can be sealed, and returns the seals. Concurrent runs seal nothing twice.
 *
 * An entry gets its number before its transaction commits, so a smaller number may appear later. Therefore it seals
 * only up to a horizon: below it every transaction that could have taken a number has ended.
 */
export async function sealRows(ctx: Ctx, sealed: SealedTable): Promise<readonly Seal[]> {
  const horizon = await moveHorizon(ctx, sealed);
  if (horizon === null) return [];
  const seals: Seal[] = [];
  for (;;) {
    const seal = await sealNext(ctx, sealed, horizon);
    if (seal === null) return seals;
    seals.push(seal);
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
async function moveHorizon(ctx: Ctx, sealed: SealedTable): Promise<string | null> {
  const noted = await readHorizon(ctx, sealed);
  const highest = await highestId(ctx, sealed);
  if (highest === null) return null;
  // A separate statement after the number: later transactions take higher ones.
  const writers = await writersNow(ctx, sealed);
  if (writers.length === 0) return highest;
  const hasEnded = noted !== null && noted.waitsFor.every((writer) => !writers.includes(writer));
  if (noted === null || hasEnded) await noteHorizon(ctx, sealed, { upTo: highest, waitsFor: writers });
  return hasEnded ? noted.upTo : null;
}

async function readHorizon(ctx: Ctx, { horizon }: SealedTable): Promise<Horizon | null> {
  const rows = await rowsOf<Horizon>(
    ctx,
    sql`select up_to::text as "upTo", to_json(waits_for) as "waitsFor" from ${sql.identifier(horizon)}`,
  );
  return rows[0] ?? null;
}

async function highestId(ctx: Ctx, { table, number }: SealedTable): Promise<string | null> {
  const [row] = await rowsOf<{ highest: string | null }>(
    ctx,
    sql`select max(${sql.identifier(number)})::text as highest from ${sql.identifier(table)}`,
  );
  return row?.highest ?? null;
}

async function writersNow(ctx: Ctx, { table }: SealedTable): Promise<string[]> {
  const rows = await rowsOf<{ writer: string }>(
    ctx,
    sql`select distinct virtualtransaction as writer
          from pg_locks
         where locktype = 'relation' and relation = ${table}::regclass and granted
           and database = (select oid from pg_database where datname = current_database())
           and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
           and pid is distinct from pg_backend_pid()`,
  );
  return rows.map(({ writer }) => writer);
}

const noteHorizon = (ctx: Ctx, { horizon }: SealedTable, { upTo, waitsFor }: Horizon) =>
  ctx.db.execute(sql`
    insert into ${sql.identifier(horizon)} (up_to, waits_for)
    select ${upTo}::bigint, array(select jsonb_array_elements_text(${JSON.stringify(waitsFor)}::jsonb))
        on conflict (is_only) do update set up_to = excluded.up_to, waits_for = excluded.waits_for`);

export type Seal = { number: number; entries: number; lastId: string; hash: string };

async function sealNext(
  ctx: Ctx,
  { table, number, seals, digest, alsoWrites }: SealedTable,
  horizon: string,
): Promise<Seal | null> {
  const key = sql.identifier(number);
  // Two concurrent runs compute the same next number, and only one of them can insert it.
  const rows = await rowsOf<Seal>(
    ctx,
    sql`with last as (select number, last_id, hash from ${sql.identifier(seals)} order by number desc limit 1),
             open as (
               select * from ${sql.identifier(table)}
                where ${key} > coalesce((select last_id from last), ${lowestId}) and ${key} <= ${horizon}::bigint
                order by ${key} limit ${sql.raw(String(sealEntriesMax))}),
             ${alsoWrites === undefined ? sql`` : sql`${alsoWrites},`}
             batch as (
               select coalesce((select number from last), 0) + 1 as number, min(open.${key}) as first_id, max(open.${key}) as last_id,
                      count(*)::int as entries, array_agg(open.${key} order by open.${key}) as ids,
                      array_agg(${digest} order by open.${key}) as digests,
                      coalesce((select hash from last), ${firstHash}) as previous_hash,
                      ${ctx.now}::timestamptz(3) as sealed_at
                 from open having count(*) > 0)
        insert into ${sql.identifier(seals)}
               (number, first_id, last_id, entries, ids, digests, previous_hash, sealed_at, hash)
        select number, first_id, last_id, entries, ids, digests, previous_hash, sealed_at, ${sealHash}
          from batch
            on conflict do nothing
        returning number::int, entries, last_id::text as "lastId", encode(hash, 'hex') as hash`,
  );
  return rows[0] ?? null;
}

/** Below every number, also of a row that was inserted by hand. */
const lowestId: SQL = sql.raw("'-9223372036854775808'::bigint");

/** Entries per call, so that it responds well within the client's timeout, also on a busy machine. */
const entriesEach = 20_000;
const sealsEach = 2000;

/**
 * Recomputes the chain after the seal `after`, as far as one call goes, and returns the first error.
 *
 * It can't verify entries that are not sealed yet, nor detect an end that was cut off with its seals: for that, compare
 * `head` with the copy stored elsewhere (`hashOfSealNumber`).
 */
export async function checkSeals(ctx: Pick<Ctx, "db">, sealed: SealedTable, after: number): Promise<ChainCheck> {
  const found = await readSeals(ctx, sealed, after);
  const head = await readHead(ctx, sealed);
  const sealFault = brokenSeal(found, after, head);
  const sound = found.slice(0, sealFault === null ? undefined : sealFault.seal - after - 1);
  const entryFault = await brokenEntry(ctx, sealed, { after, until: sound.at(-1)?.number ?? after });
  const fault = entryFault ?? sealFault;
  const last = found.at(-1)?.number ?? after;
  const isEnd = fault !== null || head === null || last >= head.number;
  return {
    seals: sound.length,
    entries: sound.reduce((sum, { entries }) => sum + entries, 0),
    next: isEnd ? null : last,
    fault,
    head,
    unsealed: await countUnsealed(ctx, sealed, head?.lastId ?? null),
  };
}

/** The hash of one seal, in hexadecimal; null if it does not exist. */
export async function hashOfSeal(ctx: Pick<Ctx, "db">, { seals }: SealedTable, number: number): Promise<string | null> {
  const result = await ctx.db.execute(sql`
    select encode(hash, 'hex') as hash from ${sql.identifier(seals)} where number = ${number}::bigint`);
  return (result as { rows: { hash: string }[] }).rows[0]?.hash ?? null;
}

type SealCheck = { number: number; entries: number; holds: boolean };

async function readSeals(ctx: Pick<Ctx, "db">, { seals }: SealedTable, after: number): Promise<SealCheck[]> {
  // Includes the previous seal: each must begin with its hash, and after its last entry.
  const result = await ctx.db.execute(sql`
    with next as (
           select * from ${sql.identifier(seals)} where number > ${after}::bigint order by number limit ${sql.raw(String(sealsEach))}),
         measured as (select next.*, sum(entries) over (order by number) - entries as before from next),
         chosen as (select * from measured where before < ${sql.raw(String(entriesEach))})
    select number::int, entries,
           hash = ${sealHash}
             and previous_hash = coalesce((select hash from ${sql.identifier(seals)} as prior where prior.number = chosen.number - 1),
                                          case when number = 1 then ${firstHash} end)
             and first_id > coalesce((select last_id from ${sql.identifier(seals)} as prior where prior.number = chosen.number - 1),
                                     ${lowestId})
             and last_id = ids[entries] and first_id = ids[1] as holds
      from chosen
     order by number`);
  return (result as { rows: SealCheck[] }).rows;
}

/** The first seal that is missing or invalid. */
function brokenSeal(seals: readonly SealCheck[], after: number, head: SealHead | null): ChainCheck["fault"] {
  for (const [place, { number, holds }] of seals.entries()) {
    const expected = after + 1 + place;
    if (number !== expected) return { kind: "seal_removed", seal: expected, entryId: null };
    if (!holds) return { kind: "seal_changed", seal: number, entryId: null };
  }
  const isBeyond = seals.length === 0 && after > (head?.number ?? 0);
  return isBeyond ? { kind: "seal_removed", seal: after, entryId: null } : null;
}

/** The first entry of these seals that differs from its seal, or that none of them has. */
async function brokenEntry(
  ctx: Pick<Ctx, "db">,
  { table, number, seals, digest }: SealedTable,
  { after, until }: { after: number; until: number },
): Promise<ChainCheck["fault"]> {
  if (until <= after) return null;
  const key = sql.identifier(number);
  const result = await ctx.db.execute(sql`
    with chosen as (select * from ${sql.identifier(seals)} where number > ${after}::bigint and number <= ${until}::bigint),
         kept as (
           select seal.id, seal.digest from chosen, lateral unnest(chosen.ids, chosen.digests) as seal (id, digest)),
         found as (
           select ${key} as id, ${digest} as digest
             from ${sql.identifier(table)} as open
            where ${key} > coalesce((select last_id from ${sql.identifier(seals)} where number = ${after}::bigint), ${lowestId})
              and ${key} <= (select max(last_id) from chosen))
    select id::text as "entryId",
           case when kept.digest is null then 'entry_added'
                when found.digest is null then 'entry_removed'
                else 'entry_changed' end as kind,
           (select min(number)::int from chosen where last_id >= id) as seal
      from kept full join found using (id)
     where kept.digest is distinct from found.digest
     order by id
     limit 1`);
  const [row] = (result as { rows: { entryId: string; kind: ChainFault; seal: number }[] }).rows;
  return row ?? null;
}

async function readHead(ctx: Pick<Ctx, "db">, { seals }: SealedTable): Promise<SealHead | null> {
  const result = await ctx.db.execute(sql`
    select number::int, encode(hash, 'hex') as hash, last_id::text as "lastId",
           to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sealedAt"
      from ${sql.identifier(seals)}
     order by number desc
     limit 1`);
  return (result as { rows: NonNullable<SealHead | null>[] }).rows[0] ?? null;
}

async function countUnsealed(
  ctx: Pick<Ctx, "db">,
  { table, number }: SealedTable,
  lastId: string | null,
): Promise<number> {
  const result = await ctx.db.execute(sql`
    select count(*)::int as count
      from (select 1 from ${sql.identifier(table)} where ${sql.identifier(number)} > coalesce(${lastId}::bigint, ${lowestId}) limit ${countMax}) as open`);
  return (result as { rows: { count: number }[] }).rows[0]!.count;
}

async function rowsOf<Row>(ctx: Pick<Ctx, "db">, statement: SQL): Promise<Row[]> {
  return ((await ctx.db.execute(statement)) as { rows: Row[] }).rows;
}
