type Waiting<Asked, Found> = {
  readonly asked: Asked;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Nobody waits longer for a statement that was sent before; it may be stuck. */
const patienceMs = 20;

/**
 * One statement for what several calls ask at the same time: while one is under way, those that come are gathered for
 * the next. What it answers was therefore read after each of them asked. A call that comes alone waits for nothing.
 *
 * `read` answers in the order of what it was asked.
 */
export function batch<Asked, Found>(
  read: (asked: readonly Asked[]) => Promise<readonly (Found | undefined)[]>,
): (asked: Asked) => Promise<Found | undefined> {
  let waiting: Waiting<Asked, Found>[] = [];
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
 * One `read` for all who ask for the same, by its key, at the same time: as `gathered` does it, so each is told what was
 * read after it asked.
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

/** They all ask for the same, so any of them may read it. */
async function readOnce<Found>(asked: readonly (() => Promise<Found>)[]): Promise<Found[]> {
  const found = await asked[0]!();
  return asked.map(() => found);
}
