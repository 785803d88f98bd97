import { expect, test } from "vitest";
import { vagueNames, unknownFiles, unknownFolders, unlisted } from "#tools/lint/vocabulary.ts";
import { plantedTree } from "#tools/tree.ts";

const files = (...paths: string[]) => plantedTree(Object.fromEntries(paths.map((path) => [path, ""])));
const contract = "features/catalogue/brands/contract.ts";

test("refuses unknown kinds of files, at any depth", () => {
  for (const path of [
    "helpers.ts",
    "api/index.ts",
    "web/constants.ts",
    "web/brandScreen.tsx",
    "types.ts",
    "api/service/A.ts",
  ]) {
    expect(unknownFiles(files(contract, `features/catalogue/brands/${path}`))).toHaveLength(1);
    expect(unknownFiles(files("demos/todo/contract.ts", `demos/todo/${path}`))).toHaveLength(1);
  }
});

test("allows every known kind of file", () => {
  const paths =
    `rules.ts rules/prices.ts rules.test.ts README.md api/tables.ts api/service.ts api/service.test.ts api/routes.ts api/seed.ts
    api/jobs.ts api/import.ts api/service/bulk.ts web/routes.tsx web/BrandScreen.tsx web/BrandScreen.module.css web/useBrand.ts
    web/BrandScreen.test.tsx web/messages.en.json web/messages.ar.json`.split(/\s+/);
  expect(unknownFiles(files(contract, ...paths.map((path) => `features/catalogue/brands/${path}`)))).toEqual([]);
});

test("allows a sub-slice its own files, and leaves tables and routes to the feature", () => {
  const unknownIn = (names: string) =>
    unknownFiles(files(contract, ...names.split(" ").map((name) => `features/catalogue/brands/${name}`)));
  expect(
    unknownIn(
      "hours/contract.ts hours/rules.ts hours/rules.test.ts record/fields.ts record/api/store.ts record/api/store.test.ts " +
        "hours/web/HoursTab.tsx hours/web/HoursTab.module.css hours/web/useWeekdays.ts hours/web/messages.en.json hours/web/withHoursMessages.ts",
    ),
  ).toEqual([]);
  const refused =
    "hours/api/tables.ts hours/api/routes.ts hours/api/service/hours.ts hours/web/routes.tsx " +
    "hours/README.md hours/constants.ts hours/ramadan/rules.ts Hours/rules.ts";
  expect(unknownIn(refused)).toHaveLength(refused.split(" ").length);
});

test("refuses a feature with an API but without a contract, and allows one with screens only", () => {
  expect(unknownFiles(files("features/platform/home/web/routes.tsx"))).toEqual([]);
  expect(unknownFiles(files("features/catalogue/brands/api/service.ts"))).toEqual([
    "features/catalogue/brands: has no contract.ts; what a feature answers stands there",
  ]);
});

test("refuses an unknown folder", () => {
  expect(unknownFolders(files("src/a.ts", "base/a.ts", "README.md", ".ci/run"))).toHaveLength(1);
});

test("refuses a vague name, also within another", () => {
  for (const path of [
    "base/utils.ts",
    "web/ui/itemHelper.ts",
    "web/UserInfo.tsx",
    "api/index.ts",
    "web/user-data.css",
  ]) {
    expect(vagueNames(files(path))).toHaveLength(1);
  }
  expect(
    vagueNames(files("base/update.ts", "web/Metadata.tsx", "hosts/node/dataDirectory.ts", "hosts/browser/index.html")),
  ).toEqual([]);
});

test("refuses a feature that is not listed on one of its sides", () => {
  const tree = plantedTree({
    "features/api.ts": 'import { brandsRoutes } from "#features/catalogue/brands/api/routes.ts";',
    "features/web.ts": "",
    "features/catalogue/brands/api/routes.ts": "",
    "features/catalogue/brands/web/routes.tsx": "",
  });
  expect(unlisted(tree)).toEqual([
    "features/catalogue/brands/web/routes.tsx: not in features/web.ts, so no host knows it",
  ]);
});

test("refuses a feature whose list is missing", () => {
  expect(unlisted(plantedTree({ "demos/todo/api/routes.ts": "" }))).toHaveLength(1);
});
