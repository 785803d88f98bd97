import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addMs, dayMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { RunAgainAfter } from "#api/transactions.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { readCashback } from "#features/loyalty/wallet/api/service/cashback.ts";
import {
  callFunction,
  type EarnedCashback,
  type EarnedLine,
  earnCashback,
  idInBucketOf,
  levelBrand,
  RefusedByDatabase,
  refusalOf,
} from "#features/loyalty/wallet/api/service/statements.ts";
import { purchaseClaimsTable } from "#features/loyalty/wallet/api/tables.ts";
import {
  type cashback,
  cashbackLimits,
  cashbackRefusals as refused,
} from "#features/loyalty/wallet/contract/cashback.ts";
import { type AssignedCashback, cashbackOf, rateOf } from "#features/loyalty/wallet/rules/rates.ts";
import type { LevelRates } from "#features/retail/assignments/rules.ts";
import { retailerTypesTable } from "#features/retail/retailer-types/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { retailerScope } from "#features/retail/retailers/api/service/rows.ts";

type Purchase = Input<typeof cashback.earn>;

/**
 * Earns cashback from a purchase, one entry for each brand whose products have a rate. Products that the rule blocked
 * when they were bought earn nothing. One that was blocked since then is put on hold: the rule knows past dates, not
 * past decisions. Without funds of the brand the entry is only tracked until there are.
 */
export const earn = (ctx: Ctx, input: Purchase): Promise<Output<typeof cashback.earn>> =>
  inTransaction(ctx, async (inner) => {
    const purchasedAt = purchaseTime(inner, input);
    const waits = await requireParties(inner, input);
    await claimReceipt(inner, input);
    const ids: string[] = [];
    for (const [brandId, { lines, isHeld }] of await earnedLines(inner, input, purchasedAt)) {
      const id = idInBucketOf(inner, input.memberId);
      const amount = lines.reduce((total, line) => total + line.amount_minor, 0);
      const entry = {
        id,
        member_id: input.memberId,
        brand_id: brandId,
        retailer_id: input.retailerId,
        location_id: input.locationId,
        order_ref: input.order.ref,
        purchased_at: purchasedAt,
        rate_bps: onlyOne(lines.map(({ rate_bps }) => rate_bps)),
        rate_source: onlyOne(lines.map(({ rate_source }) => rate_source)),
        certificate_id: onlyOne(lines.map(({ certificate_id }) => certificate_id)),
        currency: input.order.currency,
        amount_minor: amount,
        due_at: addMs(purchasedAt, (await pendingDays(inner, brandId, waits)) * dayMs),
        hold_reason: isHeld ? "A certificate of these products was withdrawn after the purchase." : null,
        status: (await fundingLeft(inner, brandId, input.order.currency)) < amount ? "tracked" : "pending",
        lines,
      } as const;
      await earnOne(ctx, inner, entry);
      ids.push(id);
    }
    if (ids.length === 0) throw refused.no_cashback();
    return { entries: await readCashback(inner, ids) };
  });

/** If this bucket of the brand's funding lacks the amount, all are levelled, and the call runs again. */
async function earnOne(ctx: Ctx, inner: Ctx, entry: EarnedCashback): Promise<void> {
  try {
    await earnCashback(inner, entry);
  } catch (error) {
    if (!(error instanceof RefusedByDatabase)) throw error;
    if (error.code !== "insufficient_funds") throw refusalOf(error);
    const lacking = { currency: entry.currency, memberId: entry.member_id, amount: entry.amount_minor };
    // False: another call took it. Then the next run finds less than it needs.
    throw new RunAgainAfter(({ db }) => levelBrand({ ...ctx, db }, entry.brand_id, lacking));
  }
}

const fundingLeft = (ctx: Ctx, brandId: string, currency: string): Promise<number> =>
  callFunction(ctx, sql`funding_left(${brandId}::uuid, ${currency})`);

const onlyOne = <Value>(values: readonly Value[]): Value | null => (new Set(values).size === 1 ? values[0]! : null);

function purchaseTime({ now }: Ctx, { purchasedAt = now }: Purchase): string {
  const days = cashbackLimits.purchaseDaysMax;
  if (purchasedAt > now || purchasedAt < addMs(now, -days * dayMs)) throw refused.purchase_time_invalid({ days });
  return purchasedAt;
}

/** Refuses for a member who is not active, and alike for a retailer that does not exist or is outside the caller's scope. */
async function requireParties(ctx: Ctx, { memberId, retailerId }: Purchase): Promise<number> {
  const [member] = await ctx.db
    .select({ status: membersTable.status })
    .from(membersTable)
    .where(and(eq(membersTable.bucket, bucketOf(memberId)), eq(membersTable.id, memberId)));
  if (member?.status !== "active") throw refused.cashback_member_unavailable();
  const [shop] = await ctx.db
    .select({ pendingDays: retailerTypesTable.pendingDays })
    .from(retailersTable)
    .innerJoin(retailerTypesTable, eq(retailerTypesTable.id, retailersTable.retailerTypeId))
    .where(and(eq(retailersTable.id, retailerId), retailerScope(ctx)));
  if (!shop) throw refused.cashback_retailer_unavailable();
  return shop.pendingDays;
}

async function pendingDays(ctx: Ctx, brandId: string, usual: number): Promise<number> {
  const [brand] = await ctx.db
    .select({ pendingDays: brandsTable.pendingDays })
    .from(brandsTable)
    .where(eq(brandsTable.id, brandId));
  return brand?.pendingDays ?? usual;
}

async function claimReceipt(ctx: Ctx, { retailerId, memberId, order }: Purchase): Promise<void> {
  const claimed = await ctx.db.execute(sql`
    insert into ${purchaseClaimsTable} (bucket, retailer_id, order_ref, member_id)
    values (bucket_of(${order.ref}::text), ${retailerId}::uuid, ${order.ref}, ${memberId}::uuid)
    on conflict do nothing
    returning 1 as claimed`);
  if ((claimed as { rows: unknown[] }).rows.length === 0) throw refused.duplicate_purchase();
}

type Product = {
  readonly id: string;
  readonly brandId: string;
  readonly certificateId: string | null;
  readonly findings: readonly unknown[];
  readonly assignment: AssignedCashback | null;
  readonly levels: LevelRates;
};

/** The products as the promotion rule finds them at a time, asked inside the call. */
async function productsAt(ctx: Ctx, ids: readonly string[], { retailerId, locationId }: Purchase, at: string) {
  const read = await ctx.db.execute(sql`
    select redemption_products(${`{${ids.join(",")}}`}::uuid[], ${retailerId}::uuid, ${locationId}::uuid,
                               ${at}::timestamptz) as products`);
  const { products } = (read as { rows: { products: Product[] }[] }).rows[0]!;
  return new Map(products.map((product) => [product.id, product]));
}

type Earned = { readonly lines: EarnedLine[]; isHeld: boolean };

async function earnedLines(ctx: Ctx, purchase: Purchase, purchasedAt: string): Promise<Map<string, Earned>> {
  const idByGtin = await productIds(ctx, purchase);
  const idOf = ({ productId, gtin }: Purchase["order"]["lines"][number]) =>
    productId ?? (gtin === undefined ? null : (idByGtin.get(gtin) ?? null));
  const ids = [...new Set(purchase.order.lines.flatMap((line) => idOf(line) ?? []))];
  const then = await productsAt(ctx, ids, purchase, purchasedAt);
  const today = purchasedAt === ctx.now ? then : await productsAt(ctx, ids, purchase, ctx.now);
  const byBrand = new Map<string, Earned>();
  for (const [place, line] of purchase.order.lines.entries()) {
    const product = then.get(idOf(line) ?? "");
    if (product === undefined || product.findings.length > 0 || product.assignment === null) continue;
    const rate = rateOf(product.assignment, product.levels, purchase.order.currency);
    const amount = rate === null ? 0 : cashbackOf(line, rate, 0);
    if (rate === null || amount === 0) continue;
    const earned = byBrand.get(product.brandId) ?? { lines: [], isHeld: false };
    byBrand.set(product.brandId, earned);
    earned.isHeld ||= (today.get(product.id)?.findings.length ?? 1) > 0;
    earned.lines.push({
      number: place + 1,
      product_id: product.id,
      quantity: line.quantity,
      paid_minor: line.paidMinor,
      rate_bps: rate.bps,
      rate_source: rate.source,
      certificate_id: product.certificateId,
      amount_minor: amount,
    });
  }
  return byBrand;
}

async function productIds(ctx: Ctx, { order }: Purchase): Promise<Map<string, string>> {
  const gtins = order.lines.flatMap(({ gtin }) => gtin ?? []);
  if (gtins.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: productsTable.id, gtin: productsTable.gtin })
    .from(productsTable)
    .where(and(inArray(productsTable.gtin, gtins), sql`${productsTable.status} <> 'archived'`));
  return new Map(found.map(({ id, gtin }) => [gtin!, id]));
}
