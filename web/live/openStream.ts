import { lastEventHeader } from "#base/eventCursor.ts";
import { heartbeatMs } from "#base/live.ts";
import { secondMs } from "#base/time.ts";
import type { Transport } from "#web/call.ts";
import { type Frame, readFrames } from "#web/live/readFrames.ts";

type StreamInput = {
  readonly transport: Transport;
  readonly url: string;
  /** The place to continue after; null: from now on. */
  readonly lastEventId: string | null;
  readonly onFrame: (frame: Frame, lastEventId: string | null) => void;
};

const retryMinMs = secondMs;
const retryMaxMs = 30 * secondMs;
/** A stream that does not even send its comments has broken off. */
const silenceMaxMs = 2.4 * heartbeatMs;

/** Receives the event stream, again and again after it ends. Returns the function that stops it. */
export function openStream({ transport, url, onFrame, ...from }: StreamInput): () => void {
  const stopped = new AbortController();
  let { lastEventId } = from;
  let failures = 0;
  const receive = async () => {
    const silence = abortedAfter(silenceMaxMs, stopped.signal);
    const headers = new Headers(lastEventId === null ? {} : { [lastEventHeader]: lastEventId });
    try {
      const response = await transport(new Request(url, { headers, signal: silence.signal }));
      // Its session is over, or something has to be done first: the shell says so, and starts another stream then.
      if (response.status === 401 || response.status === 403) return stopped.abort();
      if (!response.ok || response.body === null) return;
      for await (const received of readFrames(response.body, silence.signal)) {
        silence.restart();
        failures = 0;
        lastEventId = received.lastEventId ?? lastEventId;
        if (received.frame !== null && !stopped.signal.aborted) onFrame(received.frame, lastEventId);
      }
    } finally {
      silence.stop();
    }
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      await receive().catch(() => {});
      await pauseBefore(Math.min(retryMaxMs, retryMinMs * 2 ** failures++), stopped.signal);
    }
  };
  void run();
  return () => stopped.abort();
}

/** A signal that is aborted by `outer`, or when `restart` was not called for a while. */
function abortedAfter(ms: number, outer: AbortSignal) {
  const inner = new AbortController();
  const abort = () => inner.abort();
  outer.addEventListener("abort", abort, { once: true });
  let timer = setTimeout(abort, ms);
  return {
    signal: inner.signal,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, ms);
    },
    stop: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", abort);
    },
  };
}

/** Half of it to all of it, so that all clients of a server do not return at once; less if the network comes back. */
const pauseBefore = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms * (0.5 + Math.random() / 2));
    addEventListener("online", end);
    signal.addEventListener("abort", end, { once: true });
  });
