import { toHex } from "#base/hex.ts";
import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import { addMs } from "#base/time.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { recordStore } from "#api/records/store.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { violationOf } from "#api/violations.ts";
import { makeSecret, sealSecret } from "#features/platform/webhooks/api/service/secrets.ts";
import { type WebhookRecord, webhooksTable as table } from "#features/platform/webhooks/api/tables.ts";
import {
  webhookOperations,
  webhookRefusals,
  type webhooks,
  type WebhookWithSecret,
} from "#features/platform/webhooks/contract.ts";
import type { WebhookInput } from "#features/platform/webhooks/fields.ts";
import { oldSecretMs } from "#features/platform/webhooks/rules.ts";

/** The resource of a webhook's audit entries. */
export const auditResource = webhookOperations.description.auditResource;

/** A webhook receives the events of every brand and retailer, so it can only be granted whole. */
export const webhookStore = recordStore({
  record: webhookOperations,
  table,
  scope: { own: null },
  searched: ["title"],
  sorts: { title: [table.sortKey, table.id], createdAt: [table.createdAt, table.id] },
  unique: {},
  idTaken: webhookRefusals.id_taken,
  derive: async (ctx, { title, url, status }, before) => {
    if (url !== before?.url) requireReceiver(ctx, url);
    return {
      pauseReason: status === "paused" ? ("manual" as const) : null,
      // A webhook that was resumed or got a new address has three days again.
      failingSince: null,
      searchKey: ` ${searchKey(title)} ${searchKey(url)}`,
    };
  },
});

/** Without a label: no screen lists the users who may read a webhook. */
export const { label: _, ...webhookRows } = webhookStore.scopedRows;

export const webhookScope = (ctx: Ctx) => scopeCondition(ctx, webhookRows);

/**
 * Creates a webhook and returns its secret, which no other response contains.
 *
 * Sent again with the same id, it returns the webhook that it created, without the secret. Refuses with
 * `invalid_input`, and with `id_taken` if the id belongs to another one.
 */
export async function createWebhook(
  ctx: Ctx,
  { id, ...values }: Input<typeof webhooks.create>,
): Promise<WebhookWithSecret> {
  const secret = makeSecret();
  const columns = { sealedSecret: asText(await sealSecret(ctx, id, secret)) };
  try {
    return await inTransaction(ctx, async (inner) => {
      const [record] = await webhookStore.insert(inner, [{ id, values, columns }]);
      return answer(record!, secret);
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "webhook_endpoints_pkey") throw error;
    return answer(await firstWebhook(ctx, id, values), null);
  }
}

/** The store inserts rows as JSON, where PostgreSQL reads bytes in hexadecimal. */
const asText = (bytes: Uint8Array) => `\\x${toHex(bytes)}` as unknown as Uint8Array;

/** The webhook that an earlier copy of this request created. */
async function firstWebhook(ctx: Ctx, id: string, values: WebhookInput): Promise<WebhookRecord> {
  const record = (await webhookStore.readByIds(ctx, [id])).get(id)!;
  const isSame = record.version > 1 || Object.keys(changesBetween(record, { ...values })).length === 0;
  if (record.createdBy !== actorOf(ctx).userId || !isSame) throw webhookRefusals.id_taken();
  return record;
}

/** Creates a new secret; the old one signs too for a day. Refuses with `not_found` and `version_conflict`. */
export const rotateSecret = (ctx: Ctx, { id, version }: Input<typeof webhooks.rotate>): Promise<WebhookWithSecret> =>
  inTransaction(ctx, async (inner) => {
    const before = await webhookStore.lock(inner, { id, version });
    const secret = makeSecret();
    // As SQL, so that the audit entry says nothing about secrets.
    const columns = {
      sealedSecret: sql`${await sealSecret(inner, id, secret)}`,
      sealedOldSecret: sql`${table.sealedSecret}`,
      oldSecretValidTo: sql`${addMs(ctx.now, oldSecretMs)}::timestamptz`,
    };
    await webhookStore.set(inner, [before], columns, () => ({ action: "renew" }));
    return answer(await webhookStore.lock(inner, { id }), secret);
  });

/**
 * Deletes a webhook with its deliveries; the events stay for other webhooks. Refuses with `not_found` and
 * `version_conflict`.
 */
export const removeWebhook = (ctx: Ctx, { id, version }: Input<typeof webhooks.remove>): Promise<undefined> =>
  inTransaction(ctx, async (inner) => {
    await webhookStore.lock(inner, { id, version });
    await inner.db.delete(table).where(eq(table.id, id));
    await recordAudit(inner, [{ action: "remove", resource: auditResource, resourceId: id, changes: {} }]);
    return undefined;
  });

/** Refuses with `invalid_input` at the address. */
function requireReceiver({ webhookClient }: Ctx, url: string): void {
  // A port above 65535 or half of an IPv6 address passes the pattern and is invalid all the same.
  if (!URL.canParse(url)) {
    const message = "Write https:// and a host, without a user name.";
    throw commonRefusals.invalid_input({}, [{ path: "url", code: "receiver_url", message }]);
  }
  if (webhookClient.mayPost(url)) return;
  const message = "This address is inside a private network, or not over https.";
  throw commonRefusals.invalid_input({}, [{ path: "url", code: "receiver_private", message }]);
}

const answer = (webhook: WebhookRecord, secret: string | null): WebhookWithSecret => ({
  webhook,
  secret,
  version: webhook.version,
});
