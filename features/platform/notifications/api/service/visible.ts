import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Actor, Ctx } from "#api/context.ts";
import { scopeFor } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { notificationsTable as table } from "#features/platform/notifications/api/tables.ts";

/**
 * A user’s notifications about what they may still read. The permission and the scope of each record are checked here,
 * in the statement that reads, counts or emails them: a user who loses a right no longer sees what it was about.
 */
export function visibleTo({ catalogue }: Pick<Ctx, "catalogue">, actor: Actor): SQL | undefined {
  const unlimited = [...actor.permissions].flatMap(([permission, limits]) =>
    limits.includes("all") ? permission : [],
  );
  const mayRead = or(
    isNull(table.permission),
    sql`${table.permission} = any(${`{${unlimited.join(",")}}`}::text[])`,
    ...catalogue.scopedRows.map((rows) => withinScope(actor, rows)),
  );
  return and(eq(table.userId, actor.userId), mayRead);
}

/** Undefined where the user sees all of these records, or none. */
function withinScope(actor: Actor, rows: ScopePolicy): SQL | undefined {
  const permission = `${rows.resource}.read`;
  const limits = actor.permissions.get(permission) ?? [];
  if (limits.length === 0 || limits.includes("all") || rows.id.getSQLType() !== "uuid") return undefined;
  // Without one record, it leads to a list, which shows what is in the scope. An ID of another resource may be no UUID,
  // so the order of the conditions matters.
  return sql`case when ${table.permission} = ${permission} and ${table.resource} = ${rows.resource}
                  then ${table.resourceId} is null or exists (
                       select from ${rows.table}
                        where ${rows.id} = (${table.resourceId})::uuid and ${scopeFor(actor, rows, permission)})
                  else false end`;
}
