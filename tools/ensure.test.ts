import { expect, test } from "vitest";
import { isInstalled, nodeProblem } from "#tools/ensure.mjs";

test("runs on the least Node of package.json and on every later one", () => {
  for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.21.0"]) expect(nodeProblem(version, ">=20.19")).toBeNull();
});

test("names the Node that is wanted when this one is too old", () => {
  for (const version of ["20.18.9", "18.20.0"]) {
    expect(nodeProblem(version, ">=20.19")).toContain("Mizan needs Node 20.19 or later");
    expect(nodeProblem(version, ">=20.19")).toContain(version);
  }
});

const locked = (packages: Record<string, { version?: string; optional?: boolean }>) => JSON.stringify({ packages });
const lockfile = locked({
  "": {},
  "node_modules/zod": { version: "4.6.7" },
  "node_modules/@esbuild/win32-x64": { version: "0.28.2", optional: true },
});

test("installs when there are no packages yet", () => expect(isInstalled(lockfile, null)).toBe(false));

test("installs when a package is missing or of another version", () => {
  expect(isInstalled(lockfile, locked({}))).toBe(false);
  expect(isInstalled(lockfile, locked({ "node_modules/zod": { version: "4.6.6" } }))).toBe(false);
});

test("leaves what is installed alone, also without the packages of other platforms", () => {
  expect(isInstalled(lockfile, locked({ "node_modules/zod": { version: "4.6.7" } }))).toBe(true);
});
