import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { eventsPath } from "#base/menuItems.ts";
import { commonRefusals } from "#base/refusal.ts";
import { deniedDestination, type GuardQuestion, guard, homePath } from "#web/guard.ts";
import { loadMessages } from "#web/i18n.ts";
import { comingPaths } from "#web/layout/comingPaths.ts";
import { ScreenFailure } from "#web/layout/ScreenFailure.tsx";
import type { ScreenRoute, Screens } from "#web/screens.ts";
import { withLayoutMessages } from "#web/layout/withLayoutMessages.ts";
import { parseSearch, stringifySearch } from "#web/searchText.ts";
import type { Session } from "#web/session.tsx";

export const notFoundPath = "/pages/errors/error-404"; // spec 000 §2

type RouterContext = { readonly session: Session };

export type AppRouter = ReturnType<typeof createAppRouter>;

/** The routes of all features inside the frame, the bare ones outside it, and the shell's own screens. */
export function createAppRouter(screens: readonly Screens[], session: Session) {
  const root = createRootRouteWithContext<RouterContext>()();
  const frame = createRoute({
    getParentRoute: () => root,
    id: "frame",
    component: lazyRouteComponent(loadFrame, "Frame"),
  });

  const known = screens.flatMap((feature) => feature.routes.map((route) => withMessages(feature, route)));
  const taken = new Set<string>(known.map(({ path }) => path));
  const own = [...comingPaths.map(comingRoute), notFoundRoute].filter(({ path }) => !taken.has(path));

  return createRouter({
    routeTree: root.addChildren([
      frame.addChildren(
        [...known.filter((route) => route.frame !== "bare"), ...own].map((route) => screenRoute(frame, route)),
      ),
      ...known.filter((route) => route.frame === "bare").map((route) => screenRoute(root, route)),
      goingTo(root, "/", homePath),
      // Where stars of the calendar led before there was one.
      goingTo(root, "/apps/events", eventsPath),
      goingTo(root, "$", notFoundPath),
    ]),
    context: { session },
    defaultPreload: "intent",
    // The router only preloads messages and code; queries cache what a screen reads.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ScreenFailure,
    scrollRestoration: true,
    scrollToTopSelectors: ["#main"],
    parseSearch,
    stringifySearch,
  });
}

/** With its messages and what the user's layout and themes need. */
const loadFrame = async () => {
  const look = import("#web/layout/layouts/loadLayout.ts").then(({ loadFirstAppearance }) => loadFirstAppearance());
  const frame = await withLayoutMessages(import("#web/layout/Frame.tsx"));
  await look;
  return frame;
};

/**
 * Loads code and messages together, so that no screen ever shows message keys; and what the screen needs, which is
 * checked before it opens.
 */
const withMessages = (feature: Screens, route: ScreenRoute): ScreenRoute => ({
  ...route,
  load: async () => {
    const needs = typeof route.needs === "function" ? route.needs() : null;
    const [Screen] = await Promise.all([route.load(), loadMessages(feature), needs]);
    return Screen;
  },
});

function screenRoute(parent: AnyRoute, route: ScreenRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: route.path,
    beforeLoad: async ({ location, context }) => {
      admit(context.session, route, {
        path: location.pathname,
        attempted: location.publicHref,
        savedRedirect: asText((location.search as Record<string, unknown>).redirect),
      });
      if (route.redirectTo) throw redirect({ to: route.redirectTo, replace: true });
      if (typeof route.needs === "function" && !context.session.can(await route.needs())) deny(location);
    },
    component: lazyRouteComponent(async () => ({ default: await route.load() })),
  });
}

function deny({ pathname, search }: { pathname: string; search: unknown }): never {
  const to = deniedDestination(pathname, asText((search as Record<string, unknown>).redirect));
  throw to === null ? commonRefusals.permission_denied() : redirectTo(to);
}

function admit(
  session: Session,
  { needs }: ScreenRoute,
  requested: Pick<GuardQuestion, "path" | "attempted" | "savedRedirect">,
) {
  const state = session.read();
  const visitor = state.status === "signedIn" ? { rows: state.menu, mustFirst: state.person.mustFirst } : null;
  const answer = guard({ ...requested, needs: typeof needs === "function" ? "operation" : needs, visitor });
  if (answer === null) return;
  throw redirectTo(answer.to, answer.redirect);
}

function redirectTo(address: string, attempted?: string) {
  const [to = "/", search = ""] = address.split(/(?=\?)/);
  return redirect({
    to,
    search: attempted === undefined ? parseSearch(search) : { redirect: attempted },
    replace: true,
  });
}

const goingTo = (parent: AnyRoute, path: string, to: string): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const comingRoute = (path: `/${string}`): ScreenRoute => ({
  path,
  needs: "session",
  load: () => import("#web/layout/ComingScreen.tsx").then(({ ComingScreen }) => ComingScreen),
});

const notFoundRoute: ScreenRoute = {
  path: notFoundPath,
  needs: "public",
  load: () => import("#web/layout/NotFoundScreen.tsx").then(({ NotFoundScreen }) => NotFoundScreen),
};

const asText = (value: unknown) => (typeof value === "string" ? value : undefined);
