import type pg from "pg";
import { createBenchDatabase } from "#benches/benchDatabase.ts";
import { assertBudget } from "#benches/assertBudget.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sweepCertificates } from "#features/halal/certificates/validity/api/expiryJob.ts";
import { dbOf } from "#hosts/node/databasePool.ts";

// Issue 4, speed: the nightly expiry job over 100,000 certificates. Each is valid for a year, so in one night about 270
// end and eight times as many reach a reminder.
const sweepMaxMs = 5_000;
const certificatesCount = 100_000;
const now = "2026-11-20T02:00:00.000Z";

async function bench(): Promise<void> {
  const database = await createBenchDatabase(10);
  try {
    await fill(database.client);
    // The very first run: it notifies about every certificate that has started since it was verified, and every second
    // one ends soon.
    const firstMs = await sweepAt(database.client, addMs(now, -dayMs));
    const before = await marks(database.client);
    const sweepMs = await sweepAt(database.client, now);
    const noticesSent = (await marks(database.client)) - before;
    const idleMs = await sweepAt(database.client, now);
    console.table([{ certificates: certificatesCount, noticesFirst: before, firstMs, noticesSent, sweepMs, idleMs }]);
    assertBudget(noticesSent > 1_000, `${noticesSent} notices were sent in the night`);
    assertBudget(
      firstMs <= sweepMaxMs,
      `the very first sweep, of ${before} notices, takes ${firstMs} ms, at most ${sweepMaxMs}`,
    );
    assertBudget(sweepMs <= sweepMaxMs, `a night's sweep takes ${sweepMs} ms, at most ${sweepMaxMs}`);
  } finally {
    await database.close();
  }
}

async function sweepAt(client: pg.Client, at: string): Promise<number> {
  const started = performance.now();
  const ctx = {
    db: dbOf(client),
    now: at,
    actor: null,
    permission: null,
    requestId: "bench",
    address: "",
    userAgent: "",
  };
  await sweepCertificates({ ...ctx, catalogue: { eventHandlers: [] } } as unknown as Ctx);
  return Math.round(performance.now() - started);
}

async function marks(client: pg.Client): Promise<number> {
  const found = await client.query<{ count: number }>("select count(*)::int as count from certificate_notices");
  return found.rows[0]!.count;
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, renewal_from_days, renewal_to_days, status, words,
                                   created_at, updated_at)
    values ('00000000-0000-7000-8000-0000000000b0', 'WHA', 'Bench', 'bench', 'AE', 'private', 180, 90, 'active', 'bench', now(), now())`);
  await client.query("update brands set contact_email = 'halal@brand.example'");
  await client.query(
    `
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_brand_id, holder_name,
                              issued_on, valid_from, expires_on, validity_basis, timezone, state, state_changed_at, verified_at,
                              verified_by, sort_key, words, created_at, updated_at)
    select md5('certificate' || n)::uuid, '00000000-0000-7000-8000-0000000000b0', 'DEMO-' || n, 'demo' || n, 'product', 'brand',
           (select id from brands order by id limit 1), 'Bench Foods', $1::date - 400, $1::date - 365 + n % 365,
           $1::date + n % 365 - 2, 'dated', (array['UTC', 'Asia/Dubai', 'Asia/Kuala_Lumpur', 'Europe/London'])[n % 4 + 1],
           'verified', now(), now() - interval '1 year', '00000000-0000-7000-8000-000000000001', 'bench foods', 'demo' || n,
           now(), now()
      from generate_series(1, ${certificatesCount}) as n`,
    [now.slice(0, 10)],
  );
  await client.query("analyze");
}

await bench();
