import { type SQL, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import type { Db } from "#api/db.ts";
import type { Log } from "#api/ports.ts";
import { isTransactionAborted, sqlStateOf } from "#api/sqlState.ts";
import { runLast } from "#api/statements.ts";

/**
 * The advisory locks, in the order in which transactions wait for them (docs/decisions/0054). They come before rows: no
 * transaction waits for one while holding a row, so no two transactions wait for each other.
 */
const lockNumbers = {
  /** The rights of users. */
  rights: 7_201_503,
  /** The shape of the category tree. */
  categoryTree: 7_201_517,
  /** The parents of retailers. */
  retailerChains: 7_019_001,
  /** Jobs that handle certificates that started or ended. */
  certificateSweeps: 7_020_001,
  /** Promotions: shared to activate assignments, exclusive to pause them. */
  cascades: 6_094_129,
} as const;

export type LockName = keyof typeof lockNumbers;
export type LockMode = "shared" | "exclusive";
type Locks = Map<LockName, LockMode>;

/** The parts of a service's context that a transaction needs. */
type TransactionContext = {
  readonly db: Db;
  readonly log: Log;
  readonly requestId: string;
  readonly call?: CallProgress;
  readonly transaction?: OpenTransaction;
  readonly isPreview?: true;
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
};

/** An open transaction. */
export type OpenTransaction = { readonly held: Locks };

/** What a call has written so far, and whether its caller still waits. */
export type CallProgress = {
  /** The caller was answered: nothing more may be committed. */
  isGivenUp: boolean;
  /** Transactions that were started, that are committing now, and that were committed. */
  begun: number;
  committing: number;
  committed: number;
};

export const startCall = (): CallProgress => ({ isGivenUp: false, begun: 0, committing: 0, committed: 0 });

/**
 * Takes a lock until the caller's transaction ends. If another transaction holds it, this one is rolled back and run
 * again, and waits for the lock before it does anything else.
 */
export async function takeLock(ctx: TransactionContext, name: LockName, mode: LockMode = "exclusive"): Promise<void> {
  if (ctx.transaction === undefined) throw new Error(`the lock ${name} was asked for outside of a transaction`);
  const { held } = ctx.transaction;
  // A preview is rolled back, and must not delay the changes that wait for this lock.
  if (ctx.isPreview || covers(held.get(name), mode)) return;
  const take = sql.raw(mode === "shared" ? "pg_try_advisory_xact_lock_shared" : "pg_try_advisory_xact_lock");
  const result = await ctx.db.execute(sql`select ${take}(${lockNumbers[name]}::bigint) as "isTaken"`);
  if (!(result as { rows: { isTaken: boolean }[] }).rows[0]!.isTaken) throw new LockTaken(name, mode);
  held.set(name, mode);
}

const covers = (held: LockMode | undefined, wanted: LockMode) => held === "exclusive" || held === wanted;

class LockTaken extends Error {
  readonly lock: LockName;
  readonly mode: LockMode;
  constructor(lock: LockName, mode: LockMode) {
    super(`another transaction has the lock ${lock}`);
    this.lock = lock;
    this.mode = mode;
  }
}

/**
 * Rolls the transaction back, does something in a transaction of its own, and runs the first one again: for what would
 * wait for locks that the first one holds. An error of `between` ends both.
 */
export class RunAgainAfter extends Error {
  readonly between: (ctx: { readonly db: TransactionContext["db"] }) => Promise<unknown>;
  constructor(between: RunAgainAfter["between"]) {
    super("to be run again");
    this.between = between;
  }
}

/** Rolls the transaction back, does something in a transaction of its own, and refuses: for what a refusal must leave behind. */
export class RefuseAfter extends Error {
  readonly between: RunAgainAfter["between"];
  readonly refusal: Error;
  constructor(between: RunAgainAfter["between"], refusal: Error) {
    super("to be refused");
    this.between = between;
    this.refusal = refusal;
  }
}

/** The `last` statement, if there is one, is made of the result, and sent together with the `commit` where that is possible. */
type Work<Ctx, Result> = {
  readonly work: (inner: Ctx) => Promise<Result>;
  readonly last?: (inner: Ctx, result: Result) => SQL | null;
};

/** Implements `inTransaction`. Inside another transaction it is a savepoint of that one. */
export async function runTransaction<Ctx extends TransactionContext, Result>(
  ctx: Ctx,
  all: Work<Ctx, Result>,
): Promise<Result> {
  if (ctx.transaction !== undefined) return runSavepoint(ctx, ctx.transaction, all);
  const first: Locks = new Map();
  let again = 0;
  for (let attempt = 1; ; ) {
    try {
      return await runOnce(ctx, first, all);
    } catch (error) {
      if (error instanceof RefuseAfter) {
        await runTransaction(ctx, { work: error.between });
        throw error.refusal;
      }
      if (error instanceof RunAgainAfter) {
        if (again++ === runsAgainMax) throw commonRefusals.retry_later({ retryAfterSeconds: 1 });
        await runTransaction(ctx, { work: error.between });
        continue;
      }
      if (error instanceof LockTaken) {
        if (covers(first.get(error.lock), error.mode)) throw error;
        first.set(error.lock, error.mode);
        continue;
      }
      if (!isTransactionAborted(error)) throw error;
      ctx.log.warn("transaction aborted", { requestId: ctx.requestId, attempt, state: sqlStateOf(error) });
      if (attempt === attemptsMax || ctx.call?.isGivenUp) throw commonRefusals.retry_later({ retryAfterSeconds: 1 });
      await pauseAfter(attempt++);
    }
  }
}

async function runSavepoint<Ctx extends TransactionContext, Result>(
  ctx: Ctx,
  outer: OpenTransaction,
  { work, last }: Work<Ctx, Result>,
): Promise<Result> {
  // A rollback to the savepoint releases the locks that were taken after it.
  const held: Locks = new Map(outer.held);
  const result = await ctx.db.transaction(async (db) => {
    const inner: Ctx = { ...ctx, db, transaction: { held } };
    const answer = await work(inner);
    const query = last?.(inner, answer);
    if (query) await db.execute(query);
    return answer;
  });
  for (const [name, mode] of held) outer.held.set(name, mode);
  return result;
}

async function runOnce<Ctx extends TransactionContext, Result>(
  ctx: Ctx,
  first: Locks,
  { work, last }: Work<Ctx, Result>,
): Promise<Result> {
  const { call } = ctx;
  requireWaiting(call);
  if (call) call.begun++;
  let isCommitting = false;
  try {
    const result = await ctx.db.transaction(async (db) => {
      const inner: Ctx = { ...ctx, db, transaction: { held: new Map(first) } };
      await waitForLocks(inner, first);
      const answer = await work(inner);
      requireWaiting(call);
      isCommitting = true;
      if (call) call.committing++;
      const query = last?.(inner, answer);
      if (query) await runLast(db, query);
      return answer;
    });
    if (call) call.committed++;
    return result;
  } catch (error) {
    // The connection was lost during the commit, so it may have succeeded.
    if (isCommitting && call && ctx.isDatabaseUnavailable(error)) call.committed++;
    throw error;
  } finally {
    if (isCommitting && call) call.committing--;
  }
}

/** Throws if the caller has already received the response that nothing changed. */
function requireWaiting(call: CallProgress | undefined): void {
  if (call?.isGivenUp) throw commonRefusals.retry_later({ retryAfterSeconds: 1 });
}

const lockOrder = Object.keys(lockNumbers) as LockName[];

async function waitForLocks(ctx: TransactionContext, locks: Locks): Promise<void> {
  for (const name of lockOrder.filter((each) => locks.has(each))) {
    const wait = sql.raw(locks.get(name) === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
    await ctx.db.execute(sql`select ${wait}(${lockNumbers[name]}::bigint)`);
  }
}

const attemptsMax = 5;
/** Each time another call may have taken what was made free. */
const runsAgainMax = 20;
const pauseMs = 10;

/** Twice as long after each attempt, and of random length, so that transactions that collided do not collide again. */
const pauseAfter = (attempt: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt * (0.5 + Math.random())));
