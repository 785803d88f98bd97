import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { isScreenPath } from "#base/screenPaths.ts";
import { busyRetryAfterSeconds } from "#api/admission.ts";
import type { Api } from "#api/app.ts";
import { requestIdOf as clientRequestId } from "#api/requestId.ts";
import { refusalResponse } from "#api/respond.ts";
import { withBodyOfGet } from "#hosts/node/bodyOfGet.ts";
import { withWholeBody } from "#hosts/node/wholeBody.ts";
import type { Config } from "#hosts/node/config.ts";
import type { Metrics } from "#hosts/node/metrics.ts";
import { referenceSite } from "#hosts/node/reference.ts";
import { documentPolicy, securityHeaders } from "#hosts/node/securityHeaders.ts";

export type Readiness = { readonly isReady: boolean; readonly reason?: string };

export type ServerParts = {
  readonly api: Api;
  readonly config: Config;
  readonly metrics: Metrics;
  /** The database is reachable and migrated to the current version. */
  readonly readiness: () => Promise<Readiness>;
  /** Ends the event streams, which do not end by themselves. */
  readonly endStreams: () => void;
  /** The built web app, and the files of the API reference. */
  readonly webDir: string;
  readonly referenceDir: string;
  /** Time limits for senders; `patience` by default. */
  readonly patience?: typeof patience;
};

type Bindings = { Bindings: HttpBindings };

const hostRefusals = refusals({ not_found: { status: 404, message: "This operation doesn’t exist." } });
const pageRefusals = refusals({ not_found: { status: 404, message: "There is nothing at this address." } });

/** Everything that this process serves on its port. */
export function createNodeServer(parts: ServerParts) {
  let isStopping = false;
  const app = new Hono<Bindings>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const readiness: Readiness = isStopping ? { isReady: false, reason: "stopping" } : await parts.readiness();
    return c.json(readiness, readiness.isReady ? 200 : 503);
  });
  app.get("/metrics", metricsHandler(parts));
  app.use("*", compress({ threshold: packedFrom }));
  app.get("/api/docs", (c) => c.redirect("/api/docs/"));
  app.route("/api/docs/", referenceSite(parts.referenceDir));
  app.all("/api/*", ({ env }) => refusalResponse(hostRefusals.not_found(), requestIdOf(env.incoming)));
  app.use(documentPolicy, webFiles(parts.webDir));
  app.get("*", webPage(parts.webDir));
  app.all("*", ({ env }) => refusalResponse(pageRefusals.not_found(), requestIdOf(env.incoming)));
  const secure = securityHeaders(parts.config);
  const answer = async (request: Request, bindings: HttpBindings) => {
    const { incoming, outgoing } = bindings;
    secure(outgoing);
    // Clients with a kept-alive connection must switch to another process before this one closes it (reliability,
    // finding 5).
    if (isStopping) outgoing.setHeader("connection", "close");
    // Before anything that only files need: most requests are API calls.
    const peer = { address: addressOf(incoming, parts.config.trustedProxies), requestId: requestIdOf(incoming) };
    const answered = await parts.api.answer(withWholeBody(await withBodyOfGet(request, incoming), incoming), peer);
    if (answered === null) return app.fetch(request, bindings);
    // Compression reads the headers of every response, so it is skipped if the client does not accept it.
    return incoming.headers["accept-encoding"] === undefined ? answered : packer.fetch(request, { answered });
  };
  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(request, bindings as HttpBindings),
    serverOptions: parts.patience ?? patience,
    createServer: ((options: object, listener: RequestListener) =>
      createServer(options, (incoming, outgoing) => {
        if (!parts.api.isTurnedAway(incoming.method ?? "GET", `http://localhost${incoming.url}`))
          return listener(incoming, outgoing);
        secure(outgoing);
        turnAway(incoming, outgoing);
        parts.metrics.countTurnedAway();
      })) as typeof createServer,
  }) as Server;
  const markStopping = () => {
    isStopping = true;
    parts.endStreams();
  };
  return { server, stop: () => stop(server, markStopping) };
}

const busy = commonRefusals.server_busy({ retryAfterSeconds: busyRetryAfterSeconds });

/**
 * Responds in as few steps as possible, so that even at ten times the capacity every call gets a response and the rest
 * is still served.
 */
function turnAway(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const requestId = requestIdOf(incoming);
  const { status, code, message, errors, details } = busy;
  outgoing.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": `${busyRetryAfterSeconds}`,
    "x-request-id": requestId,
  });
  outgoing.end(JSON.stringify({ status, code, message, errors, details, requestId }));
}

// Smaller responses are not worth compressing.
const packedFrom = 4096;

const packer = new Hono<{ Bindings: { answered: Response } }>();
packer.use(compress({ threshold: packedFrom })).all("*", (c) => c.env.answered);

/** In milliseconds: slow senders are cut off long before they could hold a connection for minutes (reliability R24). */
export const patience = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 2_000 };

const drainMs = 1_500;
// A response takes 4 s at most, so only slow senders are cut off; the rest of the ten seconds is for the database.
const stopMaxMs = 6_000;

/** Accepts no new calls, waits for running ones, then stops; after 6 s at the latest. */
async function stop(server: Server, markStopping: () => void): Promise<void> {
  markStopping();
  const hardStop = setTimeout(() => server.closeAllConnections(), stopMaxMs);
  await new Promise((resolve) => setTimeout(resolve, drainMs));
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  clearTimeout(hardStop);
}

/** File names contain a hash of the content, so browsers may cache them forever; but never the document itself. */
function webFiles(webDir: string): MiddlewareHandler<Bindings> {
  return serveStatic({
    root: webDir,
    precompressed: true,
    onFound: (path, c) =>
      c.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"),
  });
}

/**
 * Serves the page at the paths of screens. A browser at any other path gets the page with 404, and the router shows the
 * error. Other clients get a 404 in JSON, as a page with 200 would look like the requested file.
 */
function webPage(webDir: string): MiddlewareHandler<Bindings> {
  const page = serveStatic<Bindings>({
    root: webDir,
    path: "index.html",
    precompressed: true,
    onFound: (_, c) => c.header("cache-control", "no-cache"),
  });
  return async (c, next) => {
    const isScreen = isScreenPath(c.req.path);
    const isNavigation = c.req.header("accept")?.includes("text/html") === true;
    if (!isScreen && !isNavigation) return next();
    const answer = await page(c, next);
    return isScreen || !(answer instanceof Response)
      ? answer
      : new Response(answer.body, { status: 404, headers: answer.headers });
  };
}

/** Metrics are only for this machine, or for callers with METRICS_TOKEN. */
function metricsHandler({ config, metrics }: ServerParts): MiddlewareHandler<Bindings> {
  return async (c) => {
    const hasToken = config.metricsToken !== null && c.req.header("authorization") === `Bearer ${config.metricsToken}`;
    const isLocal = isLoopback(addressOf(c.env.incoming, config.trustedProxies));
    if (!hasToken && !isLocal)
      return c.json(
        { status: 403, code: "permission_denied", message: "Set METRICS_TOKEN and send it as a bearer token." },
        403,
      );
    const { contentType, text } = await metrics.render();
    return c.body(text, 200, { "content-type": contentType });
  };
}

const isLoopback = (address: string) =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");

/**
 * The nearest address that is not a trusted proxy's. Addresses that an untrusted client writes into the header are
 * ignored.
 */
function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const direct = incoming.socket.remoteAddress ?? "";
  if (trustedProxies === 0) return direct;
  const chain = [
    ...String(incoming.headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((address) => address.trim())
      .filter(Boolean),
    direct,
  ];
  return chain.at(-1 - trustedProxies) ?? chain[0] ?? direct;
}

const requestIdOf = ({ headers }: IncomingMessage): string =>
  clientRequestId({ get: (name) => headers[name]?.toString() ?? null });
