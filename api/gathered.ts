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
export function gathered<Asked, Found>(
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
