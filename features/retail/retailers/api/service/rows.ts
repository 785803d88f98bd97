import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { closureTable, retailersTable as table } from "#features/retail/retailers/api/tables.ts";

/** The resource of a retailer's audit entries, and of those of its parts. */
export const auditResource = "retailers";

/** That a column names one of these retailers or one below them (domain 1.13): for row scopes of other areas too. */
export const inChains = (column: PgColumn, retailerIds: readonly string[]): SQL =>
  sql`${column} in (select ${closureTable.descendantId} from ${closureTable}
                     where ${isAnyOf(closureTable.ancestorId, retailerIds)})`;

export const retailerRows = {
  resource: auditResource,
  table,
  id: table.id,
  own: table.createdBy,
  by: {
    retailer: (targets: readonly string[]) => inChains(table.id, targets),
    country: table.countryKey,
  },
  label: { title: table.tradingName, code: table.code, search: table.searchKey },
} satisfies ScopePolicy;

/** The retailers that this person may meet in the operation that runs. */
export const retailerScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, retailerRows);
