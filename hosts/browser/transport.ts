import type { Transport } from "#web/call.ts";
import type {
  ClientLock,
  WorkerAbort,
  WorkerFailure,
  WorkerPiece,
  WorkerReady,
  WorkerReply,
  WorkerRequest,
  WorkerReset,
} from "#hosts/browser/workerMessages.ts";

type PendingRequest = {
  readonly resolve: (reply: WorkerReply["reply"]) => void;
  readonly reject: (error: Error) => void;
};

type Body = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

export type WorkerApi = {
  readonly transport: Transport;
  /** The worker has started, or failed to: then this is null, and calls fail with the reason. */
  readonly whenStarted: Promise<WorkerReady | null>;
  readonly whenReset: Promise<void>;
  /** Fails all calls, present and later ones. */
  readonly fail: (reason: Error) => void;
};

type TransportOptions = {
  /** Whether responses that are written as they are read may arrive as streams, as over a network. */
  readonly takesStream?: boolean;
};

/** Sends requests to the API in the worker, or to the network if the worker has no such operation. */
export function workerTransport(port: MessagePort, { takesStream = false }: TransportOptions = {}): WorkerApi {
  const pending = new Map<number, PendingRequest>();
  const pieces = receivePieces((id) => port.postMessage({ abort: id } satisfies WorkerAbort));
  introduce(port);
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
    pieces.fail(reason);
    confirmStart(null);
  };
  port.onmessage = ({ data }: MessageEvent<WorkerReply | WorkerPiece | WorkerFailure | WorkerReady | WorkerReset>) => {
    if ("ready" in data) return confirmStart(data);
    if ("reset" in data) return confirmReset();
    if ("failure" in data) return fail(new Error(data.failure));
    if ("piece" in data) return pieces.take(data);
    pending
      .get(data.id)
      ?.resolve(data.reply?.body === "pieces" ? { ...data.reply, body: pieces.open(data.id) } : data.reply);
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
    request.signal.addEventListener("abort", () => pieces.breakOff(id, request.signal.reason), { once: true });
    return new Response(reply.body as Exclude<typeof reply.body, "pieces">, {
      status: reply.status,
      headers: reply.headers.map(([name, value]) => [name, value]),
    });
  };
  return { transport, whenStarted, whenReset, fail };
}

/** Lets the worker notice when this client is closed. */
function introduce(port: MessagePort): void {
  const client = `mizan.client.${crypto.randomUUID()}`;
  const introduced = () => {
    port.postMessage({ client } satisfies ClientLock);
    return new Promise(() => {});
  };
  void navigator.locks.request(client, introduced).catch(() => {});
}

/** The bodies that arrive in pieces. `abort` says that nobody waits for one any more. */
function receivePieces(abort: (id: number) => void) {
  const bodies = new Map<number, Body>();
  const end = (id: number, how: (body: Body) => void) => {
    const body = bodies.get(id);
    bodies.delete(id);
    if (body !== undefined) how(body);
  };
  return {
    open: (id: number) =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (body) => void bodies.set(id, body),
        cancel: () => end(id, () => abort(id)),
      }),
    take: ({ id, piece, brokeOff }: WorkerPiece) => {
      if (brokeOff !== undefined) end(id, (body) => body.error(new Error(brokeOff)));
      else if (piece === null) end(id, (body) => body.close());
      else bodies.get(id)?.enqueue(piece);
    },
    /** As a fetch does whose signal is aborted while its body arrives. */
    breakOff: (id: number, reason: unknown) =>
      end(id, (body) => {
        body.error(reason);
        abort(id);
      }),
    fail: (reason: Error) => {
      for (const id of bodies.keys()) end(id, (body) => body.error(reason));
    },
  };
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
