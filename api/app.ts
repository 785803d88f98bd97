import { Hono } from "hono";
import type { Operation } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import type { Actor, Catalogue, Ctx, Db, Settings } from "#api/context.ts";
import type { Jobs, Ports } from "#api/ports.ts";
import { readInput } from "#api/readInput.ts";
import { refusalResponse, successResponse } from "#api/respond.ts";
import type { Feature, Route } from "#api/serve.ts";

/** What the host knows of a connection and the request does not say. */
export type Peer = { readonly address: string; readonly requestId: string };

/** Finds the person behind a request's token. Throws `invalid_token` or `token_expired`; answers null without a token. */
export type Authenticate = (ctx: Ctx, request: Request) => Promise<Actor | null>;

export type House = {
  readonly features: readonly Feature[];
  readonly authenticate: Authenticate;
  readonly db: Db;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly settings: Settings;
  /** Told of every answer, for metrics and the request log. */
  readonly observe?: (answered: Answered) => void;
};

export type Answered = { readonly operation: string; readonly status: number; readonly durationMs: number; readonly requestId: string };

/**
 * The whole API as one function from Request to Response. Both hosts call this and nothing else.
 *
 * Answers null when no operation has this path, so the browser host can pass the request on to the network.
 * A 404 response would not do: an operation may answer 404 itself.
 */
export type Api = {
  readonly answer: (request: Request, peer: Peer) => Promise<Response | null>;
  /** A context without an actor, for jobs, seeds and start-up. */
  readonly systemContext: () => Ctx;
  readonly catalogue: Catalogue;
};

export function createApi(house: House): Api {
  const routes = house.features.flatMap((feature) => feature.routes);
  const catalogue: Catalogue = {
    operations: routes.map((route) => route.operation),
    menu: house.features.flatMap((feature) => feature.menu ?? []),
  };
  const contextFor = (request: Request | null, peer: Peer): Ctx => ({
    ...house.ports,
    db: house.db,
    jobs: house.jobs,
    settings: house.settings,
    now: house.ports.now(),
    actor: null,
    requestId: peer.requestId,
    address: peer.address,
    userAgent: request?.headers.get("user-agent") ?? "",
    catalogue,
  });
  const unmatched = new Response(null, { status: 404 });
  const app = new Hono<{ Bindings: Peer }>();
  app.notFound(() => unmatched);
  for (const route of routes) {
    for (const path of [route.operation.path, ...(route.operation.aliases ?? [])]) {
      app.on(route.operation.method, path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
        const startedAt = performance.now();
        const response = await run(route, c.req.raw, c.req.param(), contextFor(c.req.raw, c.env), house);
        const durationMs = performance.now() - startedAt;
        house.observe?.({ operation: operationName(route.operation), status: response.status, durationMs, requestId: c.env.requestId });
        return response;
      });
    }
  }
  return {
    catalogue,
    systemContext: () => contextFor(null, { address: "", requestId: "system" }),
    answer: async (request, peer) => {
      const response = await app.fetch(request, peer);
      return response === unmatched ? null : response;
    },
  };
}

/** Permission first, then input: an error message must not teach an outsider the schema (reliability, finding 9). */
async function run(route: Route, request: Request, parameters: Record<string, string>, base: Ctx, house: House) {
  const { operation } = route;
  try {
    const actor = operation.permission === "public" ? null : await house.authenticate(base, request);
    const ctx = { ...base, actor };
    requirePermission(operation, actor);
    const input = await readInput(operation, request, parameters);
    return successResponse(operation, await route.handle(ctx, input as never), ctx);
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(error, base.requestId);
    if (house.ports.isDatabaseUnavailable(error)) {
      base.log.warn("database unavailable", { requestId: base.requestId, operation: operationName(operation) });
      return refusalResponse(commonRefusals.retry_later({ retryAfterSeconds: 1 }), base.requestId);
    }
    base.log.error("fault", {
      requestId: base.requestId,
      operation: operationName(operation),
      error: describeFault(error),
    });
    return refusalResponse(commonRefusals.internal(), base.requestId);
  }
}

function requirePermission(operation: Operation, actor: Actor | null) {
  if (operation.permission === "public") return;
  if (actor === null) throw commonRefusals.token_missing();
  if (actor.mustChangePassword && !operation.allowedBeforePasswordChange)
    throw commonRefusals.password_change_required();
  if (operation.permission !== "session" && !actor.permissions.has(operation.permission)) {
    throw commonRefusals.permission_denied({ permission: operation.permission });
  }
}

export const operationName = (operation: Operation) => `${operation.method} ${operation.path}`;

const describeFault = (error: unknown) =>
  error instanceof Error
    ? `${error.stack ?? error.message}${error.cause instanceof Error ? `\ncause: ${error.cause.message}` : ""}`
    : String(error);
