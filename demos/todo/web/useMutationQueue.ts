import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { secondMs } from "#base/time.ts";
import { isPassing } from "#web/call.ts";
import { createStore, type Store } from "#web/store.ts";

/** The person no longer wants it sent. */
export class Discarded extends Error {}

/** A step that nobody answered, until the next try. */
type Waiting = { readonly error: unknown; readonly tryAgain: () => void; readonly discard: () => void };

/** Between two tries at most. */
const pauseMaxMs = 30 * secondMs;

/**
 * Sends until somebody answers. Throws what was decided, or `Discarded`.
 *
 * It is tried again after one second, two, four and so on, as soon as there is a network again, and when the person asks.
 */
export async function sendUntilAnswered<Answer>(
  queryClient: QueryClient,
  step: object,
  send: (isAgain: boolean) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly isAgain: boolean }> {
  const { waiting, discarded } = unsentOf(queryClient);
  let mine: Waiting | null = null;
  const waitAs = (next: Waiting | null) => {
    if (mine !== next) waiting.change([...waiting.read().filter((one) => one !== mine), ...(next ? [next] : [])]);
    mine = next;
  };
  try {
    for (let tries = 0; ; tries += 1) {
      if (discarded.has(step)) throw new Discarded();
      try {
        return { answer: await send(tries > 0), isAgain: tries > 0 };
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(Math.min(secondMs * 2 ** tries, pauseMaxMs), (ways) => waitAs({ error, ...ways }));
      }
    }
  } finally {
    waitAs(null);
  }
}

function pause(ms: number, offer: (ways: Omit<Waiting, "error">) => void): Promise<void> {
  const ended = new AbortController();
  const over = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    ended.signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", () => resolve(), { signal: ended.signal });
    offer({ tryAgain: resolve, discard: () => reject(new Discarded()) });
  });
  return over.finally(() => ended.abort());
}

type Unsent = {
  readonly waiting: Store<readonly Waiting[]>;
  /** Not even to be tried: they came after one that was discarded, and may stand on it. */
  readonly discarded: WeakSet<object>;
};

const unsent = new WeakMap<QueryClient, Unsent>();

/** The cache is one person's, and so is what they have not sent yet. */
function unsentOf(queryClient: QueryClient): Unsent {
  const known = unsent.get(queryClient) ?? { waiting: createStore<readonly Waiting[]>([]), discarded: new WeakSet() };
  unsent.set(queryClient, known);
  return known;
}

/** What nobody answers at this moment, if there is anything: why, and what can be done about it. */
export function useMutationQueue(pending: () => readonly object[]) {
  const queryClient = useQueryClient();
  const { waiting, discarded } = unsentOf(queryClient);
  const all = useSyncExternalStore(waiting.subscribe, waiting.read);
  return useMemo(() => {
    if (all.length === 0) return null;
    return {
      error: all[0]!.error,
      tryAgain: () => all.forEach((one) => one.tryAgain()),
      /** With all that waits behind it. */
      discard: () => {
        for (const step of pending()) discarded.add(step);
        all.forEach((one) => one.discard());
      },
    };
  }, [all, discarded, pending]);
}
