import { sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Ctx, Db } from "#api/context.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId } from "#api/testing/testApi.ts";
import { setCampaignCaps } from "#features/loyalty/promocodes/api/service/statements.ts";
import type { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import type { Transport } from "#web/call.ts";

/** 20 % off everything, paid by the platform, without a limit. */
export const plainTerms: Terms = {
  currency: "GBP",
  effect: { kind: "percent", bps: 2000, maxMinor: null },
  conditions: [],
  window: {
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: null,
    timeZone: "Europe/London",
    weekdays: null,
    hours: null,
    hijri: null,
  },
  limits: { total: null, perCode: null, perMember: [], perRetailer: null, perLocation: null, budgetMinor: null },
  stacking: { group: null, isExclusive: false, priority: 0 },
  funding: { brandBps: 0, retailerBps: 0, platformBps: 10_000 },
};
/** Limits of a campaign, the others as in `plainTerms`. */
export const limitedTo = (limits: Partial<Terms["limits"]>): Partial<Terms> => ({
  limits: { ...plainTerms.limits, ...limits },
});

type SharedCampaign = { readonly code: string; readonly terms: Terms };

/** Inserts an approved campaign with a shared code. */
export async function approvedCampaign(
  db: Db,
  now: string,
  { code, terms }: SharedCampaign,
): Promise<{ id: string; code: string }> {
  const id = newId();
  await db.execute(sql`
    insert into campaigns (id, name, name_key, sort_key, name_i18n, code_mode, shared_code, shared_code_key, currency,
      draft, live_version, status, words, created_at, updated_at)
    values (${id}, 'Dates', ${id}, ${id}, '{}', 'shared', ${code}, ${codeKey(code)}, ${terms.currency},
      ${JSON.stringify(terms)}::jsonb, 1, 'approved', '', ${now}::timestamptz, ${now}::timestamptz)`);
  await db.execute(sql`
    insert into campaign_versions (campaign_id, number, terms, approved_at)
    values (${id}, 1, ${JSON.stringify(terms)}::jsonb, ${now}::timestamptz)`);
  await db.execute(sql`
    insert into codes (bucket, code_key, campaign_id, code_display, status)
    values (bucket_of(${codeKey(code)}::text), ${codeKey(code)}, ${id}, ${code}, 'available')`);
  const { total: uses, budgetMinor: budget } = terms.limits;
  await setCampaignCaps({ db, now } as Ctx, id, { uses, budget, largestCost: 0 });
  return { id, code };
}

/** A shop that sells stationery, which needs no certificate, for tests of redemptions. */
export async function redemptionMarket(db: Db, now: string) {
  const rows = market(db);
  const [brand, category] = [await rows.brand(), await rows.category({ effective_halal_relevance: "not_applicable" })];
  const product = await rows.product({ brand_id: brand, category_id: category });
  const type = await rows.type({ certificate_policy: "none" });
  const shop = await rows.retailer({ retailer_type_id: type });
  let made = 0;

  const campaign = (changed: Partial<Terms> = {}) =>
    approvedCampaign(db, now, { code: `DATES-${++made}-${newId().slice(-6)}`, terms: { ...plainTerms, ...changed } });

  /** A code of its own that may be used so often. */
  const uniqueCode = async (campaignId: string, usesMax: number): Promise<string> => {
    const code = `ONLY-${++made}-${newId().slice(-6)}`;
    await db.execute(sql`
      insert into codes (bucket, code_key, campaign_id, batch_id, code_display, uses_max, status)
      values (bucket_of(${codeKey(code)}::text), ${codeKey(code)}, ${campaignId}, ${newId()}, ${code}, ${usesMax}, 'available')`);
    return code;
  };

  const members = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, newId);
    await db.execute(sql`
      insert into members (bucket, id, language, status, created_at, updated_at)
      select bucket_of(id), id, 'en', 'active', ${now}::timestamptz, ${now}::timestamptz
        from unnest(${`{${ids.join(",")}}`}::uuid[]) as id`);
    return ids;
  };

  let receipts = 0;
  /** Two pens of £5.00 on a receipt of its own. */
  const order = (codes: string[], changed: Partial<Order> = {}): Order => ({
    codes,
    memberId: null,
    retailerId: shop,
    locationId: null,
    order: { ref: `R-${++receipts}`, currency: "GBP", lines: [{ productId: product, quantity: 2, unitMinor: 500 }] },
    withoutLines: [],
    ...changed,
  });
  return { rows, brand, category, product, type, shop, campaign, uniqueCode, members, order };
}
export type RedemptionMarket = Awaited<ReturnType<typeof redemptionMarket>>;
export type Order = Input<typeof redemptionCalls.validate>;

/** The same transport with an `Idempotency-Key`. */
export const withKey =
  (till: Transport, key: string = newId()): Transport =>
  (request) => {
    const headers = new Headers(request.headers);
    headers.set("Idempotency-Key", key);
    return till(new Request(request, { headers }));
  };
