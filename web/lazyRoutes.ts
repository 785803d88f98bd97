import type { Operation } from "#base/contract.ts";
import type { ScreenRoute } from "#web/screens.ts";

type Loads = Pick<ScreenRoute, "load">;
/** A route that is loaded with the first screen of its area: what a user needs, and the screen. */
export type LazyRoute = Loads & { readonly needs: Operation };

type Redirects<Path extends string> = Readonly<Record<`/${string}`, Path>>;

/**
 * The routes of an area with many screens. Only their paths are in the page's first script; contracts, screens and the
 * list of their chunks are loaded with the first of them.
 *
 * @param paths Every key of `screenRoutes`, which the compiler checks.
 * @param open As in `() => import("#features/loyalty/wallet/web/screenRoutes.ts").then((module) => module.walletRoutes)`.
 * @param redirects From other paths to one of these.
 */
export const lazyRoutes = <Path extends `/${string}`>(
  paths: readonly NoInfer<Path>[],
  open: () => Promise<Readonly<Record<Path, LazyRoute>>>,
  redirects: Redirects<NoInfer<Path>> = {},
): readonly ScreenRoute[] => [
  ...redirectRoutes(redirects, open),
  ...paths.map((path) => ({ path, needs: async () => (await open())[path].needs, load: loadOf(open, path) })),
];

/** The same for screens that every signed-in user may open. */
export const lazySessionRoutes = <Path extends `/${string}`>(
  paths: readonly NoInfer<Path>[],
  open: () => Promise<Readonly<Record<Path, Loads>>>,
  redirects: Redirects<NoInfer<Path>> = {},
): readonly ScreenRoute[] => [
  ...redirectRoutes(redirects, open),
  ...paths.map((path) => ({ path, needs: "session" as const, load: loadOf(open, path) })),
];

const loadOf =
  <Path extends string>(open: () => Promise<Readonly<Record<Path, Loads>>>, path: Path) =>
  async () =>
    (await open())[path].load();

const redirectRoutes = <Path extends `/${string}`>(
  redirects: Redirects<Path>,
  open: () => Promise<Readonly<Record<Path, Loads>>>,
): readonly ScreenRoute[] =>
  Object.entries(redirects).map(([path, to]) => ({
    path: path as `/${string}`,
    needs: "session",
    load: loadOf(open, to),
    redirectTo: to,
  }));
