import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Packages = Readonly<Record<string, Package>>;

const lock: { packages: Packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));

test("locks every package that another asks for, also those of other platforms", () => {
  // npm leaves out what its registry does not have at the time, and then refuses its own file on the next machine.
  expect(unlocked(lock.packages)).toEqual([]);
});

test("names no registry, so that it installs from whichever one is configured", () => {
  expect(Object.values(lock.packages).flatMap(({ resolved }) => resolved ?? [])).toEqual([]);
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

/** What a package asks for and no folder on the way up to the root has. */
function unlocked(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !foldersAbove(path).some((folder) => packages[`${folder}node_modules/${name}`]?.version))
      .map(([name, range]) => `${path} asks for ${name} ${range}`),
  );
}

/** `node_modules/a/node_modules/b` can see its own folder, that of `a`, and the root's. */
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
