import { and, asc, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { countMax } from "#base/list.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage, whereOf } from "#api/list.ts";
import { ownChoices } from "#features/access/api-keys/api/service/grantablePermissions.ts";
import { getKey, keyScope } from "#features/access/api-keys/api/service/records.ts";
import { apiKeyDaysTable, apiKeysTable as table } from "#features/access/api-keys/api/tables.ts";
import { type apiKeys, type KeyStatus, keyStatuses } from "#features/access/api-keys/contract.ts";
import { keyStatus, lastDayOf } from "#features/access/api-keys/rules.ts";

const columns = {
  id: table.id,
  title: table.title,
  kind: table.kind,
  prefix: table.prefix,
  callsPerMinute: table.callsPerMinute,
  expiresAt: table.expiresAt,
  lastUsedAt: table.lastUsedAt,
  revokedAt: table.revokedAt,
  createdAt: table.createdAt,
  version: table.version,
};

/** A status is what the clock makes of a key, so that it is asked for with the moment of the call. */
const keyList = (ctx: Ctx): ListDefinition<typeof columns, Omit<Input<typeof apiKeys.list>, "ids">> => ({
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  sorts: {
    title: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    expiresAt: [table.expiresAt, table.id],
    lastUsedAt: [table.usedKey, table.id],
  },
  filters: {
    status: (statuses) => or(...statuses.map((status) => hasStatus(ctx, status))),
    kind: (kinds) => isAnyOf(table.kind, kinds),
  },
  unless: ({ status }) => (status ? undefined : isNull(table.revokedAt)),
  scope: keyScope,
});

function hasStatus(ctx: Ctx, status: KeyStatus): SQL | undefined {
  if (status === "revoked") return sql`${table.revokedAt} is not null`;
  const ends = status === "expired" ? lte(table.expiresAt, ctx.now) : gt(table.expiresAt, ctx.now);
  return and(isNull(table.revokedAt), ends);
}

/** Refuses with `invalid_cursor`. */
export async function listKeys(ctx: Ctx, input: Input<typeof apiKeys.list>): Promise<Output<typeof apiKeys.list>> {
  const { rows, ...rest } = await readPage(ctx, keyList(ctx), input);
  return {
    ...rest,
    rows: rows.map((row) => ({ ...row, status: keyStatus(row, ctx.now), lastDay: lastDayOf(row.expiresAt) })),
  };
}

export async function countKeysByStatus(
  ctx: Ctx,
  filter: Input<typeof apiKeys.countByStatus>,
): Promise<Output<typeof apiKeys.countByStatus>> {
  const matching = whereOf(ctx, { ...keyList(ctx), unless: () => undefined }, filter);
  const counted = keyStatuses.map((status) => sql`(count(*) filter (where ${hasStatus(ctx, status)}))::int`);
  const [row] = await ctx.db
    .select(Object.fromEntries(counted.map((count, place) => [keyStatuses[place]!, count as SQL<number>])))
    .from(table)
    .where(matching);
  const byStatus = keyStatuses.map((status) => {
    const count = row?.[status] ?? 0;
    return [status, { count: Math.min(count, countMax), isCapped: count > countMax }];
  });
  return { byStatus: Object.fromEntries(byStatus) as Output<typeof apiKeys.countByStatus>["byStatus"] };
}

export const listChoices = async (ctx: Ctx): Promise<Output<typeof apiKeys.choices>> => ({
  rows: ownChoices(ctx),
  address: ctx.settings.publicUrl,
});

const usageDays = 30;

/** Days without a call are left out. Refuses with `not_found`. */
export async function readUsage(ctx: Ctx, { id }: Input<typeof apiKeys.usage>): Promise<Output<typeof apiKeys.usage>> {
  await getKey(ctx, { id });
  const { day, calls, refused, keyId } = apiKeyDaysTable;
  const from = addMs(ctx.now, -(usageDays - 1) * dayMs).slice(0, 10);
  const days = await ctx.db
    .select({ day, calls, refused })
    .from(apiKeyDaysTable)
    .where(sql`${keyId} = ${id} and ${day} >= ${from}`)
    .orderBy(asc(day));
  return { days };
}
