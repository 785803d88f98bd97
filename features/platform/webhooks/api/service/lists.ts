import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { webhookScope } from "#features/platform/webhooks/api/service/records.ts";
import { webhooksTable as table } from "#features/platform/webhooks/api/tables.ts";
import type { webhooks } from "#features/platform/webhooks/contract.ts";

const columns = {
  id: table.id,
  title: table.title,
  url: table.url,
  types: table.types,
  status: table.status,
  pauseReason: table.pauseReason,
  failingSince: table.failingSince,
  lastDeliveredAt: table.lastDeliveredAt,
  oldSecretValidTo: table.oldSecretValidTo,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
  version: table.version,
};

const webhookList: ListDefinition<typeof columns, Input<typeof webhooks.list>> = {
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  sorts: { title: [table.sortKey, table.id], createdAt: [table.createdAt, table.id] },
  filters: { status: (statuses) => isAnyOf(table.status, statuses) },
  scope: webhookScope,
};

/** Refuses with `invalid_cursor`. */
export const listWebhooks = (ctx: Ctx, input: Input<typeof webhooks.list>): Promise<Output<typeof webhooks.list>> =>
  readPage(ctx, webhookList, input);
