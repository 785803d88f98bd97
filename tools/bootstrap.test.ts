import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled, nodeProblem } from "#tools/bootstrap.mjs";

test("accepts the minimum Node of package.json and every later one", () => {
  for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.21.0"]) expect(nodeProblem(version, ">=20.19")).toBeNull();
});

test("names the required Node if this one is too old", () => {
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

test("does not reinstall if everything is installed, except packages of other platforms", () => {
  expect(isInstalled(lockfile, locked({ "node_modules/zod": { version: "4.6.7" } }))).toBe(true);
});

test("does not touch a folder that node_modules links to, and says what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "mizan-ensure-"));
  try {
    const [clone, elsewhere] = [join(folder, "clone"), join(folder, "elsewhere")];
    for (const made of [join(clone, "tools"), join(elsewhere, "zod")]) mkdirSync(made, { recursive: true });
    for (const file of ["bootstrap.mjs", "run.mjs"]) cpSync(`tools/${file}`, join(clone, "tools", file));
    writeFileSync(join(clone, "package.json"), JSON.stringify({ engines: { node: ">=20.19" } }));
    writeFileSync(join(clone, "package-lock.json"), lockfile);
    symlinkSync(elsewhere, join(clone, "node_modules"), "junction");

    const script = 'import("./tools/bootstrap.mjs").then(({ ensureReady }) => ensureReady())';
    const { status, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: clone, encoding: "utf8" });
    expect(stderr).toContain(`node_modules is a link to ${elsewhere}`);
    expect(status).toBe(1);
    expect(readdirSync(elsewhere)).toEqual(["zod"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
