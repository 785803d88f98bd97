import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { addMs, minuteMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { DeliveryResult } from "#api/ports.ts";
import { bodyOf } from "#features/platform/webhooks/api/service/bodies.ts";
import { dispatchEvents } from "#features/platform/webhooks/api/service/dispatch.ts";
import { auditResource } from "#features/platform/webhooks/api/store.ts";
import { sign } from "#features/platform/webhooks/api/service/secrets.ts";
import {
  deliveriesTable,
  type DeliveryRecord,
  type WebhookRecord,
  webhooksTable,
} from "#features/platform/webhooks/api/tables.ts";
import { eventsTable } from "#api/events/tables.ts";
import {
  failingMaxMs,
  goneStatus,
  isAccepted,
  retryDelayMs,
  signatureHeaders,
} from "#features/platform/webhooks/rules.ts";

/** Deliveries sent at once, each to another receiver or about another record. Each takes 3 s at most (api/ports.ts). */
const atOnce = 20;

/** The most deliveries sent in a row after the first one about the same record, before others get their turn. */
const followingMax = 9;

/** After this a delivery that was on its way is thought lost with its process. */
const leaseMs = minuteMs;

/**
 * Turns events into deliveries and sends those that are due. Each receiver gets the events of one record in order
 * (docs/decisions/0058). Runs again at once while deliveries arrive, as a cascade has hundreds of events, but not after
 * a receiver timed out: the next run continues.
 */
export async function sendWebhooks(ctx: Ctx): Promise<"again" | "done"> {
  await dispatchEvents(ctx);
  const receipts = await sendDue(ctx);
  const hasWaited = receipts.some((receipt) => "failure" in receipt && receipt.failure === "no_answer");
  return receipts.some(isArrived) && !hasWaited ? "again" : "done";
}

/** Sends the deliveries that are due, or one of them. Where nothing can leave they wait. */
export async function sendDue(ctx: Ctx, only: string | null = null): Promise<readonly DeliveryResult[]> {
  if (!ctx.webhookClient.canPost) return [];
  const due = await claimDue(ctx, { only });
  return (await Promise.all(due.map((each) => deliverInOrder(ctx, each)))).flat();
}

/** Sends a delivery and, if it arrives, the next ones about the same record. */
async function deliverInOrder(ctx: Ctx, first: Due): Promise<readonly DeliveryResult[]> {
  const receipts: DeliveryResult[] = [];
  for (let due: Due | undefined = first; due !== undefined; ) {
    const receipt = await deliver(ctx, due);
    receipts.push(receipt);
    const goesOn: boolean = isArrived(receipt) && !due.delivery.isReplay && receipts.length <= followingMax;
    [due] = goesOn ? await claimDue(ctx, { behind: due.delivery }) : [];
  }
  return receipts;
}

const isArrived = (receipt: DeliveryResult) => "status" in receipt && isAccepted(receipt.status);

type Due = {
  readonly delivery: DeliveryRecord;
  readonly endpoint: WebhookRecord;
  readonly event: typeof eventsTable.$inferSelect;
};

type DeliveryRow = {
  /** Only this delivery. */
  readonly only?: string | null;
  /** The next one to the same receiver about the same record. */
  readonly behind?: DeliveryRecord;
};

/**
 * Claims due deliveries of active webhooks and counts an attempt for each. Healthy receivers come first, so that
 * failing ones don't delay them. For each receiver and record only the first waiting delivery is due. Replays ignore
 * that order.
 */
async function claimDue(ctx: Ctx, { only = null, behind }: DeliveryRow): Promise<Due[]> {
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

async function deliver(ctx: Ctx, due: Due): Promise<DeliveryResult> {
  const { endpoint, event } = due;
  const body = bodyOf(event);
  const timestamp = Math.floor(Date.parse(ctx.now) / 1000);
  const signature = await sign(ctx, endpoint, { id: event.id, timestamp, body });
  const receipt = await ctx.webhookClient.post({
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
function keepOutcome(ctx: Ctx, { delivery, endpoint }: Due, receipt: DeliveryResult): Promise<void> {
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

async function keepHealth(ctx: Ctx, endpointId: string, receipt: DeliveryResult, isDelivered: boolean): Promise<void> {
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

/** After a failure this long, the next attempt may be hours ahead, and all deliveries after it wait too. */
const awayMs = 5 * minuteMs;

/** Makes waiting deliveries due when a receiver answers again, except those being sent now. */
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

function pauseReasonFor(ctx: Ctx, receipt: DeliveryResult, failingSince: string | null): "gone" | "failing" | null {
  if ("status" in receipt && receipt.status === goneStatus) return "gone";
  if (failingSince === null) return null;
  return addMs(failingSince, failingMaxMs) <= ctx.now ? "failing" : null;
}
