import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import {
  limitedTo,
  type Order,
  redemptionMarket,
  type RedemptionMarket,
  withKey,
} from "#api/testing/redemptionFactory.ts";
import { brokenPromises } from "#api/testing/redemptionPromises.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { sql } from "drizzle-orm";
import { Refusal } from "#base/refusal.ts";
import { type Redemption, redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { bundleProgram, makeFolder } from "#hosts/node/testing/killable.ts";
import { startTwoServers } from "#hosts/node/testing/twoServers.ts";
import { call, type Transport } from "#web/call.ts";

// Issue 14, proof: two servers on one database, and one of them killed in the middle.

const source = inject("testDatabase");
const program = await bundleProgram(new URL("./main.ts", import.meta.url));
const root = makeFolder();
afterAll(() => {
  rmSync(dirname(program), { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

const clients = 64;
/** 4,000 in `npm run soak:redeem`. */
const attempts = Number(process.env.REDEEM_ATTEMPTS ?? 320);
const cap = Math.floor(attempts / 2);

// PGlite belongs to one process.

test.skipIf(source.engine === "pglite")(
  "two servers give exactly as many redemptions as the limit allows, and each key one",
  async () => {
    const { servers, db } = await startTwoServers({ program, root });
    const shop = await redemptionMarket(db, new Date().toISOString());
    const { id, code } = await shop.campaign(limitedTo({ total: cap }));
    const answers = await sendAll(ordersFor(shop, code), (place) => servers[place % 2]!.transport);
    expect(countOf(answers)).toEqual({ done: cap, campaign_limit_reached: attempts - cap });
    // Sent again to the other server, a key that had an effect gets its answer.
    const again = await sendAll(
      answers.filter(({ outcome }) => outcome === "done"),
      (place) => servers[(place + 1) % 2]!.transport,
    );
    expect(again.map(({ answer }) => answer)).toEqual(answers.flatMap(({ answer }) => answer ?? []));
    expect(await redeemedOf(db, id)).toBe(cap);
    expect(await brokenPromises(db)).toEqual({});
  },
);

test.skipIf(source.engine === "pglite")(
  "a server that is killed loses no answer, and calls that are sent again redeem nothing twice",
  async () => {
    const { servers, db } = await startTwoServers({ program, root });
    const shop = await redemptionMarket(db, new Date().toISOString());
    const { id, code } = await shop.campaign(limitedTo({ total: attempts }));
    let heard = 0;
    const first = await sendAll(ordersFor(shop, code), (place) => async (request) => {
      const response = await servers[place % 2]!.transport(request);
      if (++heard === cap / 2) servers[0]!.process.kill("SIGKILL");
      return response;
    });
    const acknowledged = first.filter(({ outcome }) => outcome === "done");
    expect(acknowledged.length).toBeLessThan(attempts);
    expect(acknowledged.length).toBeGreaterThan(0);
    // By the server that is left: every call is sent again with its key, the acknowledged ones too.
    const again = await sendAll(first, () => servers[1]!.transport);
    expect(countOf(again)).toEqual({ done: attempts });
    const byKey = new Map(again.map(({ key, answer }) => [key, answer]));
    for (const { key, answer } of acknowledged) expect(byKey.get(key)).toEqual(answer);
    expect(await redeemedOf(db, id)).toBe(attempts);
    expect(await brokenPromises(db)).toEqual({});
    console.log(
      `kill -9 of a server: ${acknowledged.length} of ${attempts} acknowledged before, ${attempts} redeemed once after`,
    );
  },
);

// ------------------------------------------------------------------------------------------------ helpers

type CallInput = { readonly key: string; readonly order: Order };
type CallResult = CallInput & { readonly outcome: string; readonly answer?: Redemption };

const ordersFor = (shop: RedemptionMarket, code: string): CallInput[] =>
  Array.from({ length: attempts }, () => ({ key: randomUUID(), order: shop.order([code]) }));

/** Sends all of them, 64 at once. Who is asked to wait tries again, as a till does. */
async function sendAll(all: readonly CallInput[], tillOf: (place: number) => Transport): Promise<CallResult[]> {
  const answers: CallResult[] = [];
  let next = 0;
  const client = async () => {
    for (let place = next++; place < all.length; place = next++) {
      const { key, order } = all[place]!;
      answers[place] = { key, order, ...(await answerOf(withKey(tillOf(place), key), order)) };
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

async function answerOf(till: Transport, order: Order): Promise<Omit<CallResult, keyof CallInput>> {
  for (;;) {
    try {
      return { outcome: "done", answer: await call(till, redemptionCalls.redeem, order, { timeoutMs: 60_000 }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isBusy = error.status === 503 && error.code !== "unreachable";
      if (!isBusy && error.code !== "idempotency_in_progress") return { outcome: error.code };
    }
  }
}

function countOf(answers: readonly CallResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const redeemedOf = async (db: Parameters<typeof rowsOf>[0], campaignId: string) =>
  (
    await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from redemptions where campaign_id = ${campaignId}`,
    )
  )[0]!.count;
