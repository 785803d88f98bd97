import { insertPath, matchPath, newPathTrie } from "#api/pathTrie.ts";

/**
 * Whether a request belongs to the API: it has the origin of the site and the path of an operation. As on a server, the
 * API also answers a path with another method (405), HEAD and OPTIONS.
 */
export function operationMatcher(paths: readonly string[], origin: string): (url: string) => boolean {
  const root = newPathTrie<true>();
  for (const path of paths) insertPath(root, { method: "", path }, true);
  return (url) => new URL(url).origin === origin && matchPath(root, url).length > 0;
}

/**
 * What the browser sends to the network without starting the service worker: whatever has another first segment than
 * all operations. In the words of the Static Routing API of service workers.
 */
export function networkRules(paths: readonly string[]) {
  const firstSegments = new Set(paths.map((path) => path.split("/")[1]!));
  const condition = { or: [...firstSegments].map((segment) => ({ urlPattern: { pathname: `/${segment}{/*}?` } })) };
  return [{ condition: { not: condition }, source: "network" }];
}
