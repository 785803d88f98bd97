import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFresh, removeStamp, sourcesWord, writeStamp } from "#tools/buildFingerprint.mjs";

function folderForTest(): string {
  const root = mkdtempSync(join(tmpdir(), "mizan-stamp-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "base/deep"), { recursive: true });
  writeFileSync(join(root, "base/a.ts"), "a");
  writeFileSync(join(root, "base/deep/b.ts"), "b");
  return root;
}

test("a build is current until a source is changed, moved, added or removed", () => {
  const root = folderForTest();
  const wordNow = () => sourcesWord([join(root, "base")]);
  const first = wordNow();
  expect(wordNow()).toBe(first);

  const changes = [
    () => writeFileSync(join(root, "base/deep/b.ts"), "longer"),
    // The same size, an earlier time: a checkout of an older version.
    () => utimesSync(join(root, "base/a.ts"), new Date(0), new Date(0)),
    () => renameSync(join(root, "base/a.ts"), join(root, "base/c.ts")),
    () => writeFileSync(join(root, "base/d.ts"), ""),
    () => rmSync(join(root, "base/d.ts")),
  ];
  let before = first;
  for (const change of changes) {
    change();
    expect(wordNow()).not.toBe(before);
    before = wordNow();
  }
});

test("a build stays current while tests are written", () => {
  const root = folderForTest();
  const first = sourcesWord([join(root, "base")]);
  writeFileSync(join(root, "base/a.test.ts"), "");
  mkdirSync(join(root, "base/testing"));
  writeFileSync(join(root, "base/testing/fixture.ts"), "");
  expect(sourcesWord([join(root, "base")])).toBe(first);
});

test("a build is current only with its stamp, its folder and the same sources", () => {
  const root = folderForTest();
  const built = join(root, "dist/node");
  writeStamp(built, "word");
  expect(isFresh(built, "word")).toBe(false);
  mkdirSync(built);
  expect(isFresh(built, "word")).toBe(true);
  expect(isFresh(built, "other")).toBe(false);
  removeStamp(built);
  expect(isFresh(built, "word")).toBe(false);
});
