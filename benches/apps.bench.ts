import { type BenchDatabase, createBenchDatabase } from "#benches/benchDatabase.ts";
import { assertGrowth, measureCalls, type Scenarios } from "#benches/grownLists.ts";
import { signIn, startHost } from "#benches/host.ts";

// Issue 17: the lists of the shop with a million products and orders answer like those with a thousand, and a folder of
// ten thousand files like one of a hundred.
const ratioMax = 1.5;
const few = 1000;
const filesFew = 100;
const filesMany = 10_000;

const products = "/api/v1/shop-products?limit=25&count=none";
const orders = "/api/v1/shop-orders?limit=25&count=none";
const counted = (path: string) => path.replace("count=none", "count=capped");
const shop: Scenarios = {
  "products by name": [`${products}&sort=name`],
  "products, dearest first": [`${products}&sort=priceInclMinor&direction=desc`],
  "orders, newest first": [`${orders}&sort=orderedAt&direction=desc`],
  "orders by status": ["delivered", "shipped"].map(
    (status) => `${orders}&sort=orderedAt&direction=desc&status=${status}`,
  ),
  // Three orders have this name, however many there are.
  "orders of a customer": [`${orders}&sort=orderedAt&direction=desc&search=rarename`],
  // A screen counts once per filter, up to ten thousand rows.
  "products with total": [counted(`${products}&sort=name`)],
  "orders with total": [counted(`${orders}&sort=orderedAt&direction=desc`)],
};
const folder = "00000000-0000-4000-8000-000000000001";
const inFolder = `/api/file-manager-app/x/items?view=folder&folder=${folder}&limit=50&count=none`;
const files: Scenarios = {
  "folder by name": [`${inFolder}&sort=name`],
  "folder, newest first": [`${inFolder}&sort=updatedAt&direction=desc`],
  "folder, largest first": [`${inFolder}&sort=byteCount&direction=desc`],
  "folder with total": [counted(`${inFolder}&sort=name`)],
};

async function bench(rows: number): Promise<void> {
  const database = await createBenchDatabase(few);
  const host = await startHost(database);
  try {
    const caller = { port: host.port, headers: await signIn(host.port) };
    await fillShop(database, few);
    await fillFolder(database, filesFew);
    const small = { ...(await measureCalls(caller, shop)), ...(await measureCalls(caller, files)) };
    await fillShop(database, rows);
    const large = await measureCalls(caller, shop);
    await fillFolder(database, filesMany);
    const largeFolder = await measureCalls(caller, files);
    const [all, many] = [rows.toLocaleString("en"), filesMany.toLocaleString("en")];
    console.log(`\n${all} products and orders, and a folder of ${many} files on PostgreSQL ${database.version}`);
    assertGrowth({ small, large, few: few.toLocaleString("en"), ratioMax });
    assertGrowth({ small, large: largeFolder, few: filesFew.toLocaleString("en"), ratioMax });
  } finally {
    host.process.kill("SIGKILL");
    await database.close();
  }
}

/** Up to `count` products and as many orders. */
async function fillShop({ client }: BenchDatabase, count: number): Promise<void> {
  await client.query(
    `insert into shop_products (id, name, sort_key, categories, currency, price_excl_minor, tax_rate_bps, quantity,
                                low_stock_at, extra_shipping_fee_minor, status, words, created_at, updated_at)
     select gen_random_uuid(), 'Reward ' || n, 'reward ' || lpad(n::text, 8, '0'), array['Kitchen'], 'USD',
            (n * 7919) % 100000, 500, n % 90, 5, 0, case when n % 5 = 0 then 'inactive' else 'active' end,
            'reward ' || n, now(), now()
       from generate_series((select count(*) from shop_products) + 1, $1::int) as n`,
    [count],
  );
  await client.query(
    `insert into shop_orders (id, reference, customer, customer_name, sort_key, lines, currency, subtotal_minor,
                              tax_minor, discount_minor, total_minor, method, steps, ordered_at, status, words,
                              created_at, updated_at)
     select gen_random_uuid(), 'B-' || n, jsonb_build_object('firstName', name, 'lastName', 'Order'), name, lower(name),
            '[]', 'USD', 1000, 50, 0, 1050, 'paypal',
            jsonb_build_array(jsonb_build_object('status', status, 'at', at, 'by', null)),
            at, status, lower(name) || ' b ' || n, at, at
       from (select n, case when n <= 3 then 'Rarename' else 'Customer' || n end as name,
                    (array['delivered','shipped','payment_accepted','canceled'])[1 + n % 4] as status,
                    now() - n * interval '1 second' as at
               from generate_series((select count(*) from shop_orders) + 1, $1::int) as n) as made`,
    [count],
  );
  await client.query("vacuum analyze shop_products, shop_orders");
}

/** Up to `count` items in one folder. */
async function fillFolder({ client }: BenchDatabase, count: number): Promise<void> {
  await client.query(
    `insert into documents (id, type, name, name_key, sort_key, words, created_at, updated_at)
     values ($1, 'folder', 'Bench', 'bench', 'bench', 'bench', now(), now()) on conflict do nothing`,
    [folder],
  );
  await client.query(
    `insert into documents (id, parent_id, type, name, name_key, sort_key, words, created_at, updated_at)
     select gen_random_uuid(), $1, 'folder', 'Item ' || n, 'item ' || n, 'item ' || lpad(n::text, 6, '0'), 'item ' || n,
            now() - n * interval '1 second', now() - n * interval '1 second'
       from generate_series((select count(*) from documents where parent_id = $1) + 1, $2::int) as n`,
    [folder, count],
  );
  await client.query("vacuum analyze documents");
}

await bench(Number(process.argv[2] ?? 1_000_000));
