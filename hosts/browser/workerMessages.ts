/** The messages between a client (a page or the service worker) and the worker with the API. Bodies are transferred, not copied. */
export type WorkerRequest = {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
  /** A file that is written as it is read may be answered as a stream. */
  readonly takesStream: boolean;
};

/** Whether a response with these headers is sent as it is written. */
export const isStreamed = (headers: Headers): boolean =>
  /^text\/(?:csv|event-stream)/.test(headers.get("content-type") ?? "");

/** The caller no longer waits for the answer to this request. */
export type WorkerAbort = { readonly abort: number };

/** `reply` is null when no operation has this path: the request belongs to the network. */
export type WorkerReply = {
  readonly id: number;
  readonly reply: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ArrayBuffer | ReadableStream<Uint8Array<ArrayBuffer>> | null;
  } | null;
};

/** Asks the worker to delete everything and end. It answers with `reset` when nothing is left. */
export type WorkerOrder = { readonly order: "reset" };
export type WorkerReset = { readonly reset: true };

/**
 * Sent to every client once the API is ready. Until then a page shows its splash: starting does not count as a slow
 * response. The worker holds the lock of this name as long as it lives.
 */
export type WorkerReady = { readonly ready: true; readonly lock: string };

/** Sent once, when the worker could not start at all. */
export type WorkerFailure = { readonly failure: string };

/**
 * Sent with a port by the service worker to a page, which passes both on to the worker with the API: a service worker
 * can't open it. The worker then answers on this port as it answers the page.
 */
export type ClientConnection = { readonly connect: true };

/**
 * Each open page of the product holds a lock with this prefix until its API fails, so that the service worker knows
 * whether there is one.
 */
export const pageLockPrefix = "mizan.page.";

/** The name of the one database that all tabs share. */
export const databaseName = "mizan";
