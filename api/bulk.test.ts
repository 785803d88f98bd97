import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { bulkMax, type Selection } from "#base/bulk.ts";
import { Refusal } from "#base/refusal.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { type FilterOf, isAnyOf } from "#api/list.ts";
import { countReferences } from "#api/references.ts";
import { ctxOver } from "#api/testing/explainPlan.ts";
import {
  fillItems,
  createItemsTable,
  type ItemListInput,
  itemList,
  listItems,
  seeAs,
} from "#api/testing/listFixture.ts";
import { openTestDatabase, type TestDatabase } from "#api/testing/testDatabase.ts";

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await openTestDatabase();
  ctx = ctxOver(database.db);
  await createItemsTable(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  seeAs(null);
  await database.db.execute(sql`truncate racks`);
});

type Item = { id: string; version: number; number: number; place: number };

/** Moves racks to a location. Racks that are already there are left out, and so is rack 3, which is screwed on. */
const moveTo = (
  place: number,
  selection: Selection<FilterOf<ItemListInput>>,
  change?: BulkAction<Item>["change"],
): BulkAction<Item> => ({
  list: itemList,
  selected: selectedFrom(ctx, itemList, selection),
  columns: { id: listItems.id, version: listItems.version, number: listItems.number, place: listItems.place },
  label: ({ number }) => `Rack ${number}`,
  judge: ({ number, place: current }) => (current === place ? "already_there" : number === 3 ? "screwed_on" : null),
  intent: place,
  change:
    change ??
    (async (inner, rows) => {
      const isMoved = isAnyOf(
        listItems.id,
        rows.map(({ id }) => id),
      );
      await inner.db
        .update(listItems)
        .set({ place, version: sql`${listItems.version} + 1` })
        .where(isMoved);
    }),
});

const places = async () => {
  const rows = await database.db
    .select({ number: listItems.number, place: listItems.place })
    .from(listItems)
    .orderBy(listItems.number);
  return Object.fromEntries(rows.map(({ number, place }) => [number, place]));
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

describe("a bulk action", () => {
  test("previews its effects without changing anything, then does exactly that", async () => {
    await fillItems(database.db, 7);
    const before = await places();
    expect(before).toEqual({ 1: 0, 2: 1, 3: -1, 4: 0, 5: 1, 6: -1, 7: 0 });
    const preview = await previewBulk(ctx, moveTo(0, { filter: {} }));
    expect(preview).toMatchObject({ matched: 7, changing: 3 });
    expect(preview.leftOut.map(({ code, count, examples }) => [code, count, examples.length])).toEqual([
      ["already_there", 3, 3],
      ["screwed_on", 1, 1],
    ]);
    expect(preview.examples.map(({ label }) => label).sort()).toEqual(["Rack 2", "Rack 5", "Rack 6"]);
    expect(await places()).toEqual(before);
    const result = await applyBulk(ctx, moveTo(0, { filter: {} }), preview.fingerprint);
    expect(result).toEqual({ changed: 3, leftOut: 4 });
    expect(await places()).toEqual({ 1: 0, 2: 0, 3: -1, 4: 0, 5: 0, 6: 0, 7: 0 });
  });

  test("takes the named records, or all that the filter finds", async () => {
    await fillItems(database.db, 60);
    const [named] = await database.db.select({ id: listItems.id }).from(listItems).where(sql`number = 2`);
    expect((await previewBulk(ctx, moveTo(5, { ids: [named!.id] }))).examples).toEqual([
      { id: named!.id, label: "Rack 2" },
    ]);
    expect((await previewBulk(ctx, moveTo(5, { filter: { labels: ["Rack 2"] } }))).matched).toBe(9);
    expect((await previewBulk(ctx, moveTo(5, { filter: { search: "7" } }))).matched).toBe(1);
  });

  const selection = { filter: { labels: ["Rack 1", "Rack 2"] } };
  test.each([
    ["a record was changed", sql`update racks set version = version + 1 where number = 1`],
    ["a record came to it", sql`update racks set label = 'Rack 1', version = version + 1 where number = 3`],
    ["a record left it", sql`update racks set label = 'Rack 9', version = version + 1 where number = 1`],
    ["a record was deleted", sql`delete from racks where number = 2`],
    ["a verdict would be another", sql`update racks set place = 5 where number = 2`],
  ])("is refused as a whole when %s since the preview", async (_what, meanwhile) => {
    await fillItems(database.db, 14);
    const { fingerprint } = await previewBulk(ctx, moveTo(5, selection));
    await database.db.execute(meanwhile);
    const before = await places();
    expect(await codeOf(applyBulk(ctx, moveTo(5, selection), fingerprint))).toBe("preview_stale");
    expect(await places()).toEqual(before);
  });

  test("is refused for anything else than was previewed, or a second time", async () => {
    await fillItems(database.db, 14);
    const { fingerprint } = await previewBulk(ctx, moveTo(5, selection));
    expect(await codeOf(applyBulk(ctx, moveTo(6, selection), fingerprint))).toBe("preview_stale");
    expect(await codeOf(applyBulk(ctx, moveTo(5, selection), fingerprint))).toBe("done");
    expect(await codeOf(applyBulk(ctx, moveTo(5, selection), fingerprint))).toBe("preview_stale");
  });

  test("with side effects is previewed by running and rolling back, and refused once the side effects differ", async () => {
    await fillItems(database.db, 14);
    const before = await places();
    let paused = 3;
    const withImpact: BulkAction<Item> = {
      ...moveTo(5, selection, async (inner) => {
        await inner.db.update(listItems).set({ place: 5, version: sql`${listItems.version} + 1` });
        const reached = { resource: "retailers", code: "RET-000001", name: "Corner Shop", nameI18n: {} };
        const facts = { retailers: paused };
        return [
          {
            resource: "assignments",
            verb: "paused",
            count: paused,
            facts,
            reaches: [{ ...reached, id: "1", count: 3 }],
          },
        ];
      }),
      hasImpact: true,
    };
    const { consequences, fingerprint } = await previewBulk(ctx, withImpact);
    expect(consequences).toMatchObject([{ verb: "paused", count: 3, reaches: [{ name: "Corner Shop" }] }]);
    expect((await previewBulk(ctx, moveTo(5, selection))).consequences).toBeNull();
    expect(await places()).toEqual(before);
    paused = 4;
    expect(await codeOf(applyBulk(ctx, withImpact, fingerprint))).toBe("preview_stale");
    expect(await places()).toEqual(before);
    expect(await codeOf(applyBulk(ctx, withImpact, (await previewBulk(ctx, withImpact)).fingerprint))).toBe("done");
  });

  test("changes nothing if one change fails", async () => {
    await fillItems(database.db, 14);
    const before = await places();
    const failing = moveTo(5, selection, async (inner) => {
      await inner.db.update(listItems).set({ place: 5 });
      throw new Error("the lift is broken");
    });
    const { fingerprint } = await previewBulk(ctx, failing);
    expect(await codeOf(applyBulk(ctx, failing, fingerprint))).toContain("the lift is broken");
    expect(await places()).toEqual(before);
  });

  test("takes as many records as allowed, and refuses one more", async () => {
    await fillItems(database.db, bulkMax);
    const { fingerprint, matched } = await previewBulk(ctx, moveTo(5, { filter: {} }));
    expect(matched).toBe(bulkMax);
    expect(await applyBulk(ctx, moveTo(5, { filter: {} }), fingerprint)).toEqual({ changed: bulkMax - 1, leftOut: 1 });
    await fillItems(database.db, 1, "them");
    expect(await codeOf(previewBulk(ctx, moveTo(6, { filter: {} })))).toBe("too_many_rows");
    expect(await codeOf(applyBulk(ctx, moveTo(6, { filter: {} }), fingerprint))).toBe("too_many_rows");
  });

  test("reaches no record outside the caller's scope, even a named one", async () => {
    await fillItems(database.db, 5, "us");
    await fillItems(database.db, 5, "them");
    const ids = (await database.db.select({ id: listItems.id }).from(listItems)).map(({ id }) => id);
    seeAs("them");
    expect((await previewBulk(ctx, moveTo(5, { ids }))).matched).toBe(5);
    expect((await previewBulk(ctx, moveTo(5, { filter: { owner: ["us"] } }))).matched).toBe(0);
  });
});

test.runIf(inject("testDatabase").engine === "postgres")(
  "of ten that were previewed alike and applied at once, one is done and nine are refused",
  async () => {
    await fillItems(database.db, 60);
    const { fingerprint } = await previewBulk(ctx, moveTo(5, { filter: {} }));
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(applyBulk(ctx, moveTo(5, { filter: {} }), fingerprint))),
    );
    expect(outcomes.toSorted()).toEqual(["done", ...Array.from({ length: 9 }, () => "preview_stale")]);
    const [versions] = await database.db.select({ most: sql<number>`max(version)` }).from(listItems);
    expect(versions).toEqual({ most: 2 });
  },
);

test("rows that refer to a record are counted by table, over every foreign key", async () => {
  await fillItems(database.db, 2);
  await database.db.execute(
    sql`create table shelves (id int, rack_id uuid references racks, spare_rack_id uuid references racks)`,
  );
  await database.db.execute(sql`create table keys (rack_id uuid references racks)`);
  const [rack] = await database.db.select({ id: listItems.id }).from(listItems);
  expect(await countReferences(ctx, listItems, rack!.id)).toEqual({});
  await database.db.execute(sql`insert into shelves values (1, ${rack!.id}::uuid, null), (2, null, ${rack!.id}::uuid)`);
  await database.db.execute(sql`insert into keys select id from racks`);
  expect(await countReferences(ctx, listItems, rack!.id)).toEqual({ shelves: 2, keys: 1 });
  await database.db.execute(sql`drop table shelves, keys`);
});
