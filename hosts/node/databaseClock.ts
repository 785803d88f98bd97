import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import type { Log } from "#api/ports.ts";
import { type Instant, secondMs } from "#base/time.ts";

export type DatabaseClock = { readonly now: () => Instant; readonly stop: () => void };

const everyMs = 10 * secondMs;
/** Two measurements that differ by less count as equal. */
const toleranceMs = 50;
/** From this difference on, the log asks for the machine's clock to be set. */
const warnMs = 2 * secondMs;

/**
 * The database's time, shared by every process that uses it. The machine's clock is not used: it may be hours off, and
 * what one process wrote would be late or early for the others (docs/decisions/0057). Between two measurements runs the
 * process's timer, which cannot be set.
 */
export async function openDatabaseClock(db: Db, log: Log): Promise<DatabaseClock> {
  let aheadMs = await measure(db);
  const differenceMs = Math.round(aheadMs.value + performance.now() - Date.now());
  if (Math.abs(differenceMs) > warnMs) log.warn("clock of this machine differs from the database", { differenceMs });
  const measureAgain = async () => {
    try {
      const measured = await measure(db);
      // A slow response makes the measurement uncertain.
      if (Math.abs(measured.value - aheadMs.value) > measured.uncertainty + toleranceMs) aheadMs = measured;
    } catch (error) {
      log.warn("time of the database not read", { error: String(error) });
    }
  };
  const timer = setInterval(() => void measureAgain(), everyMs);
  timer.unref();
  return {
    now: () => new Date(aheadMs.value + performance.now()).toISOString(),
    stop: () => clearInterval(timer),
  };
}

/** How far the database's clock is ahead of this process's timer, in milliseconds. */
async function measure(db: Db): Promise<{ value: number; uncertainty: number }> {
  const requestedAt = performance.now();
  const result = await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
  const answeredAt = performance.now();
  const { ms } = (result as { rows: { ms: number }[] }).rows[0]!;
  return { value: ms - (requestedAt + answeredAt) / 2, uncertainty: (answeredAt - requestedAt) / 2 };
}
