import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Ctx } from "#api/context.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import { checkLaws } from "#features/loyalty/ledger/api/service/proof.ts";
import { type AccountKey, bucketOf, openAccount, post } from "#features/loyalty/ledger/api/service/postings.ts";

let database: TestDatabase;
const start = Date.parse("2026-11-20T09:00:00.000Z");
export const ctxAt = (ms: number) =>
  ({ db: database.db, now: new Date(start + ms).toISOString(), actor: null, log: silent }) as unknown as Ctx;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
export const now = () => ctxAt(0);
const clients = 64;

/** Opens the database of a test file. */
export const openLedgerDatabase = async () => {
  database = await openTestDatabase({ connections: clients });
  return database;
};

export const largest = 9_007_199_254_740_991;
export const currency = "USD";
let keys = 0;
export const freshKey = () => `test:${++keys}`;

type Purpose = AccountKey["purpose"];
/** A member with their accounts, and those of a brand and the platform in the same bucket. */
export async function accountsOf(given: { brand?: string; member?: string } = {}) {
  const { brand = newId(), member = newId() } = given;
  const bucket = bucketOf(member);
  const open = (ownerKind: AccountKey["ownerKind"], ownerId: string | null, purpose: Purpose) =>
    openAccount(now(), bucket, { ownerKind, ownerId, purpose, currency });
  return {
    bucket,
    brand,
    member,
    bank: await open("platform", null, "bank"),
    adjustments: await open("platform", null, "adjustments"),
    charity: await open("platform", null, "charity"),
    funding: await open("brand", brand, "funding"),
    pending: await open("member", member, "pending"),
    available: await open("member", member, "available"),
    owed: await open("member", member, "owed"),
  };
}
export type Accounts = Awaited<ReturnType<typeof accountsOf>>;
export type Move = [source: string, destination: string, amountMinor: number];
export const send = ({ bucket }: Accounts, moves: Move[], dedupeKey = freshKey(), kind = "test") =>
  post(now(), {
    bucket,
    kind,
    dedupeKey,
    currency,
    postings: moves.map(([source, destination, amountMinor]) => ({ source, destination, amountMinor })),
  });
export const balanceOf = async (id: string) => {
  const [row] = await rowsOf<{ balance: string; version: string }>(
    database.db,
    sql`select balance_minor::text as balance, version::text from ledger_accounts where id = ${id}`,
  );
  return Number(row!.balance);
};
export const codeOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
export const expectLawsToHold = async () => expect((await checkLaws(database.db, [])).broken).toEqual([]);
export const inParallel = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: database.engine === "postgres" ? count : Math.min(count, 8) }, (_, i) => work(i)));
