/** What travels between a page and the worker that holds the API. Bodies are moved, not copied. */
export type WorkerRequest = {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
};

/** `reply` is null when no operation has this path: the request belongs to the network. */
export type WorkerReply = {
  readonly id: number;
  readonly reply: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ArrayBuffer | null;
  } | null;
};

/** Asks the worker to forget everything and end. It answers with `reset` when nothing is left. */
export type WorkerOrder = { readonly order: "reset" };
export type WorkerReset = { readonly reset: true };

/** Sent to every page once the API answers. Until then a page shows its splash: a start is not a slow answer. */
export type WorkerReady = { readonly ready: true };

/** Sent once, when the worker could not start at all. */
export type WorkerFailure = { readonly failure: string };

/** Under this name all tabs share the one database. */
export const databaseName = "mizan";
