import type { Actor } from "#api/context.ts";
import type { Route } from "#api/serve.ts";

/** Each route with the one that stands in for it, where one does. */
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

/** Which of the two answers somebody. Who may call neither is told what the one that was asked for needs. */
export function routeFor(asked: Route, actor: Actor | null): Route {
  const { standIn } = asked;
  if (standIn === undefined || actor === null || actor.permissions.has(asked.operation.permission)) return asked;
  return actor.permissions.has(standIn.operation.permission) ? standIn : asked;
}
