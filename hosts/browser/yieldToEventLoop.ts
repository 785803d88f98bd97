/** As long as somebody may wait before a click seems not to have been noticed; a tenth of it keeps a queue of calls moving. */
const turnMs = 20;

/**
 * Resolves at once, or after everything else that has come to this thread meanwhile, should it have been busy for long.
 *
 * What only waits for itself, such as one statement after another of a PostgreSQL on the same thread, never gives way by
 * itself: messages, timers and the disk would wait until all of it is done.
 */
export function turnGiver(now: () => number = () => performance.now()): () => Promise<void> {
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
    // Not a timer, which browsers hold back by four milliseconds each.
    port2.postMessage(null);
    return waiting;
  };
}
