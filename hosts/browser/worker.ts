import type { Log } from "#api/ports.ts";
import { blocksDatabaseName } from "#hosts/browser/blockStore.ts";
import { keysDatabaseName } from "#hosts/browser/cipherKey.ts";
import { startDownloads } from "#hosts/browser/downloads.ts";
import { filesDatabaseName } from "#hosts/browser/files.ts";
import { idbRequest } from "#hosts/browser/idbRequest.ts";
import type { BrowserApp } from "#hosts/browser/startBrowserApp.ts";
import {
  databaseName,
  isStreamed,
  type ClientConnection,
  type WorkerAbort,
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
/** Released with this worker, so that a client notices. */
const workerLock = `mizan.worker.${crypto.randomUUID()}`;
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
    () => port.postMessage({ ready: true, lock: workerLock } satisfies WorkerReady),
    (error: unknown) => port.postMessage({ failure: String(error) } satisfies WorkerFailure),
  );
  const aborts = new Map<number, AbortController>();
  port.onmessage = async ({
    data,
    ports,
  }: MessageEvent<WorkerRequest | WorkerAbort | WorkerOrder | ClientConnection>) => {
    if ("connect" in data) return serve(ports[0]!);
    if ("abort" in data) return aborts.get(data.abort)?.abort();
    if ("order" in data) {
      await forget();
      port.postMessage({ reset: true } satisfies WorkerReset);
      return scope.close();
    }
    const { id, takesStream } = data;
    const aborted = new AbortController();
    aborts.set(id, aborted);
    const response = await answer(await app, data, aborted.signal);
    aborts.delete(id);
    await send(port, id, { response, takesStream });
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
  await new Promise<void>((held) => {
    void navigator.locks.request(workerLock, () => {
      held();
      return new Promise(() => {});
    });
  });
}

async function answer(
  { api, keep }: BrowserApp,
  { url, method, headers, body }: WorkerRequest,
  signal: AbortSignal,
): Promise<Response | null> {
  const request = new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body, signal });
  const response = await api.answer(request, { address: "127.0.0.1", requestId: crypto.randomUUID() });
  // The browser ends this worker with its last page, so a change must be stored before its response is sent.
  if (response !== null && method !== "GET") await keep();
  return response;
}

type Sendable = { readonly response: Response | null; readonly takesStream: boolean };

async function send(port: MessagePort, id: number, { response, takesStream }: Sendable): Promise<void> {
  if (response === null) return port.postMessage({ id, reply: null } satisfies WorkerReply);
  const head = { status: response.status, headers: [...response.headers] };
  const { body } = response;
  if (takesStream && body !== null && isStreamed(response.headers)) {
    try {
      return port.postMessage({ id, reply: { ...head, body } } satisfies WorkerReply, [body]);
    } catch {
      // This browser can't transfer streams, and left this one unread.
    }
  }
  const bytes = body === null ? null : await response.arrayBuffer();
  port.postMessage({ id, reply: { ...head, body: bytes } } satisfies WorkerReply, bytes === null ? [] : [bytes]);
}

async function forget(): Promise<void> {
  // A database that could not be opened, such as one of an older release, must still be deletable.
  await app.then((opened: BrowserApp) => opened.close()).catch(() => {});
  for (const name of [blocksDatabaseName, filesDatabaseName, keysDatabaseName])
    await idbRequest(indexedDB.deleteDatabase(name));
}

// A shared worker gets an event per page, any other gets its page's port (openWorker.ts).
scope.onconnect = scope.onmessage = ({ ports }) => serve(ports[0]!);
