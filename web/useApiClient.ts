import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Transport } from "#web/call.ts";
import { queryClientOf } from "#web/operations.ts";
import { useTransport } from "#web/transport.ts";

/** The API transport and its query cache, for what `useRead` can't do. */
export type ApiClient = { readonly transport: Transport; readonly queryClient: QueryClient };

export function useApiClient(): ApiClient {
  const transport = useTransport();
  return useMemo(() => ({ transport, queryClient: queryClientOf(transport) }), [transport]);
}
