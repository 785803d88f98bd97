import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { countMax, type Page } from "#base/list.ts";
import { Refusal } from "#base/refusal.ts";
import type { RowOf } from "#api/columns.ts";
import { countWhere, readBatches, readPage, whereOf } from "#api/list.ts";
import { ctxOver, explaining } from "#api/testing/explainPlan.ts";
import {
  fillItems,
  createItemsTable,
  type ItemListInput,
  itemList,
  itemRow,
  listItems,
  seeAs,
} from "#api/testing/listFixture.ts";
import { openTestDatabase, type TestDatabase } from "#api/testing/testDatabase.ts";

type Item = RowOf<typeof itemList.columns>;
const sorts = Object.keys(itemList.sorts);
const directions = ["asc", "desc"] as const;
const everyOrder = sorts.flatMap((sort) => directions.map((direction) => ({ sort, direction })));

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await createItemsTable(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  seeAs(null);
  await database.db.execute(sql`truncate racks`);
});

const ask = (input: Partial<ItemListInput> = {}): ItemListInput => ({
  sort: "label",
  limit: 25,
  count: "none",
  ...input,
});
const read = (input: Partial<ItemListInput> = {}) => readPage(ctxOver(database.db), itemList, ask(input));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

/** Follows the links of one direction from a page to the end. */
async function follow(
  page: Page<Item>,
  link: "next" | "previous",
  input: Partial<ItemListInput>,
): Promise<Page<Item>[]> {
  const pages = [page];
  for (let cursor = page[link]; cursor !== null; cursor = pages.at(-1)![link]) {
    pages.push(await read({ ...input, cursor }));
    if (pages.length > 50) throw new Error("the links lead in a circle");
  }
  return pages;
}

const numbers = (pages: readonly Page<Item>[]) => pages.flatMap(({ rows }) => rows.map(({ number }) => number));

describe("pages", () => {
  test.each(everyOrder)(
    "by $sort $direction contain every row once, forward and back, also if many are equal",
    async (order) => {
      await fillItems(database.db, 110);
      const forward = await follow(await read(order), "next", order);
      expect(forward.map(({ rows }) => rows.length)).toEqual([25, 25, 25, 25, 10]);
      expect(new Set(numbers(forward)).size).toBe(110);
      const columns = itemList.sorts[order.sort]!;
      const expected = await database.db
        .select({ number: listItems.number })
        .from(listItems)
        .orderBy(...columns.map((column) => sql`${column} ${sql.raw(order.direction)}`));
      expect(numbers(forward)).toEqual(expected.map(({ number }) => number));
      const backward = await follow(forward.at(-1)!, "previous", order);
      expect(numbers(backward.toReversed())).toEqual(numbers(forward));
      expect([forward[0]!.previous, forward.at(-1)!.next, backward.at(-1)!.previous]).toEqual([null, null, null]);
    },
  );

  test("have no next page when the rows end with the page", async () => {
    await fillItems(database.db, 50);
    const first = await read({ sort: "number" });
    const second = await read({ sort: "number", cursor: first.next! });
    expect([second.rows.length, second.next]).toEqual([25, null]);
  });

  test("neither skip nor repeat a row when others are added and deleted meanwhile", async () => {
    await fillItems(database.db, 75);
    const first = await read();
    const last = first.rows.at(-1)!;
    await database.db.execute(sql`delete from racks where id in (${first.rows[0]!.id}::uuid, ${last.id}::uuid)`);
    await database.db.insert(listItems).values(itemRow("00000000-0000-0000-0000-000000000001", 1001, "Rack 0"));
    const rest = await follow(first, "next", {});
    const seen = numbers(rest);
    expect(new Set(seen).size).toBe(75);
    expect(seen).toHaveLength(75);
  });

  test("show the end of the list when all following rows are gone", async () => {
    await fillItems(database.db, 60);
    const first = await read({ sort: "number" });
    const second = await read({ sort: "number", cursor: first.next! });
    await database.db.execute(sql`delete from racks where number > 40`);
    const end = await read({ sort: "number", cursor: second.next! });
    expect(numbers([end])).toEqual(Array.from({ length: 25 }, (_, place) => 16 + place));
    expect([end.previous !== null, end.next]).toEqual([true, null]);
    await database.db.execute(sql`delete from racks where number <= 30`);
    const start = await read({ sort: "number", cursor: second.previous! });
    expect(numbers([start])).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
    expect([start.previous, start.next]).toEqual([null, null]);
    await database.db.execute(sql`truncate racks`);
    expect(await read({ sort: "number", cursor: second.next! })).toMatchObject({
      rows: [],
      next: null,
      previous: null,
    });
  });

  test("of a batch reader contain every row once, in the list's order", async () => {
    await fillItems(database.db, 2345);
    const sizes: number[] = [];
    const seen: number[] = [];
    const cursors: (string | null)[] = [];
    const whole = ask({ sort: "place", direction: "desc" });
    for await (const { rows, next } of readBatches(ctxOver(database.db), itemList, whole)) {
      sizes.push(rows.length);
      cursors.push(next);
      seen.push(...rows.map(({ number }) => number));
    }
    expect(sizes).toEqual([1000, 1000, 345]);
    expect(cursors.at(-1)).toBeNull();
    const rest: number[] = [];
    for await (const { rows } of readBatches(ctxOver(database.db), itemList, whole, cursors[0]!))
      rest.push(...rows.map(({ number }) => number));
    expect(rest).toEqual(seen.slice(1000));
    const expected = await database.db
      .select({ number: listItems.number })
      .from(listItems)
      .orderBy(sql`place desc, label desc, id desc`);
    expect(seen).toEqual(expected.map(({ number }) => number));
  });
});

describe("a cursor", () => {
  test("is refused in an order other than its own", async () => {
    await fillItems(database.db, 30);
    const { next } = await read({ sort: "place" });
    expect(await codeOf(read({ sort: "label", cursor: next! }))).toBe("invalid_cursor");
    expect(await codeOf(read({ sort: "place", direction: "desc", cursor: next! }))).toBe("invalid_cursor");
    expect(await codeOf(read({ sort: "place", cursor: next! }))).toBe("answered");
  });

  const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
  const id = "00000000-0000-7000-8000-000000000000";
  test.each([
    ["nothing", ""],
    ["no base64", "%%%"],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["no UTF-8", Buffer.from([0x5b, 0xff, 0x5d]).toString("base64url")],
    ["an object", encode({ sort: "madeAt" })],
    ["too few values", encode(["madeAt", "asc", "next", "2026-01-01T00:00:00.000Z"])],
    ["too many values", encode(["madeAt", "asc", "next", "2026-01-01T00:00:00.000Z", id, id])],
    ["a number for a text", encode(["madeAt", "asc", "next", 7, id])],
    ["another way", encode(["madeAt", "asc", "sideways", "2026-01-01T00:00:00.000Z", id])],
    ["no instant", encode(["madeAt", "asc", "next", "yesterday", id])],
    ["an impossible day", encode(["madeAt", "asc", "next", "2026-02-30T00:00:00.000Z", id])],
    ["an hour too many", encode(["madeAt", "asc", "next", "2026-02-03T24:00:00.000Z", id])],
    ["the year 0", encode(["madeAt", "asc", "next", "0000-01-01T00:00:00.000Z", id])],
    ["a far year", encode(["madeAt", "asc", "next", "+275760-09-13T00:00:00.000Z", id])],
    ["infinity", encode(["madeAt", "asc", "next", "infinity", id])],
    ["no id", encode(["madeAt", "asc", "next", "2026-01-01T00:00:00.000Z", "1"])],
    ["a statement", encode(["madeAt", "asc", "next", "2026-01-01T00:00:00.000Z", `${id}'; drop table racks; --`])],
  ])("that holds %s is refused", async (_what, cursor) => {
    expect(await codeOf(read({ sort: "madeAt", cursor }))).toBe("invalid_cursor");
  });

  test.each([
    ["number", ["9223372036854775808"], "invalid_cursor"],
    ["number", ["9223372036854775807"], "answered"],
    ["number", ["-9223372036854775808"], "answered"],
    ["number", ["1.5"], "invalid_cursor"],
    ["place", ["2147483648", "a", id], "invalid_cursor"],
    ["place", ["-2147483648", "a", id], "answered"],
    ["label", ["a\0b", id], "invalid_cursor"],
    ["label", ["', (select 1)) --", id], "answered"],
    ["label", ["\uD800", id], "answered"],
  ])("by %s with %j is %s", async (sort, key, outcome) => {
    expect(await codeOf(read({ sort, cursor: encode([sort, "asc", "next", ...key]) }))).toBe(outcome);
  });

  test("with a changed character is a position or is refused, and never a fault", async () => {
    await fillItems(database.db, 30);
    const outcomes = new Set<string>();
    for (const { sort, direction } of everyOrder) {
      const { next } = await read({ sort, direction });
      for (let place = 0; place < next!.length; place += 3) {
        const cursor = `${next!.slice(0, place)}${next![place] === "M" ? "N" : "M"}${next!.slice(place + 1)}`;
        outcomes.add(await codeOf(read({ sort, direction, cursor })));
      }
    }
    expect([...outcomes].sort()).toEqual(["answered", "invalid_cursor"]);
  });
});

describe("the scope", () => {
  test("limits pages, totals, searches, filters and batches", async () => {
    await fillItems(database.db, 40, "us");
    await fillItems(database.db, 30, "them");
    seeAs("them");
    const pages = await follow(await read(), "next", {});
    expect(pages.flatMap(({ rows }) => rows).every(({ owner }) => owner === "them")).toBe(true);
    expect(numbers(pages)).toHaveLength(30);
    expect((await read({ count: "exact" })).total).toEqual({ count: 30, isCapped: false });
    expect((await read({ search: "rack", count: "capped" })).total).toEqual({ count: 30, isCapped: false });
    expect((await read({ owner: ["us", "them"], count: "capped" })).total).toEqual({ count: 30, isCapped: false });
    let batched = 0;
    for await (const { rows } of readBatches(ctxOver(database.db), itemList, ask())) batched += rows.length;
    expect(batched).toBe(30);
  });

  test("applies to a cursor that was created outside it", async () => {
    await fillItems(database.db, 40, "us");
    await fillItems(database.db, 40, "them");
    const { next } = await read({ sort: "number" });
    seeAs("them");
    const beyond = await read({ sort: "number", cursor: next! });
    expect(beyond.rows.map(({ owner }) => owner)).toEqual(Array.from({ length: 25 }, () => "them"));
  });
});

describe("a search", () => {
  const labels = ["Noor Dates", "Al Noor", "بستان النور", "Ibn Noah", "清泉食品", "Dates of Noor 417", "100% Noor_x"];
  const find = async (search: string) => {
    await database.db
      .insert(listItems)
      .values(labels.map((label, place) => itemRow(`00000000-0000-0000-0000-00000000000${place}`, place, label)));
    const { rows } = await read({ search, sort: "number" });
    await database.db.execute(sql`truncate racks`);
    return rows.map(({ label }) => label);
  };

  test.each([
    ["noor", ["Noor Dates", "Al Noor", "Dates of Noor 417", "100% Noor_x"]],
    ["dates NOOR", ["Noor Dates", "Dates of Noor 417"]],
    ["oor", ["Noor Dates", "Al Noor", "Dates of Noor 417", "100% Noor_x"]],
    ["no", ["Noor Dates", "Al Noor", "Ibn Noah", "Dates of Noor 417", "100% Noor_x"]],
    ["oo", []],
    ["n", ["Noor Dates", "Al Noor", "Ibn Noah", "Dates of Noor 417", "100% Noor_x"]],
    ["بُستان", ["بستان النور"]],
    ["泉", ["清泉食品"]],
    ["泉食", ["清泉食品"]],
    ["٤١٧", ["Dates of Noor 417"]],
    ["100%", ["100% Noor_x"]],
    ["%", labels],
    ["_", labels],
    ["\\", labels],
    ["' or true --", []],
    ["noor absent", []],
  ])("for %j finds what has all its words", async (search, found) => {
    expect(await find(search)).toEqual(found);
  });
});

test.each(everyOrder)("by $sort $direction merges a list filtered by several values into one order", async (order) => {
  for (const owner of ["us", "them", "others"]) await fillItems(database.db, 40, owner);
  const requested = { ...order, owner: ["us", "others", "us"] };
  const pages = await follow(await read(requested), "next", requested);
  const whole = await read({ ...order, limit: 200 });
  const expected = whole.rows.filter(({ owner }) => owner !== "them").map(({ number }) => number);
  expect(expected).toHaveLength(80);
  expect(numbers(pages)).toEqual(expected);
  expect(numbers((await follow(pages.at(-1)!, "previous", requested)).toReversed())).toEqual(expected);
  expect((await read({ ...requested, count: "exact" })).total?.count).toBe(80);
});

test("a filter by several values takes each of them literally", async () => {
  const labels = ["a", 'a","b', "{a,b}", "NULL", "null", "\\", "", " a", "a'b"];
  await database.db
    .insert(listItems)
    .values(labels.map((label, place) => itemRow(`00000000-0000-0000-0000-00000000000${place}`, place, label)));
  for (const label of labels) {
    const { rows } = await read({ labels: [label, "none such"] });
    expect(rows.map((row) => row.label)).toEqual([label]);
  }
  expect((await read({ labels })).rows).toHaveLength(labels.length);
});

test("a total is exact up to its cap, says when there are more, and is exact beyond it on demand", async () => {
  await fillItems(database.db, countMax);
  expect((await read({ count: "capped" })).total).toEqual({ count: countMax, isCapped: false });
  await fillItems(database.db, 1, "them");
  expect((await read({ count: "capped" })).total).toEqual({ count: countMax, isCapped: true });
  expect((await read({ count: "exact" })).total).toEqual({ count: countMax + 1, isCapped: false });
  expect((await read({ count: "none" })).total).toBeNull();
  const ctx = ctxOver(database.db);
  expect(await countWhere(ctx, listItems, whereOf(ctx, itemList, { owner: ["them"] }), { until: "capped" })).toEqual({
    count: 1,
    isCapped: false,
  });
});

describe.runIf(inject("testDatabase").engine === "postgres")("an index", () => {
  test.each(everyOrder)(
    "serves $sort $direction, from the start, onward and back, without sorting",
    async ({ sort, direction }) => {
      await fillItems(database.db, 60);
      const { ctx, statements, explain } = explaining(database.db);
      const first = await readPage(ctx, itemList, ask({ sort, direction }));
      const second = await readPage(ctx, itemList, ask({ sort, direction, cursor: first.next! }));
      await readPage(ctx, itemList, ask({ sort, direction, cursor: second.previous! }));
      expect(statements).toHaveLength(3);
      const index = {
        label: "racks__by_label",
        madeAt: "racks__by_made_at",
        number: "racks_number_key",
        place: "racks__by_place",
      }[sort];
      for (const [place, statement] of statements.entries()) {
        const plan = await explain(statement);
        expect(plan).toContain(`using ${index}`);
        expect(plan).not.toContain("Sort");
        // A page in the middle is found by the index, not by reading all rows before it.
        expect(plan.includes("Index Cond")).toBe(place > 0);
      }
    },
  );
});
