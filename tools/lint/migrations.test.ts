import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { changedMigrations, mergedTextsByGit, misnumbered, unlistedMigrations } from "#tools/lint/migrations.ts";
import { plantedTree } from "#tools/tree.ts";

const migrations = (...names: string[]) =>
  plantedTree(Object.fromEntries(names.map((name) => [`database/migrations/${name}.sql`, "select 1;"])));

describe("migrations", () => {
  test("with consecutive numbers are fine", () => {
    expect(misnumbered(migrations("0001_session", "0002_brands", "0003_todo_lists"))).toEqual([]);
  });

  test("with a gap, a duplicate number, or an invalid name are refused", () => {
    expect(misnumbered(migrations("0001_session", "0003_brands"))).toEqual([
      "database/migrations/0003_brands.sql: the next migration is 0002_<what_it_does>.sql",
    ]);
    expect(misnumbered(migrations("0001_brands", "0001_session"))).toHaveLength(1);
    expect(misnumbered(migrations("0001-session"))).toHaveLength(1);
    expect(misnumbered(migrations("0001_Session"))).toHaveLength(1);
  });

  test("that are missing from the list are refused", () => {
    const tree = plantedTree({
      "database/migrations.ts": 'import session from "./migrations/0001_session.sql";',
      "database/migrations/0001_session.sql": "",
      "database/migrations/0002_brands.sql": "",
    });
    expect(unlistedMigrations(tree)).toEqual([
      "database/migrations/0002_brands.sql: not in database/migrations.ts, so no host applies it",
    ]);
    expect(unlistedMigrations(migrations("0001_session"))).toHaveLength(1);
  });

  test("that were changed after they were merged are refused", () => {
    const tree = migrations("0001_session", "0002_brands", "0003_new");
    const merged: Record<string, string> = {
      "database/migrations/0001_session.sql": "select 1;",
      "database/migrations/0002_brands.sql": "select 2;",
    };
    expect(changedMigrations(tree, (path) => merged[path] ?? null)).toEqual([
      "database/migrations/0002_brands.sql: changed after it was merged; write the next one",
    ]);
  });
});

describe("git's history", () => {
  const first = "database/migrations/0001_session.sql";
  const second = "database/migrations/0002_brands.sql";
  const later = new Date("2027-01-01T00:00:00Z");

  test("counts the last draft of a first migration, and the first version of a later one", () => {
    const root = folderForTest();
    commit(root, first, "draft", "2026-11-20T10:00:00Z");
    commit(root, first, "drafted", "2026-11-20T12:00:00Z");
    commit(root, first, "changed", "2026-12-01T00:00:00Z");
    commit(root, second, "merged", "2026-12-01T00:00:00Z");
    commit(root, second, "changed", "2026-12-02T00:00:00Z");

    const mergedText = mergedTextsByGit(root, later) ?? expect.fail("git saw no history");
    expect([first, second, "database/migrations/0003_new.sql"].map(mergedText)).toEqual(["drafted", "merged", null]);
  });

  test("counts nothing while the first migrations are drafts, and is absent without git", () => {
    const root = folderForTest();
    expect(mergedTextsByGit(root, later)).toBeNull();
    commit(root, first, "draft", "2026-11-20T10:00:00Z");
    expect(mergedTextsByGit(root, new Date("2026-11-20T11:00:00Z"))?.(first)).toBeNull();
  });
});

function folderForTest(): string {
  const root = mkdtempSync(join(tmpdir(), "mizan-history-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

/** Commits one file at an instant, in the test's own repository. */
function commit(root: string, path: string, text: string, at: string): void {
  const author = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
  const env = {
    ...process.env,
    ...author,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_DATE: at,
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, env, stdio: "ignore" });
  mkdirSync(join(root, "database/migrations"), { recursive: true });
  writeFileSync(join(root, path), text);
  git("init");
  git("add", path);
  git("commit", "-m", text);
}
