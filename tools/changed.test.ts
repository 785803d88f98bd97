import { expect, test } from "vitest";
import { chooseTests } from "#tools/changed.mjs";

const known = {
  base: "407b6e1",
  kinds: ["unit", "web", "database", "node"],
  tests: [
    { path: "api/everyRole.test.ts", text: 'toMatchFileSnapshot("../docs/permissions.md")' },
    {
      path: "features/catalogue/brands/api/service.test.ts",
      text: 'import { brands } from "#features/catalogue/brands/contract.ts";',
    },
    { path: "tools/image.test.ts", text: 'read("./Dockerfile")' },
  ],
  specs: [
    { path: "e2e/brands.spec.ts", text: 'import { makeBrand } from "./brands.ts";' },
    { path: "e2e/todo.spec.ts", text: 'import { signIn } from "./fixtures.ts";' },
  ],
};

test("for a change in TypeScript, the tests that import it run, and the checks that read every file", () => {
  expect(chooseTests(["features/catalogue/brands/rules.ts"], known)).toEqual({
    base: "407b6e1",
    byImport: ["unit", "web", "database", "node"],
    whole: [],
    named: ["tools/"],
    specs: [],
    leftOut:
      "Left out: types, lint and format (npm run check); PGlite; what was built; hosts that are started as a whole; " +
      "2 of 2 journeys. npm test runs them.",
  });
});

test("a migration runs every test with a database, regardless of imports", () => {
  expect(chooseTests(["database/migrations/0061_x.sql"], known)).toMatchObject({
    byImport: ["unit", "web"],
    whole: ["database", "node"],
  });
});

test("a change in files that every host uses runs the host tests, and leaves none of them out", () => {
  const { whole, leftOut } = chooseTests(["api/app.ts"], known);
  expect(whole).toEqual(["node"]);
  expect(leftOut).not.toContain("hosts");
});

test("a change in a file that a test reads runs that test", () => {
  expect(chooseTests(["docs/permissions.md"], known).named).toEqual(["tools/", "api/everyRole.test.ts"]);
  expect(chooseTests(["docs/style.md"], known).named).toEqual(["tools/"]);
  // The checks always run.
  expect(chooseTests(["Dockerfile"], known).named).toEqual(["tools/"]);
});

test("a journey runs if it changed, or one of its imports in e2e", () => {
  expect(chooseTests(["e2e/todo.spec.ts"], known).specs).toEqual(["todo.spec.ts"]);
  expect(chooseTests(["e2e/brands.ts"], known).specs).toEqual(["brands.spec.ts"]);
  expect(chooseTests(["features/catalogue/brands/brands.ts"], known).specs).toEqual([]);
  // A deleted journey.
  expect(chooseTests(["e2e/old.spec.ts"], known).specs).toEqual([]);
});
