import type { Transport } from "#web/call.ts";
import { port } from "#hosts/browser/openWorker.ts";
import { registerServiceWorker } from "#hosts/browser/registerServiceWorker.ts";
import { workerTransport } from "#hosts/browser/transport.ts";
import type { WorkerOrder } from "#hosts/browser/workerMessages.ts";

/** The API in this browser: how to call it, and how to reset it. */
export type InBrowserApi = {
  readonly transport: Transport;
  readonly whenStarted: Promise<unknown>;
  /** Deletes everything that this demonstration stored in this browser, then reloads the page. */
  readonly reset: () => Promise<void>;
  /** Lets every other client of this site call the API, by a service worker. */
  readonly serveOtherClients: () => Promise<void>;
};

/** The API in the worker. */
export function startInBrowserApi(): InBrowserApi {
  const { transport, whenStarted, whenReset } = workerTransport(port);
  const reset = async () => {
    port.postMessage({ order: "reset" } satisfies WorkerOrder);
    await whenReset;
    localStorage.clear();
    sessionStorage.clear();
    location.assign("/");
  };
  return { transport, whenStarted, reset, serveOtherClients };
}

async function serveOtherClients(): Promise<void> {
  const reason = await registerServiceWorker("/service-worker.js", "/").then(
    (isRegistered) => (isRegistered ? null : "This browser has no service worker here."),
    (error: unknown) => error,
  );
  if (reason !== null) console.warn("Mizan works, but only its own pages can call its API in this browser.", reason);
}
