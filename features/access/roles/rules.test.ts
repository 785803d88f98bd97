import { describe, expect, test } from "vitest";
import type { RowLimit } from "#base/grants.ts";
import type { Grantable } from "#features/access/roles/contract.ts";
import {
  choicesOf,
  grantsOf,
  gridOf,
  isHeld,
  limitsAt,
  matrixOf,
  nextLimits,
  splitColumns,
  withLimits,
} from "#features/access/roles/rules.ts";

const cell = (permission: string, more: Partial<Grantable> = {}): Grantable => ({
  permission,
  resource: permission.split(".")[0]!,
  action: permission.split(".")[1]!,
  isDangerous: false,
  limits: ["all", "scope", "own"],
  held: ["all"],
  ...more,
});

describe("a grid", () => {
  const grants = ["brands.export", "brands.read@own", "brands.read@scope", "todos.use"];

  test("says what the grants say, and back again", () => {
    expect(gridOf(grants)).toEqual({
      brands: { export: ["all"], read: ["own", "scope"] },
      todos: { use: ["all"] },
    });
    expect(grantsOf(gridOf(grants.toReversed()))).toEqual(grants);
  });

  test("is the same whether a cell was never set or was emptied again", () => {
    const set = withLimits({}, cell("brands.read"), ["all"]);
    expect(limitsAt(set, cell("brands.read"))).toEqual(["all"]);
    expect(withLimits(set, cell("brands.read"), [])).toEqual({});
    expect(withLimits(gridOf(grants), cell("brands.read"), [])).toEqual(gridOf(["brands.export", "todos.use"]));
  });
});

describe("the space bar", () => {
  const around = (one: Grantable) => {
    const seen: string[] = [];
    let limits: readonly RowLimit[] = [];
    do {
      limits = nextLimits(one, limits);
      seen.push(limits.join("+"));
    } while (limits.length > 0 && seen.length < 9);
    return seen;
  };

  test.each<[what: string, more: Partial<Grantable>, seen: string[]]>([
    ["every choice and back to none", {}, ["all", "scope", "own", "own+scope", ""]],
    ["all and none where rows cannot be told apart", { limits: ["all"] }, ["all", ""]],
    ["only what the person holds", { held: ["scope"] }, ["scope", ""]],
    ["nothing where they hold nothing", { held: [] }, [""]],
  ])("goes through %s", (_what, more, seen) => expect(around(cell("brands.read", more))).toEqual(seen));

  test("takes away what the person does not hold and somebody else has set", () => {
    expect(nextLimits(cell("brands.read", { held: [] }), ["all"])).toEqual([]);
  });
});

test("everybody may give on what they hold, and take away anything", () => {
  const scoped = cell("brands.read", { held: ["scope"] });
  expect(choicesOf(scoped).filter((limits) => isHeld(scoped, limits))).toEqual([[], ["scope"]]);
});

describe("the matrix", () => {
  const { columns, groups } = matrixOf([
    cell("todos.use"),
    cell("zebras.tame", { isDangerous: true }),
    cell("brands.export"),
    cell("brands.read"),
    cell("roles.update", { isDangerous: true }),
    cell("brands.update"),
  ]);

  test("has a column for each action, in the order of the house, those it does not know at the end", () => {
    expect(columns.map(({ action }) => action)).toEqual(["read", "use", "update", "export", "tame"]);
  });

  test("marks a column where everything in it is dangerous", () => {
    expect(columns.filter(({ isDangerous }) => isDangerous).map(({ action }) => action)).toEqual(["tame"]);
  });

  test("has few columns of their own, and all other actions together", () => {
    const { main, others } = splitColumns({ columns });
    expect(main.map(({ action }) => action)).toEqual(["read", "update", "export"]);
    expect(others.map(({ action }) => action)).toEqual(["use", "tame"]);
  });

  test("has the actions of a resource in the order of the columns", () => {
    expect([...groups[0]!.rows[0]!.cells.keys()]).toEqual(["read", "update", "export"]);
  });

  test("has resources under their part of the house, those it does not know under the platform", () => {
    expect(groups.map(({ group, rows }) => [group, ...rows.map(({ resource }) => resource)])).toEqual([
      ["catalogue", "brands"],
      ["platform", "roles", "zebras"],
      ["apps", "todos"],
    ]);
  });
});
