import type { Transport } from "#web/call.ts";
import { port } from "#hosts/browser/openWorker.ts";
import { workerTransport } from "#hosts/browser/transport.ts";
import type { WorkerOrder } from "#hosts/browser/workerMessages.ts";

/** The API in this browser: how to reach it, and how to begin afresh. */
export type InBrowserApi = {
  readonly transport: Transport;
  readonly whenStarted: Promise<void>;
  /** Forgets everything this demonstration kept in this browser, then loads the page anew. */
  readonly reset: () => Promise<void>;
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
  return { transport, whenStarted, reset };
}
