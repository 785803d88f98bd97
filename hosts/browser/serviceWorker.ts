import { refusals, commonRefusals, type Refusal } from "#base/refusal.ts";
import { refusalResponse } from "#api/respond.ts";
import { apiConnector, type PageClient } from "#hosts/browser/apiConnection.ts";
import { isStreamed } from "#hosts/browser/workerMessages.ts";
import { networkRules, operationMatcher } from "#hosts/browser/matchOperation.ts";

// Answers requests of any client of this site that belong to the API: of other pages, of the console, of images and of
// links. The product's own pages talk to the worker with the API directly. Nothing is ever stored.

// Set by the build (tools/serviceWorker.mjs).
declare const __OPERATION_PATHS__: readonly string[];

type ExtendableEvent = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type InstallEvent = ExtendableEvent & { readonly addRoutes?: (rules: readonly object[]) => Promise<void> };
type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
};
type Scope = {
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (wanted: object) => Promise<readonly PageClient[]>;
  };
};

const clientRefusals = refusals({
  app_not_open: { status: 503, message: "Mizan isn’t open in this browser. Open it in a tab, then try again." },
});

const scope = globalThis as unknown as Scope;
const isOperation = operationMatcher(__OPERATION_PATHS__, location.origin);
const connect = apiConnector(() => scope.clients.matchAll({ type: "window", includeUncontrolled: true }));

// A new build takes over at once: it holds nothing, and the pages of the build before pass on the same messages.
addEventListener("install", (event) => {
  const { waitUntil } = event as InstallEvent;
  waitUntil.call(event, Promise.all([scope.skipWaiting(), skipOtherRequests(event as InstallEvent)]));
});
addEventListener("activate", (event) => (event as ExtendableEvent).waitUntil(scope.clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  if (isOperation(request.url)) (event as FetchEvent).respondWith(answer(request));
});

/** So that pages and their files need not wait until the service worker has started. Not in every browser. */
async function skipOtherRequests(event: InstallEvent): Promise<void> {
  await event.addRoutes?.(networkRules(__OPERATION_PATHS__)).catch(() => {});
}

/**
 * The API's answer. If the API ends in the middle, because its page is closed, that of another page answers a request
 * that changes nothing.
 */
async function answer(request: Request): Promise<Response> {
  const connection = await connect();
  if (connection === null) return refuse(clientRefusals.app_not_open());
  try {
    return untilEnded(await connection.transport(request.clone()), connection.ended);
  } catch (error) {
    if (!connection.ended.aborted) throw error;
    const changesNothing = request.method === "GET" || request.method === "HEAD";
    return changesNothing ? answer(request) : refuse(commonRefusals.outcome_unknown());
  }
}

const refuse = (refusal: Refusal) => refusalResponse(refusal, crypto.randomUUID());

/**
 * A stream that would otherwise wait for ever breaks off when the API ends. Other answers are passed on whole: a stream
 * that nobody reads would delay the next build of this service worker.
 */
function untilEnded(response: Response, signal: AbortSignal): Response {
  if (response.body === null || !isStreamed(response.headers)) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}
