import { lstatSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreSymlinks } from "#hosts/node/postgresBinaries.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

test("the links that npm can't pack are restored, and existing ones are left", () => {
  const root = makeFolder();
  mkdirSync(join(root, "native", "lib"), { recursive: true });
  writeFileSync(join(root, "native", "lib", "libicu.so.60.2"), "");
  const link = { source: "native/lib/libicu.so.60.2", target: "native/lib/libicu.so.60" };
  writeFileSync(join(root, "native", "pg-symlinks.json"), JSON.stringify([link]));
  restoreSymlinks(root);
  expect(readlinkSync(join(root, link.target))).toBe("libicu.so.60.2");
  const made = lstatSync(join(root, link.target)).ino;
  restoreSymlinks(root);
  expect(lstatSync(join(root, link.target)).ino).toBe(made);
  rmSync(root, { recursive: true });
});
