import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { ScopeKind } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Actor, Ctx } from "#api/context.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/**
 * The condition for the rows that the caller may access; undefined if all are.
 *
 * Uses the permission of the running operation. An operation without a permission of its own, or one that reads rows of
 * another resource, passes the permission to use instead.
 */
export function scopeCondition(
  ctx: Ctx,
  rows: ScopePolicy,
  permission: string | null = ctx.permission,
): SQL | undefined {
  if (ctx.actor === null || rows.isShared) return undefined;
  return scopeFor(ctx.actor, rows, permission ?? "");
}

/** The same for any actor. */
export function scopeFor(
  actor: Pick<Actor, "userId" | "permissions" | "scopes">,
  rows: ScopePolicy,
  permission: string,
) {
  const limits = actor.permissions.get(permission) ?? [];
  if (limits.includes("all")) return undefined;
  const reached = limits.flatMap((limit) => (limit === "own" ? ownRows(actor, rows) : scopedRows(actor, rows)));
  return or(...reached) ?? sql`false`;
}

const ownRows = ({ userId }: Pick<Actor, "userId">, { own }: ScopePolicy): SQL[] => (own ? [eq(own, userId)] : []);

function scopedRows({ scopes }: Pick<Actor, "scopes">, { by }: ScopePolicy): SQL[] {
  return (Object.keys(by) as ScopeKind[]).flatMap((kind) => {
    const targets = scopes.filter((scope) => scope.kind === kind).map(({ target }) => target);
    if (targets.length === 0) return [];
    const place = by[kind]!;
    return [typeof place === "function" ? place(targets) : inArray(place, targets)];
  });
}

/**
 * Refuses with `outside_scope` when a row that was just written is outside the writer's scope. Call it in the
 * transaction that wrote the row, which is then rolled back.
 */
export async function assertInScope(ctx: Ctx, rows: ScopePolicy, ids: readonly string[]): Promise<void> {
  const scope = scopeCondition(ctx, rows);
  if (scope === undefined || ids.length === 0) return;
  const outside = await ctx.db
    .select({ id: rows.id })
    .from(rows.table)
    .where(and(inArray(rows.id, [...ids]), sql`(${scope}) is not true`))
    .limit(1);
  if (outside.length > 0) throw commonRefusals.outside_scope();
}
