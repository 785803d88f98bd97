import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { idempotencyKeyHeader, type Operation } from "#base/contract.ts";
import { idempotencyKeyMax, idempotencyRefusals } from "#base/idempotency.ts";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { sqlStateOf } from "#api/sqlState.ts";
import { readArrays } from "#api/statements.ts";

/** A handler's answer. With an `Idempotency-Key` it has passed the operation's output schema and is stored. */
export type HandlerAnswer = {
  readonly answer: unknown;
  readonly keyed?: { readonly status: number; readonly isReplayed: boolean };
};

type Handle = (ctx: Ctx) => Promise<unknown>;
type KeyedCall = { readonly operation: Operation; readonly key: string; readonly input: unknown };

/**
 * Runs the handler. If the call has an `Idempotency-Key`, the key and the answer are stored in the handler's own
 * transaction: the same caller's next call of this operation with the key and the same input gets the stored answer.
 * An error undoes everything, the key too, so that a retry starts over.
 *
 * Refuses with `idempotency_key_required`, `idempotency_key_reused` if the input differs, and `idempotency_in_progress`.
 */
export async function handleOnce(
  ctx: Ctx,
  operation: Operation,
  { request, input }: { readonly request: Request; readonly input: unknown },
  handle: Handle,
): Promise<HandlerAnswer> {
  const key = keyIn(operation, request);
  return key === null ? { answer: await handle(ctx) } : handleKeyed(ctx, { operation, key, input }, handle);
}

// Visible ASCII: a list of two keys has a space in it, and is refused.
const keyPattern = new RegExp(`^[!-~]{1,${idempotencyKeyMax}}$`);

function keyIn({ idempotencyKey }: Operation, { headers }: Request): string | null {
  if (idempotencyKey === undefined) return null;
  const key = headers.get(idempotencyKeyHeader);
  if (key === null && idempotencyKey === "ifSent") return null;
  if (key === null || !keyPattern.test(key))
    throw idempotencyRefusals.idempotency_key_required({ maximum: idempotencyKeyMax });
  return key;
}

async function handleKeyed(ctx: Ctx, call: KeyedCall, handle: Handle): Promise<HandlerAnswer> {
  let isWoken = false;
  // The worker would not find a job that is not committed yet.
  const jobs = { wake: () => void (isWoken = true) };
  const answered = await inTransaction(
    ctx,
    async (inner): Promise<HandlerAnswer> => {
      if (!(await claimKey(inner, call))) return readAnswer(inner, call);
      const answer = z.parse(call.operation.output, await handle({ ...inner, jobs }));
      return { answer, keyed: { status: okStatus, isReplayed: false } };
    },
    (inner, { answer, keyed }) => (keyed?.isReplayed ? null : storeAnswer(inner, call, answer)),
  );
  if (isWoken) ctx.jobs.wake();
  return answered;
}

const okStatus = 200;

// Shorter than the time limit of a statement and of a call, so that the caller learns why.
const claimWaitMs = 2000;

/**
 * Inserts the key, after waiting for another transaction that has inserted it. Answers false if that one committed.
 *
 * Refuses with `idempotency_in_progress` if it takes too long.
 */
async function claimKey({ db, now, actor }: Ctx, { operation, key, input }: KeyedCall): Promise<boolean> {
  // One statement, as every call with a key makes it: limits its own wait, and gives the limit back, so that the handler's
  // waits are not limited. Where it inserts nothing, only the stored answer is read after it.
  const claim = sql`
    with waiting as materialized (
      select set_config('mizan.lock_timeout', current_setting('lock_timeout'), true) as before,
             set_config('lock_timeout', ${`${claimWaitMs}ms`}, true) as now
    )
    insert into idempotency_keys (bucket, caller_id, operation, key, request_hash, created_at)
    select ${bucketOf(key)}, ${actor!.userId}::uuid, ${nameOf(operation)}, ${key}, ${hashOf(operation, input)},
           ${now}::timestamptz
      from waiting
     where waiting.before is not null and waiting.now is not null
    on conflict do nothing
    returning set_config('lock_timeout', current_setting('mizan.lock_timeout'), true)`;
  const claimed = await readArrays(db, claim, { hasStablePlan: true }).catch((error: unknown) => {
    // Appendix A of the PostgreSQL manual: lock_not_available.
    throw sqlStateOf(error) === "55P03" ? inProgress() : error;
  });
  return claimed.length > 0;
}

type StoredAnswer = { readonly isSame: boolean; readonly status: number; readonly answer: unknown };

async function readAnswer(ctx: Ctx, { operation, key, input }: KeyedCall): Promise<HandlerAnswer> {
  const found = await ctx.db.execute(sql`
    select request_hash = ${hashOf(operation, input)} as "isSame", status, answer
      from idempotency_keys
     where ${isKey(ctx, operation, key)}`);
  const [stored] = (found as { rows: StoredAnswer[] }).rows;
  // The cleanup has just deleted it.
  if (stored === undefined) throw inProgress();
  if (!stored.isSame) throw idempotencyRefusals.idempotency_key_reused();
  return { answer: stored.answer, keyed: { status: stored.status, isReplayed: true } };
}

const storeAnswer = (ctx: Ctx, { operation, key }: KeyedCall, answer: unknown): SQL => sql`
  update idempotency_keys
     set status = ${okStatus}, answer = ${JSON.stringify(answer)}::jsonb
   where ${isKey(ctx, operation, key)}`;

const inProgress = () => idempotencyRefusals.idempotency_in_progress({ retryAfterSeconds: 1 });

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const isKey = (ctx: Ctx, operation: Operation, key: string) => sql`
  bucket = ${bucketOf(key)} and caller_id = ${actorOf(ctx).userId}::uuid and operation = ${nameOf(operation)} and key = ${key}`;

// The database computes digests: browsers can only do so on secure pages.
const sha256 = (text: string) => sql`sha256(convert_to(${text}::text, 'UTF8'))`;
const bucketOf = (key: string) => sql`(get_byte(${sha256(key)}, 0) & 63)`;
const hashOf = (operation: Operation, input: unknown) => sha256(`${nameOf(operation)}\n${canonicalJson(input)}`);

/** The same text for the same values, in whatever order the fields were sent. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** How long an answer can be replayed. */
const keptForMs = 30 * dayMs;
const deletedAtOnce = 5000;

/** Deletes keys of more than 30 days, as many as a statement may in its time. */
export async function deleteOldKeys(ctx: Ctx): Promise<"again" | "done"> {
  const deleted = await ctx.db.execute(sql`
    delete from idempotency_keys
     where ctid = any (array(select ctid from idempotency_keys
                              where created_at < ${addMs(ctx.now, -keptForMs)}::timestamptz
                              limit ${deletedAtOnce}))
    returning bucket`);
  return (deleted as { rows: unknown[] }).rows.length === deletedAtOnce ? "again" : "done";
}
