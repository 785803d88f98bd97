import { and, desc, eq, gte, lt, lte, or, sql } from "drizzle-orm";
import type { ActivityPage, AuditEvent, Changes } from "#base/activity.ts";
import type { Instant } from "#base/time.ts";
import { withNames } from "#api/audit/names.ts";
import { recordNames } from "#api/audit/recordNames.ts";
import { redactChanges } from "#api/audit/redaction.ts";
import { auditLogTable } from "#api/audit/tables.ts";
import type { Ctx } from "#api/context.ts";
import { requireDecisions } from "#api/decisions.ts";
import { insertionOf, liveRowsOf } from "#api/live/record.ts";
import { readArrays } from "#api/statements.ts";

export type AuditEntryInput = {
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changes: Changes;
  readonly reason?: string | null | undefined;
  /** It is about several records of its resource, and `resourceId` is that of another record. */
  readonly isOfMany?: true;
  /** The approval by a second person that allowed the change. */
  readonly approvalId?: string | undefined;
};

// Real user agents are shorter.
const userAgentMax = 400;

/**
 * Writes audit entries. Call it with the context of the transaction that makes the change, so that both commit or
 * neither. Secrets and personal data are redacted first (audit/redaction.ts). The same statement writes for the event stream
 * of changes to resources that are in a `Feature.live`.
 *
 * Every change passes here, so this is where a change that the caller may not decide is refused, with
 * `permission_denied`.
 */
export const recordAudit = (ctx: Ctx, events: readonly AuditEntryInput[]): Promise<void> =>
  preparedAudit(ctx, events)();

/**
 * The same in two steps, for many events: prepares them now, while the database does something else, and writes them
 * when the returned function is called.
 */
export function preparedAudit(ctx: Ctx, events: readonly AuditEntryInput[]): () => Promise<void> {
  if (events.length === 0) return async () => {};
  const rows = events.map(({ resourceId, approvalId, changes, ...event }) => ({
    ...event,
    resource_id: resourceId,
    approval_id: approvalId ?? ctx.approval?.id,
    changes: redactChanges(changes),
  }));
  const { actor } = ctx;
  const actorType = actor === null ? "system" : actor.kind;
  const liveRows = liveRowsOf(ctx, events);
  const follower = ctx.isPreview ? undefined : ctx.catalogue.notifier?.audit;
  // One parameter for all events: a statement allows 65,535, and a bulk action has up to 10,000 records.
  const statement = sql`
    with events as materialized (
      select action, resource, resource_id, reason, changes, approval_id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as entries (action text, resource text, resource_id text, reason text, changes jsonb, approval_id uuid)
    ), written as (
    insert into audit_log
           (at, actor_type, actor_id, actor_name, on_behalf_of_type, on_behalf_of, request_id, address, user_agent,
            action, resource, resource_id, reason, changes, approval_id)
    select ${ctx.now}::timestamptz, ${actorType}, ${actor?.userId ?? null}::uuid, ${actor?.name ?? "Mizan"},
           ${actor?.onBehalfOf?.kind ?? null}::text, ${actor?.onBehalfOf?.id ?? null}::uuid,
           ${ctx.requestId}, ${ctx.address}, ${ctx.userAgent.slice(0, userAgentMax)},
           action, resource, resource_id, reason, changes, approval_id
      from events)${liveRows.length === 0 ? sql`` : sql`, live as (${insertionOf(ctx, liveRows)})`}
    ${follower?.query(ctx) ?? sql`select 1 where false`}`;
  return async () => {
    await requireDecisions(ctx, events);
    const followed = await readArrays(ctx.db, statement, { hasStablePlan: true });
    if (followed.length > 0) await follower?.follow(ctx, followed);
  };
}

type Subject = {
  readonly resource: string;
  readonly resourceId: string;
  /** Entries of another record that also concern this one, such as of a cascade at a retailer. */
  readonly shared?: {
    readonly resourceId: string;
    /** The field whose `after` is a list that contains `value`. */
    readonly field: string;
    readonly value: string;
    readonly since: Instant;
    readonly until: Instant | null;
  };
};

/** Matches the record's own entries, and shared ones that name it. */
function isOf({ resourceId, shared }: Subject) {
  if (shared === undefined) return eq(auditLogTable.resourceId, resourceId);
  const named = sql`${auditLogTable.changes} @> ${JSON.stringify({ [shared.field]: { after: [shared.value] } })}::jsonb`;
  const theirs = and(
    eq(auditLogTable.resourceId, shared.resourceId),
    gte(auditLogTable.at, shared.since),
    shared.until === null ? undefined : lte(auditLogTable.at, shared.until),
    named,
  );
  return or(eq(auditLogTable.resourceId, resourceId), theirs);
}

/** The history of one record, newest first. `before` is the id of the last entry already shown. */
export async function readActivity(
  ctx: Ctx,
  { before, limit, ...subject }: Subject & { before?: number | undefined; limit: number },
): Promise<AuditEvent[]> {
  const events = await ctx.db
    .select({
      id: auditLogTable.id,
      at: auditLogTable.at,
      actorId: auditLogTable.actorId,
      actorName: auditLogTable.actorName,
      action: auditLogTable.action,
      reason: auditLogTable.reason,
      changes: auditLogTable.changes,
    })
    .from(auditLogTable)
    .where(
      and(
        eq(auditLogTable.resource, subject.resource),
        isOf(subject),
        before === undefined ? undefined : lt(auditLogTable.id, before),
      ),
    )
    .orderBy(desc(auditLogTable.id))
    .limit(limit);
  return withNames(ctx, events);
}

/** The same in pages. */
export async function readActivityPage(
  ctx: Ctx,
  { limit, ...asked }: Subject & { before?: number | undefined; limit: number },
): Promise<ActivityPage> {
  const events = await readActivity(ctx, { ...asked, limit: limit + 1 });
  const shown = events.slice(0, limit);
  const names = await recordNames(
    ctx,
    shown.map(({ changes }) => changes),
  );
  return { events: shown, hasMore: events.length > limit, names };
}

/** After more versions than this, only the current values are useful. */
const versionsMax = 100;

/**
 * The combined changes of the last `versions` entries of a record, and who made the last one. For records that write
 * one entry per version.
 */
export async function changesSince(
  ctx: Ctx,
  { versions, ...subject }: Subject & { versions: number },
): Promise<{ changedBy: string | null; changes: Changes }> {
  const events = await readActivity(ctx, { ...subject, limit: Math.min(versions, versionsMax) });
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const event of events.toReversed()) {
    for (const [field, { before, after }] of Object.entries(event.changes)) {
      changes[field] = { before: field in changes ? changes[field]!.before : before, after };
    }
  }
  const lasting = Object.entries(changes).filter(([, { before, after }]) => !isSame(before, after));
  return { changedBy: events[0]?.actorName ?? null, changes: Object.fromEntries(lasting) };
}

/** The fields of `after` that differ from `before`. Undefined fields are left out; an absent field counts as null. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const names = Object.keys(after).filter((name) => after[name] !== undefined && !isSame(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, { before: before[name] ?? null, after: after[name] }]));
}

/** Compares as JSON, as values are stored and shown, ignoring the order of an object's keys. */
const isSame = (a: unknown, b: unknown) => {
  const [one, other] = [a ?? null, b ?? null];
  // A shortcut: most values are not objects, and an import compares millions of them.
  if (typeof one !== "object" && typeof other !== "object") return one === other;
  return one === other || JSON.stringify(one, inKeyOrder) === JSON.stringify(other, inKeyOrder);
};

const inKeyOrder = (_key: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
