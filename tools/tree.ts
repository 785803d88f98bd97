import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The files that a rule checks: those of this checkout, or a few from the rule's own test. */
export type Tree = {
  /** Every file, with `/` between the parts, in order. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
};

/** Checks a tree and returns one line for each violation: the place first, then what to do. */
export type TreeRule = (tree: Tree) => string[];

/** Built, downloaded or stored files next to the sources. */
const notSource = new Set([".git", ".tsbuild", "data", "dist", "node_modules", "playwright-report", "test-results"]);

/** The files under `root` as they are on disk, committed or not. */
export function checkoutTree(root = process.cwd()): Tree {
  const texts = new Map<string, string>();
  const read = (path: string) => {
    const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
    texts.set(path, text);
    return text;
  };
  return { paths: filesUnder(root).map((path) => relative(root, path).split(sep).join("/")), read };
}

/** A tree that exists only in a test. */
export function plantedTree(texts: Readonly<Record<string, string>>): Tree {
  const read = (path: string) => {
    const text = texts[path];
    if (text === undefined) throw new Error(`${path} was not planted`);
    return text;
  };
  return { paths: Object.keys(texts).sort(), read };
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSource.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(path);
      return entry.isFile() ? [path] : [];
    });
}
