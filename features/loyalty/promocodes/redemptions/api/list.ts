import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Input, Output } from "#base/contract.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { type Searchable, searchedList } from "#api/searchable.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { redemptionScope } from "#features/loyalty/promocodes/api/service/scopes.ts";
import { bucketOf } from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  campaignsTable,
  codesTable,
  type RedemptionRecord,
  redemptionsTable as table,
} from "#features/loyalty/promocodes/api/tables.ts";
import {
  type RedemptionExportColumn,
  redemptionExportColumns,
  type RedemptionRow,
  redemptions,
} from "#features/loyalty/promocodes/contract/redemptions.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { locationsTable, retailersTable } from "#features/retail/retailers/api/tables.ts";

const columns = {
  id: table.id,
  orderRef: table.orderRef,
  status: table.status,
  campaignId: table.campaignId,
  codeKey: table.codeKey,
  retailerId: table.retailerId,
  locationId: table.locationId,
  memberId: table.memberId,
  currency: table.currency,
  discountMinor: table.discountMinor,
  cashbackMinor: table.cashbackMinor,
  discountLeftMinor: table.discountLeftMinor,
  cashbackLeftMinor: table.cashbackLeftMinor,
  createdAt: table.createdAt,
};
type ListedRedemption = Pick<RedemptionRecord, keyof typeof columns>;

const startOf = (day: string) => `${day}T00:00:00.000Z`;

/** Each filter has an index with the order, or finds few rows (0054). */
export const redemptionList: ListDefinition<typeof columns, Input<typeof redemptions.list>> = {
  table,
  id: table.id,
  columns,
  search: searched,
  sorts: { createdAt: [table.createdAt, table.id] },
  filters: {
    ids: (ids) => and(inArray(table.bucket, [...new Set(ids.map(bucketOf))]), isAnyOf(table.id, ids)),
    campaign: (ids) => isAnyOf(table.campaignId, ids),
    retailer: (ids) => isAnyOf(table.retailerId, ids),
    member: (ids) => isAnyOf(table.memberId, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    since: (_, { now }) => gte(table.createdAt, startOf(now.slice(0, 10))),
    from: (day) => gte(table.createdAt, startOf(day)),
    to: (day) => lt(table.createdAt, addMs(startOf(day), dayMs)),
    orderRef: (ref) => eq(table.orderRef, ref),
    code: (code) => eq(table.codeKey, codeKey(code)),
  },
  splitBy: "status",
  scope: redemptionScope,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By the receipt’s number, or by the redemption’s id. A text index over all receipts would slow each redemption down. */
function searched(typed: string): SQL | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const id = text.toLowerCase();
  return uuid.test(id) ? and(eq(table.bucket, bucketOf(id)), eq(table.id, id)) : eq(table.orderRef, text);
}

/** The palette finds receipts by their number. */
export const searchableRedemptions: Searchable = {
  resource: "redemptions",
  list: (ctx) => searchedList(ctx, redemptionList),
  operation: redemptions.list,
  title: table.orderRef,
  titleKey: table.orderRef,
  keyOf: (typed) => typed.trim(),
  subtitle: table.currency,
  exactly: searched,
  url: (id) => `/apps/promocode/redemptions/${id}`,
};

/** Refuses with `invalid_cursor`. */
export async function listRedemptions(
  ctx: Ctx,
  input: Input<typeof redemptions.list>,
): Promise<Output<typeof redemptions.list>> {
  const { rows, ...page } = await readPage(ctx, redemptionList, input);
  return { ...page, rows: await namedRows(ctx, rows) };
}

/** Everything that the list finds, in its order. */
export async function exportRedemptions(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof redemptions.exportCsv>,
): Promise<TableFile> {
  const names = asked ?? redemptionExportColumns;
  return listTable(ctx, redemptionList, input, {
    name: `redemptions-${ctx.now.slice(0, 10)}`,
    header: names,
    cellsOf: async (rows) => (await namedRows(ctx, rows)).map((row) => names.map((name) => cellOf(name, row))),
  });
}

function cellOf(name: RedemptionExportColumn, row: RedemptionRow): CsvValue {
  switch (name) {
    case "campaign":
      return row.campaign.code;
    case "retailer":
      return row.retailer.code;
    case "location":
      return row.location?.name ?? null;
    case "member":
      return row.member?.label ?? null;
    default:
      return row[name];
  }
}

/** The rows with the names of their records; members are masked. */
export async function namedRows(ctx: Ctx, rows: readonly ListedRedemption[]): Promise<RedemptionRow[]> {
  const { id, code, name, nameI18n } = campaignsTable;
  const [campaigns, retailers, locations, members, codes] = await Promise.all([
    byId(ctx, campaignsTable, { id, code, name, nameI18n }, idsOf(rows, "campaignId")),
    byId(
      ctx,
      retailersTable,
      {
        id: retailersTable.id,
        code: retailersTable.code,
        name: retailersTable.tradingName,
        nameI18n: retailersTable.tradingNameI18n,
      },
      idsOf(rows, "retailerId"),
    ),
    byId(ctx, locationsTable, { id: locationsTable.id, name: locationsTable.name }, idsOf(rows, "locationId")),
    byId(
      ctx,
      membersTable,
      {
        id: membersTable.id,
        memberNumber: membersTable.memberNumber,
        email: membersTable.email,
        phone: membersTable.phone,
      },
      idsOf(rows, "memberId"),
    ),
    printedCodes(ctx, rows),
  ]);
  return rows.map(({ campaignId, codeKey: key, retailerId, locationId, memberId, ...row }) => {
    const member = members.get(memberId ?? "");
    return {
      ...row,
      code: key === null ? null : (codes.get(key) ?? key),
      campaign: campaigns.get(campaignId) as RedemptionRow["campaign"],
      retailer: retailers.get(retailerId) as RedemptionRow["retailer"],
      location: (locations.get(locationId ?? "") as RedemptionRow["location"]) ?? null,
      member:
        memberId === null
          ? null
          : { id: memberId, label: (member?.memberNumber ?? member?.email ?? member?.phone ?? null) as string | null },
    };
  });
}

/** Codes as they are printed, by how they are compared. */
async function printedCodes(ctx: Ctx, rows: readonly ListedRedemption[]): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(rows.flatMap(({ codeKey: key }) => key ?? []))];
  if (keys.length === 0) return new Map();
  const found = await ctx.db.execute(sql`
    select code.code_key as key, code.code_display as code
      from unnest(${`{${keys.map((key) => JSON.stringify(key)).join(",")}}`}::text[]) as wanted (key)
      join ${codesTable} as code on code.bucket = bucket_of(wanted.key) and code.code_key = wanted.key`);
  return new Map((found as { rows: { key: string; code: string }[] }).rows.map(({ key, code }) => [key, code]));
}

const idsOf = (rows: readonly ListedRedemption[], name: "campaignId" | "retailerId" | "locationId" | "memberId") => [
  ...new Set(rows.flatMap((row) => row[name] ?? [])),
];

/** These records by their ids, in one statement. */
export async function byId(
  ctx: Ctx,
  from: PgTable,
  shown: Columns & { readonly id: PgColumn },
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select(shown)
    .from(from)
    .where(inArray(shown.id, [...ids]));
  return new Map(found.map((row) => [row["id"] as string, row]));
}
