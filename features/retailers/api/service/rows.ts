import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";
import { closureTable, retailersTable as table } from "#features/retailers/api/tables.ts";

/** The resource of a retailer's audit entries, and of those of its parts. */
export const auditResource = "retailers";

/** A chain is meant with all that is below it (domain 1.13). */
export const retailerRows: ScopedRows = {
  resource: auditResource,
  table,
  id: table.id,
  own: table.createdBy,
  by: {
    retailer: (targets) => {
      const chains = `{${targets.map((target) => JSON.stringify(target)).join(",")}}`;
      return sql`${table.id} in (
        select ${closureTable.descendantId} from ${closureTable}
         where ${closureTable.ancestorId}::text = any(${chains}::text[]))`;
    },
    country: table.countryKey,
  },
  label: { title: table.tradingName, code: table.code, search: table.searchKey },
};

/** The retailers that this person may meet in the operation that runs. */
export const retailerScope = (ctx: Ctx): SQL | undefined => rowScope(ctx, retailerRows);
