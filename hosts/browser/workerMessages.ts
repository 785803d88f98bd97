/** The messages between a client (a page or the service worker) and the worker with the API. Bodies are transferred, not copied. */
export type WorkerRequest = {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
  /** A response that is written as it is read may be answered as a stream. */
  readonly takesStream: boolean;
};

// `fileLimits.bytesMax`. Its module would make the service worker larger.
const wholeBytesMax = 20_971_520;

/** Whether a response with these headers is sent as it is written. */
export const isStreamed = (headers: Headers): boolean =>
  isLarge(headers) || /^text\/(?:csv|event-stream)/.test(headers.get("content-type") ?? "");

/** Whether a response with these headers is too large to be in memory: a file in parts (docs/decisions/0099). */
export const isLarge = (headers: Headers): boolean => Number(headers.get("content-length") ?? 0) > wholeBytesMax;

/** Whether a response with these headers ends only when its client wants it to. */
export const isEndless = (headers: Headers): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/** The caller no longer waits for the answer to this request, or for the rest of it. */
export type WorkerAbort = { readonly abort: number };

/**
 * The name of a lock that the client holds as long as it lives, sent first. The browser notifies nobody when it closes a
 * page: the worker ends its streams when it gets the lock.
 */
export type ClientLock = { readonly client: string };

/** `reply` is null when no operation has this path: the request belongs to the network. */
export type WorkerReply = {
  readonly id: number;
  readonly reply: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    /** `pieces`: it follows in `WorkerPiece`s. */
    readonly body: ArrayBuffer | ReadableStream<Uint8Array<ArrayBuffer>> | "pieces" | null;
  } | null;
};

/** The next piece of a body that is sent in pieces. Null: it has ended, or broke off. */
export type WorkerPiece = {
  readonly id: number;
  readonly piece: Uint8Array<ArrayBuffer> | null;
  readonly brokeOff?: string;
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
