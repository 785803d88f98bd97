import { and, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs } from "#base/time.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import {
  auditResource,
  findWebhook,
  inputOf,
  keysOf,
  lockWebhook,
  webhookScope,
} from "#features/platform/webhooks/api/service/records.ts";
import { makeSecret, sealSecret } from "#features/platform/webhooks/api/service/secrets.ts";
import { type WebhookRecord, webhooksTable as table } from "#features/platform/webhooks/api/tables.ts";
import {
  type Webhook,
  type WebhookInput,
  webhookRefusals,
  type webhooks,
  type WebhookWithSecret,
} from "#features/platform/webhooks/contract.ts";
import { oldSecretMs } from "#features/platform/webhooks/rules.ts";

/**
 * Makes a webhook and answers its secret, which nobody is told again.
 *
 * Sent again with the same id it answers the webhook that it made, without the secret. Refuses with `invalid_input`, and with
 * `id_taken` when the id belongs to another one.
 */
export async function createWebhook(
  ctx: Ctx,
  { id, ...input }: Input<typeof webhooks.create>,
): Promise<WebhookWithSecret> {
  requireReceiver(ctx, input.url);
  const secret = makeSecret();
  const sealedSecret = await sealSecret(ctx, id, secret);
  const by = actorOf(ctx).userId;
  try {
    return await inTransaction(ctx, async (inner) => {
      const [record] = await inner.db
        .insert(table)
        .values({
          id,
          ...columnsOf(input),
          sealedSecret,
          createdAt: ctx.now,
          createdBy: by,
          updatedAt: ctx.now,
          updatedBy: by,
        })
        .returning();
      const changes = changesBetween({}, input);
      await recordAudit(inner, [{ action: "create", resource: auditResource, resourceId: id, changes }]);
      return answer(record!, secret);
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "webhook_endpoints_pkey") throw error;
    return answer(await firstWebhook(ctx, id, input), null);
  }
}

/** The webhook that an earlier copy of this request made. */
async function firstWebhook(ctx: Ctx, id: string, input: WebhookInput): Promise<WebhookRecord> {
  const record = await findWebhook(ctx, id);
  const isSame = record.version > 1 || Object.keys(changesBetween(inputOf(record), input)).length === 0;
  if (record.createdBy !== actorOf(ctx).userId || !isSame) throw webhookRefusals.id_taken();
  return record;
}

/**
 * Changes some fields. What is as it was is no change and makes no version; what was paused and is switched on goes on
 * with the deliveries that wait.
 *
 * Refuses with `not_found`, `version_conflict` and `invalid_input`.
 */
export function updateWebhook(ctx: Ctx, { id, version, ...patch }: Input<typeof webhooks.update>): Promise<Webhook> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockWebhook(inner, { id, version });
    const changes = changesBetween(inputOf(before), patch);
    if (patch.url !== undefined && changes.url) requireReceiver(inner, patch.url);
    if (Object.keys(changes).length === 0) return before;
    const after = await write(inner, before, columnsOf({ ...inputOf(before), ...omitUndefined(patch) }));
    await recordAudit(inner, [{ action: "update", resource: auditResource, resourceId: id, changes }]);
    return after;
  });
}

/** Makes a new secret; the one before signs beside it for a day. Refuses with `not_found` and `version_conflict`. */
export function rotateSecret(ctx: Ctx, { id, version }: Input<typeof webhooks.rotate>): Promise<WebhookWithSecret> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockWebhook(inner, { id, version });
    const secret = makeSecret();
    const record = await write(inner, before, {
      sealedSecret: await sealSecret(inner, id, secret),
      sealedOldSecret: before.sealedSecret,
      oldSecretValidTo: addMs(ctx.now, oldSecretMs),
    });
    await recordAudit(inner, [{ action: "renew", resource: auditResource, resourceId: id, changes: {} }]);
    return answer(record, secret);
  });
}

/** Removes a webhook with its deliveries; the events stay for the others. Refuses with `not_found` and `version_conflict`. */
export function removeWebhook(ctx: Ctx, { id, version }: Input<typeof webhooks.remove>): Promise<undefined> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockWebhook(inner, { id, version });
    await inner.db.delete(table).where(eq(table.id, id));
    const changes = changesBetween(inputOf(before), {});
    await recordAudit(inner, [{ action: "remove", resource: auditResource, resourceId: id, changes }]);
    return undefined;
  });
}

/** Refuses with `invalid_input` at the address. */
function requireReceiver({ webhookClient }: Ctx, url: string): void {
  // A port above 65535, half of an IPv6 address: what passes the pattern and is no address all the same.
  if (!URL.canParse(url)) {
    const message = "Write https:// and a host, without a user name.";
    throw commonRefusals.invalid_input({}, [{ path: "url", code: "receiver_url", message }]);
  }
  if (webhookClient.mayPost(url)) return;
  const message = "This address is inside a private network, or not over https.";
  throw commonRefusals.invalid_input({}, [{ path: "url", code: "receiver_private", message }]);
}

async function write(ctx: Ctx, before: WebhookRecord, changed: Partial<WebhookRecord>): Promise<WebhookRecord> {
  const [record] = await ctx.db
    .update(table)
    .set({ ...changed, version: before.version + 1, updatedAt: ctx.now, updatedBy: actorOf(ctx).userId })
    .where(and(eq(table.id, before.id), webhookScope(ctx)))
    .returning();
  return record!;
}

const columnsOf = ({ title, url, types, status }: WebhookInput) => ({
  title,
  url,
  types,
  status,
  pauseReason: status === "paused" ? ("manual" as const) : null,
  // Whoever switches it on, or names another receiver, gives it three days again.
  failingSince: null,
  ...keysOf({ title, url }),
});

const answer = (webhook: WebhookRecord, secret: string | null): WebhookWithSecret => ({
  webhook,
  secret,
  version: webhook.version,
});
