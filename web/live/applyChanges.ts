import type { Query, QueryClient } from "@tanstack/react-query";
import { clientOf } from "#base/eventCursor.ts";
import { type Change } from "#base/live.ts";
import { readsByName } from "#web/operations.ts";
import { clientId } from "#web/requestId.ts";

// Together 650 ms. Another process sends a change after a quarter of a second at most, and the read takes its time: the
// second of two quick changes is still shown within a second (shell.md, statement 37).
/** So that a thousand screens do not read again in the same instant. */
const jitterMs = 300;
/** A screen reads again at most this often, however much changes. */
const pauseMs = 350;

export type Refetcher = {
  readonly note: (change: Change) => void;
  /** Everything may have changed. */
  readonly noteAll: () => void;
  readonly stop: () => void;
};

/**
 * Makes the queries that show changed records read again: those on the screen soon, the others when they are needed. A
 * hidden tab reads nothing until it is shown.
 */
export function createRefetcher(queryClient: QueryClient): Refetcher {
  let pending: Change[] = [];
  let isAll = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = -Infinity;
  const flush = () => {
    const [changes, concernsAll] = [pending, isAll];
    [pending, isAll, timer, flushedAt] = [[], false, undefined, performance.now()];
    const isVisible = document.visibilityState === "visible";
    const predicate = (query: Query) =>
      concernsAll || changes.some((change) => concerns(change, query) && !isKnown(change, query));
    void queryClient.invalidateQueries({ predicate, refetchType: isVisible ? "active" : "none" });
  };
  const schedule = () => {
    const wait = Math.max(0, flushedAt + pauseMs - performance.now());
    timer ??= setTimeout(flush, wait + Math.random() * jitterMs);
  };
  return {
    note: (change) => {
      pending.push(change);
      schedule();
    },
    noteAll: () => {
      isAll = true;
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether a query shows one of the records. */
export function concerns({ resource, ids }: Change, { queryKey: [name, input] }: Pick<Query, "queryKey">): boolean {
  return (readsByName.get(name) ?? []).some((reads) => {
    if (reads.resource !== resource) return false;
    const id = reads.id === undefined ? undefined : (input as Record<string, unknown> | undefined)?.[reads.id];
    return ids === null || typeof id !== "string" || ids.includes(id);
  });
}

/** This page’s own change, after which it has read again already. */
function isKnown({ requestId }: Change, { state }: Query): boolean {
  if (clientOf(requestId) !== clientId) return false;
  const sentAt = Number.parseInt(requestId.split("-")[1] ?? "", 36);
  return state.fetchStatus === "fetching" || state.dataUpdatedAt >= sentAt;
}
