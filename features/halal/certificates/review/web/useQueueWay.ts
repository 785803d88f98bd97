import { useRouter } from "@tanstack/react-router";
import { certificates } from "#features/halal/certificates/contract.ts";
import { useRead } from "#web/operations.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

export const queuePath = "/apps/cert/queue";
/** What the address of a certificate says when somebody works through the queue: `?from=queue`. */
export const fromQueue = { from: "queue" } as const;

export type QueueWay = {
  /** Of the certificate among those that wait, from 1; null for one that waits no more. */
  readonly place: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  /** After a decision: to the next that waits, or back to the queue when none does. */
  readonly onDecided: () => void;
};

/** The way through the queue for whoever came from it; null for everybody else. */
export function useQueueWay(id: string): QueueWay | null {
  const router = useRouter();
  const [from] = useSearchParam("from");
  const isOn = from === fromQueue.from;
  const { data } = useRead(certificates.readQueue, {}, { isEnabled: isOn });
  if (!isOn || data === undefined) return null;
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
