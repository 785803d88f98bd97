import { useEffect } from "react";
import type { TodoChange, TodoPatch } from "#demos/todo/contract.ts";
import { draftKey } from "#web/record/drafts.ts";
import { usePerson } from "#web/session.tsx";

/** Both may be done twice and look as done once. */
export type QueuedMutation =
  | { readonly kind: "add"; readonly id: string; readonly added: NewTodo }
  | { readonly kind: "change"; readonly changes: readonly TodoChange[] };

/** A to-do to be; the labels and the folder that do not exist yet are made first. */
export type NewTodo = {
  readonly set: TodoPatch & { readonly title: string };
  readonly newLabels: readonly { readonly title: string; readonly color: string }[];
  readonly newFolder: string | null;
};

const keyOf = (userId: string) => draftKey(userId, "todo.unsent");

/** Keeps steps in this browser, behind those that are kept already. Without room for it they are lost with the page. */
export function keepSteps(userId: string, steps: readonly QueuedMutation[]): void {
  if (steps.length === 0) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([...readSteps(userId), ...steps]));
  } catch {
    // Full, or forbidden in a private window.
  }
}

/** Those that are kept, once. */
function takeSteps(userId: string): readonly QueuedMutation[] {
  const steps = readSteps(userId);
  localStorage.removeItem(keyOf(userId));
  return steps;
}

function readSteps(userId: string): readonly QueuedMutation[] {
  try {
    const steps: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(steps) ? (steps as QueuedMutation[]) : [];
  } catch {
    return [];
  }
}

type Keeping = {
  /** What is still on its way. */
  readonly pending: () => readonly QueuedMutation[];
  readonly onFound: (steps: readonly QueuedMutation[]) => void;
};

/**
 * A page that goes leaves what it has not sent to the next one of the same person: at once when it is loaded anew, after
 * signing in when the session had ended.
 */
export function useQueuedMutations({ pending, onFound }: Keeping): void {
  const person = usePerson();
  const userId = person === null || person.viewedAs !== null ? null : person.userId;
  useEffect(() => {
    if (userId === null) return undefined;
    const found = takeSteps(userId);
    if (found.length > 0) onFound(found);
    const handleHide = () => keepSteps(userId, pending());
    // It has come back, and sends them itself.
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && takeSteps(userId);
    addEventListener("pagehide", handleHide);
    addEventListener("pageshow", handleShow);
    return () => {
      removeEventListener("pagehide", handleHide);
      removeEventListener("pageshow", handleShow);
    };
  }, [userId, pending, onFound]);
}
