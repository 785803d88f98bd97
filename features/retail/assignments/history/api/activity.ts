import { sql } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { findAssignment } from "#features/retail/assignments/api/service/records.ts";
import { auditResource, uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { reachOf } from "#features/retail/assignments/api/service/retailers.ts";
import type { assignments } from "#features/retail/assignments/contract.ts";
import { FindingReason, type RetailerEvent } from "#features/retail/assignments/contract/rows.ts";

/**
 * The history of an assignment, newest first: changes by users, and by cascades, whose audit entries belong to the
 * retailer. Refuses with `not_found`.
 */
export async function readAssignmentActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof assignments.activity>,
): Promise<Output<typeof assignments.activity>> {
  const record = await findAssignment(ctx, id);
  const { events, ...page } = await readActivityPage(ctx, {
    resource: auditResource,
    resourceId: id,
    shared: {
      resourceId: record.retailerId,
      field: "products",
      value: record.productId,
      since: record.createdAt,
      until: record.endedAt,
    },
    before,
    limit,
  });
  return { events: events.map((event) => ({ ...event, changes: ofOne(event.changes) })), ...page };
}

/** Leaves out constant fields, and the other products of a cascade, which the reader may not be allowed to see. */
const ofOne = ({ products: _, productId: __, retailerId: ___, ...changes }: Changes): Changes => changes;

/**
 * What cascades paused and resumed at a retailer, newest first. Refuses with `not_found`, also if the caller's scope
 * has only some of its products: an entry covers all of them.
 */
export async function readRetailerActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof assignments.shopActivity>,
): Promise<Output<typeof assignments.shopActivity>> {
  if ((await reachOf(ctx, [id])).get(id)!.goods !== undefined) throw commonRefusals.not_found();
  const page = await readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
  const reported = page.events.map((event) => ({ event, productIds: listed(event.changes.products?.after) }));
  const names = await readNames(
    ctx,
    reported.flatMap(({ productIds }) => productIds.slice(0, namedMax)),
  );
  const events = reported.map(({ event, productIds }): RetailerEvent => {
    const { at, actorName, actorId, action, reason, changes } = event;
    const why = FindingReason.safeParse(changes.pauseReason?.after ?? changes.pauseReason?.before);
    return {
      id: event.id,
      at,
      actorName: actorId === null ? null : actorName,
      verb: action === "pause" ? "paused" : "resumed",
      reason: why.success ? why.data : null,
      ...causeOf(reason ?? ""),
      productCount: productIds.length,
      products: productIds.slice(0, namedMax).flatMap((productId) => names.get(productId) ?? []),
    };
  });
  return { events, hasMore: page.hasMore };
}

/** As many as fit in a line or two. */
const namedMax = 10;

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** `certificate.suspended CERT-000114`: a cascade writes its cause in this form. */
function causeOf(text: string): Pick<RetailerEvent, "cause" | "causeCode"> {
  const [cause = "", causeCode = null] = text.split(" ");
  return { cause, causeCode };
}

async function readNames(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, RetailerEvent["products"][number]>();
  const rows = await rowsOf<RetailerEvent["products"][number]>(
    ctx,
    sql`select id, name, name_i18n as "nameI18n" from products where id = any(${uuids([...new Set(ids)])})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
