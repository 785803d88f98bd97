import type { QueryClient } from "@tanstack/react-query";
import { secondMs } from "#base/time.ts";
import { isPassing } from "#web/call.ts";
import { createStore, type Store } from "#web/store.ts";

/** The person no longer wants it sent. */
export class Discarded extends Error {}

/** A mutation without an answer, until the next try. */
type QueuedMutation = { readonly error: unknown; readonly retry: () => void; readonly discard: () => void };

/** Between two tries at most. */
const pauseMaxMs = 30 * secondMs;

/**
 * Sends until the server answers. Throws the refusal, or `Discarded`.
 *
 * It is tried again after one second, two, four and so on, as soon as there is a network again, and when the person asks.
 */
export async function sendUntilAnswered<Answer>(
  queryClient: QueryClient,
  queueName: string,
  mutation: object,
  send: (isRetry: boolean) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly isRetry: boolean }> {
  const { waiting, discarded } = unansweredOf(queryClient, queueName);
  let mine: QueuedMutation | null = null;
  const waitAs = (next: QueuedMutation | null) => {
    if (mine !== next) waiting.change([...waiting.read().filter((one) => one !== mine), ...(next ? [next] : [])]);
    mine = next;
  };
  try {
    for (let tries = 0; ; tries += 1) {
      if (discarded.has(mutation)) throw new Discarded();
      try {
        return { answer: await send(tries > 0), isRetry: tries > 0 };
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(Math.min(secondMs * 2 ** tries, pauseMaxMs), (ways) => waitAs({ error, ...ways }));
      }
    }
  } finally {
    waitAs(null);
  }
}

function pause(ms: number, offer: (ways: Omit<QueuedMutation, "error">) => void): Promise<void> {
  const ended = new AbortController();
  const over = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    ended.signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", () => resolve(), { signal: ended.signal });
    offer({ retry: resolve, discard: () => reject(new Discarded()) });
  });
  return over.finally(() => ended.abort());
}

type Unanswered = {
  readonly waiting: Store<readonly QueuedMutation[]>;
  /** Not to be tried any more: they were made after one that was discarded, and may depend on it. */
  readonly discarded: WeakSet<object>;
};

const unanswered = new WeakMap<QueryClient, Map<string, Unanswered>>();

/** Of one queue. The cache is one person's, and so is what they have not sent yet. */
export function unansweredOf(queryClient: QueryClient, queueName: string): Unanswered {
  const byQueue = unanswered.get(queryClient) ?? new Map<string, Unanswered>();
  unanswered.set(queryClient, byQueue);
  const known = byQueue.get(queueName) ?? {
    waiting: createStore<readonly QueuedMutation[]>([]),
    discarded: new WeakSet(),
  };
  byQueue.set(queueName, known);
  return known;
}
