import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { commonRefusals } from "#base/refusal.ts";
import type { FilePurpose } from "#api/files.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { rowsOfResource } from "#api/reachable.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { type DocumentRecord, documentsTable as table } from "#demos/files/api/tables.ts";
import { documentRule, type LinkedResource, linkedResources } from "#demos/files/rules.ts";

/**
 * The items that the caller may see: their own private ones, those of records that they may read, and all others. Part
 * of every statement that reads items.
 */
export const visibleTo = (ctx: Ctx): SQL => reachedBy(ctx, "read");

/** The items that the caller may change: for a linked record, if the caller may change the record. */
export const editableBy = (ctx: Ctx): SQL => reachedBy(ctx, "update");

function reachedBy(ctx: Ctx, action: "read" | "update"): SQL {
  const isOwn = or(eq(table.isPrivate, false), eq(table.ownerId, actorOf(ctx).userId));
  const links = linkedResources.map((resource) => linkCondition(ctx, resource, action));
  return and(isOwn, or(isNull(table.linkedResource), ...links))!;
}

function linkCondition(ctx: Ctx, resource: LinkedResource, action: "read" | "update"): SQL {
  const inside = recordCondition(ctx, { resource, action, id: table.linkedId });
  return and(eq(table.linkedResource, resource), inside)!;
}

type RecordQuestion = {
  readonly resource: LinkedResource;
  readonly action: "read" | "update";
  readonly id: PgColumn | SQL;
};

/** The record exists, and the caller may read or change it. Without the area nobody may. */
function recordCondition(ctx: Ctx, { resource, action, id }: RecordQuestion): SQL {
  const rows = rowsOfResource(ctx, resource);
  const permission = `${resource}.${action}`;
  if (rows === undefined || !actorOf(ctx).permissions.has(permission)) return sql`false`;
  return sql`exists (select from ${rows.table} where ${and(eq(rows.id, id), scopeCondition(ctx, rows, permission))})`;
}

/** Refuses with `not_found` to link a record that the caller may not read. */
export async function requireLinkable(ctx: Ctx, resource: LinkedResource, id: string): Promise<void> {
  const found = await ctx.db.execute(
    sql`select where ${recordCondition(ctx, { resource, action: "read", id: sql`${id}::uuid` })}`,
  );
  if ((found as { rows: unknown[] }).rows.length > 0) return;
  const message = "This record doesn’t exist.";
  throw commonRefusals.invalid_input({}, [{ path: "link", code: "record_unknown", message }]);
}

/** An item that the caller may see, also one in the recycle bin. Refuses with `not_found`. */
export async function findDocument(ctx: Ctx, id: string): Promise<DocumentRecord> {
  const [found] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), visibleTo(ctx)));
  if (found === undefined) throw commonRefusals.not_found();
  return found;
}

/** The bytes of documents. They are uploaded in parts by calls of this application alone. */
export const documentFiles: FilePurpose = {
  rule: documentRule,
  upload: [],
  read: [],
  // A copy has the file of its original, and an earlier version is its item's own.
  isReadable: (ctx, file) =>
    sql`exists (select from ${table}
          where (${table.fileId} = ${file.id} or ${table.id} = ${file.resourceId}) and ${visibleTo(ctx)})`,
  owners: { resource: "documents", table, id: table.id, by: {} },
};
