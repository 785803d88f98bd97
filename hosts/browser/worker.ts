import type { Log } from "#api/ports.ts";
import { blocksDatabaseName } from "#hosts/browser/blockStore.ts";
import { keysDatabaseName } from "#hosts/browser/cipherKey.ts";
import { startDownloads } from "#hosts/browser/downloads.ts";
import { filesDatabaseName } from "#hosts/browser/files.ts";
import { idbRequest } from "#hosts/browser/idbRequest.ts";
import type { BrowserApp } from "#hosts/browser/startBrowserApp.ts";
import {
  databaseName,
  type WorkerFailure,
  type WorkerOrder,
  type WorkerReady,
  type WorkerReply,
  type WorkerRequest,
  type WorkerReset,
} from "#hosts/browser/workerMessages.ts";

// One file for both kinds of workers: shared by all tabs if the browser supports it, otherwise one per page. TypeScript
// checks it with the page's types, so the worker's own globals are declared here.
type WorkerScope = {
  onconnect: (event: MessageEvent) => void;
  onmessage: (event: MessageEvent) => void;
  close: () => void;
};
const scope = self as unknown as WorkerScope;
const consoleLog: Log = {
  info: () => {},
  warn: (event, facts) => console.warn(event, facts),
  error: (event, facts) => console.error(event, facts),
};
const app = holdDatabase().then(openApp);

/** The database needs little of our code but a long download, so it starts before the rest of our code is loaded. */
async function openApp(): Promise<BrowserApp> {
  const downloads = startDownloads();
  const [database, { startBrowserApp }] = await Promise.all([
    import("#hosts/browser/openDatabase.ts").then(({ openDatabase }) => openDatabase(downloads, consoleLog)),
    import("#hosts/browser/startBrowserApp.ts"),
  ]);
  return startBrowserApp(database, consoleLog);
}

function serve(port: MessagePort) {
  app.then(
    () => port.postMessage({ ready: true } satisfies WorkerReady),
    (error: unknown) => port.postMessage({ failure: String(error) } satisfies WorkerFailure),
  );
  port.onmessage = async ({ data }: MessageEvent<WorkerRequest | WorkerOrder>) => {
    if ("order" in data) {
      await forget();
      port.postMessage({ reset: true } satisfies WorkerReset);
      return scope.close();
    }
    const { id, reply } = await answer(await app, data);
    port.postMessage({ id, reply } satisfies WorkerReply, reply?.body ? [reply.body] : []);
  };
}

/**
 * Two workers must not write the same database. The lock lasts as long as this worker; the browser releases it with the
 * worker.
 */
async function holdDatabase(): Promise<void> {
  const isHeld = await new Promise<boolean>((held) => {
    void navigator.locks.request(databaseName, { ifAvailable: true }, (lock) => {
      held(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    });
  });
  if (!isHeld) throw new Error("already_open");
}

async function answer(
  { api, keep }: BrowserApp,
  { id, url, method, headers, body }: WorkerRequest,
): Promise<WorkerReply> {
  const request = new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body });
  const response = await api.answer(request, { address: "127.0.0.1", requestId: crypto.randomUUID() });
  if (response === null) return { id, reply: null };
  // The browser ends this worker with its last page, so a change must be stored before its response is sent.
  if (method !== "GET") await keep();
  const bytes = response.body === null ? null : await response.arrayBuffer();
  return { id, reply: { status: response.status, headers: [...response.headers], body: bytes } };
}

async function forget(): Promise<void> {
  // A database that could not be opened, such as one of an older release, must still be deletable.
  await app.then((opened: BrowserApp) => opened.close()).catch(() => {});
  for (const name of [blocksDatabaseName, filesDatabaseName, keysDatabaseName])
    await idbRequest(indexedDB.deleteDatabase(name));
}

// A shared worker gets an event per page, any other gets its page's port (openWorker.ts).
scope.onconnect = scope.onmessage = ({ ports }) => serve(ports[0]!);
