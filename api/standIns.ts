import type { Actor } from "#api/context.ts";
import type { Route } from "#api/serve.ts";

/** Adds to each route its fallback route, if it has one. */
export function withStandIns(routes: readonly Route[]): Route[] {
  const standIns = new Map(
    routes.flatMap((route) => {
      const { method, standsInAt } = route.operation;
      return standsInAt === undefined ? [] : [[`${method} ${standsInAt}`, route] as const];
    }),
  );
  return routes.map((route) => {
    const standIn = standIns.get(`${route.operation.method} ${route.operation.path}`);
    return standIn === undefined ? route : { ...route, standIn };
  });
}

/**
 * Selects the route or its fallback for a caller. A caller who may use neither gets the refusal of the requested one.
 */
export function routeFor(requested: Route, actor: Actor | null): Route {
  const { standIn } = requested;
  if (standIn === undefined || actor === null || actor.permissions.has(requested.operation.permission))
    return requested;
  return actor.permissions.has(standIn.operation.permission) ? standIn : requested;
}
