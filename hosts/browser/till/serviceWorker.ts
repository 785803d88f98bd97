// Keeps the till's files, so that it opens without a connection after its first visit. Calls of the API are never stored.

type ExtendableEvent = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
};
type Scope = {
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
};

const cacheName = "mizan-till";
const files = ["/till/", "/till/till.js", "/till/till.css"];
const scope = globalThis as unknown as Scope;

addEventListener("install", (event) => {
  const store = caches.open(cacheName).then((cache) => cache.addAll(files));
  (event as ExtendableEvent).waitUntil(store.then(() => scope.skipWaiting()));
});
addEventListener("activate", (event) => (event as ExtendableEvent).waitUntil(scope.clients.claim()));
addEventListener("fetch", (event) => {
  const { request, respondWith } = event as FetchEvent;
  const { origin, pathname } = new URL(request.url);
  const isOurs = request.method === "GET" && origin === location.origin && !pathname.startsWith("/api/");
  if (isOurs) respondWith.call(event, networkFirst(request));
});

/** The newest file, and the stored one if there is no connection. */
async function networkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored) return stored;
    throw error;
  }
}
