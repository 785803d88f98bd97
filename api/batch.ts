type PendingKey<Asked, Found> = {
  readonly asked: Asked;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** No call waits longer than this for an earlier statement, which may be stuck. */
const patienceMs = 20;

/**
 * One statement for simultaneous calls: while a statement runs, new calls are collected for the next one. So each call
 * gets data that was read after it came. A single call does not wait.
 *
 * `read` returns its results in the order of its arguments.
 */
export function batch<Asked, Found>(
  read: (requested: readonly Asked[]) => Promise<readonly (Found | undefined)[]>,
): (requested: Asked) => Promise<Found | undefined> {
  let waiting: PendingKey<Asked, Found>[] = [];
  let underWay = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const send = async () => {
    const now = waiting;
    waiting = [];
    clearTimeout(patience);
    patience = undefined;
    underWay++;
    try {
      const found = await read(now.map(({ asked }) => asked));
      for (let place = 0; place < now.length; place++) now[place]!.resolve(found[place]);
    } catch (error) {
      for (const { reject } of now) reject(error);
    }
    underWay--;
    if (waiting.length > 0) void send();
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (underWay === 0) void send();
      else patience ??= setTimeout(() => void send(), patienceMs);
    });
}

/**
 * Simultaneous calls with the same key share one `read`. As with `batch`, each call gets data that was read after it
 * came.
 */
export function shared<Found>(): (key: string, read: () => Promise<Found>) => Promise<Found> {
  type Ask = (read: () => Promise<Found>) => Promise<Found | undefined>;
  const byKey = new Map<string, { readonly ask: Ask; asking: number }>();
  return async (key, read) => {
    const known = byKey.get(key) ?? { ask: batch<() => Promise<Found>, Found>(readOnce), asking: 0 };
    byKey.set(key, known);
    known.asking++;
    try {
      return (await known.ask(read)) as Found;
    } finally {
      if (--known.asking === 0) byKey.delete(key);
    }
  };
}

/** The calls have the same key, so any of their functions will do. */
async function readOnce<Found>(requested: readonly (() => Promise<Found>)[]): Promise<Found[]> {
  const found = await requested[0]!();
  return requested.map(() => found);
}
