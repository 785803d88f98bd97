import { sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { countMax } from "#base/list.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import type { audit, ChainFault, Verification } from "#features/access/audit/contract.ts";
import { auditResource } from "#features/access/audit/api/service/entries.ts";
import { digestOfEntry, firstHash, hashOfSeal, lowestId } from "#features/access/audit/api/service/seals.ts";
import { auditLogTable } from "#api/audit/tables.ts";

/** Entries per call, so that it responds well within the client's timeout, also on a busy machine. */
const entriesEach = 20_000;
const sealsEach = 2000;

/** Verifies a part of the chain. The end of the whole verification writes an entry. */
export async function verifyChain(ctx: Ctx, { after }: Input<typeof audit.verify>): Promise<Verification> {
  const verification = await checkChain(ctx, after);
  if (verification.next === null) await recordAudit(ctx, [endOf(verification)]);
  return verification;
}

/**
 * Recomputes the chain after the seal `after`, as far as one call goes, and returns the first error.
 *
 * It can't verify entries that are not sealed yet, nor detect an end that was cut off with its seals: for that, compare
 * `head` with the copy stored elsewhere (`hashOfSealNumber`).
 */
export async function checkChain(ctx: Pick<Ctx, "db">, after: number): Promise<Verification> {
  const seals = await readSeals(ctx, after);
  const head = await readHead(ctx);
  const sealFault = brokenSeal(seals, after, head);
  const sound = seals.slice(0, sealFault === null ? undefined : sealFault.seal - after - 1);
  const entryFault = await brokenEntry(ctx, { after, until: sound.at(-1)?.number ?? after });
  const fault = entryFault ?? sealFault;
  const last = seals.at(-1)?.number ?? after;
  const isEnd = fault !== null || head === null || last >= head.number;
  return {
    seals: sound.length,
    entries: sound.reduce((sum, { entries }) => sum + entries, 0),
    next: isEnd ? null : last,
    fault,
    head,
    unsealed: await countUnsealed(ctx, head?.lastId ?? null),
  };
}

/** The hash of one seal, in hexadecimal; null if it does not exist. */
export async function hashOfSealNumber(ctx: Pick<Ctx, "db">, number: number): Promise<string | null> {
  const result = await ctx.db.execute(sql`
    select encode(hash, 'hex') as hash from audit_seals where number = ${number}::bigint`);
  return (result as { rows: { hash: string }[] }).rows[0]?.hash ?? null;
}

function endOf({ fault, head }: Verification) {
  const result = fault === null ? "intact" : fault.kind;
  const reported = { result, seal: fault?.seal ?? head?.number ?? 0, entryId: fault?.entryId ?? null };
  const changes = Object.fromEntries(Object.entries(reported).map(([name, after]) => [name, { before: null, after }]));
  return { action: "verify", resource: auditResource, resourceId: "*", changes };
}

type SealCheck = { number: number; entries: number; holds: boolean };

async function readSeals(ctx: Pick<Ctx, "db">, after: number): Promise<SealCheck[]> {
  // Includes the previous seal: each must begin with its hash, and after its last entry.
  const result = await ctx.db.execute(sql`
    with next as (
           select * from audit_seals where number > ${after}::bigint order by number limit ${sql.raw(String(sealsEach))}),
         measured as (select next.*, sum(entries) over (order by number) - entries as before from next),
         chosen as (select * from measured where before < ${sql.raw(String(entriesEach))})
    select number::int, entries,
           hash = ${hashOfSeal}
             and previous_hash = coalesce((select hash from audit_seals as prior where prior.number = chosen.number - 1),
                                          case when number = 1 then ${firstHash} end)
             and first_id > coalesce((select last_id from audit_seals as prior where prior.number = chosen.number - 1),
                                     ${lowestId})
             and last_id = ids[entries] and first_id = ids[1] as holds
      from chosen
     order by number`);
  return (result as { rows: SealCheck[] }).rows;
}

/** The first seal that is missing or invalid. */
function brokenSeal(seals: readonly SealCheck[], after: number, head: Verification["head"]): Verification["fault"] {
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
  { after, until }: { after: number; until: number },
): Promise<Verification["fault"]> {
  if (until <= after) return null;
  const result = await ctx.db.execute(sql`
    with chosen as (select * from audit_seals where number > ${after}::bigint and number <= ${until}::bigint),
         kept as (
           select seal.id, seal.digest from chosen, lateral unnest(chosen.ids, chosen.digests) as seal (id, digest)),
         found as (
           select id, ${digestOfEntry} as digest
             from ${auditLogTable}
            where id > coalesce((select last_id from audit_seals where number = ${after}::bigint), ${lowestId})
              and id <= (select max(last_id) from chosen))
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

async function readHead(ctx: Pick<Ctx, "db">): Promise<Verification["head"]> {
  const result = await ctx.db.execute(sql`
    select number::int, encode(hash, 'hex') as hash, last_id::text as "lastId",
           to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sealedAt"
      from audit_seals
     order by number desc
     limit 1`);
  return (result as { rows: NonNullable<Verification["head"]>[] }).rows[0] ?? null;
}

async function countUnsealed(ctx: Pick<Ctx, "db">, lastId: string | null): Promise<number> {
  const result = await ctx.db.execute(sql`
    select count(*)::int as count
      from (select 1 from ${auditLogTable} where id > coalesce(${lastId}::bigint, ${lowestId}) limit ${countMax}) as open`);
  return (result as { rows: { count: number }[] }).rows[0]!.count;
}
