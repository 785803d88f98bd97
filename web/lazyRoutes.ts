import type { Operation } from "#base/contract.ts";
import type { ScreenRoute } from "#web/screens.ts";

/** A route that is loaded with the first screen of its area: what a user needs, and the screen. */
export type LazyRoute = { readonly needs: Operation; readonly load: ScreenRoute["load"] };

/**
 * The routes of an area with many screens. Only their paths are in the page's first script; contracts, screens and the
 * list of their chunks are loaded with the first of them.
 *
 * @param paths Every key of `screenRoutes`, which the compiler checks.
 * @param open As in `() => import("#features/loyalty/wallet/web/screenRoutes.ts").then((module) => module.walletRoutes)`.
 */
export const lazyRoutes = <Path extends `/${string}`>(
  paths: readonly NoInfer<Path>[],
  open: () => Promise<Readonly<Record<Path, LazyRoute>>>,
): readonly ScreenRoute[] =>
  paths.map((path) => ({
    path,
    needs: async () => (await open())[path].needs,
    load: async () => (await open())[path].load(),
  }));
