import { workerTransport } from "#hosts/browser/transport.ts";
import { type ClientConnection, pageLockPrefix } from "#hosts/browser/workerMessages.ts";
import type { Transport } from "#web/call.ts";

/** The service worker's connection with the API, which lasts as long as the worker with the API. */
export type ApiConnection = {
  readonly transport: Transport;
  /** Aborted when the worker with the API has ended, with the last page of the product or with its own page. */
  readonly ended: AbortSignal;
};

/** A window of the site, which may be a page without our code. */
export type PageClient = { readonly postMessage: (message: unknown, transfer: MessagePort[]) => void };

type FindWindows = () => Promise<readonly PageClient[]>;

/**
 * Keeps one connection, and opens it when it is needed: the browser ends an idle service worker with everything that it
 * has in memory. Answers null if no open page has a running API.
 */
export function apiConnector(findWindows: FindWindows): () => Promise<ApiConnection | null> {
  let current: Promise<ApiConnection | null> | null = null;
  return () => {
    if (current !== null) return current;
    const opened = openConnection(findWindows);
    const forget = () => {
      if (current === opened) current = null;
    };
    const watch = (connection: ApiConnection | null) =>
      connection === null ? forget() : connection.ended.addEventListener("abort", forget);
    void opened.then(watch, forget);
    return (current = opened);
  };
}

/**
 * Asks every window at the same time. If tabs share the worker with the API, all of them lead to it; where each has its
 * own, only one of those has the database. A window without our code never replies, so the locks tell whether to wait.
 */
async function openConnection(findWindows: FindWindows): Promise<ApiConnection | null> {
  const { held = [] } = await navigator.locks.query();
  const pageLocks = held.flatMap(({ name }) => (name?.startsWith(pageLockPrefix) ? [name] : []));
  const over = new AbortController();
  const allClosed = Promise.all(pageLocks.map((name) => whenReleased(name, over.signal))).then(() => null);
  const attempts = (await findWindows()).map((page) => connectThrough(page, over.signal));
  const opened = await Promise.race([allClosed, Promise.any(attempts).catch(() => null)]);
  over.abort();
  return opened;
}

async function connectThrough(page: PageClient, over: AbortSignal): Promise<ApiConnection> {
  const { port1, port2 } = new MessageChannel();
  const { transport, whenStarted, fail } = workerTransport(port1, { takesStream: true });
  page.postMessage({ connect: true } satisfies ClientConnection, [port2]);
  const ready = await whenStarted;
  if (ready === null || over.aborted) {
    port1.close();
    throw new Error("the API of this page does not run, or another page was faster");
  }
  const ended = new AbortController();
  const end = () => {
    const reason = new Error("the worker with the API has ended");
    ended.abort(reason);
    fail(reason);
    port1.close();
  };
  void whenReleased(ready.lock).then(end);
  return { transport, ended: ended.signal };
}

/** Resolves when the holder of a lock has ended; never if `signal` is aborted before. */
const whenReleased = (name: string, signal?: AbortSignal) =>
  new Promise<void>((released) => {
    navigator.locks.request(name, { mode: "shared", ...(signal ? { signal } : {}) }, () => released()).catch(() => {});
  });
