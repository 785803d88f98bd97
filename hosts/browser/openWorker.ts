/**
 * The worker that is the server. All tabs share one, because two must not write the same database.
 *
 * A separate script that the page requests before its own scripts (tools/vite.mjs), because the worker takes the
 * longest to start. Messages wait in the port until it listens.
 */
export const port: MessagePort = openPort();

function openPort(): MessagePort {
  if ("SharedWorker" in globalThis)
    return new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }).port;
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }).postMessage(null, [port2]);
  return port1;
}
