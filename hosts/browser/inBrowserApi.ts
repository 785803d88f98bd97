import type { Transport } from "#web/call.ts";
import { filesDatabaseName } from "#hosts/browser/files.ts";
import { workerTransport } from "#hosts/browser/transport.ts";
import { databaseName } from "#hosts/browser/wire.ts";

/** Starts the API in a worker. All tabs share one, because two must not write one database. */
export function startInBrowserApi(): Transport {
  if ("SharedWorker" in globalThis) {
    const { port } = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" });
    port.start();
    return workerTransport(port);
  }
  return workerTransport(new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mizan" }));
}

/** Forgets everything this demonstration kept in this browser, and starts afresh. */
export async function resetInBrowserApi(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of [`/pglite/${databaseName}`, filesDatabaseName]) indexedDB.deleteDatabase(name);
  location.assign("/");
}
