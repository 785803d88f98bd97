import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Transport } from "#web/call.ts";
import { queryClientOf } from "#web/operations.ts";
import { useTransport } from "#web/transport.ts";

/** The way to the API and what was read by it: for reading that `useRead` is too plain for. */
export type Reach = { readonly transport: Transport; readonly queryClient: QueryClient };

export function useApiClient(): Reach {
  const transport = useTransport();
  return useMemo(() => ({ transport, queryClient: queryClientOf(transport) }), [transport]);
}
