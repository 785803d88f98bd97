import { execFileSync } from "node:child_process";
import type { Tree, TreeRule } from "#tools/tree.ts";

const folder = "database/migrations/";
const list = "database/migrations.ts";
/**
 * Until then the first migrations were drafts, and no database contained anything important. Their text at this instant
 * counts as merged; for a later migration it is the first committed version.
 */
const draftedUntil = new Date("2026-11-21T00:00:00Z");
const migrationsOf = (tree: Tree) => tree.paths.filter((path) => path.startsWith(folder) && path.endsWith(".sql"));

/** Migrations with the wrong number: a duplicate, a gap, or an invalid name. */
export const misnumbered: TreeRule = (tree) =>
  migrationsOf(tree).flatMap((path, i) => {
    const expected = String(i + 1).padStart(4, "0");
    const isNext = new RegExp(`^${folder}${expected}_[a-z0-9_]+\\.sql$`).test(path);
    return isNext ? [] : [`${path}: the next migration is ${expected}_<what_it_does>.sql`];
  });

/** Migrations that no host would apply. */
export const unlistedMigrations: TreeRule = (tree) =>
  migrationsOf(tree)
    .filter((path) => !tree.paths.includes(list) || !tree.read(list).includes(path.slice(folder.length)))
    .map((path) => `${path}: not in ${list}, so no host applies it`);

/**
 * Migrations that were changed after they were merged. A database that has applied one never applies it again.
 *
 * @param mergedText The text with which a file was first committed; null if it is not committed yet.
 */
export const changedMigrations = (tree: Tree, mergedText: (path: string) => string | null): string[] =>
  migrationsOf(tree).flatMap((path) => {
    const merged = mergedText(path);
    return merged === null || merged === tree.read(path)
      ? []
      : [`${path}: changed after it was merged; write the next one`];
  });

/** Reads the merged texts from git; null if the tree has no history, such as in an unpacked archive. */
export function mergedTextsByGit(root: string, now: Date): ((path: string) => string | null) | null {
  const git = gitIn(root);
  if (git("rev-parse", "--is-inside-work-tree")?.trim() !== "true") return null;
  if (now < draftedUntil) return () => null;
  return (path) => {
    const drafted = git("rev-list", "-1", `--before=${draftedUntil.toISOString()}`, "HEAD", "--", path)?.trim();
    const merged = drafted || git("log", "--diff-filter=A", "--format=%H", "--", path)?.trim().split("\n").at(-1);
    return merged ? git("show", `${merged}:${path}`) : null;
  };
}

const gitIn =
  (root: string) =>
  (...args: string[]): string | null => {
    try {
      return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch {
      return null;
    }
  };
