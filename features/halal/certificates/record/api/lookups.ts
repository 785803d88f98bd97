import { and, asc, eq, ilike, or, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { certifierColumns, standardColumns } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { brandHolders, retailerHolders } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bodiesTable, standardsTable } from "#features/halal/certifiers/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";

/** What a form chooses from, and what it may find chosen: those that were archived since as well. */
export async function readChoices(ctx: Ctx): Promise<Output<typeof certificates.choices>> {
  const [bodies, standards] = await Promise.all([
    ctx.db
      .select({ ...certifierColumns, isArchived: sql<boolean>`${bodiesTable.status} = 'archived'` })
      .from(bodiesTable)
      .orderBy(asc(bodiesTable.sortKey)),
    ctx.db
      .select({ ...standardColumns, isArchived: sql<boolean>`${standardsTable.status} = 'archived'` })
      .from(standardsTable)
      .orderBy(asc(standardsTable.code), asc(standardsTable.edition)),
  ]);
  return { bodies, standards };
}

const holdersMax = 20;

/** Brands or retailers by name, as far as the caller may make certificates for them. `id` finds the one that was chosen. */
export async function findHolders(
  ctx: Ctx,
  { type, search = "", id }: Input<typeof certificates.findHolders>,
): Promise<Output<typeof certificates.findHolders>> {
  const source = type === "brand" ? brandsTable : retailersTable;
  const { id: holderId, code } = source;
  const [name, nameI18n] =
    type === "brand"
      ? [brandsTable.name, brandsTable.nameI18n]
      : [retailersTable.tradingName, retailersTable.tradingNameI18n];
  const scope = scopeCondition(ctx, type === "brand" ? brandHolders : retailerHolders);
  const words = searchKey(search).split(" ").filter(Boolean);
  const rows = await ctx.db
    .select({ id: holderId, code, name, nameI18n })
    .from(source)
    .where(
      and(
        scope,
        id === undefined ? undefined : eq(holderId, id),
        // Nothing to escape: a search key has letters, marks and digits only.
        ...words.map((word) => or(sql`search_key like ${`% ${word}%`}`, ilike(code, `%${word}%`))),
      ),
    )
    .orderBy(asc(name), asc(holderId))
    .limit(holdersMax);
  return { rows };
}
