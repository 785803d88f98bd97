import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { addMs, hourMs, minuteMs, secondMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob, enqueueOnce, type JobHandler, type Lane, lanes, startWorker, type Worker } from "#api/jobs.ts";
import { openTestDatabase, type TestDatabase } from "#api/testing/testDatabase.ts";

let database: TestDatabase;
let now: string;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  now = "2026-11-20T09:00:00.000Z";
  await database.db.execute(sql`truncate jobs`);
});

const log = { info: () => {}, warn: () => {}, error: () => {} };
const context = () => ({ db: database.db, now, log, live: { wake: () => {} } }) as unknown as Ctx;
const count = (name: string, lane: Lane = "bulk"): JobHandler & { ran: unknown[] } => {
  const ran: unknown[] = [];
  return { kind: name, lane, ran, run: async (_ctx, { number }) => void ran.push(number) };
};
const stored = async () => {
  const result = await database.db.execute(sql`select attempts, last_error from jobs order by id`);
  return (result as { rows: { attempts: number; last_error: string | null }[] }).rows;
};

async function runDue(...workers: Worker[]) {
  for (const worker of workers) worker.wake();
  await Promise.all(workers.map((worker) => worker.drained()));
}

async function withWorkers(
  handlers: readonly JobHandler[],
  workers: number,
  work: (workers: Worker[]) => Promise<void>,
) {
  const started = Array.from({ length: workers }, () => startWorker(handlers, context));
  try {
    await work(started);
  } finally {
    await Promise.all(started.map((worker) => worker.stop()));
  }
}

test("a job runs when the transaction that queued it commits, and never when it does not", async () => {
  const tally = count("tally");
  await withWorkers([tally], 1, async ([worker]) => {
    await inTransaction(context(), (inner) => enqueueJob(inner, "tally", { number: 1 }));
    await inTransaction(context(), async (inner) => {
      await enqueueJob(inner, "tally", { number: 2 });
      throw new Error("turned back");
    }).catch(() => {});
    await runDue(worker!);
    expect(tally.ran).toEqual([1]);
    expect(await stored()).toEqual([]);
  });
});

test("jobs run in the order in which they became due, and not before", async () => {
  const tally = count("tally");
  await withWorkers([tally], 1, async ([worker]) => {
    for (const number of [1, 2, 3]) await enqueueJob(context(), "tally", { number });
    await enqueueOnce(context(), "tally", addMs(now, minuteMs));
    await enqueueOnce(context(), "later", addMs(now, minuteMs));
    await runDue(worker!);
    expect(tally.ran).toEqual([1, 2, 3]);
  });
});

test.runIf(inject("testDatabase").engine === "postgres")(
  "two workers share the work and never run one job twice",
  async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    const ran: number[] = [];
    const slow: JobHandler = {
      kind: "slow",
      lane: "bulk",
      run: async (_ctx, { number }) => {
        mostAtOnce = Math.max(mostAtOnce, ++atOnce);
        await new Promise((resolve) => setTimeout(resolve, 5));
        atOnce--;
        ran.push(number as number);
      },
    };
    for (let number = 0; number < 40; number++) await enqueueJob(context(), "slow", { number });
    await withWorkers([slow], 2, (workers) => runDue(...workers));
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, number) => number));
    expect(mostAtOnce).toBe(2);
  },
);

test("a dead worker's job is taken over when its lease ends, and whatever the dead worker does after that is ignored", async () => {
  const ends: (() => void)[] = [];
  const hanging: JobHandler = {
    kind: "hanging",
    lane: "bulk",
    run: () => new Promise<void>((resolve) => void ends.push(resolve)),
  };
  await enqueueJob(context(), "hanging", {});
  await withWorkers([hanging], 2, async ([first, second]) => {
    first!.wake();
    await expect.poll(() => ends.length).toBe(1);
    now = addMs(now, minuteMs);
    await runDue(second!);
    expect(ends).toHaveLength(1);
    now = addMs(now, 1);
    second!.wake();
    await expect.poll(() => ends.length).toBe(2);
    // The first was only slow. It must not take the job away from the second, which may still fail.
    ends[0]!();
    await first!.drained();
    expect(await stored()).toMatchObject([{ attempts: 2 }]);
    ends[1]!();
    await second!.drained();
    expect(await stored()).toEqual([]);
  });
});

test("a job that fails is retried after 2, 4, 8 and 16 seconds, then stays for an administrator to read", async () => {
  const attempts: string[] = [];
  const failing: JobHandler = {
    kind: "failing",
    lane: "bulk",
    run: async () => {
      attempts.push(now);
      throw new Error("the printer\0 is out of paper");
    },
  };
  const start = now;
  await enqueueJob(context(), "failing", {});
  await withWorkers([failing], 1, async ([worker]) => {
    for (let second = 0; second <= 120; second++) {
      now = addMs(start, second * secondMs);
      await runDue(worker!);
    }
  });
  expect(attempts).toEqual([0, 2, 6, 14, 30].map((second) => addMs(start, second * secondMs)));
  expect(await stored()).toEqual([{ attempts: 5, last_error: "Error: the printer is out of paper" }]);
});

test("a failing job does not delay others", async () => {
  const tally = count("tally");
  const failing: JobHandler = { kind: "failing", lane: "bulk", run: () => Promise.reject(new Error("no")) };
  await enqueueJob(context(), "failing", {});
  await enqueueJob(context(), "tally", { number: 7 });
  await withWorkers([tally, failing], 1, ([worker]) => runDue(worker!));
  expect(tally.ran).toEqual([7]);
});

test("a kind of job that this build does not know is left to a build that does", async () => {
  await enqueueJob(context(), "of tomorrow", {});
  await withWorkers([count("tally")], 1, ([worker]) => runDue(worker!));
  expect(await stored()).toEqual([{ attempts: 0, last_error: null }]);
});

test("a wake-up that comes while the last job ends is not lost", async () => {
  const tally = count("tally");
  await withWorkers([tally], 1, async ([worker]) => {
    for (let number = 0; number < 30; number++) {
      await enqueueJob(context(), "tally", { number });
      worker!.wake();
    }
    await worker!.drained();
    expect(tally.ran).toHaveLength(30);
  });
});

test("a stopped worker waits no longer than allowed, and leaves the job to the next one", async () => {
  let end = () => {};
  const hanging: JobHandler = {
    kind: "hanging",
    lane: "bulk",
    run: () => new Promise<void>((resolve) => (end = resolve)),
  };
  await enqueueJob(context(), "hanging", { number: 7 });
  const worker = startWorker([hanging], context);
  worker.wake();
  await expect.poll(stored).toMatchObject([{ attempts: 1 }]);
  await worker.stop(1);
  now = addMs(now, minuteMs + 1);
  const next = count("hanging");
  await withWorkers([next], 1, async ([second]) => runDue(second!));
  end();
  await worker.drained();
  expect([next.ran, await stored()]).toEqual([[7], []]);
});

test("a stopped worker finishes the current job and starts no other", async () => {
  const ends: (() => void)[] = [];
  const hanging: JobHandler = {
    kind: "hanging",
    lane: "bulk",
    run: () => new Promise<void>((resolve) => void ends.push(resolve)),
  };
  for (let number = 0; number < 2; number++) await enqueueJob(context(), "hanging", {});
  const worker = startWorker([hanging], context);
  worker.wake();
  await expect.poll(() => ends.length).toBe(1);
  const stopped = worker.stop();
  ends[0]!();
  await stopped;
  expect(await stored()).toMatchObject([{ attempts: 0 }]);
});

test("a recurring job is created once for all processes, runs again after its interval, and survives its failures", async () => {
  let isFailing = false;
  let ran = 0;
  const recurring: JobHandler = {
    kind: "recurring",
    lane: "bulk",
    everyMs: minuteMs,
    run: async () => {
      ran++;
      if (isFailing) throw new Error("not today");
    },
  };
  await withWorkers([recurring], 2, async ([first, second]) => {
    await runDue(first!);
    await runDue(second!);
    expect(ran).toBe(1);
    now = addMs(now, minuteMs - 1);
    await runDue(first!, second!);
    expect(ran).toBe(1);
    now = addMs(now, 1);
    await runDue(first!, second!);
    expect(ran).toBe(2);
    isFailing = true;
    for (let turn = 0; turn < 12; turn++) {
      now = addMs(now, minuteMs);
      await runDue(first!);
    }
    expect(ran).toBe(14);
    isFailing = false;
    now = addMs(now, minuteMs);
    await runDue(first!);
    expect(ran).toBe(15);
    expect(await stored()).toHaveLength(1);
  });
});

test("a long job does not delay jobs of another lane", async () => {
  let end = () => {};
  const long: JobHandler = {
    kind: "long",
    lane: "bulk",
    run: () => new Promise<void>((resolve) => (end = resolve)),
  };
  const email = count("email", "interactive");
  await enqueueJob(context(), "long", {});
  await withWorkers([long, email], 1, async ([worker]) => {
    worker!.wake();
    await expect.poll(stored).toMatchObject([{ attempts: 1 }]);
    await enqueueJob(context(), "email", { number: 1 });
    worker!.wake();
    await expect.poll(() => email.ran).toEqual([1]);
    end();
    await worker!.drained();
  });
});

test("a lane runs as many jobs at once as its limit, and no more", async () => {
  let atOnce = 0;
  const ends: (() => void)[] = [];
  const email: JobHandler = {
    kind: "email",
    lane: "interactive",
    run: () => {
      atOnce++;
      return new Promise<void>((resolve) => void ends.push(resolve)).then(() => void atOnce--);
    },
  };
  for (let number = 0; number < lanes.interactive + 1; number++) await enqueueJob(context(), "email", {});
  await withWorkers([email], 1, async ([worker]) => {
    worker!.wake();
    await expect.poll(() => ends.length).toBe(lanes.interactive);
    expect(atOnce).toBe(lanes.interactive);
    ends[0]!();
    await expect.poll(() => ends.length).toBe(lanes.interactive + 1);
    expect(atOnce).toBe(lanes.interactive);
    for (const end of ends) end();
    await worker!.drained();
  });
});

test("a job queued from another lane runs before the worker becomes idle", async () => {
  const email = count("email", "interactive");
  const sweep: JobHandler = {
    kind: "sweep",
    lane: "recurring",
    run: (ctx) => enqueueJob(ctx, "email", { number: 1 }),
  };
  await enqueueJob(context(), "sweep", {});
  await withWorkers([sweep, email], 1, ([worker]) => runDue(worker!));
  expect(email.ran).toEqual([1]);
});

test("a start corrects jobs and leases that a wrong clock set hours ahead", async () => {
  const recurring: JobHandler = { kind: "recurring", lane: "recurring", everyMs: minuteMs, run: async () => {} };
  const right = now;
  now = addMs(right, 2 * hourMs);
  await enqueueJob(context(), "once", {}, now);
  await withWorkers([recurring], 1, ([worker]) => runDue(worker!));
  await database.db.execute(sql`
    update jobs set leased_until = ${addMs(now, minuteMs)}::timestamptz where kind = 'recurring'`);
  now = right;
  const times = async () => {
    const result = await database.db.execute(sql`select kind, run_at, leased_until from jobs order by id`);
    return (result as { rows: { kind: string; run_at: string; leased_until: string | null }[] }).rows.map((row) => ({
      kind: row.kind,
      inMs: Date.parse(row.run_at) - Date.parse(right),
      leasedMs: row.leased_until === null ? null : Date.parse(row.leased_until) - Date.parse(right),
    }));
  };
  await withWorkers([recurring], 1, ([worker]) => runDue(worker!));
  // The time of a job that runs once stays unchanged: its due time is unknown.
  expect(await times()).toEqual([
    { kind: "once", inMs: 2 * hourMs, leasedMs: null },
    { kind: "recurring", inMs: minuteMs, leasedMs: minuteMs },
  ]);
});

test("if two processes create the same recurring job, only one row remains", async () => {
  const recurring = { ...count("recurring", "recurring"), everyMs: minuteMs };
  for (let number = 0; number < 3; number++) await enqueueJob(context(), "recurring", { number });
  await withWorkers([recurring], 2, (workers) => runDue(...workers));
  expect([recurring.ran, (await stored()).length]).toEqual([[0], 1]);
});
