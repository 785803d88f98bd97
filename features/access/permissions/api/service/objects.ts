import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { resourceOf, type RowScope, type ScopeKind } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, whereOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { requireKnown } from "#features/access/permissions/api/service/catalogue.ts";
import type { permissions } from "#features/access/permissions/contract.ts";

const objectsMax = 10;

export const rowsOf = ({ catalogue }: Ctx, resource: string): ScopePolicy | undefined =>
  catalogue.scopedRows.find((rows) => rows.resource === resource);

/** The rows of a resource that the caller may see, for any question about them. */
const seen = (ctx: Ctx, rows: ScopePolicy): SQL | undefined => scopeCondition(ctx, rows, `${rows.resource}.read`);

/** Records to ask about, by name or code. Refuses with `permission_unknown`. */
export async function findObjects(
  ctx: Ctx,
  { permission, search = "", id }: Input<typeof permissions.objects>,
): Promise<Output<typeof permissions.objects>> {
  requireKnown(ctx, permission);
  const rows = rowsOf(ctx, resourceOf(permission));
  if (rows?.label === undefined) return { isTold: false, rows: [] };
  const { title, code, search: searched } = rows.label;
  const isFound = whereOf(ctx, { scope: () => undefined, search: searched, filters: {} }, { search });
  const isNamed = code === undefined || search === "" ? isFound : or(isFound, eq(code, search.trim().toUpperCase()));
  const found = await ctx.db
    .select({ id: rows.id, title, code: code ?? sql<null>`null` })
    .from(rows.table)
    .where(and(seen(ctx, rows), id === undefined ? isNamed : eq(rows.id, id)))
    .orderBy(asc(title), asc(rows.id))
    .limit(objectsMax);
  return { isTold: true, rows: found as { id: string; title: string; code: string | null }[] };
}

/**
 * A record that the caller may see. Refuses with `not_found`, and with `invalid_input` for resources without row
 * scopes.
 */
export async function readObject(ctx: Ctx, rows: ScopePolicy | undefined, id: string) {
  if (rows === undefined) {
    const message = "You can’t check individual records of this type.";
    throw commonRefusals.invalid_input({}, [{ path: "resourceId", code: "objects_untold", message }]);
  }
  const [found] = await ctx.db
    .select({ title: rows.label?.title ?? sql<string>`${rows.id}::text` })
    .from(rows.table)
    .where(and(eq(rows.id, id), seen(ctx, rows)));
  if (found === undefined) throw commonRefusals.not_found();
  return { id, title: found.title as string };
}

/** Whether a condition matches one row: the same condition as in lists and writes. */
export async function isInside(ctx: Ctx, rows: ScopePolicy, { id, scope }: { id: string; scope: SQL | undefined }) {
  const found = await ctx.db
    .select({ id: rows.id })
    .from(rows.table)
    .where(and(eq(rows.id, id), scope));
  return found.length > 0;
}

/** The resource of this kind of scope. Countries have names of their own. */
const resourcesByKind: Partial<Record<ScopeKind, string>> = {
  brand: "brands",
  retailer: "retailers",
  category: "categories",
};

/** Scopes with the names of their targets; null for a country, and if the caller may not see the record. */
export async function namedScopes(ctx: Ctx, scopes: readonly RowScope[]) {
  const names = new Map<string, string>();
  for (const [kind, resource] of Object.entries(resourcesByKind)) {
    const rows = rowsOf(ctx, resource);
    const targets = scopes.filter((scope) => scope.kind === kind).map(({ target }) => target);
    if (rows?.label === undefined || targets.length === 0) continue;
    const found = await ctx.db
      .select({ id: rows.id, title: rows.label.title })
      .from(rows.table)
      .where(and(isAnyOf(rows.id, targets), seen(ctx, rows)));
    for (const { id, title } of found as { id: string; title: string }[]) names.set(`${kind}:${id}`, title);
  }
  return scopes.map(({ kind, target }) => ({ kind, target, name: names.get(`${kind}:${target}`) ?? null }));
}
