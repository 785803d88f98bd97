import { registerServiceWorker } from "#hosts/browser/registerServiceWorker.ts";
import { workerTransport } from "#hosts/browser/transport.ts";
import { takeFromAddress } from "#hosts/browser/till/state.ts";
import { showTill } from "#hosts/browser/till/screen.ts";

// Set by the build (tools/till.mjs). In the browser host: the script that opens the worker with the API.
declare const __WORKER_OPENER__: string | null;

/** The network, or in the browser host the API in the worker that all pages share. */
async function connect(): Promise<(request: Request) => Promise<Response>> {
  if (__WORKER_OPENER__ === null) return (request) => fetch(request);
  const { port } = (await import(__WORKER_OPENER__)) as { port: MessagePort };
  const { transport, whenStarted } = workerTransport(port);
  await whenStarted;
  return transport;
}

if (location.pathname === "/till") location.replace("/till/");
else {
  takeFromAddress(new URL(location.href));
  // So that the page opens without a connection.
  await registerServiceWorker("/till/serviceWorker.js", "/till/").catch((error: unknown) =>
    console.warn("the till can’t be opened offline", error),
  );
  showTill(document.querySelector<HTMLElement>("#till")!, await connect());
}
