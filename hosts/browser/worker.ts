import type { Log } from "#api/ports.ts";
import { requestIdOf } from "#api/requestId.ts";
import { blocksDatabaseName } from "#hosts/browser/blockStore.ts";
import { keysDatabaseName } from "#hosts/browser/cipherKey.ts";
import { startDownloads } from "#hosts/browser/downloads.ts";
import { filesDatabaseName } from "#hosts/browser/files.ts";
import { idbRequest } from "#web/offline/idbRequest.ts";
import type { BrowserApp } from "#hosts/browser/startBrowserApp.ts";
import {
  databaseName,
  isEndless,
  isLarge,
  isStreamed,
  type ClientConnection,
  type ClientLock,
  type WorkerAbort,
  type WorkerFailure,
  type WorkerOrder,
  type WorkerPiece,
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
  }: MessageEvent<WorkerRequest | WorkerAbort | WorkerOrder | ClientConnection | ClientLock>) => {
    if ("connect" in data) return serve(ports[0]!);
    if ("client" in data) return whenReleased(data.client, () => aborts.forEach((abort) => abort.abort()));
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
    const mayTransfer = takesStream && response !== null && !isEndless(response.headers);
    const isTransferred = mayTransfer && sendStream(port, id, response);
    if (!isTransferred && response?.body && (isEndless(response.headers) || isLarge(response.headers)))
      await sendPieces(port, id, response, aborted.signal);
    else if (!isTransferred) await send(port, id, response);
    aborts.delete(id);
  };
}

const whenReleased = (name: string, act: () => void) =>
  void navigator.locks.request(name, { mode: "shared" }, act).catch(() => {});

/** Sends a body as it is written, until it ends or its client goes away. */
async function sendPieces(port: MessagePort, id: number, response: Response, signal: AbortSignal): Promise<void> {
  const head = { status: response.status, headers: [...response.headers] };
  port.postMessage({ id, reply: { ...head, body: "pieces" } } satisfies WorkerReply);
  const reader = response.body!.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  for (;;) {
    const { value, brokeOff } = await reader.read().then(
      ({ value: piece }) => ({ value: piece, brokeOff: undefined }),
      (error: unknown) => ({ value: undefined, brokeOff: String(error) }),
    );
    port.postMessage({
      id,
      piece: value ?? null,
      ...(brokeOff === undefined ? {} : { brokeOff }),
    } satisfies WorkerPiece);
    if (value === undefined) return;
  }
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
  const response = await api.answer(request, { address: "127.0.0.1", requestId: requestIdOf(request.headers) });
  // The browser ends this worker with its last page, so a change must be stored before its response is sent.
  if (response !== null && method !== "GET") await keep();
  return response;
}

/** Answers false if the browser can't transfer streams; the body is then unread. */
function sendStream(port: MessagePort, id: number, { status, headers, body }: Response): boolean {
  if (body === null || !isStreamed(headers)) return false;
  try {
    port.postMessage({ id, reply: { status, headers: [...headers], body } } satisfies WorkerReply, [body]);
    return true;
  } catch {
    return false;
  }
}

async function send(port: MessagePort, id: number, response: Response | null): Promise<void> {
  if (response === null) return port.postMessage({ id, reply: null } satisfies WorkerReply);
  const head = { status: response.status, headers: [...response.headers] };
  const bytes = response.body === null ? null : await response.arrayBuffer();
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
