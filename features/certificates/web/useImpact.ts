import { useQuery } from "@tanstack/react-query";
import { certificates } from "#features/certificates/contract.ts";
import { call } from "#web/call.ts";
import { keyOf, queryClientOf } from "#web/operations.ts";
import { useTransport } from "#web/transport.ts";

type ImpactAsked = {
  readonly id: string;
  /** A preview is of one version. */
  readonly version: number;
  readonly step: "suspend" | "withdraw" | "reduceScope";
  readonly lineIds?: readonly string[];
  readonly isEnabled?: boolean;
};

/** What a loss would bring about, asked anew each time: it tries the change out, so it is no read that is kept. */
export function useImpact({ id, version, step, lineIds, isEnabled = true }: ImpactAsked) {
  const transport = useTransport();
  const input = { id, step, ...(lineIds ? { lineIds: [...lineIds] } : {}) };
  return useQuery(
    {
      queryKey: [...keyOf(certificates.previewImpact, input), version],
      queryFn: () => call(transport, certificates.previewImpact, input),
      enabled: isEnabled,
      gcTime: 0,
      staleTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
    },
    queryClientOf(transport),
  );
}
