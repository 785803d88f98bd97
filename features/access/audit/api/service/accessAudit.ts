import { sql } from "drizzle-orm";
import { addMs, minuteMs } from "#base/time.ts";
import { type AuditEntryInput, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { AccessEvent, RecordAccess } from "#api/accessAudit.ts";

/**
 * Logs what every area must log: each export, each read of personal data, each refusal.
 *
 * Reads and refusals of the same thing by the same user within a minute are one entry immediately, and one more at the
 * end of the minute with their number, so that no caller can fill the disk by repeating calls.
 */
export const accessAudit: RecordAccess = async (ctx, sight) => {
  const entry = entryOf(sight);
  if (sight.kind === "export") return recordAudit(ctx, [entry]);
  return inTransaction(ctx, async (inner) => {
    if ((await tally(inner, entry)) === 1) await recordAudit(inner, [entry]);
  });
};

const isPage: ReadonlySet<string> = new Set(["limit", "cursor", "count"]);

function entryOf(sight: AccessEvent): AuditEntryInput {
  const { resource, operation } = sight;
  if (sight.kind === "refusal") {
    const { code, details } = sight.refusal;
    const reported = { operation: `${operation.method} ${operation.path}`, code, ...details };
    return { action: "refuse", resource, resourceId: "*", changes: changesOf(reported) };
  }
  const { columns, ...asked } = sight.input;
  const filter = Object.fromEntries(Object.entries(asked).filter(([name]) => !isPage.has(name)));
  if (sight.kind === "export") {
    const reported = { filter, ...(columns === undefined ? {} : { columns }) };
    return { action: "export", resource, resourceId: "*", changes: changesOf(reported) };
  }
  const { id, ...rest } = filter;
  const reported = { operation: `${operation.method} ${operation.path}`, ...(isEmpty(rest) ? {} : { filter: rest }) };
  return { action: "read", resource, resourceId: typeof id === "string" ? id : "*", changes: changesOf(reported) };
}

const isEmpty = (object: object) => Object.keys(object).length === 0;

const changesOf = (reported: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(reported).map(([name, after]) => [name, { before: null, after }]));

// ------------------------------------------------------------------------------------------------ counters

/** The context of the first occurrence, for the entry with the number. */
type AccessCount = {
  readonly entry: AuditEntryInput;
  readonly context: Pick<Ctx, "actor" | "requestId" | "address" | "userAgent">;
};

/** Number of occurrences in this minute, including the first. */
async function tally(ctx: Ctx, entry: AuditEntryInput): Promise<number> {
  const { actor, requestId, address, userAgent } = ctx;
  const minute = `${ctx.now.slice(0, 16)}:00.000Z`;
  const key = JSON.stringify([actor?.userId, actor?.onBehalfOf, entry]);
  const tallied = { entry, context: { actor: actor && nameOf(actor), requestId, address, userAgent } };
  const result = await ctx.db.execute(sql`
    insert into audit_tallies (key, minute, seen, entry)
    values (encode(sha256(convert_to(${key}, 'UTF8')), 'hex'), ${minute}::timestamptz, 1, ${JSON.stringify(tallied)}::jsonb)
        on conflict (key, minute) do update set seen = audit_tallies.seen + 1
    returning seen`);
  return (result as { rows: { seen: number }[] }).rows[0]!.seen;
}

const nameOf = ({ kind, userId, name, onBehalfOf }: NonNullable<Ctx["actor"]>) => ({ kind, userId, name, onBehalfOf });

const flushedAtOnce = 500;

/** Closes past minutes: what occurred more than once gets an entry with the number. */
export async function recordTallies(ctx: Ctx): Promise<void> {
  let ended: number;
  do ended = await inTransaction(ctx, recordSome);
  while (ended === flushedAtOnce);
}

async function recordSome(ctx: Ctx): Promise<number> {
  const before = addMs(ctx.now, -minuteMs);
  const result = await ctx.db.execute(sql`
    delete from audit_tallies
     where (key, minute) in (
       select key, minute from audit_tallies where minute <= ${before}::timestamptz
        order by minute, key limit ${flushedAtOnce} for update skip locked)
    returning seen, entry`);
  const { rows } = result as { rows: { seen: number; entry: AccessCount }[] };
  for (const { seen, entry: tallied } of rows.filter((row) => row.seen > 1)) {
    const { entry, context } = tallied;
    const changes = { ...entry.changes, further: { before: null, after: seen - 1 } };
    await recordAudit({ ...ctx, ...context }, [{ ...entry, changes }]);
  }
  return rows.length;
}
