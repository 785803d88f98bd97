import { type SQL, sql } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";

/** More ids than this are not named: pages that show the resource read it again. */
const idsMax = 50;

type LiveRow = {
  readonly kind: "change" | "presence" | "notification";
  readonly resource: string;
  readonly ids: readonly string[] | null;
  readonly isGone: boolean;
  readonly audience: readonly string[] | null;
  readonly payload: Readonly<Record<string, unknown>> | null;
};

type LiveChange = {
  readonly resource: string;
  /** Null: it need not be said which. */
  readonly ids: readonly string[] | null;
  readonly isGone?: boolean;
  /** Only these users are notified. Without it, everyone who may read the records. */
  readonly audience?: readonly string[];
};

/**
 * Notifies the screens that show these records of a change. Call it in the transaction of the change. For records
 * without audit entries, as `recordAudit` does it for those that have some.
 */
export async function recordLive(ctx: Ctx, { resource, ids, isGone = false, audience }: LiveChange): Promise<void> {
  if (ids?.length === 0) return;
  if (audience === undefined && !ctx.catalogue.live.has(resource))
    throw new Error(`${resource} is in no Feature.live, so no user could receive it`);
  await writeRows(ctx, [
    { kind: "change", resource, ids: namedIds(ids), isGone, audience: audience ?? null, payload: null },
  ]);
}

/**
 * Sends something to certain users alone, wherever they have the product open: the frame `notification` with
 * `payload`. Call it in the transaction of the change that it is about. It is sent once to each stream that is open, or
 * reopened within a day; what must not get lost belongs in a table, and `payload` names its row.
 */
export async function publish(
  ctx: Ctx,
  { audience, payload }: { readonly audience: readonly string[]; readonly payload: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (audience.length === 0) return;
  await writeRows(ctx, [
    { kind: "notification", resource: "notifications", ids: null, isGone: false, audience, payload },
  ]);
}

/** A handler of private records, which notifies the caller’s other pages that some of the resource changed. */
export const notifyingCaller =
  <Input, Answer>(resource: string, change: (ctx: Ctx, input: Input) => Promise<Answer>) =>
  (ctx: Ctx, input: Input): Promise<Answer> =>
    inTransaction(ctx, async (inner) => {
      const answer = await change(inner, input);
      await recordLive(inner, { resource, ids: null, audience: [actorOf(inner).userId] });
      return answer;
    });

/** What an audit entry says that matters here. */
type LiveEntry = {
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changes: Changes;
  readonly isOfMany?: true;
};

/** The rows of audit entries: one for each resource that is declared in a `Feature.live`. */
export function liveRowsOf(ctx: Ctx, entries: readonly LiveEntry[]): readonly LiveRow[] {
  if (ctx.isSilent) return [];
  const changes = new Map<string, { resource: string; isGone: boolean; ids: Set<string>; isUnnamed: boolean }>();
  for (const { resource, resourceId, action, isOfMany = false, changes: fields } of entries) {
    const declared = ctx.catalogue.live.get(resource);
    if (declared === undefined) continue;
    const isGone = action === "delete" || action === "remove";
    const change = changes.get(`${resource} ${isGone}`) ?? { resource, isGone, ids: new Set(), isUnnamed: false };
    changes.set(`${resource} ${isGone}`, change);
    change.ids.add(resourceId);
    // Users who could see it before may no longer receive its id, but their pages must notice.
    const movesAway = (field: string) => (fields[field]?.before ?? null) !== null;
    change.isUnnamed ||= isOfMany || (declared.scopeFields ?? []).some(movesAway);
  }
  return [...changes.values()].map(({ resource, isGone, ids, isUnnamed }) => ({
    kind: "change",
    resource,
    ids: isUnnamed ? null : namedIds([...ids]),
    isGone,
    audience: null,
    payload: null,
  }));
}

const namedIds = (ids: readonly string[] | null) => (ids !== null && ids.length > idsMax ? null : ids);

/** The statement that writes rows, to be run on its own or after `with …`. */
export const insertionOf = (ctx: Ctx, rows: readonly LiveRow[]): SQL => sql`
  insert into live_outbox (kind, resource, ids, is_gone, audience, actor_id, request_id, payload, at)
  select kind, resource, ids, "isGone", audience, ${ctx.actor?.userId ?? null}::uuid, ${ctx.requestId}, payload,
         ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as recorded (kind text, resource text, ids text[], "isGone" boolean, audience uuid[], payload jsonb)`;

async function writeRows(ctx: Ctx, rows: readonly LiveRow[]): Promise<void> {
  if (!ctx.isSilent) await ctx.db.execute(insertionOf(ctx, rows));
}
