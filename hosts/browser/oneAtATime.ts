/** Never runs `work` twice at the same time. Calls during a run wait for one more run, which they share. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  const start = () => {
    next = null;
    const run = work();
    running = run.catch(() => {});
    return run;
  };
  return () => (next ??= running.then(start));
}
