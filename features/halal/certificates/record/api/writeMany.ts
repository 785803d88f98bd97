import { sql } from "drizzle-orm";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";

type Many<Row> = {
  readonly action: string;
  readonly set: { readonly reviewerId?: string | null };
  readonly changes: (row: Row) => Parameters<typeof recordAudit>[1][number]["changes"];
};

/** Changes certificates that a bulk action has locked, with an audit entry each. */
export async function writeMany<Row extends { readonly id: string }>(
  ctx: Ctx,
  rows: readonly Row[],
  { action, set, changes }: Many<Row>,
): Promise<void> {
  await ctx.db
    .update(table)
    .set({ ...set, version: sql`${table.version} + 1`, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null })
    .where(
      isAnyOf(
        table.id,
        rows.map(({ id }) => id),
      ),
    );
  await recordAudit(
    ctx,
    rows.map((row) => ({ action, resource: auditResource, resourceId: row.id, changes: changes(row) })),
  );
}
