import type pg from "pg";
import { type BenchDatabase, createBenchDatabase } from "#benches/benchDatabase.ts";
import { assertBudget } from "#benches/assertBudget.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { reevaluateAssignments } from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import { dbOf } from "#hosts/node/databasePool.ts";

// Issue 4, speed: a certificate of 500 products at 200 retailers becomes invalid, in one transaction.
const cascadeMaxMs = 3_000;
const productsCount = 500;
const retailersCount = 200;
/** Twice the assignments may take at most this factor more than twice the time: non-linear code shows here first. */
const growthMax = 1.5;

async function bench(): Promise<void> {
  const database = await createBenchDatabase(10);
  try {
    const half = await measured(database, retailersCount / 2);
    const whole = await measured(database, retailersCount);
    const growth = whole.pauseMs / half.pauseMs / 2;
    const rows = [half, whole].map(({ assignments, pauseMs, resumeMs }) => ({ assignments, pauseMs, resumeMs }));
    console.table(rows);
    assertBudget(
      whole.pauseMs <= cascadeMaxMs,
      `pausing ${whole.assignments} takes ${whole.pauseMs} ms, at most ${cascadeMaxMs}`,
    );
    assertBudget(whole.resumeMs <= cascadeMaxMs, `resuming them takes ${whole.resumeMs} ms, at most ${cascadeMaxMs}`);
    assertBudget(growth <= growthMax, `twice as many take ${growth.toFixed(2)} × twice as long, at most ${growthMax}`);
    if (process.argv.includes("explain")) await explain(database);
  } finally {
    await database.close();
  }
}

const rounds = 3;

/** The fastest of several rounds, which pause and resume all assignments. */
async function measured(database: BenchDatabase, retailers: number) {
  await fill(database.client, retailers);
  const times = { pauseMs: Infinity, resumeMs: Infinity };
  for (let round = 0; round < rounds; round++) {
    times.pauseMs = Math.min(times.pauseMs, await cascade(database.client, "suspended"));
    times.resumeMs = Math.min(times.resumeMs, await cascade(database.client, "verified"));
  }
  return { assignments: productsCount * retailers, ...times };
}

/** The work of a certificate's status change, from its row to the commit. */
async function cascade(client: pg.Client, state: "suspended" | "verified"): Promise<number> {
  const { rows } = await client.query<{ id: string }>("select id from products");
  const started = performance.now();
  await inTransaction({ ...contextOf(), db: dbOf(client) } as unknown as Ctx, async (ctx) => {
    await client.query("update certificates set state = $1, state_reason = 'Bench'", [state]);
    await reevaluateAssignments(
      ctx,
      { products: rows.map(({ id }) => id) },
      { what: `certificate.${state}`, codes: [] },
    );
  });
  const took = Math.round(performance.now() - started);
  // Like the autovacuum of a running host between two changes.
  await client.query("vacuum assignments");
  return took;
}

/** Without an actor and event handlers: only the cascade is measured. */
const contextOf = () => ({
  now: new Date().toISOString(),
  actor: null,
  permission: null,
  requestId: "bench",
  address: "",
  userAgent: "",
  catalogue: { eventHandlers: [] },
});

async function fill(client: pg.Client, retailers: number): Promise<void> {
  await client.query(
    "truncate assignments, certificate_products, certificates, certifying_bodies, retailers, retailer_types, products, categories cascade",
  );
  const stamps = "'2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'";
  await client.query(`
    insert into categories (id, slug, name, name_key, sort_key, position, depth, effective_halal_relevance, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'meat', 'Meat', 'meat', 'meat', 0, 1, 'required', 'active', 'meat', ${stamps})`);
  await client.query(
    "update brands set status = 'active', country = 'GB', contact_email = 'a@example.com', default_currency = 'GBP', status_reason = null",
  );
  await client.query(
    `insert into products (id, brand_id, category_id, name, sort_key, status, no_barcode_reason, words, created_at, updated_at)
     select gen_random_uuid(), (select id from brands limit 1), (select id from categories), 'Product ' || n, 'product', 'published',
            'Bench', 'product', ${stamps} from generate_series(1, $1::int) as n`,
    [productsCount],
  );
  await client.query(`
    insert into retailer_types (id, code, name, name_key, sort_key, channel, certificate_policy, kyc_level, default_cashback_bps, max_cashback_bps, pending_days, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'GROCERY', 'Grocery', 'grocery', 'grocery', 'both', 'require_product', 'none', 100, 500, 14, 'active', 'grocery', ${stamps})`);
  await client.query(
    `insert into retailers (id, retailer_type_id, trading_name, sort_key, country, timezone, status, words, created_at, updated_at)
     select gen_random_uuid(), (select id from retailer_types), 'Retailer ' || n, 'retailer', (array['GB', 'MY', 'AE', 'TR'])[1 + n % 4],
            'Europe/London', 'active', 'retailer', ${stamps} from generate_series(1, $1::int) as n`,
    [retailers],
  );
  await client.query("insert into retailer_closure select id, id, 0 from retailers");
  await client.query(`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, status, words, created_at, updated_at)
    values (gen_random_uuid(), 'BODY', 'Body', 'body', 'GB', 'ngo', 'active', 'body', ${stamps})`);
  await client.query(`
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_name, issued_on, valid_from, validity_basis, review_due_on, timezone, state, state_changed_at, verified_at, verified_by, sort_key, words, created_at, updated_at)
    values (gen_random_uuid(), (select id from certifying_bodies), 'DEMO-1', 'demo1', 'product', 'external', 'Holder', '2026-01-01', '2026-01-01', 'open_ended', '2030-01-01', 'Europe/London', 'verified', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', gen_random_uuid(), 'demo', 'demo', ${stamps})`);
  await client.query(
    "insert into certificate_products (id, certificate_id, product_id, name_on_certificate) select gen_random_uuid(), (select id from certificates), id, name from products",
  );
  // One statement per retailer: the constraint compares each row with the others.
  await client.query("set statement_timeout = 0");
  await client.query(`
    insert into assignments (id, retailer_id, product_id, status, stock_status, cashback_mode, starts_at, created_at, updated_at)
    select gen_random_uuid(), retailers.id, products.id, 'active', 'unknown', 'inherit', '2026-01-01T00:00:00Z', ${stamps} from retailers, products`);
  await client.query("vacuum analyze");
}

/** Prints the plans of the cascade's slow statements. */
async function explain({ client }: BenchDatabase): Promise<void> {
  client.on("notice", ({ message }) => console.log(message));
  await client.query("load 'auto_explain'");
  await client.query(
    "set auto_explain.log_min_duration = 100; set auto_explain.log_analyze = on; set auto_explain.log_timing = on",
  );
  await client.query("set auto_explain.log_nested_statements = off; set client_min_messages = log");
  await cascade(client, "suspended");
}

await bench();
