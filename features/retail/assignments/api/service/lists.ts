import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { readGtin } from "#base/gtin.ts";
import type { Input } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { shownAll } from "#features/retail/assignments/api/service/records.ts";
import { assignmentScope } from "#features/retail/assignments/api/service/scopePolicy.ts";
import {
  type AssignmentRecord,
  assignmentRowsTable as table,
  assignmentsTable,
} from "#features/retail/assignments/api/tables.ts";
import type { assignments } from "#features/retail/assignments/contract.ts";
import type { Assignment, AssignmentStatus } from "#features/retail/assignments/contract/rows.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { inChains } from "#features/retail/retailers/api/service/rows.ts";

const ownNames = Object.keys(getTableColumns(assignmentsTable)) as (keyof AssignmentRecord)[];
const columns = Object.fromEntries(ownNames.map((name) => [name, table[name]])) as Pick<
  typeof table,
  keyof AssignmentRecord
>;

type ListInput = Input<typeof assignments.list>;

/**
 * The only definition behind the list, its export and its changes. Time-dependent values are evaluated at `ctx.now`.
 */
export const assignmentList = (ctx: Ctx): ListDefinition<typeof columns, ListInput> => ({
  table,
  id: table.id,
  columns,
  search: table.productSearchKey,
  spellSearch: spelled,
  sorts: {
    product: [table.productSortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  filters: {
    // Either only this retailer or its branches too, depending on another filter: see `retailersOf`.
    retailerId: (id) => inChains(table.retailerId, [id]),
    withBranches: () => undefined,
    brand: (ids) => isAnyOf(table.brandId, ids),
    category: (ids) => inSubtrees(table.categoryId, ids),
    status: (statuses) => hasStatus(statuses, ctx),
    stock: (statuses) => isAnyOf(table.stockStatus, statuses),
    halal: (states) => sql`(
      select state from product_halal(${table.productId}, ${ctx.now}::timestamptz)) = any(${`{${states.join(",")}}`}::text[])`,
    isBlocked: (is) => sql`${is ? sql`exists` : sql`not exists`} (
      select from promotion_findings(${table.productId}, ${table.retailerId}, ${ctx.now}::timestamptz, ${table.locationId})
       where is_blocking)`,
  },
  unless: ({ status, retailerId, withBranches }) =>
    sql.join(
      [
        status ? sql`true` : isOpen(ctx),
        withBranches || retailerId === undefined ? sql`true` : sql`${table.retailerId} = ${retailerId}::uuid`,
      ],
      sql` and `,
    ),
  scope: assignmentScope,
});

const isOpen = (ctx: Ctx): SQL =>
  sql`${table.endedAt} is null and (${table.endsAt} is null or ${table.endsAt} > ${ctx.now}::timestamptz)`;

/** Same as `statusAt` in rules.ts: an expired period counts as ended. */
function hasStatus(statuses: readonly AssignmentStatus[], ctx: Ctx): SQL {
  const open = statuses.filter((status) => status !== "ended");
  const conditions = [
    ...(open.length > 0 ? [sql`(${isAnyOf(table.status, open)} and ${isOpen(ctx)})`] : []),
    ...(statuses.includes("ended") ? [sql`not (${isOpen(ctx)})`] : []),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Finds a GTIN in any notation, and a code without its letters, like the product list. */
export const spelled = (typed: string): string => readGtin(typed).gtin ?? typed.replaceAll(/\bPRD-(?=\d)/gi, " ");

/** Refuses with `invalid_cursor`. */
export async function listAssignments(ctx: Ctx, input: ListInput): Promise<Page<Assignment>> {
  const { rows, ...rest } = await readPage(ctx, assignmentList(ctx), input);
  return { ...rest, rows: await shownAll(ctx, rows) };
}
