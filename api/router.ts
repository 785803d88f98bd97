import { deleteSuffix, type Method, type Operation, takesBody } from "#base/contract.ts";
import { insertPath, matchPath, newPathTrie, type PathTrie } from "#api/pathTrie.ts";
import type { Route } from "#api/serve.ts";

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
  const root = newPathTrie<Route>();
  for (const route of routes) enter(root, route);
  return (method, url) => {
    const matches = matchPath(root, url);
    if (matches.length === 0) return null;
    // Another matching path may have the method that the first one lacks.
    const found = matches.find(({ ends }) => ends.has(method));
    if (found === undefined) return { methods: [...matches[0]!.ends.keys()] as Method[] };
    const { value, names } = found.ends.get(method)!;
    return { route: value, parameters: Object.fromEntries(names.map((name, place) => [name, found.values[place]!])) };
  };
}

function enter(root: PathTrie<Route>, route: Route): void {
  const { operation } = route;
  const { method, path, permission } = operation;
  if (!permission) throw new Error(`${method} ${path} names no permission`);
  if (operation.idempotencyKey && !canStoreAnswer(operation))
    throw new Error(`${method} ${path} accepts an Idempotency-Key, but its answer can't be stored`);
  for (const each of endpointsOf(operation)) insertPath(root, each, route);
}

/** Where an operation is called: its path and aliases, and for a DELETE the same as a POST. */
export const endpointsOf = ({ method, path, aliases = [] }: Operation): { method: Method; path: string }[] =>
  [path, ...aliases].flatMap((each) => [
    { method, path: each },
    ...(method === "DELETE" ? [{ method: "POST" as const, path: `${each}${deleteSuffix}` }] : []),
  ]);

/** Whether a stored answer belongs to one caller, is JSON, and outlives no erasure. */
const canStoreAnswer = (operation: Operation): boolean =>
  takesBody(operation) &&
  operation.permission !== "public" &&
  !operation.readsPersonalData &&
  (operation.body ?? "json") === "json" &&
  (operation.reply ?? "json") === "json";
