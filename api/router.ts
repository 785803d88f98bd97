import { deleteSuffix, type Method, type Operation, takesBody } from "#base/contract.ts";
import type { Route } from "#api/serve.ts";

/** A route, and the names of its path parameters in order. */
type RouteWithNames = { readonly route: Route; readonly names: readonly string[] };

/** Routes whose paths share a prefix, by the next segment: a word, a parameter, or none (`routes`). */
type TrieNode = {
  readonly byWord: Map<string, TrieNode>;
  parameter: TrieNode | null;
  readonly routes: Map<Method, RouteWithNames>;
};

type TrieEnd = { readonly routes: ReadonlyMap<Method, RouteWithNames>; readonly values: readonly string[] };

export type RouteMatch =
  | { readonly route: Route; readonly parameters: Record<string, string> }
  /** The path exists, but not with the requested method. */
  | { readonly methods: readonly Method[] };

/**
 * Finds the route for a method and a URL; null where no operation has this path.
 *
 * A literal segment wins over a parameter, `/brands/counts` over `/brands/{id}`, in whatever order they are declared.
 * The start fails on a mistake that would leave a call unprotected or unreachable (reliability R12).
 */
export function addressBook(routes: readonly Route[]): (method: string, url: string) => RouteMatch | null {
  const root = newBranch();
  for (const route of routes) enter(root, route);
  return (method, url) => {
    const ended: TrieEnd[] = [];
    follow(root, { words: wordsOf(url), values: [] }, ended);
    if (ended.length === 0) return null;
    // Another matching path may have the method that the first one lacks.
    const found = ended.find((each) => each.routes.has(method as Method));
    if (found === undefined) return { methods: [...ended[0]!.routes.keys()] };
    const { route, names } = found.routes.get(method as Method)!;
    return { route, parameters: Object.fromEntries(names.map((name, place) => [name, found.values[place]!])) };
  };
}

const newBranch = (): TrieNode => ({ byWord: new Map(), parameter: null, routes: new Map() });

function enter(root: TrieNode, route: Route): void {
  const { operation } = route;
  const { method, path, aliases = [], permission } = operation;
  if (!permission) throw new Error(`${method} ${path} names no permission`);
  if (operation.idempotencyKey && !canStoreAnswer(operation))
    throw new Error(`${method} ${path} accepts an Idempotency-Key, but its answer can't be stored`);
  for (const each of [path, ...aliases]) {
    enterAt(root, route, { method, path: each });
    if (method === "DELETE") enterAt(root, route, { method: "POST", path: `${each}${deleteSuffix}` });
  }
}

/** Whether a stored answer belongs to one caller, is JSON, and outlives no erasure. */
const canStoreAnswer = (operation: Operation): boolean =>
  takesBody(operation) &&
  operation.permission !== "public" &&
  !operation.readsPersonalData &&
  (operation.body ?? "json") === "json" &&
  (operation.reply ?? "json") === "json";

function enterAt(root: TrieNode, route: Route, { method, path }: { method: Method; path: string }): void {
  let branch = root;
  const names: string[] = [];
  for (const word of path.slice(1).split("/")) {
    const name = /^\{(\w+)\}$/.exec(word)?.[1];
    if (name !== undefined) names.push(name);
    branch = name === undefined ? under(branch, word) : (branch.parameter ??= newBranch());
  }
  if (branch.routes.has(method)) throw new Error(`two operations answer ${method} ${path}`);
  branch.routes.set(method, { route, names });
}

function under({ byWord }: TrieNode, word: string): TrieNode {
  const branch = byWord.get(word) ?? newBranch();
  byWord.set(word, branch);
  return branch;
}

/** Collects every node that the segments match, the one with the most literal segments first. */
function follow(branch: TrieNode, { words, values }: { words: readonly string[]; values: string[] }, ended: TrieEnd[]) {
  const [word, ...further] = words;
  if (word === undefined) {
    if (branch.routes.size > 0) ended.push({ routes: branch.routes, values });
    return;
  }
  const named = branch.byWord.get(word);
  if (named) follow(named, { words: further, values }, ended);
  if (branch.parameter && word !== "") {
    follow(branch.parameter, { words: further, values: [...values, word] }, ended);
  }
}

/** The path segments: `api`, `v1` and `brands` of `https://mizan.test/api/v1/brands?limit=25`. */
function wordsOf(url: string): string[] {
  const path = url.slice(url.indexOf("/", url.indexOf("://") + 3) + 1).replace(/[?#].*$/s, "");
  return path.split("/").map((word) => (word.includes("%") ? decodedWord(word) : word));
}

/** Invalid UTF-8 is returned as is. */
function decodedWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
