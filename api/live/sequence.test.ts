import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLive } from "#api/live/hub.ts";
import { moveCommitted } from "#api/live/sequence.ts";
import { recordLive } from "#api/live/record.ts";
import { inTransaction } from "#api/context.ts";
import { arrived, listen } from "#api/testing/liveFixture.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { liveFeature } from "#features/platform/live/api/routes.ts";

let app: TestApi;
beforeAll(async () => {
  app = await testApi([brandsFeature, liveFeature], { isLive: true, connections: 60 });
});
afterAll(() => app.close());

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test("no event is skipped or doubled: 50 writers, two processes, and one that dies while it gives numbers", async () => {
  // One connection is no race.
  if (app.engine === "pglite") return;
  const { transport } = await app.signIn("Aisha", ["brands.read"]);
  const stream = await listen(transport);
  const second = createLive(async () => null);
  second.start(app.api.systemContext, { everyMs: 5 });
  const writers = Array.from({ length: 50 }, async (_, writer) => {
    for (let change = 0; change < 20; change++) {
      await inTransaction(app.api.systemContext(), async (inner) => {
        await recordLive(inner, { resource: "brands", ids: [`${writer}-${change}`] });
        // Transactions end in another order than they began in.
        await pause(Math.random() * 15);
      });
    }
  });
  let isWriting = true;
  const looking = (async () => {
    while (isWriting) {
      await app.live.look();
      // Rolled back after the numbers were taken, as when the process dies.
      const dying = app.db.transaction(async (db) => {
        await moveCommitted({ db });
        throw new Error("died");
      });
      await dying.catch(() => {});
    }
  })();
  await Promise.all(writers);
  isWriting = false;
  await looking;
  await second.stop();
  await app.live.look();
  await arrived();
  const ids = stream.of("change").flatMap((change) => change.ids!);
  expect(ids).toHaveLength(1000);
  expect(new Set(ids).size).toBe(1000);
  // Each writer's changes in their order.
  for (let writer = 0; writer < 50; writer++) {
    const own = ids.filter((id) => id.startsWith(`${writer}-`)).map((id) => Number(id.split("-")[1]));
    expect(own).toEqual(Array.from({ length: 20 }, (_, change) => change));
  }
  const [left] = await rowsOf<{ count: number }>(app.db, sql`select count(*)::int as count from live_outbox`);
  expect(left).toEqual({ count: 0 });
  stream.close();
});

test("a burst of 1,000 changes arrives whole, without a reset", async () => {
  const { transport } = await app.signIn("Aisha", ["brands.read"]);
  const stream = await listen(transport);
  for (let change = 0; change < 1000; change += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        recordLive(app.api.systemContext(), { resource: "brands", ids: [`burst-${change + place}`] }),
      ),
    );
  await app.live.look();
  await arrived();
  expect(new Set(stream.of("change").flatMap((change) => change.ids!)).size).toBe(1000);
  expect(stream.of("reset")).toEqual([]);
  stream.close();
});
