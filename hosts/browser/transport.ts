import type { Transport } from "#web/call.ts";
import type {
  WorkerAbort,
  WorkerFailure,
  WorkerReady,
  WorkerReply,
  WorkerRequest,
  WorkerReset,
} from "#hosts/browser/workerMessages.ts";

type PendingRequest = {
  readonly resolve: (reply: WorkerReply["reply"]) => void;
  readonly reject: (error: Error) => void;
};

export type WorkerApi = {
  readonly transport: Transport;
  /** The worker has started, or failed to: then this is null, and calls fail with the reason. */
  readonly whenStarted: Promise<WorkerReady | null>;
  readonly whenReset: Promise<void>;
  /** Fails all calls, present and later ones. */
  readonly fail: (reason: Error) => void;
};

type TransportOptions = {
  /** Whether responses of `text/csv` and event streams may arrive in pieces, as over a network. */
  readonly takesStream?: boolean;
};

/** Sends requests to the API in the worker, or to the network if the worker has no such operation. */
export function workerTransport(port: MessagePort, { takesStream = false }: TransportOptions = {}): WorkerApi {
  const pending = new Map<number, PendingRequest>();
  let confirmStart = (_: WorkerReady | null) => {};
  const whenStarted = new Promise<WorkerReady | null>((resolve) => {
    confirmStart = resolve;
  });
  let confirmReset = () => {};
  const whenReset = new Promise<void>((resolve) => {
    confirmReset = resolve;
  });
  let failure: Error | null = null;
  let lastId = 0;
  const fail = (reason: Error) => {
    failure = reason;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
    confirmStart(null);
  };
  port.onmessage = ({ data }: MessageEvent<WorkerReply | WorkerFailure | WorkerReady | WorkerReset>) => {
    if ("ready" in data) return confirmStart(data);
    if ("reset" in data) return confirmReset();
    if ("failure" in data) return fail(new Error(data.failure));
    pending.get(data.id)?.resolve(data.reply);
    pending.delete(data.id);
  };
  const transport: Transport = async (request) => {
    if (failure !== null) throw failure;
    if (new URL(request.url).origin !== location.origin) return fetch(request);
    // For the network, in case the worker has no such operation: the worker consumes the other copy's body.
    const untouched = request.clone();
    const body = request.body === null ? null : await request.arrayBuffer();
    const id = ++lastId;
    const message: WorkerRequest = {
      id,
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body,
      takesStream,
    };
    const answered = new Promise<WorkerReply["reply"]>((resolve, reject) => pending.set(id, { resolve, reject }));
    port.postMessage(message, body === null ? [] : [body]);
    const reply = await Promise.race([answered, aborted(request)])
      .catch((error: unknown) => {
        port.postMessage({ abort: id } satisfies WorkerAbort);
        throw error;
      })
      .finally(() => pending.delete(id));
    if (reply === null) return fetch(untouched);
    return new Response(reply.body, {
      status: reply.status,
      headers: reply.headers.map(([name, value]) => [name, value]),
    });
  };
  return { transport, whenStarted, whenReset, fail };
}

/**
 * No network lies between the page and its worker, so a call that takes long is not lost: the machine is busy. It is
 * given up later than a call to a server.
 */
const extraMs = 20_000;

const aborted = ({ signal }: Request) =>
  new Promise<never>((_, reject) => {
    const giveUp = () => {
      const reason = signal.reason as Error;
      if (reason.name === "TimeoutError") setTimeout(() => reject(reason), extraMs);
      else reject(reason);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
  });
