import { sql } from "drizzle-orm";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseGrant, permissionsOf, type RowScope } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { assertInScope, scopeCondition } from "#api/scopeCondition.ts";
import { limitsOf, type ScopePolicy } from "#api/scopePolicy.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";

const crates = pgTable("crates", { id: uuid().primaryKey(), country: text(), madeBy: uuid("made_by") });
const crateRows: ScopePolicy = {
  resource: "crates",
  table: crates,
  id: crates.id,
  own: crates.madeBy,
  by: {
    country: crates.country,
    // Like a tree: matches its target and everything below it.
    category: (targets) => sql`${crates.country} like any(array[${sql.join([...targets], sql`, `)}])`,
  },
};

let app: TestApi;
const me = newId();
beforeAll(async () => {
  app = await testApi([]);
  await app.db.execute(sql`create table crates (id uuid primary key, country text, made_by uuid)`);
  const made = [
    ["AE", me],
    ["AE", null],
    ["MY", null],
    ["TR", null],
    [null, null],
  ] as const;
  await app.db.insert(crates).values(made.map(([country, madeBy]) => ({ id: newId(), country, madeBy })));
});
afterAll(() => app.close());

function ctxOf(grants: string[], scopes: RowScope[], permission: Ctx["permission"] = "crates.read"): Ctx {
  const known = grants.flatMap((grant) => parseGrant(grant)?.permission ?? []);
  const actor = { userId: me, permissions: permissionsOf(known, grants), scopes } as unknown as Ctx["actor"];
  return { ...app.api.systemContext(), actor, permission };
}

async function countriesFor(ctx: Ctx) {
  const rows = await app.db.select({ country: crates.country }).from(crates).where(scopeCondition(ctx, crateRows));
  return rows.map(({ country }) => country).sort();
}
const everything = ["AE", "AE", "MY", "TR", null];

describe("a user may access", () => {
  const malaysia = { kind: "country", target: "MY" } as const;
  const turkey = { kind: "country", target: "TR" } as const;
  const tree = { kind: "category", target: "T%" } as const;

  test.each<[what: string, grants: string[], scopes: RowScope[], countries: (string | null)[]]>([
    ["every row of all", ["crates.read"], [malaysia], everything],
    ["the rows in any scope", ["crates.read@scope"], [malaysia, turkey], ["MY", "TR"]],
    ["the rows of a subtree", ["crates.read@scope"], [malaysia, tree], ["MY", "TR"]],
    ["the own rows", ["crates.read@own"], [malaysia], ["AE"]],
    ["both where both are granted", ["crates.read@own", "crates.read@scope"], [malaysia], ["AE", "MY"]],
    ["nothing without a scope", ["crates.read@scope"], [], []],
    [
      "nothing by a scope that the resource does not know",
      ["crates.read@scope"],
      [{ kind: "brand", target: newId() }],
      [],
    ],
    ["nothing by the grant of another action", ["crates.update"], [malaysia], []],
  ])("%s", async (_what, grants, scopes, countries) => {
    expect(await countriesFor(ctxOf(grants, scopes))).toEqual(countries);
  });

  test("the rows that the running operation's permission reaches, not another's", async () => {
    const grants = ["crates.read", "crates.update@scope"];
    expect(await countriesFor(ctxOf(grants, [malaysia], "crates.update"))).toEqual(["MY"]);
    expect(await countriesFor(ctxOf(grants, [malaysia], "crates.read"))).toEqual(everything);
  });

  test("nothing through an operation whose permission is of another resource", async () => {
    expect(await countriesFor(ctxOf(["crates.read"], [], "session"))).toEqual([]);
  });
});

test("a job may access every row", async () => {
  expect(await countriesFor({ ...ctxOf([], []), actor: null, permission: null })).toEqual(everything);
});

test("a row that was written outside the writer's scope is refused", async () => {
  const [abroad, home] = [newId(), newId()];
  await app.db.insert(crates).values([
    { id: abroad, country: "ID" },
    { id: home, country: "MY" },
  ]);
  const ctx = ctxOf(["crates.read@scope"], [{ kind: "country", target: "MY" }]);
  await assertInScope(ctx, crateRows, [home]);
  await expect(assertInScope(ctx, crateRows, [home, abroad])).rejects.toMatchObject({ code: "outside_scope" });
  await assertInScope(ctxOf(["crates.read"], []), crateRows, [abroad]);
});

test("a resource offers the limits that its rows support", () => {
  expect(limitsOf(crateRows)).toEqual(["all", "scope", "own"]);
  expect(limitsOf({ ...crateRows, by: {} })).toEqual(["all", "own"]);
  expect(limitsOf(undefined)).toEqual(["all"]);
});
