import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operation } from "#base/contract.ts";
import { type OptimisticQueue, pendingMutations } from "#web/optimistic/optimisticQueue.ts";
import { draftKey } from "#web/record/drafts.ts";
import { useSignedInUser } from "#web/session.tsx";

// In the local storage: a page that is being closed has no time for IndexedDB, which answers later.

const storageKey = (queue: { readonly name: string }, userId: string) => draftKey(userId, `${queue.name}.unsent`);

/** Stores mutations in this browser after those that are there already. Without room for them they are lost with the page. */
export function saveMutations(queue: { readonly name: string }, userId: string, saved: readonly unknown[]): void {
  if (saved.length === 0) return;
  try {
    localStorage.setItem(storageKey(queue, userId), JSON.stringify([...readMutations(queue, userId), ...saved]));
  } catch {
    // Full, or forbidden in a private window.
  }
}

/** Returns those that are stored, once. */
function takeMutations(queue: { readonly name: string }, userId: string): readonly unknown[] {
  const saved = readMutations(queue, userId);
  localStorage.removeItem(storageKey(queue, userId));
  return saved;
}

function readMutations(queue: { readonly name: string }, userId: string): readonly unknown[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageKey(queue, userId)) ?? "[]");
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

/**
 * A page that is closed leaves what it has not sent to the next page of the same person: at once when it is reloaded,
 * after signing in when the session had ended. `onFound` sends it.
 */
export function useSavedMutations<Read extends Operation, Saved>(
  queue: OptimisticQueue<Read, Saved>,
  onFound: (saved: readonly Saved[]) => void,
): void {
  const queryClient = useQueryClient();
  const user = useSignedInUser();
  const userId = user === null || user.viewedAs !== null ? null : user.userId;
  useEffect(() => {
    if (userId === null) return undefined;
    const found = takeMutations(queue, userId);
    if (found.length > 0) onFound(found as readonly Saved[]);
    // What waits for its toast is dropped: the person could still have undone it.
    const unsent = () => pendingMutations(queryClient, queue).filter(({ isWanted }) => !isWanted);
    const handleHide = () =>
      saveMutations(
        queue,
        userId,
        unsent().flatMap(({ saved }) => (saved === undefined ? [] : [saved])),
      );
    // It was only put aside, and sends them itself.
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && takeMutations(queue, userId);
    addEventListener("pagehide", handleHide);
    addEventListener("pageshow", handleShow);
    return () => {
      removeEventListener("pagehide", handleHide);
      removeEventListener("pageshow", handleShow);
    };
  }, [userId, queryClient, queue, onFound]);
}
