import type pg from "pg";

/** What redemptions of a benchmark refer to. */
export type BenchMarket = { readonly shop: string; readonly product: string; readonly codes: readonly string[] };

const stamps = "'2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'";

/** A shop, a product that needs no certificate, and campaigns of 20 % without limits, each with a shared code. */
export async function fillMarket(client: pg.Client, campaigns: number): Promise<BenchMarket> {
  const idOf = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(text, values)).rows[0]!.id;
  const category = await idOf(`
    insert into categories (id, slug, name, name_key, sort_key, position, depth, effective_halal_relevance, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'pens', 'Pens', 'pens', 'pens', 0, 1, 'not_applicable', 'active', 'pens', ${stamps}) returning id`);
  await client.query("insert into category_closure values ($1, $1, 0)", [category]);
  const product = await idOf(
    `insert into products (id, brand_id, category_id, name, sort_key, name_i18n, gtin, status, words, created_at, updated_at)
     select gen_random_uuid(), (select id from brands where status = 'active' limit 1), $1, 'Pen', 'pen', '{}', '09520000000004', 'published', 'pen', ${stamps}
     returning id`,
    [category],
  );
  const type = await idOf(`
    insert into retailer_types (id, code, name, name_key, sort_key, name_i18n, position, channel, certificate_policy, needs_slaughter_policy,
      kyc_level, default_cashback_bps, max_cashback_bps, pending_days, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'PENS', 'Pens', 'pens', 'pens', '{}', 0, 'both', 'none', false, 'none', 300, 1000, 14, 'active', 'pens', ${stamps})
    returning id`);
  const shop = await idOf(
    `insert into retailers (id, retailer_type_id, trading_name, sort_key, words, trading_name_i18n, depth, country, default_currency, timezone,
       commission_bps, settlement_terms_days, pos_integration, visibility, status, kyc_status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Shop', 'shop', 'shop', '{}', 1, 'GB', 'GBP', 'Europe/London', 0, 30, 'none', 'public', 'active',
       'not_started', ${stamps}) returning id`,
    [type],
  );
  await client.query("insert into retailer_closure values ($1, $1, 0)", [shop]);
  const codes = await fillCampaigns(client, campaigns);
  await client.query("vacuum analyze");
  return { shop, product, codes };
}

const terms = {
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

async function fillCampaigns(client: pg.Client, count: number): Promise<string[]> {
  await client.query(
    `insert into campaigns (id, name, name_key, sort_key, name_i18n, code_mode, currency, draft, live_version, status, words, created_at, updated_at)
     select gen_random_uuid(), 'Pens ' || n, 'pens ' || n, 'pens ' || n, '{}', 'shared', 'GBP', $1, 1, 'approved', 'pens', ${stamps}
       from generate_series(1, $2::int) as n`,
    [JSON.stringify(terms), count],
  );
  await client.query(`
    insert into campaign_versions (campaign_id, number, terms, approved_at) select id, 1, draft, created_at from campaigns`);
  await client.query("select set_campaign_caps(id, null, null, 0) from campaigns");
  // O and I would be read as digits.
  const { rows } = await client.query<{ code: string }>(`
    insert into codes (bucket, code_key, campaign_id, code_display, status)
    select bucket_of('PENS' || number), 'PENS' || number, id, 'PENS' || number, 'available' from campaigns
    returning code_key as code`);
  return rows.map(({ code }) => code);
}

/** A UUID version 7 of a time, as redemptions have them: where a row comes in its indexes decides what adding it costs. */
const idAt = (time: string) => `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from ${time}) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

const filled = ["redemptions", "redemption_lines", "receipt_claims", "campaign_counters"];

/** Past redemptions, so many in sum, as a year of a market has them: spread over campaigns, all committed. */
export async function fillRedemptions(client: pg.Client, { shop }: BenchMarket, count: number): Promise<void> {
  const known = await client.query<{ count: number }>("select count(*)::int as count from redemptions");
  const missing = count - known.rows[0]!.count;
  if (missing <= 0) return;
  await client.query("set statement_timeout = 0");
  // The server would otherwise tidy up the filled tables while the calls are measured.
  for (const name of filled) await client.query(`alter table ${name} set (autovacuum_enabled = false)`);
  // Counters are set, not counted: triggers, foreign keys and checks of each call are measured later.
  await client.query("set session_replication_role = replica");
  await client.query(
    `with made as (
       insert into redemptions (bucket, id, campaign_id, campaign_version, code_key, is_code_counted, retailer_id, order_ref, currency,
         counter_bucket, counted_ids, counted_periods, caller_id, request_id, created_at, status, committed_at, discount_minor, cashback_minor,
         cost_minor, discount_left_minor, cashback_left_minor, cost_left_minor, trace)
       select bucket_of(its.id), its.id, campaign.id, 1, 'PENS' || campaign.number, false, $1, gen_random_uuid()::text, 'GBP', bucket_of(its.id), '{}', '{}', its.id, 'bench',
              its.at, 'committed', its.at, 200, 0, 200, 200, 0, 200, '{}'
         from (select n, at, ${idAt("at")} as id, 1 + n % (select count(*) from campaigns) as place
                 from generate_series(1, $2::int) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at)) as its
         join (select id, number, row_number() over () as place from campaigns) as campaign on campaign.place = its.place
       returning bucket, id, order_ref, campaign_id
     ), claimed as (
       insert into receipt_claims select bucket_of(order_ref), $1, order_ref, campaign_id, id from made)
     insert into redemption_lines (bucket, redemption_id, number, quantity, base_minor, discount_minor, cashback_minor, brand_minor, retailer_minor, platform_minor)
     select bucket, id, 1, 2, 1000, 200, 0, 0, 0, 200 from made`,
    [shop, missing],
  );
  await client.query(`
    update campaign_counters as counter set uses_taken = taken.uses, budget_taken_minor = taken.cost
      from (select counter_bucket, campaign_id, count(*) as uses, sum(cost_left_minor) as cost from redemptions group by 1, 2) as taken
     where counter.bucket = taken.counter_bucket and counter.campaign_id = taken.campaign_id`);
  await client.query("set session_replication_role = origin");
  await client.query(`vacuum analyze ${filled.join(", ")}`);
  await client.query("checkpoint");
}
