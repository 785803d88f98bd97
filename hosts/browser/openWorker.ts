import { type ClientConnection, pageLockPrefix, type WorkerFailure } from "#hosts/browser/workerMessages.ts";

/**
 * The worker that is the server. All tabs share one, because two must not write the same database.
 *
 * A separate script that the page requests before its own scripts (tools/vite.mjs), because the worker takes the
 * longest to start. Messages wait in the port until it listens.
 */
export const port: MessagePort = openPort();
connectServiceWorker();

function openPort(): MessagePort {
  if ("SharedWorker" in globalThis)
    return new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }).port;
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }).postMessage(null, [port2]);
  return port1;
}

/** Lets the service worker know that this page is open, and connects it with the API. */
function connectServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<ClientConnection>) => {
    if (data.connect) port.postMessage(data, [...ports]);
  });
  navigator.serviceWorker.startMessages();
  const failed = new Promise<void>((resolve) => {
    port.addEventListener("message", ({ data }: MessageEvent<WorkerFailure | object>) => {
      if ("failure" in data) resolve();
    });
  });
  void navigator.locks.request(`${pageLockPrefix}${crypto.randomUUID()}`, () => failed);
}
