import { afterAll, beforeAll, expect, test } from "vitest";
import type { FilterGroup } from "#base/filterGroup.ts";
import { countWhere, readBatches, readPage, whereOf } from "#api/list.ts";
import { ctxOver } from "#api/testing/explainPlan.ts";
import {
  createItemsTable,
  fillItems,
  type ItemListInput,
  itemList,
  listItems,
  seeAs,
} from "#api/testing/listFixture.ts";
import { openTestDatabase, type TestDatabase } from "#api/testing/testDatabase.ts";

// A list with groups of filters contains exactly the rows that match the other filters and at least one group.

type Row = { readonly number: number; readonly label: string; readonly place: number; readonly owner: string };

let database: TestDatabase;
let all: readonly Row[];
beforeAll(async () => {
  database = await openTestDatabase();
  await createItemsTable(database.db);
  await fillItems(database.db, 70, "us");
  await fillItems(database.db, 50, "them");
  const { number, label, place, owner } = listItems;
  all = await database.db.select({ number, label, place, owner }).from(listItems);
});
afterAll(() => database.close());

/** The rules of `itemList`, over rows in memory. */
const rules: Readonly<Record<string, (row: Row, value: never) => boolean>> = {
  owner: (row, owners: readonly string[]) => owners.includes(row.owner),
  labels: (row, labels: readonly string[]) => labels.includes(row.label),
  places: (row, places: readonly number[]) => places.includes(row.place),
  isEven: (row, isEven: boolean) => row.number % 3 !== 0 && (row.number % 2 === 0) === isEven,
};
const matches = (row: Row, group: FilterGroup) =>
  Object.entries(group).every(([name, value]) => rules[name]!(row, value as never));

/** The same numbers for the same seed. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function randomQuestion(seed: number) {
  const random = randomFrom(seed);
  const some = <Value>(values: readonly Value[]) => values.filter(() => random(2) === 0).slice(0, 3);
  const choices: Readonly<Record<string, () => unknown>> = {
    owner: () => [["us"], ["them"], ["us", "them"]][random(3)],
    labels: () => [`Rack ${random(7)}`, ...some(["Rack 1", "Rack 2", "Rack 5"])],
    places: () => [random(3) - 1, ...some([0, 1])],
    isEven: () => random(2) === 0,
  };
  const group = (names: readonly string[]): FilterGroup =>
    Object.fromEntries(names.map((name) => [name, choices[name]!()]));
  const names = Object.keys(choices);
  const any = Array.from({ length: 1 + random(5) }, () => group([names[random(4)]!, ...some(names)]));
  const base = random(3) === 0 ? group([names[random(4)]!]) : {};
  const sort = ["label", "madeAt", "number", "place"][random(4)]!;
  return { any, ...base, sort, direction: random(2) === 0 ? "asc" : "desc" } as const;
}

async function numbersOf(input: ItemListInput): Promise<{ walked: number[]; back: number[]; batched: number[] }> {
  const ctx = ctxOver(database.db);
  const walked: number[] = [];
  let page = await readPage(ctx, itemList, input);
  walked.push(...page.rows.map(({ number }) => number));
  while (page.next !== null) {
    page = await readPage(ctx, itemList, { ...input, cursor: page.next });
    walked.push(...page.rows.map(({ number }) => number));
  }
  const back = page.rows.map(({ number }) => number);
  while (page.previous !== null) {
    page = await readPage(ctx, itemList, { ...input, cursor: page.previous });
    back.unshift(...page.rows.map(({ number }) => number));
  }
  const batched: number[] = [];
  for await (const { rows } of readBatches(ctx, itemList, input)) batched.push(...rows.map(({ number }) => number));
  return { walked, back, batched };
}

const seeds = Array.from({ length: 60 }, (_, place) => place + 1);

test.each([null, "us"])(
  "no row is missing or appears twice over page borders, in any order, seen as %s",
  async (owner) => {
    seeAs(owner);
    const ctx = ctxOver(database.db);
    for (const seed of seeds) {
      const { any, sort, direction, ...base } = randomQuestion(seed);
      const input = { any, ...base, sort, direction, limit: 25, count: "none" } as ItemListInput;
      const expected = all.filter(
        (row) =>
          (owner === null || row.owner === owner) && matches(row, base) && any.some((group) => matches(row, group)),
      );
      const { walked, back, batched } = await numbersOf(input);
      const where = `seed ${seed}: ${JSON.stringify({ any, base, sort, direction })}`;
      expect(walked.toSorted(ascending), where).toEqual(expected.map(({ number }) => number).toSorted(ascending));
      expect(back, where).toEqual(walked);
      expect(batched, where).toEqual(walked);
      expect(await countWhere(ctx, listItems, whereOf(ctx, itemList, input), { until: "exact" }), where).toEqual({
        count: expected.length,
        isCapped: false,
      });
      const reversed = await numbersOf({ ...input, direction: direction === "asc" ? "desc" : "asc" });
      expect(reversed.walked, where).toEqual(walked.toReversed());
    }
  },
);

const ascending = (one: number, other: number) => one - other;
