import { useRouter } from "@tanstack/react-router";
import { certificates } from "#features/halal/certificates/contract.ts";
import { useRead } from "#web/operations.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

export const queuePath = "/apps/cert/queue";
/** In the address of a certificate that was opened from the queue: `?from=queue`. */
export const fromQueue = { from: "queue" } as const;

export type QueueNavigation = {
  /** Of the certificate among those that wait, from 1; null for one that waits no more. */
  readonly place: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  /** After a decision: to the next that waits, or back to the queue when none does. */
  readonly onDecided: () => void;
};

/** The neighbours in the queue, for users who came from it; null for all others. */
export function useQueueNavigation(id: string): QueueNavigation | null {
  const router = useRouter();
  const [from] = useSearchParam("from");
  const isActive = from === fromQueue.from;
  const { data } = useRead(certificates.readQueue, {}, { isEnabled: isActive });
  if (!isActive || data === undefined) return null;
  const ids = [...data.mine, ...data.nobodys, ...data.others].map((entry) => entry.id);
  const at = ids.indexOf(id);
  const goTo = (next: string | undefined) =>
    next === undefined
      ? null
      : () => void router.navigate({ to: `/apps/cert/certs/${next}`, search: fromQueue, replace: true });
  const onNext = goTo(ids[at + 1]);
  const onPrevious = at > 0 ? goTo(ids[at - 1]) : null;
  return {
    place: at < 0 ? null : at + 1,
    total: ids.length,
    onPrevious,
    onNext,
    onDecided: onNext ?? goTo(ids.find((other) => other !== id)) ?? (() => void router.navigate({ to: queuePath })),
  };
}
