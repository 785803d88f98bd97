import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/testing/testApi.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import { checkLaws, sealTransactions } from "#features/loyalty/ledger/api/service/proof.ts";
import { bucketOf, openAccount, placeHold, post, reverse } from "#features/loyalty/ledger/api/service/postings.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const currency = "USD";
const log = { info: () => {}, warn: () => {}, error: () => {} };
const ctxOver = (db: Ctx["db"]) => ({ db, now: "2026-11-20T09:00:00.000Z", actor: null, log }) as unknown as Ctx;

class Undone extends Error {}

/** A sound ledger with a reversal and a hold, then what an attacker with every right on the database does to it. */
async function brokenBy(
  tamper: (names: Record<"bank" | "available" | "owed", string>) => readonly SQL[],
): Promise<number[]> {
  let broken: number[] = [];
  await database.db
    .transaction(async (db) => {
      const ctx = ctxOver(db);
      const member = newId();
      const bucket = bucketOf(member);
      const bank = await openAccount(ctx, bucket, { ownerKind: "platform", ownerId: null, purpose: "bank", currency });
      const open = (purpose: "available" | "owed") =>
        openAccount(ctx, bucket, { ownerKind: "member", ownerId: member, purpose, currency });
      const [available, owed] = [await open("available"), await open("owed")];
      const send = (dedupeKey: string, source: string, destination: string, amountMinor: number) =>
        post(ctx, { bucket, kind: "test", dedupeKey, currency, postings: [{ source, destination, amountMinor }] });
      await send("one", bank, available, 100);
      await send("two", owed, available, 20);
      const [found] = await rowsOf<{ id: string }>(
        ctx.db,
        sql`select id from ledger_transactions where dedupe_key = 'two'`,
      );
      await reverse(ctx, { id: found!.id, dedupeKey: "three", reason: "Wrong" });
      const id = `${newId().slice(0, -2)}${bucket.toString(16).padStart(2, "0")}`;
      await placeHold(ctx, { id, accountId: available, amountMinor: 30, expiresAt: "2026-11-21T09:00:00.000Z" });
      await sealTransactions(ctx);
      for (const table of ["accounts", "transactions", "postings", "holds", "seals"])
        await db.execute(sql.raw(`alter table ledger_${table} disable trigger all`));
      for (const statement of tamper({ bank, available, owed })) await db.execute(statement);
      broken = (await checkLaws(db as unknown as Ctx["db"], [])).broken.map(({ number }) => number);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return broken;
}

describe("each law names what breaks it", () => {
  test("and none is broken by what the ledger does itself", async () => {
    expect(await brokenBy(() => [])).toEqual([]);
  });

  test.each<[string, number[], (names: Record<"bank" | "available" | "owed", string>) => SQL[]]>([
    [
      "a posting in another currency",
      [1, 12],
      () => [sql`update ledger_postings set currency = 'EUR' where amount_minor = 100`],
    ],
    ["an account that is gone", [1], ({ owed }) => [sql`delete from ledger_accounts where id = ${owed}`]],
    ["another amount", [2, 12], () => [sql`update ledger_postings set amount_minor = 99 where amount_minor = 100`]],
    [
      "a missing step",
      [2, 7, 12],
      () => [
        sql`delete from ledger_transactions where dedupe_key = 'two'`,
        sql`delete from ledger_postings where amount_minor = 20 and source_version = 1 and destination_version = 2`,
      ],
    ],
    ...[-1, 2 ** 40 + 1].map((version): [string, number[], () => SQL[]] => [
      `version ${version}`,
      [2, 3, 12],
      () => [sql`update ledger_postings set source_version = ${version} where amount_minor = 100`],
    ]),
    [
      "another balance",
      [3, 5],
      ({ bank }) => [sql`update ledger_accounts set balance_minor = balance_minor - 1 where id = ${bank}`],
    ],
    ["another version", [3], ({ bank }) => [sql`update ledger_accounts set version = version + 1 where id = ${bank}`]],
    [
      "a balance below the floor of now",
      [4],
      ({ bank }) => [
        sql`alter table ledger_accounts drop constraint ledger_accounts__floor`,
        sql`update ledger_accounts set floor_minor = 0 where id = ${bank}`,
      ],
    ],
    ["a transaction without postings", [3, 6, 8, 12], () => [sql`delete from ledger_postings where amount_minor = 30`]],
    [
      "a posting without its transaction",
      [6, 12],
      () => [sql`delete from ledger_transactions where dedupe_key = 'one'`],
    ],
    [
      "another number within the transaction",
      [6, 12],
      () => [sql`update ledger_postings set ordinal = 2 where amount_minor = 100`],
    ],
    [
      "a reversal of another transaction",
      [7, 12],
      () => [
        sql`update ledger_transactions set reverses_id = (select id from ledger_transactions where dedupe_key = 'one')
                  where dedupe_key = 'three'`,
      ],
    ],
    ["a hold that is said to be released", [8], () => [sql`update ledger_holds set status = 'released'`]],
    ["a hold of another amount", [8], () => [sql`update ledger_holds set amount_minor = 31`]],
    ["another reason", [12], () => [sql`update ledger_transactions set reason = 'Right' where dedupe_key = 'three'`]],
    ["a removed seal", [12], () => [sql`update ledger_seals set number = 2`]],
  ])("%s: %s", async (_what, laws, tamper) => {
    const broken = await brokenBy(tamper);
    for (const law of laws) expect(broken).toContain(law);
  });

  test("a law of an area above replaces the one with its number", async () => {
    const own = { number: 8, name: "held", query: sql`select 1 as "accountId"` };
    const { broken, laws } = await checkLaws(database.db, [own, { ...own, number: 11, name: "events" }]);
    expect(broken).toEqual([
      { number: 8, law: "held", rows: [{ accountId: 1 }] },
      { number: 11, law: "events", rows: [{ accountId: 1 }] },
    ]);
    expect(laws.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 12]);
  });
});

test("seals are over the bytes that the first ones are over, whatever the texts", async () => {
  const ctx = ctxOver(database.db);
  const bucket = 5;
  const of = (purpose: "bank" | "charity") =>
    openAccount(ctx, bucket, { ownerKind: "platform", ownerId: null, purpose, currency });
  const [source, destination] = [await of("bank"), await of("charity")];
  const postings = [1, 42].map((amountMinor) => ({ source, destination, amountMinor }));
  const reason = '“Quoted” "twice", a \\, a tab\t, ٥ and 😀';
  await post(ctx, { bucket, kind: "test", dedupeKey: "odd \u0001 \u2028 </key>", currency, postings, reason });
  await sealTransactions(ctx);
  const as = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`);
  const sealed = await rowsOf<{ kept: string; first: string }>(
    database.db,
    sql`select encode(its.digest, 'hex') as kept, encode(sha256(convert_to(jsonb_build_array(
               one.number, one.bucket, one.id, one.kind, one.dedupe_key, one.reference_kind, one.reference_id, one.reverses_id,
               ${as("effective_at")}, ${as("recorded_at")}, one.actor_id, one.reason,
               (select jsonb_agg(jsonb_build_array(ordinal, source_id, source_version, source_balance_minor, destination_id,
                         destination_version, destination_balance_minor, amount_minor, currency) order by ordinal)
                  from ledger_postings as posting
                 where posting.bucket = one.bucket and posting.transaction_id = one.id))::text, 'UTF8')), 'hex') as first
          from ledger_seals as seal
         cross join lateral unnest(seal.ids, seal.digests) as its (number, digest)
          join ledger_transactions as one on one.number = its.number`,
  );
  expect(sealed).not.toEqual([]);
  for (const { kept, first } of sealed) expect(kept).toBe(first);
});
