/** The messages between a page and the worker with the API. Bodies are transferred, not copied. */
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

/** Asks the worker to delete everything and end. It answers with `reset` when nothing is left. */
export type WorkerOrder = { readonly order: "reset" };
export type WorkerReset = { readonly reset: true };

/**
 * Sent to every page once the API is ready. Until then a page shows its splash: starting does not count as a slow
 * response.
 */
export type WorkerReady = { readonly ready: true };

/** Sent once, when the worker could not start at all. */
export type WorkerFailure = { readonly failure: string };

/** The name of the one database that all tabs share. */
export const databaseName = "mizan";
