/** Paths that share a prefix, by the next segment: a word, a parameter, or none (`ends`). */
export type PathTrie<Value> = {
  readonly byWord: Map<string, PathTrie<Value>>;
  parameter: PathTrie<Value> | null;
  /** What the paths that end here stand for, by method. */
  readonly ends: Map<string, PathEnd<Value>>;
};

/** What a path stands for, and the names of its parameters in order. */
type PathEnd<Value> = { readonly value: Value; readonly names: readonly string[] };

export type PathMatch<Value> = {
  readonly ends: ReadonlyMap<string, PathEnd<Value>>;
  /** The values of the parameters in order. */
  readonly values: readonly string[];
};

export const newPathTrie = <Value>(): PathTrie<Value> => ({ byWord: new Map(), parameter: null, ends: new Map() });

/** Adds a path such as `/brands/{id}`. Throws if it is there with the same method. */
export function insertPath<Value>(
  root: PathTrie<Value>,
  { method, path }: { readonly method: string; readonly path: string },
  value: Value,
): void {
  let branch = root;
  const names: string[] = [];
  for (const word of path.slice(1).split("/")) {
    const name = /^\{(\w+)\}$/.exec(word)?.[1];
    if (name !== undefined) names.push(name);
    branch = name === undefined ? under(branch, word) : (branch.parameter ??= newPathTrie());
  }
  if (branch.ends.has(method)) throw new Error(`two operations answer ${method} ${path}`);
  branch.ends.set(method, { value, names });
}

/** Every match of a URL's path, the one with the most literal segments first. */
export function matchPath<Value>(root: PathTrie<Value>, url: string): readonly PathMatch<Value>[] {
  const matches: PathMatch<Value>[] = [];
  follow(root, { words: wordsOf(url), values: [] }, matches);
  return matches;
}

function under<Value>({ byWord }: PathTrie<Value>, word: string): PathTrie<Value> {
  const branch = byWord.get(word) ?? newPathTrie<Value>();
  byWord.set(word, branch);
  return branch;
}

function follow<Value>(
  branch: PathTrie<Value>,
  { words, values }: { words: readonly string[]; values: string[] },
  matches: PathMatch<Value>[],
) {
  const [word, ...further] = words;
  if (word === undefined) {
    if (branch.ends.size > 0) matches.push({ ends: branch.ends, values });
    return;
  }
  const named = branch.byWord.get(word);
  if (named) follow(named, { words: further, values }, matches);
  if (branch.parameter && word !== "") {
    follow(branch.parameter, { words: further, values: [...values, word] }, matches);
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
