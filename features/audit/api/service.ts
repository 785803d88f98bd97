import { and, desc, eq, lt } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { AuditEvent, Changes } from "#features/audit/contract.ts";
import { auditLogTable } from "#features/audit/api/tables.ts";

export type Recorded = {
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changes: Changes;
  readonly reason?: string | undefined;
};

/** Writes what happened. Call it with the context of the transaction that makes it happen, so that both stand or fall. */
export async function recordAudit(ctx: Ctx, events: readonly Recorded[]): Promise<void> {
  if (events.length === 0) return;
  await ctx.db.insert(auditLogTable).values(
    events.map((event) => ({
      ...event,
      reason: event.reason ?? null,
      at: ctx.now,
      actorType: ctx.actor ? ("user" as const) : ("system" as const),
      actorId: ctx.actor?.userId ?? null,
      actorName: ctx.actor?.name ?? "Mizan",
      requestId: ctx.requestId,
      address: ctx.address,
    })),
  );
}

/** The life of one record, newest first. `before` is the id of the last event already seen. */
export async function readActivity(
  ctx: Ctx,
  {
    resource,
    resourceId,
    before,
    limit,
  }: { resource: string; resourceId: string; before?: number | undefined; limit: number },
): Promise<AuditEvent[]> {
  return ctx.db
    .select()
    .from(auditLogTable)
    .where(
      and(
        eq(auditLogTable.resource, resource),
        eq(auditLogTable.resourceId, resourceId),
        before === undefined ? undefined : lt(auditLogTable.id, before),
      ),
    )
    .orderBy(desc(auditLogTable.id))
    .limit(limit);
}

/** The fields in which two states of a record differ. Compares as JSON, as they are stored and shown. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return Object.fromEntries(names.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]));
}
