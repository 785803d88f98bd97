import { sql } from "drizzle-orm";
import { attemptsMax } from "#api/jobs.ts";
import { type RunSource, runRow } from "#api/runSource.ts";

/**
 * The queue itself: emails, checks, cleanup. Runs that areas list themselves are left out, and so is a job that ended
 * well, which has no row.
 */
export const scheduledRuns: RunSource = {
  kind: "scheduled",
  rows: ({ now }) =>
    runRow("scheduled", {
      id: sql`id`,
      area: sql`split_part(kind, '.', 1)`,
      detail: sql`split_part(kind, '.', 2)`,
      ownerId: sql`null`,
      state: sql`case when leased_until > ${now}::timestamptz then 'running'
                      when attempts >= ${attemptsMax}::int or (attempts = 0 and last_error is not null) then 'failed'
                      when attempts = 0 and finished_at is not null then 'done'
                      else 'waiting' end`,
      notice: sql`left(last_error, 200)`,
      processed: sql`null`,
      total: sql`null`,
      createdAt: sql`coalesce(started_at, created_at)`,
      finishedAt: sql`finished_at`,
      nextAt: sql`case when attempts < ${attemptsMax}::int then run_at end`,
      from: sql`jobs where split_part(kind, '.', 1) <> all('{imports,bulk}') and kind <> 'exports.prepare'`,
    }),
  retry: async (ctx, id) => {
    const result = await ctx.db.execute(sql`
      update jobs
         set attempts = 0, last_error = null, leased_until = null, run_at = ${ctx.now}::timestamptz
       where id::text = ${id} and last_error is not null and (attempts = 0 or attempts >= ${attemptsMax}::int)
         and (leased_until is null or leased_until < ${ctx.now}::timestamptz)
      returning id`);
    return (result as { rows: unknown[] }).rows.length > 0;
  },
};
