import { and, type SQL, sql } from "drizzle-orm";
import type { Permissions } from "#base/grants.ts";
import type { Actor, Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import type { LiveResource } from "#api/live/resource.ts";
import type { LiveEvent } from "#api/live/sequence.ts";
import { scopeFor } from "#api/scopeCondition.ts";

export type Reader = Pick<Actor, "userId" | "permissions" | "scopes" | "mustFirst">;

/** The ids that may be visible to a user; null: that something changed, but not what; undefined: nothing. */
export type VisibleIds = readonly string[] | null | undefined;

/** Equal for readers who receive the same, except of events for certain users. */
export function readerKey({ userId, permissions, scopes, mustFirst }: Reader): string {
  const reach = scopes.map(({ kind, target }) => `${kind}:${target}`).sort();
  return [numberOf(permissions), mustFirst, hasOwnRows(permissions) ? userId : "", ...reach].join(" ");
}

/** Equal grants are one shared object. */
const numbers = new WeakMap<Permissions, number>();
let lastNumber = 0;
function numberOf(permissions: Permissions): number {
  const number = numbers.get(permissions) ?? ++lastNumber;
  numbers.set(permissions, number);
  return number;
}

const hasOwnRows = (permissions: Permissions) => [...permissions.values()].some((limits) => limits.includes("own"));

/**
 * What a reader may receive of each event: exactly what they could read now. For a reader with a limited grant, one
 * statement for each resource leaves the ids inside their scope.
 */
export async function visibleIdsOf(
  ctx: Ctx,
  reader: Reader,
  events: readonly LiveEvent[],
): Promise<ReadonlyMap<LiveEvent, VisibleIds>> {
  const wanted = new Map<LiveResource, Set<string>>();
  const visible = new Map<LiveEvent, VisibleIds>();
  const limited: { readonly event: LiveEvent; readonly declared: LiveResource }[] = [];
  for (const event of events) {
    const declared = ctx.catalogue.live.get(event.resource);
    const reach = declared === undefined || event.audience !== null ? "none" : reachOf(reader, declared);
    if (reach === "none") continue;
    if (reach === "all") visible.set(event, event.ids);
    else if (event.ids === null || event.isGone) visible.set(event, null);
    else {
      limited.push({ event, declared: declared! });
      wanted.set(declared!, new Set([...(wanted.get(declared!) ?? []), ...event.ids]));
    }
  }
  const inside = new Map<LiveResource, ReadonlySet<string>>();
  const narrow = async (declared: LiveResource, ids: ReadonlySet<string>) =>
    void inside.set(declared, await idsInside(ctx, reader, declared, [...ids]));
  await Promise.all([...wanted].map(([declared, ids]) => narrow(declared, ids)));
  for (const { event, declared } of limited) {
    const left = event.ids!.filter((id) => inside.get(declared)!.has(id));
    if (left.length > 0) visible.set(event, left);
  }
  return visible;
}

/** The ids of existing records that a reader may read. */
export async function readableIds(
  ctx: Ctx,
  reader: Reader,
  { resource, ids }: { readonly resource: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const declared = ctx.catalogue.live.get(resource);
  const isHidden = declared === undefined || reachOf(reader, declared) === "none";
  return isHidden ? new Set() : idsInside(ctx, reader, declared, ids);
}

/** Fails closed: a limited grant reaches nothing where no scope is declared. */
function reachOf({ permissions, mustFirst }: Reader, { read, rows }: LiveResource): "all" | "some" | "none" {
  if (mustFirst !== null) return "none";
  if (read.permission === "session") return "all";
  const limits = permissions.get(read.permission) ?? [];
  if (limits.includes("all")) return "all";
  return limits.length > 0 && rows !== undefined ? "some" : "none";
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function idsInside(
  ctx: Ctx,
  reader: Reader,
  { rows, read }: LiveResource,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (rows === undefined) return new Set(ids);
  const possible = rows.id.getSQLType() === "uuid" ? ids.filter((id) => uuid.test(id)) : ids;
  if (possible.length === 0) return new Set();
  const scope: SQL | undefined = scopeFor(reader, rows, read.permission);
  const found = await ctx.db
    .select({ id: sql<string>`${rows.id}::text` })
    .from(rows.table)
    .where(and(isAnyOf(rows.id, possible), scope));
  return new Set(found.map(({ id }) => id));
}
