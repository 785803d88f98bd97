/**
 * The worker that is the server. All tabs share one, because two must not write one database.
 *
 * A script of its own, which the page asks for before its own scripts (tools/vite.mjs): the worker has the longest way
 * to go. Messages wait in the port until somebody listens.
 */
export const port: MessagePort = openPort();

function openPort(): MessagePort {
  if ("SharedWorker" in globalThis)
    return new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }).port;
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }).postMessage(null, [port2]);
  return port1;
}
