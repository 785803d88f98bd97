import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { countCall } from "#features/access/api-keys/api/service/callLimit.ts";

let app: TestApi;
let id: string;
beforeAll(async () => {
  app = await testApi([]);
});
afterAll(() => app.close());
beforeEach(async () => {
  id = newId();
  const now = sql`${app.clock.now}::timestamptz`;
  await app.db.execute(sql`
    insert into api_keys (id, title, kind, prefix, grants, scopes, calls_per_minute, expires_at, sort_key, search_key,
                          created_at, updated_at)
    values (${id}, 'Till', 'till', 'mzk_00000000', '{brands.read}', '{}', 60000, ${now}, 'till', 'till', ${now}, ${now})`);
});

/** A context of another process: nothing in memory is shared. */
function process(): () => Ctx {
  const { catalogue } = app.api;
  const own = { ...catalogue };
  return () => ({ ...app.api.systemContext(), catalogue: own });
}
const counted = async () => {
  const [row] = await rowsOf<{ count: number }>(app.db, sql`select count from api_key_minutes where key_id = ${id}`);
  return row?.count ?? 0;
};
const days = () => rowsOf(app.db, sql`select calls, refused from api_key_days where key_id = ${id}`);

/** How many of so many calls at once are allowed. */
async function allowed(contexts: readonly (() => Ctx)[], { calls, max }: { calls: number; max: number }) {
  const calling = contexts.flatMap((context) => Array.from({ length: calls }, () => countCall(context(), { id, max })));
  return (await Promise.allSettled(calling)).filter(({ status }) => status === "fulfilled").length;
}

test("a key with 60,000 calls a minute is counted by the hundred, and each response says what is left", async () => {
  const context = process();
  const call = () => countCall(context(), { id, max: 60_000 });
  expect(await call()).toEqual({ limit: 60_000, remaining: 59_999, resetSeconds: 60 });
  expect(await counted()).toBe(100);
  for (let n = 2; n <= 100; n++) expect((await call()).remaining).toBe(60_000 - n);
  expect(await counted()).toBe(100);
  expect((await call()).remaining).toBe(59_899);
  expect([await counted(), await days()]).toEqual([200, [{ calls: 101, refused: 0 }]]);
});

test("a key with up to 600 calls a minute is counted call by call", async () => {
  const context = process();
  await countCall(context(), { id, max: 600 });
  await countCall(context(), { id, max: 600 });
  expect([await counted(), await days()]).toEqual([2, [{ calls: 2, refused: 0 }]]);
});

test("calls at once share the slice that one of them takes", async () => {
  expect(await allowed([process()], { calls: 100, max: 60_000 })).toBe(100);
  expect(await counted()).toBe(100);
});

test("processes together allow exactly the limit, also where it is no multiple of a slice", async () => {
  expect(await allowed([process(), process(), process()], { calls: 250, max: 601 })).toBe(601);
});

test("the next minute starts with nothing taken, and then the calls of the last one are in the usage", async () => {
  const context = process();
  const start = app.clock.now;
  expect(await allowed([context], { calls: 1210, max: 1200 })).toBe(1200);
  app.clock.advance(minuteMs - 1);
  expect(await allowed([context], { calls: 1, max: 1200 })).toBe(0);
  app.clock.advance(1);
  expect(await countCall(context(), { id, max: 1200 })).toEqual({ limit: 1200, remaining: 1199, resetSeconds: 60 });
  expect([await counted(), await days()]).toEqual([2, [{ calls: 1201, refused: 11 }]]);
  app.clock.now = start;
});

test("a changed limit applies from the next call, whatever was taken under the old one", async () => {
  const context = process();
  expect(await allowed([context], { calls: 1, max: 60_000 })).toBe(1);
  expect(await allowed([context], { calls: 3, max: 50 })).toBe(0);
  expect(await allowed([context], { calls: 1, max: 60_000 })).toBe(1);
});
