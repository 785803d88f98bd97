import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type BulkRun, bulkRunRefusals, bulkRuns } from "#base/bulkRuns.ts";
import type { Operation } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { call } from "#web/call.ts";
import { newId } from "#web/newId.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

const pollMs = 500;

type Request = {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** Operations that are read again once the run has ended. */
  readonly refreshes: readonly Operation[];
};

/**
 * Starts to count at once, and follows the run until it has ended, and then its undo if there is one. A run that nobody
 * confirmed ends with the panel.
 */
export function useBulkRun({ operation, input, refreshes }: Request) {
  const { transport, queryClient } = useApiClient();
  const [startedId] = useState(newId);
  const [undoId, setUndoId] = useState<string | null>(null);
  const runId = undoId ?? startedId;
  const started = useQuery(
    {
      queryKey: ["bulkRun", startedId],
      queryFn: () => call(transport, bulkRuns.start, { runId: startedId, operation: operation.path, input }),
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  );
  const followed = useQuery(
    {
      queryKey: keyOf(bulkRuns.read, { runId }),
      queryFn: ({ signal }) => call(transport, bulkRuns.read, { runId }, { signal }),
      enabled: started.isSuccess,
      gcTime: 0,
      refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data) ? pollMs : false),
    },
    queryClient,
  );
  const run = followed.data ?? started.data ?? null;
  const confirm = useMutation(
    {
      mutationFn: (reason: string | undefined) => {
        const { changing, fingerprint } = run!.preview!;
        return call(transport, bulkRuns.confirm, { runId, changing, fingerprint, reason });
      },
      onSuccess: (confirmed) => queryClient.setQueryData(keyOf(bulkRuns.read, { runId }), confirmed),
    },
    queryClient,
  );
  const stop = useMutation(
    {
      mutationFn: () => call(transport, bulkRuns.stop, { runId }),
      onSuccess: (stopping) => queryClient.setQueryData(keyOf(bulkRuns.read, { runId }), stopping),
    },
    queryClient,
  );
  const undo = useMutation(
    {
      mutationFn: () => call(transport, bulkRuns.undo, { runId }),
      onSuccess: (undoing) => {
        queryClient.setQueryData(keyOf(bulkRuns.read, { runId: undoing.id }), undoing);
        setUndoId(undoing.id);
      },
    },
    queryClient,
  );
  const hasEnded = run !== null && isEnded(run) && run.changed > 0;
  useEffect(() => {
    if (hasEnded) void refresh(queryClient, refreshes);
  }, [hasEnded, queryClient, refreshes]);
  return { run, error: started.error, confirm, stop, undo };
}

export const isEnded = ({ state }: BulkRun) => state === "done" || state === "stopped" || state === "failed";

const isUnderWay = ({ state }: BulkRun) => state === "counting" || state === "running";

/** The action changes all records at once or none, so it is no run. */
export const isAllAtOnce = (error: unknown) =>
  error instanceof Refusal && (error.code === bulkRunRefusals.all_at_once.code || error.code === "not_found");
