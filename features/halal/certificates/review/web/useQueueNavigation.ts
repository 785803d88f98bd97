import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
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
  /** The certificate after it; the first one after the last was decided. Null when none is left. */
  readonly next: { readonly id: string; readonly code: string } | null;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
};

/**
 * The neighbours in the queue, for users who came from it; null for all others. A certificate that was decided keeps its
 * place between them. Use it in a component that is remounted for each certificate.
 */
export function useQueueNavigation(id: string): QueueNavigation | null {
  const router = useRouter();
  const [from] = useSearchParam("from");
  const isActive = from === fromQueue.from;
  const { data } = useRead(certificates.readQueue, {}, { isEnabled: isActive });
  const [seenAt, setSeenAt] = useState(0);
  const entries = data ? [...data.mine, ...data.nobodys, ...data.others] : [];
  const at = entries.findIndex((entry) => entry.id === id);
  if (at >= 0 && at !== seenAt) setSeenAt(at);
  if (!isActive || data === undefined) return null;
  const goTo = (entry: { readonly id: string } | undefined) =>
    entry === undefined
      ? null
      : () => void router.navigate({ to: `/apps/cert/certs/${entry.id}`, search: fromQueue, replace: true });
  const isDecided = at < 0;
  const next = isDecided ? (entries[seenAt] ?? entries[0]) : entries[at + 1];
  const previous = entries[(isDecided ? seenAt : at) - 1];
  return {
    place: isDecided ? null : at + 1,
    total: entries.length,
    next: next ?? null,
    onPrevious: goTo(previous),
    onNext: goTo(next),
  };
}
