import { describe, expect, test } from "vitest";
import { boundaries, crossings, cycles, orphans, unclearImports } from "#tools/boundaries.ts";
import { importsOf } from "#tools/imports.ts";
import { checkoutTree, plantedTree } from "#tools/tree.ts";

describe("this repository", () => {
  const app = checkoutTree();

  test("crosses no boundary", () => expect(crossings(app)).toEqual([]));
  test("imports only existing files, by a path that can be resolved", () => expect(unclearImports(app)).toEqual([]));
  test("has no cycles", () => expect(cycles(app)).toEqual([]));
  test("has no orphans", () => expect(orphans(app)).toEqual([]));
});

/** One import that each boundary refuses, and a similar one that it allows. */
const planted: Record<
  string,
  { refused: [from: string, specifier: string]; allowed: [from: string, specifier: string] }
> = {
  "groups: access, platform below catalogue, halal, retail, loyalty": {
    refused: ["features/access/users/api/service.ts", "#features/catalogue/brands/contract.ts"],
    allowed: ["features/access/users/web/UserScopes.tsx", "#features/catalogue/brands/contract.ts"],
  },
  "groups: catalogue below halal, retail, loyalty": {
    refused: ["features/catalogue/brands/api/service.ts", "#features/halal/certificates/contract.ts"],
    allowed: ["features/catalogue/brands/api/service.ts", "#features/access/users/api/service.ts"],
  },
  "groups: halal below retail, loyalty": {
    refused: ["features/halal/certificates/api/service.ts", "#features/retail/offers/contract.ts"],
    allowed: ["features/halal/certificates/api/service.ts", "#features/retail/retailers/api/tables.ts"],
  },
  "groups: retail below loyalty": {
    refused: ["features/retail/offers/api/service.ts", "#features/loyalty/wallet/contract.ts"],
    allowed: ["features/retail/offers/api/service.ts", "#features/halal/certificates/contract.ts"],
  },
  "kernels never know features": {
    refused: ["web/router.tsx", "#features/web.ts"],
    allowed: ["hosts/browser/page.tsx", "#features/web.ts"],
  },
  "features never know demos": {
    refused: ["features/catalogue/brands/api/service.ts", "#demos/todo/rules.ts"],
    allowed: ["demos/todo/api/service.ts", "#features/catalogue/brands/rules.ts"],
  },
  "screens stay in their feature": {
    refused: ["features/catalogue/brands/web/BrandScreen.tsx", "#features/access/users/web/UserPicker.tsx"],
    allowed: ["features/catalogue/brands/web/BrandScreen.tsx", "#features/catalogue/brands/web/BrandForm.tsx"],
  },
  "tables are read by services": {
    refused: ["features/catalogue/brands/rules.ts", "#features/access/users/api/tables.ts"],
    allowed: ["features/catalogue/brands/api/service.ts", "#features/access/users/api/tables.ts"],
  },
  "tables stand on tables": {
    refused: ["features/catalogue/brands/api/tables.ts", "#features/catalogue/brands/api/service.ts"],
    allowed: ["features/catalogue/brands/api/tables.ts", "#features/access/users/api/tables.ts"],
  },
  "other features only by contract, rules or service": {
    refused: ["features/catalogue/brands/api/service.ts", "#features/access/users/api/seed.ts"],
    allowed: ["features/catalogue/brands/api/service.ts", "#features/access/users/api/service.ts"],
  },
  "a contract stands on contracts": {
    refused: ["features/catalogue/brands/contract.ts", "#api/context.ts"],
    allowed: ["features/catalogue/brands/contract.ts", "zod/mini"],
  },
  "base stands alone": {
    refused: ["base/list.ts", "hono"],
    allowed: ["base/list.ts", "#base/time.ts"],
  },
  "screens see no services": {
    refused: ["features/catalogue/brands/web/BrandScreen.tsx", "#features/catalogue/brands/api/service.ts"],
    allowed: ["features/catalogue/brands/web/BrandScreen.tsx", "#features/catalogue/brands/contract.ts"],
  },
  "services see no screens": {
    refused: ["api/app.ts", "#web/call.ts"],
    allowed: ["api/testing/testApi.ts", "#web/call.ts"],
  },
  "React only on the web side": {
    refused: ["features/catalogue/brands/api/service.ts", "@tanstack/react-query"],
    allowed: ["features/catalogue/brands/web/BrandScreen.tsx", "@tanstack/react-query"],
  },
  "SQL only on the api side": {
    refused: ["web/call.ts", "drizzle-orm/pg-core"],
    allowed: ["features/catalogue/brands/api/service.ts", "drizzle-orm/pg-core"],
  },
  "node:* only in its host": {
    refused: ["features/catalogue/brands/api/service.ts", "fs/promises"],
    allowed: ["hosts/node/main.ts", "node:fs/promises"],
  },
  "a client stands on contracts": {
    refused: ["clients/till/client.ts", "#web/call.ts"],
    allowed: ["clients/till/client.ts", "#features/loyalty/promocodes/rules/offline.ts"],
  },
  "the API knows no host": {
    refused: ["features/catalogue/brands/api/service.ts", "#database/migrate.ts"],
    allowed: ["hosts/node/main.ts", "#database/migrate.ts"],
  },
  "the Node host shows no screens": {
    refused: ["hosts/node/main.ts", "#features/catalogue/brands/web/routes.tsx"],
    allowed: ["hosts/browser/page.tsx", "#features/catalogue/brands/web/routes.tsx"],
  },
  "the page needs no Node host": {
    refused: ["hosts/browser/worker.ts", "#hosts/node/mail.ts"],
    allowed: ["hosts/node/main.ts", "#hosts/node/mail.ts"],
  },
  "what ships needs no test": {
    refused: ["hosts/node/main.ts", "#api/testing/testApi.ts"],
    allowed: ["features/catalogue/brands/api/service.test.ts", "#api/testing/testApi.ts"],
  },
  "journeys use the product from outside": {
    refused: ["e2e/brands.spec.ts", "#features/catalogue/brands/api/service.ts"],
    allowed: ["e2e/brands.spec.ts", "#features/catalogue/brands/contract.ts"],
  },
};

describe("a sub-slice of a feature", () => {
  const screen = "features/retail/retailers/hours/web/HoursTab.tsx";
  const service = "features/retail/assignments/api/service.ts";

  test.each([
    ["a screen", screen, "#features/retail/retailers/hours/api/hours.ts"],
    ["a screen", screen, "#features/catalogue/brands/web/BrandForm.tsx"],
    ["a service", "features/retail/retailers/hours/api/hours.ts", "#features/retail/retailers/hours/web/HoursTab.tsx"],
    ["a contract", "features/retail/retailers/hours/contract.ts", "#features/retail/retailers/api/tables.ts"],
    ["another feature", service, "#features/retail/retailers/hours/api/hours.ts"],
    ["another feature", service, "#features/retail/retailers/hours/api/service/hours.ts"],
    ["a lower group", "features/access/users/api/service.ts", "#features/retail/retailers/hours/contract.ts"],
  ])("has the boundaries of the feature for %s", (_, from, specifier) => {
    expect(crossings(treeWith([from, specifier]))).not.toEqual([]);
  });

  test.each([
    ["another sub-slice", screen, "#features/retail/retailers/locations/web/LocationsTab.tsx"],
    [
      "a service of its own feature",
      "features/retail/retailers/api/routes.ts",
      "#features/retail/retailers/hours/api/hours.ts",
    ],
    ["a contract of another feature", service, "#features/retail/retailers/hours/contract.ts"],
    [
      "a contract above, as a screen",
      "features/access/users/scope/web/Scope.tsx",
      "#features/retail/retailers/hours/contract.ts",
    ],
  ])("may import %s", (_, from, specifier) => {
    expect(crossings(treeWith([from, specifier]))).toEqual([]);
  });
});

describe("a planted crossing", () => {
  test("exists for every boundary", () => {
    expect(Object.keys(planted)).toEqual(boundaries.map((boundary) => boundary.name));
  });

  test.each(boundaries)(
    "of $name is refused in one line with both files, and the similar import is allowed",
    ({ name, because }) => {
      const { refused, allowed } = planted[name] ?? expect.fail(`nothing planted for ${name}`);
      const [from, specifier] = refused;
      const target = specifier.startsWith("#") ? specifier.slice(1) : specifier.split("/")[0];

      const complaints = crossings(treeWith(refused)).filter((line) => line.endsWith(because));
      expect(complaints).toHaveLength(1);
      expect(complaints[0]).toContain(`${from}:1 → `);
      expect(complaints[0]).toContain(target);
      expect(crossings(treeWith(allowed)).filter((line) => line.endsWith(because))).toEqual([]);
    },
  );

  test.each([
    ["a static import", `import { a } from "#web/a.ts";`],
    ["an import for its effect", `import "#web/a.ts";`],
    ["a type import", `import type { A } from "#web/a.ts";`],
    ["an inline import type", `export type B = import("#web/a.ts").A;`],
    ["a re-export", `export { a } from "#web/a.ts";`],
    ["a re-export of all", `export * from "#web/a.ts";`],
    ["a dynamic import", `export const a = () => import("#web/a.ts");`],
    ["a dynamic import in a template", "export const a = () => import(`#web/a.ts`);"],
    ["a relative import", `import { a } from "../web/a.ts";`],
    ["a worker's URL", `new Worker(new URL("../web/a.ts", import.meta.url));`],
    ["a query", `import a from "#web/a.ts?raw";`],
  ])("is seen as %s", (_, text) => {
    expect(crossings(plantedTree({ "api/app.ts": text }))).toHaveLength(1);
  });

  test("is not found in a comment or a string", () => {
    const text = `// import "#web/a.ts"\nexport const a = 'import "#web/a.ts"';`;
    expect(importsOf(plantedTree({ "api/app.ts": text }))).toEqual([]);
  });
});

describe("the check itself", () => {
  test("fails if it found no files", () => {
    for (const rule of [crossings, unclearImports, cycles, orphans]) {
      expect(() => rule(plantedTree({ "README.md": "" }))).toThrow("saw no source file");
    }
  });

  test("finds the sources of this checkout and their imports", () => {
    expect(importsOf(checkoutTree()).length).toBeGreaterThan(10);
  });

  test("fails on a file that it can't parse", () => {
    expect(() => crossings(plantedTree({ "base/list.ts": "export const = 1;" }))).toThrow(
      "base/list.ts cannot be parsed",
    );
  });
});

describe("an unclear import", () => {
  test("of a missing file, or without the extension, is refused", () => {
    const tree = plantedTree({ "base/list.ts": `import "#base/gone.ts";\nimport "./time";`, "base/time.ts": "" });
    expect(unclearImports(tree)).toEqual([
      "base/list.ts:1 → base/gone.ts: there is no such file; write its path with the extension",
      "base/list.ts:2 → base/time: there is no such file; write its path with the extension",
    ]);
  });

  test("that is computed is refused in shipped code, and allowed in a tool", () => {
    const computed = "export const load = (name: string) => import(name);\nimport.meta.glob('./*.ts');";
    expect(unclearImports(plantedTree({ "web/router.tsx": computed }))).toHaveLength(2);
    expect(unclearImports(plantedTree({ "tools/start.mjs": "import(process.argv[2]);" }))).toEqual([]);
  });

  test("is not one of an existing style sheet or JSON file", () => {
    const text = `import "./Page.module.css";\nimport words from "#web/messages.en.json";`;
    expect(
      unclearImports(plantedTree({ "web/Page.tsx": text, "web/Page.module.css": "", "web/messages.en.json": "" })),
    ).toEqual([]);
  });
});

describe("a cycle", () => {
  test("of three files, one of them by type only, is reported once with its path", () => {
    const tree = plantedTree({
      "base/a.ts": `import "#base/b.ts";`,
      "base/b.ts": `export const c = () => import("#base/c.ts");`,
      "base/c.ts": `import type { A } from "#base/a.ts";`,
    });
    expect(cycles(tree)).toEqual([
      "base/a.ts → base/b.ts → base/c.ts → base/a.ts: a cycle; move what both need into a file of its own",
    ]);
  });

  test("of one file with itself is reported", () => {
    expect(cycles(plantedTree({ "base/a.ts": `import "#base/a.ts";` }))).toHaveLength(1);
  });

  test("is not two ways to the same file", () => {
    const tree = plantedTree({
      "base/a.ts": `import "#base/b.ts";\nimport "#base/c.ts";`,
      "base/b.ts": `import "#base/c.ts";`,
      "base/c.ts": "",
    });
    expect(cycles(tree)).toEqual([]);
  });
});

describe("an orphan", () => {
  const reached = { "hosts/node/main.ts": `import "#base/a.ts";`, "base/a.ts": "" };

  test("is a file that no host reaches", () => {
    expect(orphans(plantedTree({ ...reached, "base/b.ts": `import "#base/a.ts";` }))).toEqual([
      "base/b.ts: nothing reaches it from a host; import it or delete it",
    ]);
  });

  test("is a file that only its test reaches", () => {
    expect(
      orphans(plantedTree({ ...reached, "base/b.ts": "", "base/b.test.ts": `import "#base/b.ts";` })),
    ).toHaveLength(1);
  });

  test("is a style sheet without a component, and a fixture without a test", () => {
    const tree = plantedTree({ ...reached, "web/Old.module.css": "", "e2e/fixtures.ts": "" });
    expect(orphans(tree).map((line) => line.split(":")[0])).toEqual(["web/Old.module.css", "e2e/fixtures.ts"]);
  });

  test("is not what the page refers to, in HTML or in a style sheet", () => {
    const tree = plantedTree({
      ...reached,
      "hosts/browser/index.html": '<script src="/boot.js"></script>\n<script type="module" src="./page.tsx"></script>',
      "hosts/browser/page.tsx": 'import "#web/theme.css";',
      "hosts/browser/public/boot.js": "",
      "web/theme.css": '@import "./fonts.css" layer(fonts);\n@import url("@mantine/core/styles/global.css");',
      "web/fonts.css": "",
    });
    expect(orphans(tree)).toEqual([]);
    expect(unclearImports(tree)).toEqual([]);
    expect(importsOf(tree).map(({ to }) => to)).toContain("npm:@mantine/core");
  });

  test("is not a test, nor a file that a test uses", () => {
    const tree = plantedTree({ ...reached, "e2e/a.spec.ts": `import "#e2e/fixtures.ts";`, "e2e/fixtures.ts": "" });
    expect(orphans(tree)).toEqual([]);
  });
});

/** The import in its file, with a target that exists. */
function treeWith([from, specifier]: [from: string, specifier: string]) {
  const target = specifier.startsWith("#") ? { [specifier.slice(1)]: "" } : {};
  return plantedTree({ ...target, [from]: `import "${specifier}";` });
}
