import { type SQL, sql } from "drizzle-orm";
import { addMs, type Instant, minuteMs, secondMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Jobs } from "#api/ports.ts";
import { rootReason } from "#api/rootReason.ts";

/**
 * How many jobs of a lane a process runs at once. Lanes do not wait for each other: a password email does not wait for
 * an import of one hour (docs/decisions/0057).
 */
export const lanes = {
  /** Emails that users wait for: passwords, invitations, confirmations, security. */
  interactive: 2,
  /** Emails about changes to records. */
  notices: 1,
  /** Scheduled work: expiry checks, reminders, cleanup. */
  recurring: 1,
  /** Changes to many records. */
  bulk: 1,
  /** Files of many rows, and lists as files. */
  imports: 1,
  exports: 1,
  webhooks: 1,
} as const;

export type Lane = keyof typeof lanes;

/**
 * Work that a call starts and does not wait for. Handlers may run twice (a process may die), so they must be
 * idempotent.
 */
export type JobHandler = {
  readonly kind: string;
  readonly lane: Lane;
  readonly run: (ctx: Ctx, payload: Readonly<Record<string, unknown>>) => Promise<JobEnd>;
  /**
   * Runs repeatedly, this long after each run, or right after the other due jobs if it answers `again`. One row for all
   * processes; it never uses up its attempts.
   */
  readonly everyMs?: number;
};

// Most handlers return nothing.
type JobEnd = "again" | "done" | void;

export const attemptsMax = 5;
const leaseMs = minuteMs;
const tickMs = 5 * secondMs;

type JobRow = { id: string; kind: string; payload: Record<string, unknown>; attempts: number };

/** Queues a job in the caller's transaction: it runs only if that commits, and not before `runAt`. */
export async function enqueueJob(
  ctx: Ctx,
  kind: string,
  payload: Readonly<Record<string, unknown>>,
  runAt: Instant = ctx.now,
): Promise<void> {
  await ctx.db.execute(sql`
    insert into jobs (kind, payload, run_at, created_at)
    values (${kind}, ${JSON.stringify(payload)}::jsonb, ${runAt}::timestamptz, ${ctx.now}::timestamptz)`);
}

/** Queues one job of this kind for `runAt`, unless one is already waiting. This is how recurring work continues. */
export async function enqueueOnce(ctx: Ctx, kind: string, runAt: Instant): Promise<void> {
  await ctx.db.execute(sql`
    insert into jobs (kind, payload, run_at, created_at)
    select ${kind}::text, '{}', ${runAt}::timestamptz, ${ctx.now}::timestamptz
     where not exists (select 1 from jobs where kind = ${kind}::text and attempts < ${attemptsMax})`);
}

/**
 * Changes the payload of the jobs of this kind that the caller's transaction has queued so far. `payload` is an SQL
 * expression over the current one.
 */
export async function amendQueuedJobs(ctx: Ctx, kind: string, payload: SQL): Promise<void> {
  await ctx.db.execute(sql`
    update jobs
       set payload = ${payload}
     where kind = ${kind} and created_at = ${ctx.now}::timestamptz and xmin = pg_current_xact_id()::xid`);
}

/** Cancels the jobs of this kind that are about a user, in the caller's transaction. */
export async function cancelJobsOf(ctx: Ctx, kind: string, userId: string): Promise<void> {
  await ctx.db.execute(sql`delete from jobs where kind = ${kind} and payload ->> 'userId' = ${userId}`);
}

export type Worker = Jobs & {
  /** Resolves when nothing is running. */
  readonly drained: () => Promise<void>;
  /**
   * Finishes the running jobs and starts no more. Waits for them `waitMaxMs` at most, by default until they end.
   * Another worker repeats an interrupted job.
   */
  readonly stop: (waitMaxMs?: number) => Promise<void>;
};

/**
 * Runs due jobs in each lane, up to its limit, in this process and in every other that shares the database. A row is
 * claimed with a lease, so two workers never run the same job, and a dead worker's job is taken over when its lease
 * ends.
 */
export function startWorker(handlers: readonly JobHandler[], systemContext: () => Ctx): Worker {
  let isStopped = false;
  let planted: Promise<void> | null = null;
  // Not at the start, as the database may be unavailable for a moment.
  const plantOnce = () =>
    (planted ??= plantRecurring(handlers, systemContext()).catch((error: unknown) => {
      planted = null;
      throw error;
    }));
  const runnersOf = (lane: Lane) => {
    const own = new Map(handlers.filter((handler) => handler.lane === lane).map((handler) => [handler.kind, handler]));
    if (own.size === 0) return [];
    const next = async () => {
      await plantOnce();
      return !isStopped && runNext(own, systemContext);
    };
    return Array.from({ length: lanes[lane] }, () => startRunner({ next, wakeAll: () => wake(), systemContext }));
  };
  const runners = (Object.keys(lanes) as Lane[]).flatMap(runnersOf);
  const wake = (): void => {
    if (!isStopped) for (const runner of runners) runner.wake();
  };
  const drained = async () => {
    const running = () => runners.flatMap((runner) => runner.running() ?? []);
    for (let work = running(); work.length > 0; work = running()) await Promise.all(work);
  };
  const timer = setInterval(wake, tickMs);
  return {
    wake,
    drained,
    stop: async (waitMaxMs) => {
      isStopped = true;
      clearInterval(timer);
      let patience: ReturnType<typeof setTimeout> | undefined;
      const isLate = new Promise<void>((late) => {
        if (waitMaxMs !== undefined) patience = setTimeout(late, waitMaxMs);
      });
      await Promise.race([drained(), isLate]);
      clearTimeout(patience);
    },
  };
}

type Runner = { readonly wake: () => void; readonly running: () => Promise<void> | null };

/**
 * Runs what `next` finds until it returns false. If anything ran, it wakes all runners, as more work may have been
 * queued for them.
 */
function startRunner({
  next,
  wakeAll,
  systemContext,
}: {
  readonly next: () => Promise<boolean>;
  readonly wakeAll: () => void;
  readonly systemContext: () => Ctx;
}): Runner {
  let isRequested = false;
  let running: Promise<void> | null = null;
  const drain = async () => {
    do {
      // Reset before looking: a job queued from now on triggers another pass and does not wait for the next tick.
      isRequested = false;
      let hasRun = false;
      while (await next()) hasRun = true;
      if (hasRun) wakeAll();
    } while (isRequested);
  };
  const wake = () => {
    isRequested = true;
    running ??= drain()
      .catch((error: unknown) => {
        isRequested = false;
        systemContext().log.warn("jobs paused", { reason: rootReason(error) });
      })
      .finally(() => {
        running = null;
        if (isRequested) wake();
      });
  };
  return { wake, running: () => running };
}

// An arbitrary number that nothing else in this database locks.
const plantLock = 6_094_131;

/**
 * Ensures that each recurring kind has one row, due within its interval: a process with a wrong clock may have set it
 * hours ahead, and two processes that started together may have created two. Also corrects leases that end too late.
 */
export async function plantRecurring(handlers: readonly JobHandler[], ctx: Ctx): Promise<void> {
  const recurring = handlers.flatMap(({ kind, everyMs }) =>
    everyMs === undefined ? [] : [{ kind, latest: addMs(ctx.now, everyMs) }],
  );
  if (recurring.length === 0) return;
  const planned = sql`
    jsonb_to_recordset(${JSON.stringify(recurring)}::jsonb) as planned (kind text, latest timestamptz)`;
  await inTransaction(ctx, async ({ db, now }) => {
    await db.execute(sql`select pg_advisory_xact_lock(${plantLock})`);
    await db.execute(sql`
      delete from jobs
       using jobs as first, ${planned}
       where jobs.kind = planned.kind and first.kind = planned.kind and first.id < jobs.id`);
    await db.execute(sql`
      update jobs set run_at = planned.latest
        from ${planned}
       where jobs.kind = planned.kind and jobs.run_at > planned.latest`);
    const lease = sql`${addMs(now, leaseMs)}::timestamptz`;
    await db.execute(sql`update jobs set leased_until = ${lease} where leased_until > ${lease}`);
    await db.execute(sql`
      insert into jobs (kind, payload, run_at, created_at)
      select planned.kind, '{}', ${now}::timestamptz, ${now}::timestamptz
        from ${planned}
       where not exists (select 1 from jobs where jobs.kind = planned.kind)`);
  });
}

type Rerun = { readonly everyMs: number; readonly hasFailed: boolean };

/** The last error stays until a run ends well, for an administrator to read. */
async function runAgain(ctx: Ctx, job: JobRow, { everyMs, hasFailed }: Rerun): Promise<void> {
  await ctx.db.execute(sql`
    update jobs
       set attempts = 0, leased_until = null, run_at = ${addMs(ctx.now, everyMs)}::timestamptz,
           finished_at = ${ctx.now}::timestamptz, last_error = case when ${hasFailed}::bool then last_error end
     where ${isStillOurs(job)}`);
}

/** Answers false when nothing was due. */
async function runNext(handlers: ReadonlyMap<string, JobHandler>, systemContext: () => Ctx): Promise<boolean> {
  const job = await claim(systemContext(), [...handlers.keys()]);
  if (job === null) return false;
  const keepAlive = setInterval(() => void extendLease(systemContext(), job).catch(() => {}), leaseMs / 3);
  try {
    const { run, everyMs } = handlers.get(job.kind)!;
    const end = await run(systemContext(), job.payload);
    if (everyMs === undefined) await systemContext().db.execute(sql`delete from jobs where ${isStillOurs(job)}`);
    else await runAgain(systemContext(), job, { everyMs: end === "again" ? 0 : everyMs, hasFailed: false });
  } catch (error) {
    const { everyMs } = handlers.get(job.kind)!;
    await postpone(systemContext(), job, error);
    if (everyMs !== undefined && job.attempts >= attemptsMax)
      await runAgain(systemContext(), job, { everyMs, hasFailed: true });
  } finally {
    clearInterval(keepAlive);
    systemContext().live.wake();
  }
  return true;
}

/** Only of kinds that this process knows: jobs of a newer build that is starting are left to it. */
async function claim(ctx: Ctx, kinds: readonly string[]): Promise<JobRow | null> {
  const result = await ctx.db.execute(sql`
    update jobs
       set attempts = attempts + 1, leased_until = ${addMs(ctx.now, leaseMs)}::timestamptz,
           started_at = ${ctx.now}::timestamptz
     where id = (
       select id
         from jobs
        where run_at <= ${ctx.now}::timestamptz and attempts < ${attemptsMax}
          and (leased_until is null or leased_until < ${ctx.now}::timestamptz)
          and kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
        order by run_at, id
        limit 1
          for update skip locked)
    returning id::text, kind, payload, attempts`);
  return (result as { rows: JobRow[] }).rows[0] ?? null;
}

/** Taking over a job counts as an attempt. A worker that was thought dead but is not must no longer touch the job. */
const isStillOurs = (job: JobRow) => sql`id = ${job.id}::bigint and attempts = ${job.attempts}`;

async function extendLease(ctx: Ctx, job: JobRow) {
  await ctx.db.execute(
    sql`update jobs set leased_until = ${addMs(ctx.now, leaseMs)}::timestamptz where ${isStillOurs(job)}`,
  );
}

/** Retried after 2, 4, 8 … seconds. A job that used up its attempts stays in the table for an administrator to read. */
async function postpone(ctx: Ctx, job: JobRow, error: unknown) {
  ctx.log.error("job failed", { kind: job.kind, attempts: job.attempts, error: String(error) });
  await ctx.db.execute(sql`
    update jobs
       set leased_until = null, last_error = ${String(error).replaceAll("\0", "").slice(0, 2000)},
           run_at = ${addMs(ctx.now, 2 ** job.attempts * secondMs)}::timestamptz
     where ${isStillOurs(job)}`);
}
