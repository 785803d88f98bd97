import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { bulkRefusals } from "#base/bulk.ts";
import type { Operation } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Change } from "#features/retail/assignments/contract/changes.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Operations that show assignments, read again after a change. */
export const shownBy: readonly Operation[] = [
  assignments.shop,
  assignments.shopActivity,
  assignments.list,
  assignments.candidates,
  assignments.matrix,
  assignments.get,
  assignments.activity,
  assignments.listShops,
];

/** The preview of a change, null if there is none, and the function to apply it. */
export function useChange(change: Change | null, lines = 200) {
  const { transport, queryClient } = useApiClient();
  const preview = useQuery(
    {
      queryKey: keyOf(assignments.preview, [change, lines]),
      queryFn: ({ signal }) => call(transport, assignments.preview, { change: change!, lines }, { signal }),
      enabled: change !== null,
      // A preview is not cached.
      gcTime: 0,
      staleTime: 0,
      retry: false,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const apply = useMutation(
    {
      mutationFn: (fingerprint: string) => call(transport, assignments.apply, { change: change!, fingerprint }),
      onSuccess: () => refresh(queryClient, shownBy),
      // An outdated preview is requested again, so that the user confirms what they saw.
      onError: (error: Error) => {
        if (isStale(error)) void preview.refetch();
      },
    },
    queryClient,
  );
  return { preview, apply };
}

export const isStale = (error: Error | null) =>
  error instanceof Refusal && error.code === bulkRefusals.preview_stale.code;
