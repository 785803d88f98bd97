import type pg from "pg";
import { assertBudget } from "#benches/assertBudget.ts";
import { type BenchDatabase, createBenchDatabase } from "#benches/benchDatabase.ts";
import type { Ctx } from "#api/context.ts";
import { checkLaws, sealTransactions } from "#features/loyalty/ledger/api/service/proof.ts";
import { openAccount, post, readBalances } from "#features/loyalty/ledger/api/service/postings.ts";
import { listTransactions } from "#features/loyalty/ledger/api/service/transactions.ts";
import { createPool, dbOf } from "#hosts/node/databasePool.ts";

// Issue 15, speed. `npm run bench:ledger -- 10000000` proves and lists ten times as many postings.
const many = Number(process.argv[2] ?? 1_000_000);
const few = 10_000;
const clients = 8;
const roundMs = 4000;
const rounds = 3;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const currency = "USD";

type Bench = { readonly ctx: Ctx; readonly database: BenchDatabase; readonly pool: pg.Pool };

async function bench(): Promise<void> {
  const database = await createBenchDatabase(10);
  const pool = createPool({ connectionString: database.url }, { log, connections: clients });
  try {
    const db = dbOf(pool);
    const ctx = { db, now: new Date().toISOString(), actor: null, permission: null, log } as unknown as Ctx;
    await measureThroughput({ ctx, database, pool });
    await measureReads({ ctx, database, pool });
  } finally {
    await pool.end();
    await database.close();
  }
}

async function measureThroughput({ ctx, pool }: Bench): Promise<void> {
  await makeTpcb(pool);
  const posting = async (n: number, bucket: number, owner: string) => {
    const own = { ownerKind: "retailer", ownerId: owner, purpose: "settlement", currency } as const;
    const destination = await openAccount(ctx, bucket, own);
    return {
      send: (key: string) =>
        post(ctx, {
          bucket,
          kind: "bench",
          dedupeKey: key,
          currency,
          postings: [{ source: banks[bucket]!, destination, amountMinor: 1 + (n % 9) }],
        }),
    };
  };
  const banks = await Promise.all(
    Array.from({ length: 64 }, (_, b) =>
      openAccount(ctx, b, { ownerKind: "platform", ownerId: null, purpose: "bank", currency }),
    ),
  );
  const spread = await Promise.all(Array.from({ length: 512 }, (_, n) => posting(n, n % 64, ownerOf(n))));
  const hot = await posting(0, 0, ownerOf(0));
  const sharded = await Promise.all(Array.from({ length: 64 }, (_, n) => posting(n, n, ownerOf(0))));
  const best = { tpcb: 0, spread: 0, hot: 0, sharded: 0 };
  let keys = 0;
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)]!;
  for (let round = 0; round < rounds; round++) {
    best.tpcb = Math.max(best.tpcb, await perSecond(() => tpcb(pool)));
    best.spread = Math.max(best.spread, await perSecond(() => pick(spread).send(`b${keys++}`)));
    best.hot = Math.max(best.hot, await perSecond(() => hot.send(`b${keys++}`)));
    best.sharded = Math.max(best.sharded, await perSecond(() => pick(sharded).send(`b${keys++}`)));
  }
  console.table(Object.fromEntries(Object.entries(best).map(([name, rate]) => [name, Math.round(rate)])));
  const [toTpcb, toHot] = [best.spread / best.tpcb, best.sharded / best.hot];
  assertBudget(toTpcb >= 0.5, `postings spread: ${toTpcb.toFixed(2)} of TPC-B by the driver, at least 0.5`);
  assertBudget(toHot >= 1.8, `64 accounts: ${toHot.toFixed(2)} × one hot account, at least 1.8`);
}

const ownerOf = (n: number) => `018f6f7e-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

/** How often `work` is done per second by all clients. */
async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - start < roundMs) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done / (performance.now() - start)) * 1000;
}

/** The tables of `pgbench -i -s 50`, without the filler. pgbench is not among the embedded binaries. */
async function makeTpcb(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table pgbench_branches (bid int primary key, bbalance int not null) with (fillfactor = 50);
    create table pgbench_tellers (tid int primary key, bid int not null, tbalance int not null) with (fillfactor = 50);
    create table pgbench_accounts (aid int primary key, bid int not null, abalance int not null) with (fillfactor = 80);
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamptz);
    insert into pgbench_branches select n, 0 from generate_series(1, 50) as n;
    insert into pgbench_tellers select n, 1 + n / 10, 0 from generate_series(1, 500) as n;
    insert into pgbench_accounts select n, 1 + n / 100000, 0 from generate_series(1, 500000) as n;
    analyze pgbench_branches, pgbench_tellers, pgbench_accounts`);
}

/** The transaction of pgbench's TPC-B, prepared, by the driver of the service. */
async function tpcb(pool: pg.Pool): Promise<void> {
  const draw = (most: number) => 1 + Math.floor(Math.random() * most);
  const [aid, bid, tid, delta] = [draw(500_000), draw(50), draw(500), draw(10_000) - 5000];
  const client = await pool.connect();
  const run = (name: string, text: string, values: number[]) => client.query({ name, text, values });
  try {
    await client.query("begin");
    await run("a", "update pgbench_accounts set abalance = abalance + $1 where aid = $2", [delta, aid]);
    await run("s", "select abalance from pgbench_accounts where aid = $1", [aid]);
    await run("t", "update pgbench_tellers set tbalance = tbalance + $1 where tid = $2", [delta, tid]);
    await run("b", "update pgbench_branches set bbalance = bbalance + $1 where bid = $2", [delta, bid]);
    await run("h", "insert into pgbench_history values ($1, $2, $3, $4, now())", [tid, bid, aid, delta]);
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function measureReads(given: Bench): Promise<void> {
  const { ctx } = given;
  const found: Record<string, Record<string, number>> = {};
  for (const postings of [few, many]) {
    await fill(given, postings);
    await sealTransactions(ctx);
    const { tookMs, broken, laws } = await checkLaws(ctx.db, []);
    if (broken.length > 0) throw new Error(`the filled ledger breaks laws: ${JSON.stringify(broken).slice(0, 300)}`);
    const [sample] = await given.database.client
      .query<{ number: string }>("select number::text from ledger_transactions order by random() limit 1")
      .then(({ rows }) => rows);
    const list = (more: object) => listTransactions(ctx, { sort: "recordedAt", limit: 25, count: "none", ...more });
    found[postings] = {
      proofMs: tookMs,
      sealsMs: laws.find(({ law }) => law === "seals")!.tookMs,
      listMs: await median(() => list({})),
      searchMs: await median(() => list({ search: sample!.number })),
      balanceMs: await median(() => readBalances(ctx, "retailer", ownerOf(3))),
      balanceP95Ms: await p95At(200, () => readBalances(ctx, "retailer", ownerOf(Math.floor(Math.random() * 512)))),
    };
  }
  console.table(found);
  const [less, more] = [found[few]!, found[many]!];
  // Half a millisecond is within the noise of such short reads.
  for (const name of ["listMs", "searchMs", "balanceMs"])
    assertBudget(
      more[name]! <= 1.2 * less[name]! + 0.5,
      `${name} at ${many}: ${more[name]!.toFixed(2)}, at ${few}: ${less[name]!.toFixed(2)}, at most 1.2 ×`,
    );
  assertBudget(
    more["balanceP95Ms"]! <= 15,
    `balances at 200/s: p95 ${more["balanceP95Ms"]!.toFixed(1)} ms, at most 15`,
  );
  const perMillion = (more["proofMs"]! / many) * 1_000_000;
  const seals = (more["sealsMs"]! / many) * 1_000_000;
  assertBudget(
    perMillion <= 5000,
    `the proof takes ${Math.round(perMillion)} ms per million postings, ${Math.round(seals)} of them for seals, at most 5000`,
  );
  const growth = more["proofMs"]! / less["proofMs"]! / (many / few);
  assertBudget(growth <= 1.5, `${many / few} times the postings take ${growth.toFixed(2)} × as long each, at most 1.5`);
}

/**
 * Adds postings until there are so many: what `ledger_post` would have made of them, all at once. The proof that follows
 * checks them.
 */
async function fill({ database }: Bench, postings: number): Promise<void> {
  const { client } = database;
  const { rows } = await client.query<{ count: number }>("select count(*)::int as count from ledger_postings");
  await client.query("set statement_timeout = 0");
  await client.query("set synchronous_commit = off");
  await client.query("set session_replication_role = replica");
  await client.query(
    `with banks as (
       select bucket, id, version, balance_minor from ledger_accounts where purpose = 'bank' and currency = $3
     ), owners as (
       select place, account.id, account.version, account.balance_minor
         from generate_series(0, 511) as place
         join ledger_accounts as account on account.bucket = place % 64 and account.id = ledger_account_id((place % 64)::smallint,
                'retailer', ('018f6f7e-0000-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid, 'settlement', $3)
     ), its as (
       select n, bank.bucket, new_id_in(bank.bucket) as id, bank.id as source_id, owner.id as destination_id, amount,
              bank.version + row_number() over by_bank as source_version,
              bank.balance_minor - sum(amount) over by_bank as source_balance,
              owner.version + row_number() over by_owner as destination_version,
              owner.balance_minor + sum(amount) over by_owner as destination_balance
         from generate_series($1::int, $2::int - 1) as n
        cross join lateral (select (1 + n % 9)::bigint as amount)
         join banks as bank on bank.bucket = n % 64
         join owners as owner on owner.place = n % 512
       window by_bank as (partition by bank.id order by n), by_owner as (partition by owner.id order by n)
     ), made as (
       insert into ledger_transactions (bucket, id, kind, dedupe_key, effective_at, recorded_at)
       select bucket, id, 'bench', 'fill:' || n, at, at
         from its cross join lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at) order by n
     ), posted as (
       insert into ledger_postings
       select bucket, id, 1, source_id, source_version, source_balance, destination_id, destination_version,
              destination_balance, amount, $3 from its
     )
     update ledger_accounts as account set version = account.version + taken.count, balance_minor = account.balance_minor + taken.change
       from (select source_id as id, count(*) as count, -sum(amount) as change from its group by 1
             union all
             select destination_id, count(*), sum(amount) from its group by 1) as taken
      where account.id = taken.id`,
    [rows[0]!.count, postings, currency],
  );
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze");
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 41; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[20]!;
}

/** The 95th percentile of what starts so often per second, however long the others take. */
async function p95At(rate: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const running: Promise<unknown>[] = [];
  for (let i = 0; i < rate * 5; i++) {
    const start = performance.now();
    running.push(work().then(() => times.push(performance.now() - start)));
    await new Promise((next) => setTimeout(next, 1000 / rate));
  }
  await Promise.all(running);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

await bench();
