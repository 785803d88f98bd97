import type { Transport } from "#web/call.ts";
import { workerTransport } from "#hosts/browser/transport.ts";
import type { WorkerOrder } from "#hosts/browser/wire.ts";

/** The API in this browser: how to reach it, and how to begin afresh. */
export type InBrowserApi = {
  readonly transport: Transport;
  readonly whenStarted: Promise<void>;
  /** Forgets everything this demonstration kept in this browser, then loads the page anew. */
  readonly reset: () => Promise<void>;
};

/** Starts the API in a worker. All tabs share one, because two must not write one database. */
export function startInBrowserApi(): InBrowserApi {
  const port = openPort();
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

function openPort(): MessagePort | Worker {
  if (!("SharedWorker" in globalThis))
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" });
  const { port } = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" });
  port.start();
  return port;
}
