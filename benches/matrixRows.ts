import type pg from "pg";

export const productsCount = 1_000;
export const branchesCount = 50;

/**
 * Creates a chain of fifty branches and a thousand products, most of them certified and a third of all pairs assigned.
 * Answers the chain's id.
 */
export async function fillMatrix(client: pg.Client): Promise<string> {
  const stamps = "'2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'";
  await client.query(`
    insert into categories (id, slug, name, name_key, sort_key, position, depth, effective_halal_relevance, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'food', 'Food', 'food', 'food', 0, 1, 'required', 'active', 'food', ${stamps})`);
  await client.query(
    "update brands set status = 'active', country = 'GB', contact_email = 'a@example.com', default_currency = 'GBP', status_reason = null",
  );
  await client.query(
    `insert into products (id, brand_id, category_id, name, sort_key, status, no_barcode_reason, words, created_at, updated_at)
     select gen_random_uuid(), (select id from brands order by id limit 1), (select id from categories),
            'Medjool dates of the valley, box ' || n, 'product ' || lpad(n::text, 6, '0'), 'published', 'Bench', 'product', ${stamps}
       from generate_series(1, $1::int) as n`,
    [productsCount],
  );
  await client.query(`
    insert into retailer_types (id, code, name, name_key, sort_key, channel, certificate_policy, kyc_level, default_cashback_bps, max_cashback_bps, pending_days, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'GROCERY', 'Grocery', 'grocery', 'grocery', 'both', 'require_product', 'none', 100, 500, 14, 'active', 'grocery', ${stamps})`);
  const addRetailers = async (from: number, to: number, parentId: string | null) => {
    const added = await client.query<{ id: string }>(
      `insert into retailers (id, retailer_type_id, parent_id, trading_name, sort_key, country, timezone, status, words, created_at, updated_at)
       select gen_random_uuid(), (select id from retailer_types), $3::uuid, 'Souk of the bench, branch ' || n,
              'retailer ' || lpad(n::text, 3, '0'), 'GB', 'Europe/London', 'active', 'retailer', ${stamps}
         from generate_series($1::int, $2::int) as n
       returning id`,
      [from, to, parentId],
    );
    return added.rows[0]!.id;
  };
  const chainId = await addRetailers(1, 1, null);
  await addRetailers(2, branchesCount, chainId);
  await client.query(`
    insert into retailer_closure select id, id, 0 from retailers
    union all select parent_id, id, 1 from retailers where parent_id is not null`);
  await client.query(`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'BODY', 'Body', 'body', 'GB', 'ngo', 'active', 'body', ${stamps})`);
  await client.query(`
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_name, issued_on, valid_from, validity_basis, review_due_on, timezone, state, state_changed_at, verified_at, verified_by, sort_key, words, created_at, updated_at)
    values (gen_random_uuid(), (select id from certifying_bodies), 'DEMO-1', 'demo1', 'product', 'external', 'Holder', '2026-01-01', '2026-01-01', 'open_ended', '2030-01-01', 'Europe/London', 'verified', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', gen_random_uuid(), 'demo', 'demo', ${stamps})`);
  await client.query(`
    insert into certificate_products (id, certificate_id, product_id, name_on_certificate)
    select gen_random_uuid(), (select id from certificates), id, name from products where hashtext(id::text) % 10 <> 0`);
  await client.query(`
    insert into assignments (id, retailer_id, product_id, status, stock_status, cashback_mode, starts_at, created_at, updated_at)
    select gen_random_uuid(), retailers.id, products.id, 'active', 'unknown', 'inherit', '2026-01-01T00:00:00Z', ${stamps}
      from retailers, products where hashtext(retailers.id::text || products.id::text) % 3 = 0`);
  await client.query("vacuum analyze");
  return chainId;
}
