import { desc, type SQL, sql } from "drizzle-orm";
import type { Output } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { asUtc, checkSeals, type SealedTable, sealRows } from "#api/sealChain.ts";
import { allLaws, chainQuery, type LedgerLaw } from "#features/loyalty/ledger/api/service/laws.ts";
import { ledgerProofsTable as proofs } from "#features/loyalty/ledger/api/tables.ts";
import { type BrokenLaw, brokenRowsMax, type ledgerProof, verifyMs } from "#features/loyalty/ledger/contract/proof.ts";

/**
 * Transactions with their postings, sealed by number as the entries of the audit log are. As `json`, whose text is the same
 * as that of `jsonb` for these values and takes three quarters of the time.
 */
export const sealedLedger: SealedTable = {
  table: "ledger_transactions",
  number: "number",
  seals: "ledger_seals",
  horizon: "ledger_horizon",
  digest: sql`sha256(convert_to(json_build_array(
    open.number, open.bucket, open.id, open.kind, open.dedupe_key, open.reference_kind, open.reference_id, open.reverses_id,
    ${asUtc("open.effective_at")}, ${asUtc("open.recorded_at")}, open.actor_id, open.reason,
    (select json_agg(json_build_array(posting.ordinal, posting.source_id, posting.source_version,
              posting.source_balance_minor, posting.destination_id, posting.destination_version,
              posting.destination_balance_minor, posting.amount_minor, posting.currency) order by posting.ordinal)
       from ledger_postings as posting
      where posting.bucket = open.bucket and posting.transaction_id = open.id))::text, 'UTF8'))`,
};

/** Seals what can be sealed. Concurrent runs seal nothing twice. */
export async function sealTransactions(ctx: Ctx): Promise<number> {
  const seals = await sealRows(ctx, sealedLedger);
  // A copy of the head of the chain, outside the reach of anyone who could change the database.
  for (const seal of seals) ctx.log.info("ledger transactions sealed", seal);
  return seals.reduce((sum, { entries }) => sum + entries, 0);
}

interface CheckedLaw extends BrokenLaw {
  readonly tookMs: number;
}

export interface LawReport {
  readonly laws: readonly CheckedLaw[];
  readonly broken: readonly BrokenLaw[];
  readonly transactions: number;
  readonly tookMs: number;
}

/**
 * Checks all laws in one snapshot of the database, whatever is posted meanwhile, and changes nothing. `clock` measures:
 * it may be any clock.
 */
export const checkLaws = (
  db: Ctx["db"],
  added: readonly LedgerLaw[],
  clock: () => number = () => performance.now(),
): Promise<LawReport> =>
  db.transaction(
    async (snapshot) => {
      const start = clock();
      await snapshot.execute(sql`set local statement_timeout = ${sql.raw(`${verifyMs}`)}`);
      // What sorting a million postings needs is less than this; the default is not enough for a tenth of it.
      await snapshot.execute(sql`set local work_mem = '256MB'`);
      const laws: CheckedLaw[] = [];
      let chain: readonly ChainRow[] | undefined;
      for (const { number, name, query } of allLaws(added)) {
        const began = clock();
        if (query === null) chain ??= await rowsOf<ChainRow>(snapshot, chainQuery(brokenRowsMax));
        const rows =
          query === null
            ? chain!.flatMap(({ law, row }) => (law === number ? [row] : []))
            : await rowsOf<Row>(snapshot, sql`select * from (${query}) as broken limit ${brokenRowsMax}`);
        laws.push({ number, law: name, rows, tookMs: Math.round(clock() - began) });
      }
      const began = clock();
      laws.push({ number: 12, law: "seals", rows: await brokenSeals(snapshot), tookMs: Math.round(clock() - began) });
      const counted = await snapshot.execute(sql`select count(*)::int as count from ledger_transactions`);
      return {
        laws,
        broken: laws.flatMap(({ number, law, rows }) => (rows.length > 0 ? [{ number, law, rows }] : [])),
        transactions: (counted as { rows: { count: number }[] }).rows[0]!.count,
        tookMs: Math.round(clock() - start),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

type Row = Record<string, unknown>;
interface ChainRow {
  readonly law: number;
  readonly row: Row;
}

const rowsOf = async <Found>(db: Ctx["db"], query: SQL): Promise<Found[]> =>
  ((await db.execute(query)) as { rows: Found[] }).rows;

/** Law 12: recomputes the seals, up to the first one that is broken. */
async function brokenSeals(db: Ctx["db"]): Promise<Record<string, unknown>[]> {
  let after = 0;
  for (;;) {
    const { fault, next } = await checkSeals({ db }, sealedLedger, after);
    if (fault !== null) return [{ seal: fault.seal, transactionNumber: fault.entryId, problem: fault.kind }];
    if (next === null) return [];
    after = next;
  }
}

/** Checks every law, and stores what was found. */
export async function verifyLedger(ctx: Ctx, added: readonly LedgerLaw[]): Promise<Output<typeof ledgerProof.verify>> {
  const { laws, broken, transactions, tookMs } = await checkLaws(ctx.db, added);
  const proof = {
    id: newId(ctx),
    at: ctx.now,
    actorId: ctx.actor?.userId ?? null,
    tookMs,
    transactions,
    broken: [...broken],
  };
  await inTransaction(ctx, async (inner) => {
    await inner.db.insert(proofs).values(proof);
    if (inner.actor !== null) await recordAudit(inner, [entryOf(broken)]);
  });
  return {
    proof,
    laws: laws.map(({ rows, ...law }) => ({ ...law, isBroken: rows.length > 0 })),
  };
}

const entryOf = (broken: readonly BrokenLaw[]) => ({
  action: "verify",
  resource: "ledger",
  resourceId: "*",
  changes: { broken: { before: null, after: broken.map(({ number }) => number).join(", ") || null } },
});

/** The latest proofs, newest first. */
export async function listProofs(ctx: Ctx): Promise<Output<typeof ledgerProof.proofs>> {
  return { rows: await ctx.db.select().from(proofs).orderBy(desc(proofs.at), desc(proofs.id)).limit(50) };
}
