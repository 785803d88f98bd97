import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { serve } from "#api/serve.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { takeLock } from "#api/transactions.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import { call, type Transport } from "#web/call.ts";

// The changes of a call are written all or not at all, whatever else is written at the same time (docs/decisions/0054).

const changed = { output: z.object({ sum: z.int() }), permission: "coins.move", summary: "", method: "POST" } as const;
const coins = {
  move: operation({ path: "/api/coins", input: z.object({ from: z.int(), to: z.int() }), ...changed }),
  twice: operation({ path: "/api/coins/twice", input: z.object({}), ...changed }),
  fail: operation({ path: "/api/coins/fail", input: z.object({ times: z.int() }), ...changed }),
};

let app: TestApi;
let transport: Transport;
let attempts = 0;
/** Makes two calls reach the same point before either continues. */
let meet: () => Promise<void> = async () => {};
beforeAll(async () => {
  const routes = serve(coins, {
    move: (ctx, { from, to }) =>
      inTransaction(ctx, async (inner) => {
        attempts++;
        await add(inner, from, -1);
        await meet();
        await add(inner, to, 1);
        return { sum: 0 };
      }),
    twice: async (ctx) => {
      await inTransaction(ctx, (inner) => add(inner, 1, 1));
      await meet();
      await inTransaction(ctx, (inner) => add(inner, 2, 1));
      return { sum: 0 };
    },
    fail: (ctx, { times }) =>
      inTransaction(ctx, async (inner) => {
        attempts++;
        await add(inner, 1, 1);
        if (attempts <= times) throw Object.assign(new Error("could not serialize"), { code: "40001" });
        return { sum: attempts };
      }),
  });
  app = await testApi([{ routes }], { ports: { isDatabaseUnavailable } });
  await app.db.execute(sql`create table coins (id int primary key, count int not null)`);
  ({ transport } = await app.signIn("Aisyah", ["coins.move"]));
});
afterAll(() => app.close());
beforeEach(async () => {
  attempts = 0;
  meet = async () => {};
  app.logged.length = 0;
  await app.db.execute(sql`delete from coins`);
  await app.db.execute(sql`insert into coins select each, 10 from generate_series(1, 4) as each`);
});

const add = (ctx: Ctx, id: number, by: number) =>
  ctx.db.execute(sql`update coins set count = count + ${by}::int where id = ${id}`);
const counts = async () =>
  (await rowsOf<{ count: number }>(app.db, sql`select count from coins order by id`)).map(({ count }) => count);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => `${error.status} ${error.code}`,
  );

function meeting(ofCount: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    come++;
    if (come >= ofCount) open();
    await all;
  };
}

describe("a transaction that the database rolls back in favour of another", () => {
  test("runs again, and everything in it happens once", async () => {
    expect(await call(transport, coins.fail, { times: 2 })).toEqual({ sum: 3 });
    expect(await counts()).toEqual([11, 10, 10, 10]);
  });

  test("is given up after five attempts with 503 and not as a fault, and leaves no changes", async () => {
    expect(await codeOf(call(transport, coins.fail, { times: 100 }))).toBe("503 retry_later");
    expect([attempts, await counts()]).toEqual([5, [10, 10, 10, 10]]);
    expect(app.logged.filter(({ event }) => event === "fault")).toEqual([]);
  });

  test.runIf(process.env["TEST_DATABASE"] !== "pglite")(
    "can be the loser of a deadlock: two that lock two rows crosswise both succeed",
    async () => {
      meet = meeting(2);
      const both = [call(transport, coins.move, { from: 1, to: 2 }), call(transport, coins.move, { from: 2, to: 1 })];
      expect(await Promise.all(both.map(codeOf))).toEqual(["done", "done"]);
      expect([attempts, await counts()]).toEqual([3, [10, 10, 10, 10]]);
      expect(app.logged.map(({ event, facts }) => [event, facts["state"]])).toEqual([["transaction aborted", "40P01"]]);
    },
  );
});

describe.runIf(process.env["TEST_DATABASE"] !== "pglite")("a lock that another transaction has", () => {
  const inOwn = (work: (inner: Ctx) => Promise<unknown>) => inTransaction(app.api.systemContext(), work);

  test("is waited for without holding a row, so that no cycle arises", async () => {
    const both = meeting(2);
    let runs = 0;
    // One holds the row and waits for the lock; the other holds the lock and waits for the row.
    await Promise.all([
      inOwn(async (inner) => {
        runs++;
        await add(inner, 1, 1);
        await both();
        await takeLock(inner, "cascades");
      }),
      inOwn(async (inner) => {
        await takeLock(inner, "cascades");
        await both();
        await add(inner, 1, 1);
      }),
    ]);
    expect([runs, await counts()]).toEqual([2, [12, 10, 10, 10]]);
    expect(app.logged).toEqual([]);
  });

  test("is upgraded from shared to exclusive in the same way, by two at once", async () => {
    const both = meeting(2);
    const upgrade = () =>
      inOwn(async (inner) => {
        await takeLock(inner, "cascades", "shared");
        await both();
        await takeLock(inner, "cascades");
        await add(inner, 1, 1);
      });
    await Promise.all([upgrade(), upgrade()]);
    expect(await counts()).toEqual([12, 10, 10, 10]);
    expect(app.logged).toEqual([]);
  });

  test("is released with the savepoint in which it was taken", async () => {
    await inOwn(async (inner) => {
      await inTransaction(inner, async (nested) => {
        await takeLock(nested, "rights");
        throw new Error("taken back");
      }).catch(() => {});
      await inOwn((other) => takeLock(other, "rights"));
      await takeLock(inner, "rights");
    });
    await expect(takeLock(app.api.systemContext(), "rights")).rejects.toThrow("outside of a transaction");
  });
});

describe("a call after its time limit", () => {
  /** Resolves once the waiting call was answered. */
  function held() {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    meet = async () => {
      arrive();
      await opened;
    };
    return { arrived, open };
  }
  const queryDone = () => app.db.execute(sql`select 1`);

  test("changes nothing afterwards, and says so", async () => {
    const { open } = held();
    expect(await codeOf(call(transport, coins.move, { from: 1, to: 2 }, { timeoutMs: 10_000 }))).toBe(
      "503 retry_later",
    );
    open();
    await queryDone();
    await queryDone();
    expect(await counts()).toEqual([10, 10, 10, 10]);
  });

  test("reports an unknown outcome and where to look if part of it was committed", async () => {
    const { open } = held();
    const refusal = await call(transport, coins.twice, {}, { timeoutMs: 10_000 }).catch((error: Refusal) => error);
    expect(refusal).toMatchObject({ status: 503, code: "outcome_unknown", details: { lookUp: "/api/coins/twice" } });
    open();
    await queryDone();
    await queryDone();
    expect(await counts()).toEqual([11, 10, 10, 10]);
  });

  test.runIf(process.env["TEST_DATABASE"] !== "pglite")(
    "changes nothing once the row that it waited for is free",
    async () => {
      await inTransaction(app.api.systemContext(), async (inner) => {
        await add(inner, 2, 1);
        expect(await codeOf(call(transport, coins.move, { from: 1, to: 2 }, { timeoutMs: 10_000 }))).toBe(
          "503 retry_later",
        );
      });
      await queryDone();
      expect(await counts()).toEqual([10, 11, 10, 10]);
    },
  );
});
