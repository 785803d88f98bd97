import { type Method, type Operation, takesBody } from "#base/contract.ts";
import { decidingPermissions, type Decisions } from "#base/decisions.ts";
import { requiredActionRefusals } from "#base/requiredActions.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import type { Instant } from "#base/time.ts";
import { addressBook } from "#api/router.ts";
import type { Admission } from "#api/admission.ts";
import type { Actor, Catalogue, Ctx, Db, Live, ReadActor, Settings } from "#api/context.ts";
import { type HandlerAnswer, handleOnce } from "#api/idempotency.ts";
import { limitsOf } from "#api/limits.ts";
import { enforceRateLimit, refuseUsedUp } from "#api/rateLimit.ts";
import type { Jobs, Ports } from "#api/ports.ts";
import { inPreviewTurn } from "#api/previewQueue.ts";
import { readInput } from "#api/readInput.ts";
import { keyedResponse, refusalResponse, successResponse } from "#api/respond.ts";
import { rootReason } from "#api/rootReason.ts";
import type { Feature, Route } from "#api/serve.ts";
import { routeFor, withStandIns } from "#api/standIns.ts";
import { unfinished, withinTime } from "#api/timeLimit.ts";
import { startCall } from "#api/transactions.ts";
import { unfitValue } from "#api/unfitValues.ts";
import { type RecordAccess, auditAnswer, auditRefusal } from "#api/accessAudit.ts";

/** What the host knows about a connection beyond the request. */
export type Peer = { readonly address: string; readonly requestId: string };

/** Finds the caller by the request's token. Throws `invalid_token` or `token_expired`; answers null without a token. */
export type Authenticate = (
  ctx: Ctx,
  request: Request,
  /** By default looking up a caller counts as a use of their session, which then stays valid for longer. */
  options?: { readonly isUse: boolean },
) => Promise<Actor | null>;

/** The last known caller with this token, from this process's memory. Proves nothing. */
export type RecallActor = (request: Request, now: Instant) => Promise<Actor | null>;

export type App = {
  readonly features: readonly Feature[];
  readonly authenticate: Authenticate;
  /** Lets a read begin while `authenticate` is running. Without it every call waits. */
  readonly recall?: RecallActor;
  /** Reads the user that a job acts for. */
  readonly readActor: ReadActor;
  /**
   * Rejects calls that could not be served in time. Without it every call is served, as in the browser with its single
   * user.
   */
  readonly admission?: Admission;
  readonly db: Db;
  /**
   * Connections only for signing in, so that it does not wait for other calls. `db` if there is only one connection.
   */
  readonly signInDb?: Db;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly settings: Settings;
  /** Called with every response, for metrics and the request log. */
  readonly observe?: (answered: AnsweredCall) => void;
  /** Audits what no area may forget: refusals, exports, reads of personal data. */
  readonly accessAudit?: RecordAccess;
};

export type AnsweredCall = {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
};

/**
 * The whole API as one function from Request to Response. Both hosts call this and nothing else.
 *
 * Answers null when no operation has this path, so the browser host can pass the request on to the network. A 404
 * response would not do: an operation may answer 404 itself. A known path with another method answers 405.
 */
export type Api = {
  readonly answer: (request: Request, peer: Peer) => Promise<Response | null>;
  /** Whether a call with this method and path would be rejected. Hosts ask before they read the request. */
  readonly isTurnedAway: (method: string, url: string) => boolean;
  /** A context without an actor, for jobs, seeds and start-up. */
  readonly systemContext: () => Ctx;
  readonly catalogue: Catalogue;
};

export function createApi(app: App): Api {
  const routes = withStandIns(app.features.flatMap((feature) => feature.routes));
  const catalogue = catalogueOf(app.features, routes);
  // Copied and then overridden for each call: building it from scratch takes ten times as long.
  const contextOfNobody: Ctx = {
    ...app.ports,
    db: app.db,
    jobs: app.jobs,
    live: app.live,
    settings: app.settings,
    now: "",
    actor: null,
    permission: null,
    readActor: app.readActor,
    requestId: "",
    address: "",
    userAgent: "",
    catalogue,
  };
  const contextFor = (request: Request | null, { requestId, address }: Peer, db = app.db): Ctx => ({
    ...contextOfNobody,
    db,
    now: app.ports.now(),
    requestId,
    address,
    userAgent: request?.headers.get("user-agent") ?? "",
    ...(request ? { call: startCall() } : {}),
    ...cursorFor(app.live, request),
  });
  const find = addressBook(routes);
  const dbOf = ({ operation }: Route) => (operation.isSignIn ? (app.signInDb ?? app.db) : app.db);
  const answer = async (request: Request, peer: Peer): Promise<Response | null> => {
    const isHead = request.method === "HEAD";
    const method = isHead ? "GET" : request.method;
    const found = find(method, request.url);
    if (found === null) return null;
    const response =
      "route" in found
        ? await observed(found.route, peer.requestId, () =>
            run(found.route, request, found.parameters, contextFor(request, peer, dbOf(found.route)), app),
          )
        : otherMethodResponse(method, found.methods, peer.requestId);
    return isHead ? withoutBody(response) : response;
  };
  const observed = async ({ operation }: Route, requestId: string, work: () => Promise<Response>) => {
    const startedAt = performance.now();
    const response = await work();
    const durationMs = performance.now() - startedAt;
    app.observe?.({ operation: operationName(operation), status: response.status, durationMs, requestId });
    return response;
  };
  const isTurnedAway = (method: string, url: string) => {
    if (!app.admission?.isAnyFull()) return false;
    const found = find(method, url);
    return found !== null && "route" in found && app.admission.isFull(limitsOf(found.route.operation).lane);
  };
  return {
    catalogue,
    isTurnedAway,
    systemContext: () => contextFor(null, { address: "", requestId: "system" }),
    answer,
  };
}

/** What a read finds may have been changed by any event after this place. */
function cursorFor({ cursor }: Live, request: Request | null): Pick<Ctx, "eventCursor"> {
  const place = request?.method === "GET" ? cursor() : null;
  return place === null ? {} : { eventCursor: place };
}

function catalogueOf(features: readonly Feature[], routes: readonly Route[]): Catalogue {
  const decisions = features.flatMap((feature) => feature.decisions ?? []);
  return {
    operations: routes.map((route) => route.operation),
    menu: features.flatMap((feature) => feature.menu ?? []),
    permissions: grantablePermissions(routes, decisions),
    scopedRows: features.flatMap((feature) => feature.scopedRows ?? []),
    decisions,
    personal: features.flatMap((feature) => feature.personal ?? []),
    eventHandlers: features.flatMap((feature) => feature.eventHandlers ?? []),
    notifier: features.find((feature) => feature.notifier)?.notifier,
    live: new Map(features.flatMap((feature) => feature.live ?? []).map((each) => [each.resource, each])),
  };
}

function grantablePermissions(routes: readonly Route[], decisions: readonly Decisions[]): string[] {
  const requested = new Set<string>([
    ...routes.map(({ operation }) => operation.permission),
    ...decidingPermissions(...decisions),
  ]);
  return [...requested].filter((permission) => permission !== "public" && permission !== "session").sort();
}

/** No response allows another origin: pages elsewhere may not call this API (reliability R26). */
function otherMethodResponse(method: string, methods: readonly Method[], requestId: string): Response {
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  const response = refusalResponse(commonRefusals.method_not_allowed({ method, allow }), requestId);
  response.headers.set("allow", allow);
  return response;
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/** What all steps of handling a call need. */
type IncomingCall = {
  readonly route: Route;
  readonly request: Request;
  readonly parameters: Record<string, string>;
  readonly base: Ctx;
  readonly app: App;
  /** In terms of `performance.now()`: nothing is committed later. Does not count the time in which the body arrives. */
  readonly endsAt: number;
};

/** The caller, once known, and the operation: error responses and logs name them. */
type CallContext = { ctx: Ctx; operation: Operation };

async function run(route: Route, request: Request, parameters: Record<string, string>, base: Ctx, app: App) {
  const known: CallContext = { ctx: base, operation: route.operation };
  const { lane, timeoutMs } = limitsOf(route.operation);
  const requested: IncomingCall = { route, request, parameters, base, app, endsAt: performance.now() + timeoutMs };
  const admit: Admission["admit"] = app.admission?.admit ?? ((_, work) => work());
  try {
    if (!takesBody(route.operation)) return await admit(lane, () => answerRead(requested, known));
    const identified = await admit(lane, () => identify(requested, known));
    requirePermission(identified.operation, known.ctx.actor);
    const startedAt = performance.now();
    // Takes a new place once the whole request has arrived, so that a slow sender delays nobody else (finding 6).
    const input = await readInput(identified.operation, request, parameters);
    const read = { ...requested, endsAt: requested.endsAt + performance.now() - startedAt };
    return await admit(lane, async () => {
      await enforceRateLimit(known.ctx, identified.operation, input);
      return respond(requested, known, await handleInTime(read, identified, known.ctx, input));
    });
  } catch (error) {
    return await answerToError(error, requested, known);
  } finally {
    // Also after a refusal, as part of a call may have been committed.
    if (route.operation.method !== "GET") app.live.wake();
  }
}

/** Identifies the caller and selects the route for them. */
async function identify(requested: IncomingCall, known: CallContext): Promise<Route> {
  const { base, app, request } = requested;
  const isPublic = requested.route.operation.permission === "public";
  const actor = isPublic ? null : await inTime(requested, base, app.authenticate(base, request));
  const route = routeFor(requested.route, actor);
  known.operation = route.operation;
  known.ctx = { ...base, actor, permission: route.operation.permission };
  return route;
}

async function answerRead(requested: IncomingCall, known: CallContext): Promise<Response> {
  const begun = await startEarly(requested);
  const route = await identify(requested, known);
  const { ctx } = known;
  if (begun === null || !isSameCaller(begun.actor, ctx.actor)) {
    requirePermission(route.operation, ctx.actor);
    const input = await readInput(route.operation, requested.request, requested.parameters);
    await enforceRateLimit(ctx, route.operation, input);
    return respond(requested, known, await handleInTime(requested, route, ctx, input));
  }
  const handled = await begun.handled;
  // Counted only once the caller is known, so that an expired token does not use up its former user's searches.
  await enforceRateLimit(ctx, route.operation, handled.input);
  return respond(requested, known, handled);
}

type HandlerResult = HandlerAnswer & { readonly input: unknown };

async function handleInTime(requested: IncomingCall, route: Route, ctx: Ctx, input: unknown): Promise<HandlerResult> {
  const { operation } = route;
  const handle = (inner: Ctx) => route.handle(inner, input as never);
  const handleKey = () => handleOnce(ctx, operation, { request: requested.request, input }, handle);
  return { input, ...(await inTime(requested, ctx, inPreviewTurn(ctx, operation, handleKey))) };
}

const inTime = <Result>(requested: IncomingCall, ctx: Ctx, work: Promise<Result>): Promise<Result> =>
  withinTime(limitedBy(requested, ctx), requested.endsAt - performance.now(), work);

const limitedBy = ({ route, request }: IncomingCall, { call }: Ctx) => ({
  operation: route.operation,
  url: request.url,
  call: call!,
});

async function respond(
  { app, request }: IncomingCall,
  { ctx, operation }: CallContext,
  { input, answer, keyed }: HandlerResult,
) {
  await auditAnswer(app.accessAudit, ctx, { operation, input }, answer);
  return keyed ? keyedResponse(answer, keyed, ctx) : successResponse(operation, answer, ctx, request);
}

async function answerToError(
  error: unknown,
  requested: IncomingCall,
  { ctx, operation }: CallContext,
): Promise<Response> {
  const { base, app } = requested;
  const reported = { requestId: base.requestId, operation: operationName(operation) };
  if (app.ports.isDatabaseUnavailable(error)) {
    base.log.warn("database unavailable", { ...reported, reason: rootReason(error) });
    return refusalResponse(unfinished(limitedBy(requested, base)), base.requestId, ctx.actor);
  }
  if (error instanceof Refusal) {
    // Part of the call may have been committed before this failure.
    if (error.code === commonRefusals.retry_later.code)
      return refusalResponse(unfinished(limitedBy(requested, base)), base.requestId, ctx.actor);
    await auditRefusal(app.accessAudit, ctx, operation, error);
    return refusalResponse(error, base.requestId, ctx.actor);
  }
  const unfit = unfitValue(error);
  if (unfit !== null) {
    base.log.warn("value the database does not hold", { ...reported, reason: rootReason(error) });
    return refusalResponse(unfit, base.requestId, ctx.actor);
  }
  base.log.error("fault", { ...reported, error: describeFault(error) });
  return refusalResponse(commonRefusals.internal(), base.requestId);
}

type StartedCall = { readonly actor: Actor; readonly handled: Promise<HandlerResult> };

/**
 * Starts a read as the last known caller with this token, in parallel with the statement that checks the session. The
 * response is sent only if both find the same caller (docs/decisions/0021). Null if no caller is remembered, for calls
 * that could change something, and for callers who have reached a rate limit.
 */
async function startEarly(requested: IncomingCall): Promise<StartedCall | null> {
  const { request, parameters, base, app } = requested;
  const { method, reply, permission: needed, pace } = requested.route.operation;
  const isRead =
    method === "GET" && reply === undefined && pace === undefined && needed !== "public" && needed !== "session";
  const actor = isRead && app.recall ? await app.recall(request, base.now) : null;
  if (actor === null) return null;
  const route = routeFor(requested.route, actor);
  const ctx = { ...base, actor, permission: route.operation.permission };
  const handle = async (): Promise<HandlerResult> => {
    requirePermission(route.operation, actor);
    const input = await readInput(route.operation, request, parameters);
    refuseUsedUp(ctx, route.operation, input);
    return handleInTime(requested, route, ctx, input);
  };
  const handled = handle();
  // If the caller turns out to be another, nothing awaits this promise.
  handled.catch(() => {});
  return { actor, handled };
}

/** The same session with the same rights: equal grants are one shared object. */
function isSameCaller(a: Actor, b: Actor | null): boolean {
  return (
    b !== null &&
    a.sessionId === b.sessionId &&
    a.permissions === b.permissions &&
    a.mustFirst === b.mustFirst &&
    !a.isViewingAs &&
    !b.isViewingAs &&
    a.scopes.length === b.scopes.length &&
    a.scopes.every(({ kind, target }, place) => kind === b.scopes[place]!.kind && target === b.scopes[place]!.target)
  );
}

function requirePermission(operation: Operation, actor: Actor | null) {
  if (operation.permission === "public") return;
  if (actor === null) throw commonRefusals.token_missing();
  if (actor.kind === "apiKey" && !operation.forKeys) throw commonRefusals.not_for_keys();
  if (actor.mustFirst !== null && !operation.allowedBefore?.includes(actor.mustFirst))
    throw requiredActionRefusals[actor.mustFirst]();
  if (actor.isViewingAs && operation.method !== "GET" && !operation.allowedWhileViewingAs)
    throw commonRefusals.viewing_only();
  if (operation.permission !== "session" && !actor.permissions.has(operation.permission)) {
    throw commonRefusals.permission_denied({ permission: operation.permission });
  }
}

export const operationName = (operation: Operation) => `${operation.method} ${operation.path}`;

const describeFault = (error: unknown) =>
  error instanceof Error
    ? `${error.stack ?? error.message}${error.cause instanceof Error ? `\ncause: ${error.cause.message}` : ""}`
    : String(error);
