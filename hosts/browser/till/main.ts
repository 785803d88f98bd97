import { workerTransport } from "#hosts/browser/transport.ts";
import { showTill } from "#hosts/browser/till/screen.ts";

// Set by the build (tools/till.mjs). In the browser host: the script that opens the worker with the API.
declare const __WORKER_OPENER__: string | null;

type Policy = { readonly createScriptURL: (url: string) => string };
type PolicyFactory = { readonly createPolicy: (name: string, policy: Policy) => Policy };

/** The network, or in the browser host the API in the worker that all pages share. */
async function connect(): Promise<(request: Request) => Promise<Response>> {
  if (__WORKER_OPENER__ === null) return (request) => fetch(request);
  const { port } = (await import(__WORKER_OPENER__)) as { port: MessagePort };
  const { transport, whenStarted } = workerTransport(port);
  await whenStarted;
  return transport;
}

/** So that the page opens without a connection. Not on a page without TLS, where browsers have no service workers. */
async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const path = "/till/serviceWorker.js";
  // The server's policy wants script addresses to come from a named place.
  const policy = trustedTypes?.createPolicy("mizan-till", { createScriptURL: (url) => url });
  await navigator.serviceWorker.register(policy ? policy.createScriptURL(path) : path, { scope: "/till/" });
}

if (location.pathname === "/till") location.replace("/till/");
else {
  await registerServiceWorker().catch((error: unknown) => console.warn("the till can’t be opened offline", error));
  showTill(document.querySelector<HTMLElement>("#till")!, await connect());
}
