import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import { changesSince, readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { type WebhookRecord, webhooksTable as table } from "#features/platform/webhooks/api/tables.ts";
import {
  Webhook,
  type WebhookConflict,
  type WebhookInput,
  type webhooks,
} from "#features/platform/webhooks/contract.ts";

/** The resource of a webhook's audit entries. */
export const auditResource = "webhooks";

/** A webhook is told of every brand and retailer, so it can only be granted whole. */
export const webhookRows: ScopePolicy = { resource: auditResource, table, id: table.id, by: {} };

export const webhookScope = (ctx: Ctx) => scopeCondition(ctx, webhookRows);

/** Refuses with `not_found`. */
export const getWebhook = (ctx: Ctx, { id }: Input<typeof webhooks.get>): Promise<Webhook> => findWebhook(ctx, id);

/** The record behind it, secrets and all. Refuses with `not_found`. */
export async function findWebhook(ctx: Ctx, id: string): Promise<WebhookRecord> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), webhookScope(ctx)));
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

/** Refuses with `not_found` and `version_conflict`. Call it in a transaction. */
export async function lockWebhook(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<WebhookRecord> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), webhookScope(ctx)))
    .for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (record.version !== version) throw commonRefusals.version_conflict(await conflictWith(ctx, record, version));
  return record;
}

async function conflictWith(ctx: Ctx, record: WebhookRecord, version: number): Promise<WebhookConflict> {
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: auditResource, resourceId: record.id, versions });
  // A refusal's details pass no output schema, so that this must leave out by itself what is not told (reliability R14).
  return { current: z.parse(Webhook, record), changedBy, changedAt: record.updatedAt, changes };
}

/** Refuses with `not_found`. */
export async function readWebhookActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof webhooks.activity>,
): Promise<Output<typeof webhooks.activity>> {
  await findWebhook(ctx, id);
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/** What people wrote of a webhook, as the audit log tells it and a change is compared. */
export const inputOf = ({ title, url, types, status }: WebhookRecord): WebhookInput => ({ title, url, types, status });

/** What a webhook is ordered and found by. */
export const keysOf = ({ title, url }: Pick<WebhookInput, "title" | "url">) => ({
  sortKey: sortKey(title),
  searchKey: ` ${searchKey(title)} ${searchKey(url)}`,
});
