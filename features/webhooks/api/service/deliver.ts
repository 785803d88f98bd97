import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { addMs, minuteMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Receipt } from "#api/ports.ts";
import { bodyOf } from "#features/webhooks/api/service/bodies.ts";
import { dispatchEvents } from "#features/webhooks/api/service/dispatch.ts";
import { auditResource } from "#features/webhooks/api/service/records.ts";
import { sign } from "#features/webhooks/api/service/secrets.ts";
import {
  deliveriesTable,
  type DeliveryRecord,
  eventsTable,
  type WebhookRecord,
  webhooksTable,
} from "#features/webhooks/api/tables.ts";
import { failingMaxMs, goneStatus, isAccepted, retryDelayMs, signatureHeaders } from "#features/webhooks/rules.ts";

/** So many are on their way at once, each to another receiver or about another record, and takes 3 s at most (api/ports.ts). */
const atOnce = 20;

/** After a delivery that arrived follow at most so many about the same record, until others have their turn. */
const followingMax = 9;

/** After this a delivery that was on its way is thought lost with its process. */
const leaseMs = minuteMs;

/**
 * Tells the outside what happened: events become deliveries, and those that are due are sent, to each receiver those of one
 * record in the order in which things happened (docs/decisions/0058). Goes on at once while all who are told answer, for a
 * cascade is hundreds of events; who keeps it waiting is left to the next time.
 */
export async function sendWebhooks(ctx: Ctx): Promise<"again" | "done"> {
  await dispatchEvents(ctx);
  const receipts = await sendDue(ctx);
  const hasWaited = receipts.some((receipt) => "failure" in receipt && receipt.failure === "no_answer");
  return receipts.some(isArrived) && !hasWaited ? "again" : "done";
}

/** Sends the deliveries that are due, or one of them. Where nothing can leave they wait. */
export async function sendDue(ctx: Ctx, only: string | null = null): Promise<readonly Receipt[]> {
  if (!ctx.parcels.canPost) return [];
  const due = await claimDue(ctx, { only });
  return (await Promise.all(due.map((each) => deliverInOrder(ctx, each)))).flat();
}

/** Sends a delivery and, where it arrives, those behind it about the same record. */
async function deliverInOrder(ctx: Ctx, first: Due): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (let due: Due | undefined = first; due !== undefined; ) {
    const receipt = await deliver(ctx, due);
    receipts.push(receipt);
    const goesOn: boolean = isArrived(receipt) && !due.delivery.isReplay && receipts.length <= followingMax;
    [due] = goesOn ? await claimDue(ctx, { behind: due.delivery }) : [];
  }
  return receipts;
}

const isArrived = (receipt: Receipt) => "status" in receipt && isAccepted(receipt.status);

type Due = {
  readonly delivery: DeliveryRecord;
  readonly endpoint: WebhookRecord;
  readonly event: typeof eventsTable.$inferSelect;
};

type Wanted = {
  /** This one alone. */
  readonly only?: string | null;
  /** The next one to the same receiver about the same record. */
  readonly behind?: DeliveryRecord;
};

/**
 * Takes due deliveries of active webhooks for itself, each with an attempt counted: those first where the last one arrived,
 * so that a receiver who is away holds up nobody else. Of what a receiver is told of one record only the first is due; a
 * replay has no place in that order.
 */
async function claimDue(ctx: Ctx, { only = null, behind }: Wanted): Promise<Due[]> {
  const isMeant =
    behind === undefined
      ? sql`(${only}::uuid is null or delivery.id = ${only}::uuid)`
      : sql`delivery.endpoint_id = ${behind.endpointId} and delivery.resource = ${behind.resource}
            and delivery.resource_id = ${behind.resourceId} and not delivery.is_replay`;
  const claimed = await ctx.db.execute(sql`
    update webhook_deliveries
       set attempts = attempts + 1, next_attempt_at = ${addMs(ctx.now, leaseMs)}::timestamptz
     where id in (
       select delivery.id
         from webhook_deliveries delivery
         join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id and endpoint.status = 'active'
        where delivery.status = 'waiting' and delivery.next_attempt_at <= ${ctx.now}::timestamptz
          and ${isMeant}
          and (delivery.is_replay or not exists (
            select from webhook_deliveries as earlier
             where earlier.endpoint_id = delivery.endpoint_id and earlier.resource = delivery.resource
               and earlier.resource_id = delivery.resource_id and earlier.position < delivery.position
               and earlier.status = 'waiting' and not earlier.is_replay))
        order by endpoint.failing_since is not null, delivery.next_attempt_at, delivery.position
        limit ${behind === undefined ? atOnce : 1}
          for update of delivery skip locked)
    returning id`);
  const ids = (claimed as { rows: { id: string }[] }).rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  return ctx.db
    .select({ delivery: deliveriesTable, endpoint: webhooksTable, event: eventsTable })
    .from(deliveriesTable)
    .innerJoin(webhooksTable, eq(webhooksTable.id, deliveriesTable.endpointId))
    .innerJoin(eventsTable, eq(eventsTable.id, deliveriesTable.eventId))
    .where(inArray(deliveriesTable.id, ids));
}

async function deliver(ctx: Ctx, due: Due): Promise<Receipt> {
  const { endpoint, event } = due;
  const body = bodyOf(event);
  const timestamp = Math.floor(Date.parse(ctx.now) / 1000);
  const signature = await sign(ctx, endpoint, { id: event.id, timestamp, body });
  const receipt = await ctx.parcels.post({
    url: endpoint.url,
    headers: {
      "content-type": "application/json",
      "user-agent": `Mizan/${ctx.settings.version}`,
      [signatureHeaders.id]: event.id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: signature,
    },
    body,
  });
  await keepOutcome(ctx, due, receipt);
  return receipt;
}

/** What became of an attempt. One that was thought lost meanwhile, and taken by another process, is that one's to write. */
function keepOutcome(ctx: Ctx, { delivery, endpoint }: Due, receipt: Receipt): Promise<void> {
  const isDelivered = isArrived(receipt);
  const delayMs = retryDelayMs(delivery.attempts);
  const isLast = delayMs === null;
  return inTransaction(ctx, async (inner) => {
    const written = await inner.db
      .update(deliveriesTable)
      .set({
        status: isDelivered ? "delivered" : isLast ? "failed" : "waiting",
        nextAttemptAt: isDelivered || isLast ? null : addMs(ctx.now, delayMs),
        deliveredAt: isDelivered ? ctx.now : null,
        lastStatus: "status" in receipt ? receipt.status : null,
        lastFailure: "failure" in receipt ? receipt.failure : null,
      })
      .where(
        and(
          eq(deliveriesTable.id, delivery.id),
          eq(deliveriesTable.status, "waiting"),
          eq(deliveriesTable.attempts, delivery.attempts),
        ),
      )
      .returning({ id: deliveriesTable.id });
    if (written.length > 0) await keepHealth(inner, endpoint.id, receipt, isDelivered);
  });
}

async function keepHealth(ctx: Ctx, endpointId: string, receipt: Receipt, isDelivered: boolean): Promise<void> {
  const [endpoint] = await ctx.db.select().from(webhooksTable).where(eq(webhooksTable.id, endpointId)).for("update");
  if (endpoint === undefined || endpoint.status === "paused") return;
  const failingSince = isDelivered ? null : (endpoint.failingSince ?? ctx.now);
  const pauseReason = isDelivered ? null : pauseReasonFor(ctx, receipt, failingSince);
  await ctx.db
    .update(webhooksTable)
    .set({
      failingSince,
      ...(isDelivered ? { lastDeliveredAt: ctx.now } : {}),
      ...(pauseReason ? { status: "paused", pauseReason, version: endpoint.version + 1, updatedAt: ctx.now } : {}),
    })
    .where(eq(webhooksTable.id, endpointId));
  const wasAway = isDelivered && endpoint.failingSince !== null && addMs(endpoint.failingSince, awayMs) <= ctx.now;
  if (wasAway) await bringForward(ctx, endpointId);
  if (pauseReason === null) return;
  await recordAudit(ctx, [
    {
      action: "pause",
      resource: auditResource,
      resourceId: endpointId,
      reason: pauseReason,
      changes: { status: { before: "active", after: "paused" } },
    },
  ]);
}

/** Whoever was away for so long may be waited for by an attempt that is hours ahead, with all that stands behind it. */
const awayMs = 5 * minuteMs;

/** A receiver answers again: what waits for a later attempt is due now. What is under way stays as it is. */
async function bringForward(ctx: Ctx, endpointId: string): Promise<void> {
  await ctx.db
    .update(deliveriesTable)
    .set({ nextAttemptAt: ctx.now })
    .where(
      and(
        eq(deliveriesTable.endpointId, endpointId),
        eq(deliveriesTable.status, "waiting"),
        gt(deliveriesTable.nextAttemptAt, addMs(ctx.now, leaseMs)),
      ),
    );
}

function pauseReasonFor(ctx: Ctx, receipt: Receipt, failingSince: string | null): "gone" | "failing" | null {
  if ("status" in receipt && receipt.status === goneStatus) return "gone";
  if (failingSince === null) return null;
  return addMs(failingSince, failingMaxMs) <= ctx.now ? "failing" : null;
}
