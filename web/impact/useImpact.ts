import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Input, Operation, Output } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { keyOf } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

type ImpactOptions = {
  /** A preview is valid for one version of the record. */
  readonly version?: number;
  readonly isEnabled?: boolean;
};

/**
 * The impact of a change, requested afresh each time: the server tries the change out and rolls it back, so the
 * response is not cached.
 */
export function useImpact<Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  { version, isEnabled = true }: ImpactOptions = {},
) {
  const { transport, queryClient } = useApiClient();
  return useQuery<Output<Op>, Error>(
    {
      queryKey: [...keyOf(operation, input), version],
      queryFn: ({ signal }) => askImpact(transport, operation, input, signal),
      enabled: isEnabled,
      gcTime: 0,
      staleTime: 0,
      // Retries while another preview or a change of these records is running.
      retry: (failures, error) => failures < 2 && error instanceof Refusal && error.status === 503,
      refetchOnWindowFocus: false,
      // While another choice is checked, the previous result stays visible, and `isFetching` is true.
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}
