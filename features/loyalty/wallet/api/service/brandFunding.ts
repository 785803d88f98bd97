import { and, eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, dayMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { violationOf } from "#api/violations.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import {
  callFunction,
  RefusedByDatabase,
  refusing,
  topUpBrand,
} from "#features/loyalty/wallet/api/service/statements.ts";
import { exponentOf } from "#features/loyalty/wallet/api/service/wallets.ts";
import {
  agreementsTable as table,
  ownerPostingsView as postings,
  topUpsTable as topUps,
} from "#features/loyalty/wallet/api/tables.ts";
import {
  type BrandFunding,
  type Funding,
  type funding,
  fundingRefusals as refused,
} from "#features/loyalty/wallet/contract/brandFunding.ts";

/** A brand's funding is seen by those who see the brand. */
export const fundingRows = {
  resource: "funding",
  table: brandsTable,
  id: brandsTable.id,
  by: { brand: brandsTable.id },
} satisfies ScopePolicy;

/** Its name. */
async function requireBrand(ctx: Ctx, id: string): Promise<string> {
  const [found] = await ctx.db
    .select({ name: brandsTable.name })
    .from(brandsTable)
    .where(and(eq(brandsTable.id, id), scopeCondition(ctx, fundingRows)));
  if (!found) throw commonRefusals.not_found();
  return found.name;
}

const runwayDays = 30;

export async function getFunding(ctx: Ctx, { id }: Input<typeof funding.get>): Promise<Funding> {
  const brand = await requireBrand(ctx, id);
  return { brandId: id, brand, ...(await readFunding(ctx, id)) };
}

/**
 * Balances are sums of 64 accounts. Spending is what left them, less what came back, but for top-ups and levelling. The
 * caller checked that they may be read.
 */
export async function readFunding(ctx: Ctx, id: string): Promise<Pick<Funding, "accounts" | "days">> {
  const since = addMs(ctx.now, -runwayDays * dayMs);
  const read = await ctx.db.execute(sql`
    with moved as (
      select currency, (at at time zone 'UTC')::date as day, kind, sum(amount_minor) as amount
        from ${postings} as its
       where owner_kind = 'brand' and owner_id = ${id}::uuid and at > ${since}::timestamptz and kind <> 'levelled'
       group by 1, 2, 3
    )
    select (select coalesce(jsonb_agg(jsonb_build_object(
                     'currency', agreement.currency, 'policy', agreement.policy, 'limitMinor', agreement.limit_minor,
                     'lowBalanceMinor', agreement.low_balance_minor, 'version', agreement.version,
                     'leftMinor', funding_left(agreement.brand_id, agreement.currency),
                     'balanceMinor', funding_left(agreement.brand_id, agreement.currency) - agreement.limit_minor,
                     'spent30Minor', (select coalesce(-sum(amount), 0) from moved
                                       where moved.currency = agreement.currency and kind not in ('funding_topped_up', 'brand_funded')))
                   order by agreement.currency), '[]')
              from ${table} as agreement where agreement.brand_id = ${id}::uuid) as accounts,
           (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'currency', currency, 'topUpMinor', top_up, 'spentMinor', spent)
                                      order by day, currency), '[]')
              from (select day, currency, coalesce(sum(amount) filter (where kind in ('funding_topped_up', 'brand_funded')), 0) as top_up,
                           coalesce(-sum(amount) filter (where kind not in ('funding_topped_up', 'brand_funded')), 0) as spent
                      from moved group by day, currency) as daily) as days`);
  type FundingRow = Omit<BrandFunding, "exponent" | "isLow" | "runwayDays"> & { readonly leftMinor: number };
  const [{ accounts, days }] = (read as { rows: [{ accounts: FundingRow[]; days: Funding["days"] }] }).rows;
  return {
    accounts: accounts.map(({ leftMinor, ...account }) => ({
      ...account,
      exponent: exponentOf(account.currency),
      isLow: account.lowBalanceMinor !== null && account.balanceMinor < account.lowBalanceMinor,
      runwayDays: account.spent30Minor <= 0 ? null : Math.floor((leftMinor * runwayDays) / account.spent30Minor),
    })),
    days,
  };
}

/** Records money that a brand paid. Sent again with the same values, also at the same time, it answers alike. */
export async function topUp(ctx: Ctx, input: Input<typeof funding.topUp>): Promise<Funding> {
  try {
    return await recordTopUp(ctx, input);
  } catch (error) {
    if (violationOf(error)?.constraint !== "funding_top_ups_pkey") throw error;
    // The other call has committed: the id is known now.
    return recordTopUp(ctx, input);
  }
}

const recordTopUp = (ctx: Ctx, { id, topUpId, ...money }: Input<typeof funding.topUp>): Promise<Funding> =>
  inTransaction(ctx, async (inner) => {
    await requireBrand(inner, id);
    const [known] = await inner.db.select().from(topUps).where(eq(topUps.id, topUpId));
    if (known) {
      const { brandId, currency, amountMinor } = known;
      const isSame = brandId === id && currency === money.currency && amountMinor === money.amountMinor;
      if (!isSame) throw refused.top_up_id_taken();
      return getFunding(inner, { id });
    }
    await refusing(topUpBrand(inner, { id: topUpId, brandId: id, ...money }));
    const changes = { topUp: { before: null, after: `${money.currency} ${money.amountMinor} ${money.reference}` } };
    await recordAudit(inner, [{ action: "topUp", resource: "funding", resourceId: id, changes }]);
    return getFunding(inner, { id });
  });

export const updateAgreement = (ctx: Ctx, input: Input<typeof funding.updateAgreement>): Promise<Funding> =>
  inTransaction(ctx, async (inner) => {
    const { id, currency, ...terms } = input;
    await requireBrand(inner, id);
    const key = and(eq(table.brandId, id), eq(table.currency, currency));
    const [before] = await inner.db.select().from(table).where(key).for("update");
    const columns = { ...terms, updatedAt: inner.now, updatedBy: actorOf(inner).userId };
    await inner.db
      .insert(table)
      .values({ brandId: id, currency, version: 1, ...columns })
      .onConflictDoUpdate({
        target: [table.brandId, table.currency],
        set: { ...columns, version: sql`${table.version} + 1` },
      });
    try {
      await callFunction(
        inner,
        sql`ledger_set_limit('brand', ${id}::uuid, 'funding', ${currency}, ${terms.limitMinor}::bigint)::text`,
      );
    } catch (error) {
      throw error instanceof RefusedByDatabase && error.code === "limit_below_used"
        ? refused.funding_limit_below_used()
        : error;
    }
    const names = ["policy", "limitMinor", "lowBalanceMinor"] as const;
    const changes = Object.fromEntries(
      names.map((name) => [name, { before: before?.[name] ?? null, after: terms[name] }]),
    );
    await recordAudit(inner, [{ action: "update", resource: "funding", resourceId: id, changes }]);
    return getFunding(inner, { id });
  });
