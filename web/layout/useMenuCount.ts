import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { minuteMs } from "#base/time.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Invalidated by a screen after which something waits no longer. */
export const menuCountsKey = ["menuCounts"];

/** How much waits behind an entry of the menu, a minute old at most; null where nothing is counted or none is there. */
export function useMenuCount(path: string): number | null {
  const { menuCounts } = use(KnownScreensContext);
  const { transport, queryClient } = useApiClient();
  const count = menuCounts[path];
  const { data } = useQuery(
    {
      queryKey: [...menuCountsKey, path],
      queryFn: () => count!(transport),
      enabled: count !== undefined,
      refetchInterval: minuteMs,
      retry: false,
    },
    queryClient,
  );
  return data || null;
}
