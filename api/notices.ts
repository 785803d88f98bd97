import { type SQL, sql } from "drizzle-orm";
import { addMs, type Instant, minuteMs, secondMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { JobHandler } from "#api/jobs.ts";
import type { Email } from "#api/ports.ts";

/**
 * Notices to one address about one record are collected for this long. One email reports the final state, and none is
 * sent if nothing changed in the end (docs/decisions/0059). Emails about passwords and accounts are never collected.
 */
export const noticeWindowMs = 5 * minuteMs;

const everyMs = 30 * secondMs;
const atOnce = 100;
const attemptsMax = 5;

/** A notice to an address. `about` is the record, or another subject that gets its own email. */
export type Notice<Facts> = {
  readonly address: string;
  readonly about: string;
  readonly facts: Facts;
  /** The end of the recipient’s quiet hours. */
  readonly notBefore?: Instant;
};

/** Stores notices in the caller's transaction, with one statement. */
export async function collectNotices<Facts>(ctx: Ctx, kind: string, notices: readonly Notice<Facts>[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ address, ...notice }) => ({ ...notice, address: address.toLowerCase() }));
  await collectNoticesFrom(
    ctx,
    kind,
    sql`select address, about, facts, "notBefore" as not_before
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               as notice (address text, about text, facts jsonb, "notBefore" timestamptz)`,
  );
}

/**
 * The same of notices that the database puts together: `rows` selects their `address`, in lower case, `about`, `facts`
 * and `not_before`, which may be null. Answers how many there are.
 */
export async function collectNoticesFrom(ctx: Ctx, kind: string, rows: SQL): Promise<number> {
  const result = await ctx.db.execute(sql`
    with collected as (
      insert into collected_notices (kind, address, about, facts, created_at, due_at)
      select ${kind}::text, address, about, facts, ${ctx.now}::timestamptz,
             greatest(${addMs(ctx.now, noticeWindowMs)}::timestamptz, not_before)
        from (${rows}) as notice
      returning 1)
    select count(*)::int as count from collected`);
  return (result as { rows: { count: number }[] }).rows[0]!.count;
}

type Compose<Facts> = (ctx: Ctx, facts: readonly Facts[]) => Email | null | Promise<Email | null>;

/**
 * The job that sends collected notices of one kind. `compose` gets all facts about one subject for one address, oldest
 * first, and returns null if there is nothing to send.
 */
export const noticeJob = <Facts>(kind: string, compose: Compose<Facts>): JobHandler => ({
  kind,
  lane: "notices",
  everyMs,
  run: async (ctx) => {
    const groups = await dueGroups(ctx, kind);
    for (const group of groups) await sendGroup(ctx, { kind, ...group }, compose);
    return groups.length > 0 ? "again" : "done";
  },
});

type Group = { readonly address: string; readonly about: string };

async function dueGroups(ctx: Ctx, kind: string): Promise<Group[]> {
  const result = await ctx.db.execute(sql`
    select address, about
      from (
        select id, address, about
          from collected_notices
         where kind = ${kind} and due_at <= ${ctx.now}::timestamptz and attempts < ${attemptsMax}
         order by due_at, address, about
         limit ${atOnce}) as due
     group by address, about
     order by min(id)`);
  return (result as { rows: Group[] }).rows;
}

/** If sending fails, tries again after 1, 2, 4 and 8 minutes, then keeps the rows for an administrator to read. */
async function sendGroup<Facts>(
  ctx: Ctx,
  { kind, address, about }: Group & { readonly kind: string },
  compose: Compose<Facts>,
): Promise<void> {
  const result = await ctx.db.execute(sql`
    select id::text, facts from collected_notices
     where kind = ${kind} and address = ${address} and about = ${about} and attempts < ${attemptsMax}
     order by id`);
  const { rows } = result as { rows: { id: string; facts: Facts }[] };
  const theirs = sql`id = any(${`{${rows.map(({ id }) => id).join(",")}}`}::bigint[])`;
  try {
    const email = ctx.mail.canSend
      ? await compose(
          ctx,
          rows.map(({ facts }) => facts),
        )
      : null;
    if (email !== null) await ctx.mail.send(email);
  } catch (error) {
    ctx.log.error("notice not sent", { kind, error: String(error) });
    await ctx.db.execute(sql`
      update collected_notices
         set attempts = attempts + 1, due_at = ${ctx.now}::timestamptz + make_interval(mins => (2 ^ attempts)::int)
       where ${theirs}`);
    return;
  }
  await ctx.db.execute(sql`delete from collected_notices where ${theirs}`);
}

/**
 * Leaves out changes that were undone: a change and a later opposite one with the same `key`. The others keep their
 * order. `isOpposite` says whether the second change undoes the first.
 */
export function netChanges<Change>(
  changes: readonly Change[],
  { key, isOpposite }: { readonly key: (change: Change) => string; isOpposite: (a: Change, b: Change) => boolean },
): Change[] {
  const left: Change[] = [];
  for (const change of changes) {
    const last = left.findLastIndex((each) => key(each) === key(change));
    if (last >= 0 && isOpposite(left[last]!, change)) left.splice(last, 1);
    else left.push(change);
  }
  return left;
}
