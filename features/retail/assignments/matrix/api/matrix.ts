import { sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { blockedBy } from "#features/retail/assignments/changes/api/findings.ts";
import { spelled } from "#features/retail/assignments/api/service/lists.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { productJson } from "#features/retail/assignments/api/service/records.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { readBranches, reachOf } from "#features/retail/assignments/api/service/retailers.ts";
import type { assignments } from "#features/retail/assignments/contract.ts";
import type { FindingReason, Halal, MatrixCell, ProductSummary } from "#features/retail/assignments/contract/rows.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

type MatrixInput = Input<typeof assignments.matrix>;
type Row = { readonly product: ProductSummary; readonly halal: Halal["state"]; readonly total: number };
type Cell = {
  readonly product_id: string;
  readonly retailer_id: string;
  readonly assignment_id: string | null;
  readonly status: MatrixCell["status"];
  readonly is_scheduled: boolean | null;
  readonly places_count: number;
  readonly blocked_by: FindingReason | null;
};

/**
 * A window of the matrix: some products, each with its state at every branch as a whole, and the number of single
 * locations. Uses an offset, because the screen jumps anywhere. Refuses with `not_found`.
 */
export async function readMatrix(ctx: Ctx, input: MatrixInput): Promise<Output<typeof assignments.matrix>> {
  const { goods } = (await reachOf(ctx, [input.retailerId])).get(input.retailerId)!;
  const branches = (await readBranches(ctx, input.retailerId)).map(({ id }) => id);
  const words = searchKey(spelled(input.search ?? ""))
    .split(" ")
    .filter(Boolean);
  const conditions = [
    sql`products.status <> 'archived'`,
    ...(goods === undefined ? [] : [goods]),
    ...words.map((word) => sql`products.search_key like ${`%${word}%`}`),
    ...(input.brand ? [sql`products.brand_id = any(${uuids(input.brand)})`] : []),
    ...(input.category ? [inSubtrees(productsTable.categoryId, input.category)] : []),
    ...(input.isAssigned
      ? [
          sql`products.id in (
          select product_id from assignments where ended_at is null and retailer_id = any(${uuids(branches)}))`,
        ]
      : []),
  ];
  const sortKey = sql.identifier(input.sortLanguage === "ar" ? "sort_key_ar" : "sort_key");
  const rows = await rowsOf<Row>(
    ctx,
    sql`
    select ${productJson} as product, halal.state as halal, window_rows.total
      from (
        select products.*, count(*) over ()::int as total
          from products
         where ${sql.join(conditions, sql` and `)}
         order by ${sortKey}, id
        offset ${input.offset} limit ${input.limit}
      ) as window_rows
      join products as product on product.id = window_rows.id
      join brands as brand on brand.id = product.brand_id
     cross join lateral product_halal(product.id, ${ctx.now}::timestamptz) as halal
     order by product.${sortKey}, product.id`,
  );
  const cells = await readCells(
    ctx,
    rows.map(({ product }) => product.id),
    branches,
  );
  return {
    total: rows[0]?.total ?? (input.offset === 0 ? 0 : await countAgain(ctx, input)),
    rows: rows.map(({ product, halal }) => ({
      product,
      halal,
      cells: branches.map((branch) => cells.get(`${product.id} ${branch}`) ?? nothing),
    })),
  };
}

const nothing: MatrixCell = {
  assignmentId: null,
  status: null,
  isScheduled: false,
  placesCount: 0,
  blockedBy: null,
};

/** Beyond the end there is no row with the total. */
const countAgain = async (ctx: Ctx, input: MatrixInput): Promise<number> =>
  (await readMatrix(ctx, { ...input, offset: 0, limit: 1 })).total;

async function readCells(
  ctx: Ctx,
  products: readonly string[],
  branches: readonly string[],
): Promise<ReadonlyMap<string, MatrixCell>> {
  if (products.length === 0 || branches.length === 0) return new Map();
  // Every product with every branch, as the rule expects pairs.
  const productIds = products.flatMap((product) => branches.map(() => product));
  const retailerIds = products.flatMap(() => branches);
  const found = await rowsOf<Cell>(
    ctx,
    sql`
    select pair.product_id, pair.retailer_id, assignment.id as assignment_id, assignment.status,
           assignment.starts_at > ${ctx.now}::timestamptz as is_scheduled,
           (select count(*)::int from assignments as placed
             where placed.product_id = pair.product_id and placed.retailer_id = pair.retailer_id
               and placed.location_id is not null and placed.ended_at is null
               and (placed.ends_at is null or placed.ends_at > ${ctx.now}::timestamptz)) as places_count,
           ${blockedBy} as blocked_by
      from promotion_of(${uuids(productIds)}, ${uuids(retailerIds)}, null, ${ctx.now}::timestamptz) as pair
      left join assignments as assignment
        on assignment.product_id = pair.product_id and assignment.retailer_id = pair.retailer_id
       and assignment.location_id is null and assignment.ended_at is null
       and (assignment.ends_at is null or assignment.ends_at > ${ctx.now}::timestamptz)`,
  );
  return new Map(
    found.map((cell) => [
      `${cell.product_id} ${cell.retailer_id}`,
      {
        assignmentId: cell.assignment_id,
        status: cell.status,
        isScheduled: cell.is_scheduled ?? false,
        placesCount: cell.places_count,
        blockedBy: cell.blocked_by,
      },
    ]),
  );
}
