import { type Node, parseSync, visitorKeys } from "oxc-parser";
import type { Tree } from "#tools/tree.ts";

/** A parsed source file, with all its nodes in the order of the text. */
export type Source = {
  readonly path: string;
  readonly nodes: readonly Node[];
  /** The line of an offset, counted from 1. */
  readonly lineAt: (offset: number) => number;
};

const sourceKind = /\.(ts|tsx|mjs|js|cjs)$/;
const testKind = /\.(test|spec|bench)\.tsx?$|(^|\/)testing\//;

export const isSource = (path: string) => sourceKind.test(path) && !path.endsWith(".d.ts");
/** Tests, journeys and their fixtures: none of it is shipped. */
export const isTest = (path: string) => testKind.test(path);
/** What runs in production: the eight folders without their tests. */
export const isShipped = (path: string) =>
  isSource(path) && !isTest(path) && /^(base|api|web|features|demos|clients|hosts|database)\//.test(path);

const parsedByTree = new WeakMap<Tree, Map<string, Source>>();

/** Parses a file once for all rules. Refuses a syntax error: a rule that skipped the file would find nothing wrong. */
export function parseSource(tree: Tree, path: string): Source {
  const parsed = parsedByTree.get(tree) ?? new Map<string, Source>();
  parsedByTree.set(tree, parsed);
  const known = parsed.get(path);
  if (known) return known;

  const text = tree.read(path);
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const source = { path, nodes: nodesBelow(program), lineAt: (offset: number) => lineOf(text, offset) };
  parsed.set(path, source);
  return source;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function nodesBelow(root: Node): Node[] {
  const found: Node[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.toReversed());
    else if (isNode(next)) {
      found.push(next);
      const keys = visitorKeys[next.type] ?? [];
      waiting.push(...keys.map((key) => next[key as keyof Node]).reverse());
    }
  }
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
