import type { Method, Operation } from "#base/contract.ts";
import { decidingPermissions, type Decisions } from "#base/decisions.ts";
import { dutyRefusals } from "#base/duties.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { addressBook } from "#api/addresses.ts";
import type { Actor, Catalogue, Ctx, Db, Settings } from "#api/context.ts";
import { keepPace } from "#api/pace.ts";
import type { Jobs, Ports } from "#api/ports.ts";
import { readInput } from "#api/readInput.ts";
import { refusalResponse, successResponse } from "#api/respond.ts";
import { rootReason } from "#api/rootReason.ts";
import type { Feature, Route } from "#api/serve.ts";
import { routeFor, withStandIns } from "#api/standIns.ts";
import { type Witness, witnessAnswer, witnessRefusal } from "#api/witness.ts";

/** What the host knows of a connection and the request does not say. */
export type Peer = { readonly address: string; readonly requestId: string };

/** Finds the person behind a request's token. Throws `invalid_token` or `token_expired`; answers null without a token. */
export type Authenticate = (ctx: Ctx, request: Request) => Promise<Actor | null>;

/** Who sent this token a moment ago, as far as this process remembers. Proves nothing. */
export type Recall = (request: Request) => Promise<Actor | null>;

export type House = {
  readonly features: readonly Feature[];
  readonly authenticate: Authenticate;
  /** Lets a read begin while `authenticate` is under way. Without it every call waits. */
  readonly recall?: Recall;
  readonly db: Db;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly settings: Settings;
  /** Told of every answer, for metrics and the request log. */
  readonly observe?: (answered: Answered) => void;
  /** Notes what no area may forget to note: refusals, exports, reads of personal data. */
  readonly witness?: Witness;
};

export type Answered = {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
};

/**
 * The whole API as one function from Request to Response. Both hosts call this and nothing else.
 *
 * Answers null when no operation has this path, so the browser host can pass the request on to the network.
 * A 404 response would not do: an operation may answer 404 itself. A path that is known under other methods answers 405.
 */
export type Api = {
  readonly answer: (request: Request, peer: Peer) => Promise<Response | null>;
  /** A context without an actor, for jobs, seeds and start-up. */
  readonly systemContext: () => Ctx;
  readonly catalogue: Catalogue;
};

export function createApi(house: House): Api {
  const routes = withStandIns(house.features.flatMap((feature) => feature.routes));
  const decisions = house.features.flatMap((feature) => feature.decisions ?? []);
  const catalogue: Catalogue = {
    operations: routes.map((route) => route.operation),
    menu: house.features.flatMap((feature) => feature.menu ?? []),
    permissions: grantablePermissions(routes, decisions),
    scopedRows: house.features.flatMap((feature) => feature.scopedRows ?? []),
    decisions,
    personal: house.features.flatMap((feature) => feature.personal ?? []),
    followers: house.features.flatMap((feature) => feature.followers ?? []),
  };
  // Copied whole and then told what differs: to put it together each time takes ten times as long.
  const contextOfNobody: Ctx = {
    ...house.ports,
    db: house.db,
    jobs: house.jobs,
    settings: house.settings,
    now: "",
    actor: null,
    permission: null,
    requestId: "",
    address: "",
    userAgent: "",
    catalogue,
  };
  const contextFor = (request: Request | null, { requestId, address }: Peer): Ctx => ({
    ...contextOfNobody,
    now: house.ports.now(),
    requestId,
    address,
    userAgent: request?.headers.get("user-agent") ?? "",
  });
  const find = addressBook(routes);
  const answer = async (request: Request, peer: Peer): Promise<Response | null> => {
    const isHead = request.method === "HEAD";
    const method = isHead ? "GET" : request.method;
    const found = find(method, request.url);
    if (found === null) return null;
    const response =
      "route" in found
        ? await observed(found.route, peer.requestId, () =>
            run(found.route, request, found.parameters, contextFor(request, peer), house),
          )
        : otherMethodResponse(method, found.methods, peer.requestId);
    return isHead ? withoutBody(response) : response;
  };
  const observed = async ({ operation }: Route, requestId: string, work: () => Promise<Response>) => {
    const startedAt = performance.now();
    const response = await work();
    const durationMs = performance.now() - startedAt;
    house.observe?.({ operation: operationName(operation), status: response.status, durationMs, requestId });
    return response;
  };
  return { catalogue, systemContext: () => contextFor(null, { address: "", requestId: "system" }), answer };
}

function grantablePermissions(routes: readonly Route[], decisions: readonly Decisions[]): string[] {
  const asked = new Set<string>([
    ...routes.map(({ operation }) => operation.permission),
    ...decidingPermissions(...decisions),
  ]);
  return [...asked].filter((permission) => permission !== "public" && permission !== "session").sort();
}

/** No answer names another origin: pages elsewhere may not call this (reliability R26). */
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

// The client gives up after 4 s and asks again (spec 000 §9): told to come later, it does not double its calls.
const handlingMaxMs = 3_800;

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(commonRefusals.retry_later({ retryAfterSeconds: 1 })), handlingMaxMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Permission first, then input: an error message must not teach an outsider the schema (reliability, finding 9). */
async function run(asked: Route, request: Request, parameters: Record<string, string>, base: Ctx, house: House) {
  let ctx = base;
  let { operation } = asked;
  try {
    const begun = await beginEarly(asked, request, parameters, base, house);
    const actor = operation.permission === "public" ? null : await house.authenticate(base, request);
    const route = routeFor(asked, actor);
    ({ operation } = route);
    ctx = { ...base, actor, permission: operation.permission };
    const handled =
      begun !== null && isSameCaller(begun.actor, actor) ? begun.handled : handle(route, request, parameters, ctx);
    const { input, answer } = await handled;
    await witnessAnswer(house.witness, ctx, operation, input);
    return await successResponse(operation, answer, ctx, request);
  } catch (error) {
    if (error instanceof Refusal) {
      await witnessRefusal(house.witness, ctx, operation, error);
      return refusalResponse(error, base.requestId, ctx.actor);
    }
    if (house.ports.isDatabaseUnavailable(error)) {
      base.log.warn("database unavailable", {
        requestId: base.requestId,
        operation: operationName(operation),
        reason: rootReason(error),
      });
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

type Handled = { readonly input: unknown; readonly answer: unknown };

async function handle(route: Route, request: Request, parameters: Record<string, string>, ctx: Ctx): Promise<Handled> {
  requirePermission(route.operation, ctx.actor);
  const input = await readInput(route.operation, request, parameters);
  await keepPace(ctx, route.operation, input);
  return { input, answer: await inTime(route.handle(ctx, input as never)) };
}

type Begun = { readonly actor: Actor; readonly handled: Promise<Handled> };

/**
 * Begins a read as whoever sent this token a moment ago, beside the statement that finds out who it is now: nothing of it
 * leaves before that has answered the same (docs/decisions/0021). Null where there is nobody to begin as, and for calls
 * that could change something.
 */
async function beginEarly(
  asked: Route,
  request: Request,
  parameters: Record<string, string>,
  base: Ctx,
  { recall }: House,
): Promise<Begun | null> {
  const { method, reply, permission: needed, pace } = asked.operation;
  const isRead =
    method === "GET" && reply === undefined && pace === undefined && needed !== "public" && needed !== "session";
  const actor = isRead && recall ? await recall(request) : null;
  if (actor === null) return null;
  const route = routeFor(asked, actor);
  const { permission } = route.operation;
  const handled = handle(route, request, parameters, { ...base, actor, permission });
  // Nobody may come to wait for it, if the caller turns out to be another.
  handled.catch(() => {});
  return { actor, handled };
}

/** The same session with the very same rights: equal grants are one object, whoever has them. */
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
    throw dutyRefusals[actor.mustFirst]();
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
