/** A tenth of the delay that users notice after a click, so that queued calls keep moving. */
const turnMs = 20;

/**
 * Resolves immediately, or if the thread has been busy for long, after everything else that waits for it.
 *
 * Work that waits only for itself, such as the statements of a PostgreSQL on the same thread, never yields on its own:
 * messages, timers and the disk would wait until it is done.
 */
export function createYield(now: () => number = () => performance.now()): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let resume = () => {};
  port1.onmessage = () => resume();
  let begunAt = now();
  let waiting: Promise<void> | null = null;
  return () => {
    if (waiting !== null) return waiting;
    if (now() - begunAt < turnMs) return Promise.resolve();
    waiting = new Promise<void>((resolve) => {
      resume = () => {
        begunAt = now();
        waiting = null;
        resolve();
      };
    });
    // Not a timer, which browsers delay by at least four milliseconds.
    port2.postMessage(null);
    return waiting;
  };
}
